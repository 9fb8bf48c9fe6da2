// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <utility>

#include "modules/spirv.hpp"

namespace tickbench::backend {

/// A type of a module. Its size is known when it is declared: SPIR-V has parts before the whole,
/// but for what a pointer is to.
struct SpirvType {
  std::uint32_t opcode = 0;            ///< 0: a type that no argument has
  std::string name{};                  ///< "float4", as OpenCL C has it; empty: it has no such name
  std::uint64_t size = 0;              ///< in bytes; 0: not known
  bool varies = false;                 ///< the size depends on a specialization constant
  std::uint32_t storage = 0;           ///< a pointer's storage class
  std::vector<std::uint32_t> parts{};  ///< members, the element, or what a pointer is to
  std::uint32_t length = 0;            ///< an array's: the id of a constant
  std::vector<std::uint32_t> offsets{};  ///< of a struct's members
};

struct SpirvConstant {
  std::uint64_t value = 0;
  bool is_specialized = false;
  std::optional<std::uint32_t> id;  ///< by which a pipeline sets it
};

struct SpirvEntryPoint {
  std::string name;
  std::uint32_t function = 0;
  std::vector<std::uint32_t> interface;
};

/// What a module of either dialect declares, by id. An instruction that is too short for its
/// operands is passed over; what needs it finds nothing.
class SpirvModule {
 public:
  /// Words of a header at least.
  explicit SpirvModule(SpirvOperands words) {
    for_each_spirv_instruction(words, [this](std::uint32_t opcode, SpirvOperands operands) {
      if (opcode == kOpCapability && !operands.empty()) capabilities.push_back(operands[0]);
      is_shader_ |= declares_shader(opcode, operands);
      if (operands.size() >= 2) add(opcode, operands);
    });
  }

  /// Null for a type that no argument has.
  const SpirvType* type(std::uint32_t id) const { return find(types_, id); }
  const SpirvConstant* constant(std::uint32_t id) const { return find(constants_, id); }
  /// Empty where a module names nothing.
  std::string name(std::uint32_t id) const {
    const auto* const found = find(names_, id);
    return found == nullptr ? std::string() : *found;
  }
  std::string member_name(std::uint32_t type, std::uint32_t member) const {
    const auto* const found = find(member_names_, IdKey{type, member});
    return found == nullptr ? std::string() : *found;
  }
  /// A matrix's depends on the struct that it is in.
  std::uint64_t member_size(std::uint32_t of_struct, std::uint32_t type,
                            std::uint32_t member) const;
  /// "float*" of a block that is an array of floats; "struct*" of another.
  std::string pointer_name(const SpirvType& pointer) const {
    const auto inner = [this](const SpirvType* outer) {
      return outer == nullptr || outer->parts.empty() ? nullptr : type(outer->parts[0]);
    };
    const auto* pointee = inner(&pointer);
    if (pointee != nullptr && pointee->opcode == kOpTypeStruct && pointee->parts.size() == 1)
      pointee = inner(pointee);
    if (pointee != nullptr &&
        (pointee->opcode == kOpTypeRuntimeArray || pointee->opcode == kOpTypeArray))
      pointee = inner(pointee);
    return (pointee == nullptr || pointee->name.empty() ? "struct" : pointee->name) + "*";
  }

  struct Variable {
    std::uint32_t id;
    std::uint32_t type;  ///< what it holds; 0 where that is not known
    std::uint32_t storage;
  };

  struct Parameter {
    std::uint32_t id;
    std::uint32_t type;
  };

  std::vector<SpirvEntryPoint> entry_points;  ///< of kernels
  std::vector<std::uint32_t> capabilities;
  std::vector<Variable> variables;
  /// The ids of the three sizes that every entry point has, by the built-in of that meaning.
  std::optional<std::array<std::uint32_t, 3>> group;
  std::map<std::uint32_t, std::array<std::uint32_t, 3>> group_ids;    ///< by function
  std::map<std::uint32_t, std::array<std::uint32_t, 3>> group_sizes;  ///< by function
  std::map<std::uint32_t, std::vector<Parameter>> parameters;         ///< by function

 private:
  using IdKey = std::pair<std::uint32_t, std::uint32_t>;
  using MemberKey = std::pair<IdKey, std::uint32_t>;
  void add(std::uint32_t opcode, SpirvOperands operands);
  /// The execution model, the function, the name, and the variables that it uses.
  void add_entry_point(SpirvOperands operands) {
    SpirvEntryPoint entry{spirv_literal(operands.subspan(2)), operands[1], {}};
    const std::size_t variables_from = 2 + entry.name.size() / sizeof(std::uint32_t) + 1;
    if (variables_from < operands.size()) {
      const auto ids = operands.subspan(variables_from);
      entry.interface.assign(ids.begin(), ids.end());
    }
    entry_points.push_back(std::move(entry));
  }
  void add_mode(std::uint32_t opcode, SpirvOperands operands);
  void add_type(std::uint32_t opcode, SpirvOperands operands);
  void add_constant(std::uint32_t opcode, SpirvOperands operands);
  SpirvType array_type(SpirvOperands operands) const;
  SpirvType struct_type(SpirvOperands operands) const;
  std::optional<std::uint32_t> decoration(std::uint32_t id, std::uint32_t which) const {
    const auto* const found = find(decorations_, IdKey{id, which});
    return found == nullptr ? std::nullopt : std::optional(*found);
  }
  template <class Map>
  static const typename Map::mapped_type* find(const Map& map, const typename Map::key_type& key) {
    const auto found = map.find(key);
    return found == map.end() ? nullptr : &found->second;
  }

  std::map<std::uint32_t, std::string> names_;
  std::map<IdKey, std::string> member_names_;
  std::map<IdKey, std::uint32_t> decorations_;  ///< by id and decoration
  std::map<MemberKey, std::uint32_t> member_decorations_;
  std::map<std::uint32_t, SpirvType> types_;
  std::map<std::uint32_t, SpirvConstant> constants_;
  std::uint32_t function_ = 0;  ///< that is being read
  bool is_shader_ = false;
};

}  // namespace tickbench::backend
