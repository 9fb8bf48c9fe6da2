// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "backend/spirv_arguments.hpp"

#include <map>

#include "backend/spirv_words.hpp"

namespace tickbench::backend {
namespace {

using Space = DeclaredArgument::Space;

// Section 3.7 of the SPIR-V specification: storage classes.
constexpr std::uint32_t kUniformConstant = 0;
constexpr std::uint32_t kWorkgroup = 4;
constexpr std::uint32_t kCrossWorkgroup = 5;

std::string integer_name(std::uint32_t width) {
  switch (width) {
    case 8:
      return "char";
    case 16:
      return "short";
    case 32:
      return "int";
    default:
      return "long";
  }
}

std::string float_name(std::uint32_t width) {
  return width == 16 ? "half" : width == 32 ? "float" : "double";
}

/// What a module declares, by id.
class Declarations {
 public:
  explicit Declarations(std::span<const std::byte> bytes) {
    for_each_instruction(bytes, [this](std::uint32_t opcode, SpirvOperands operands) {
      if (operands.size() >= 2) add(opcode, operands);
    });
  }

  std::optional<std::uint32_t> entry_point(std::string_view kernel) const {
    const auto found = entry_points_.find(std::string(kernel));
    if (found == entry_points_.end()) return std::nullopt;
    return found->second;
  }

  std::vector<DeclaredArgument> arguments(std::uint32_t function, std::string_view kernel) const {
    std::vector<DeclaredArgument> arguments;
    const auto parameters = parameters_.find(function);
    if (parameters == parameters_.end()) return arguments;
    for (const auto& [id, type] : parameters->second)
      arguments.push_back({type.space, type.name, name_of(id, kernel, arguments.size())});
    return arguments;
  }

 private:
  struct Type {
    Space space = Space::kPrivate;
    std::string name;
  };
  struct Parameter {
    std::uint32_t id = 0;
    Type type;
  };

  void add(std::uint32_t opcode, SpirvOperands operands) {
    switch (opcode) {
      case kOpName:
        names_[operands[0]] = spirv_literal(operands.subspan(1));
        break;
      case kOpEntryPoint:
        if (operands.size() > 2) entry_points_[spirv_literal(operands.subspan(2))] = operands[1];
        break;
      case kOpTypeInt:
        types_[operands[0]].name = integer_name(operands[1]);
        break;
      case kOpTypeFloat:
        types_[operands[0]].name = float_name(operands[1]);
        break;
      case kOpTypeVector:
        if (operands.size() > 2)
          types_[operands[0]].name = types_[operands[1]].name + std::to_string(operands[2]);
        break;
      case kOpTypePointer:
        if (operands.size() > 2) add_pointer(operands);
        break;
      case kOpFunction:
        function_ = operands[1];
        break;
      case kOpFunctionParameter:
        parameters_[function_].push_back({operands[1], types_[operands[0]]});
        break;
      default:
        break;
    }
  }

  /// A pointer into the function's own memory is a struct that is passed by value.
  void add_pointer(SpirvOperands operands) {
    auto& type = types_[operands[0]];
    switch (operands[1]) {
      case kUniformConstant:
        type.space = Space::kConstant;
        break;
      case kWorkgroup:
        type.space = Space::kLocal;
        break;
      case kCrossWorkgroup:
        type.space = Space::kGlobal;
        break;
      default:
        type.name = "struct";
        return;
    }
    const auto& pointee = types_[operands[2]].name;
    type.name = (pointee.empty() ? "struct" : pointee) + "*";
  }

  /// llvm-spirv calls a kernel from an entry point without names: they are at the function that
  /// has the kernel's name.
  std::string name_of(std::uint32_t id, std::string_view kernel, std::size_t index) const {
    if (const auto own = names_.find(id); own != names_.end()) return own->second;
    for (const auto& [function, parameters] : parameters_) {
      const auto name = names_.find(function);
      if (name == names_.end() || name->second != kernel || index >= parameters.size()) continue;
      const auto found = names_.find(parameters[index].id);
      if (found != names_.end()) return found->second;
    }
    return {};
  }

  std::map<std::uint32_t, std::string> names_;
  std::map<std::string, std::uint32_t> entry_points_;
  std::map<std::uint32_t, Type> types_;
  std::map<std::uint32_t, std::vector<Parameter>> parameters_;  ///< by function
  std::uint32_t function_ = 0;
};

}  // namespace

std::optional<std::vector<DeclaredArgument>> spirv_arguments(std::span<const std::byte> bytes,
                                                             std::string_view kernel) {
  const Declarations declarations(bytes);
  const auto function = declarations.entry_point(kernel);
  if (!function) return std::nullopt;
  return declarations.arguments(*function, kernel);
}

}  // namespace tickbench::backend
