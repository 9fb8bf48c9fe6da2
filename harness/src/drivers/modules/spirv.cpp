// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "modules/spirv.hpp"

#include <cstdint>
#include <cstring>
#include <map>
#include <utility>

namespace tickbench::backend {
namespace {

// Section 3: a LinkageAttributes decoration, and the last of its words for a symbol to be imported.
constexpr std::uint32_t kLinkageAttributes = 41;
constexpr std::uint32_t kImport = 1;
// Section 3.3 and 3.31: execution models, a capability.
constexpr std::uint32_t kGlCompute = 5;
constexpr std::uint32_t kKernel = 6;
constexpr std::uint32_t kShaderCapability = 1;
// Section 3.7: storage classes.
constexpr std::uint32_t kUniformConstant = 0;
constexpr std::uint32_t kWorkgroup = 4;
constexpr std::uint32_t kCrossWorkgroup = 5;

using Space = DeclaredArgument::Space;

/// Of every whole instruction; of none where the bytes are no SPIR-V.
template <class Visit>
void for_each_instruction(std::span<const std::byte> bytes, const Visit& visit) {
  if (is_spirv(bytes)) for_each_spirv_instruction(spirv_words(bytes), visit);
}

/// Whether an instruction is an entry point, and none of a stage of graphics.
bool is_kernel(std::uint32_t opcode, SpirvOperands operands) {
  return opcode == kOpEntryPoint && operands.size() > 2 &&
         (operands[0] == kGlCompute || operands[0] == kKernel);
}

/// What a module declares, by id.
class Declarations {
 public:
  explicit Declarations(std::span<const std::byte> bytes) {
    for_each_instruction(bytes, [this](std::uint32_t opcode, SpirvOperands operands) {
      if (operands.size() >= 2) add(opcode, operands);
    });
  }

  std::optional<std::vector<DeclaredArgument>> arguments(const std::string& kernel) const {
    const auto function = entry_points_.find(kernel);
    if (function == entry_points_.end()) return std::nullopt;
    std::vector<DeclaredArgument> arguments;
    if (const auto found = parameters_.find(function->second); found != parameters_.end())
      for (const auto& [id, type] : found->second)
        arguments.push_back({type.space, type.name, argument_name(id, kernel, arguments.size())});
    return arguments;
  }

 private:
  struct Type {
    Space space = Space::kPrivate;
    std::string name;
  };

  void add(std::uint32_t opcode, SpirvOperands operands) {
    const bool is_longer = operands.size() > 2;
    if (opcode == kOpName)
      names_[operands[0]] = spirv_literal(operands.subspan(1));
    else if (is_kernel(opcode, operands))
      entry_points_[spirv_literal(operands.subspan(2))] = operands[1];
    else if (opcode == kOpTypeInt)
      types_[operands[0]].name = spirv_integer_name(operands[1]);
    else if (opcode == kOpTypeFloat)
      types_[operands[0]].name = spirv_float_name(operands[1]);
    else if (opcode == kOpTypeVector && is_longer)
      types_[operands[0]].name = types_[operands[1]].name + std::to_string(operands[2]);
    else if (opcode == kOpTypePointer && is_longer)
      types_[operands[0]] = pointer(operands[1], types_[operands[2]].name);
    else if (opcode == kOpFunction)
      function_ = operands[1];
    else if (opcode == kOpFunctionParameter)
      parameters_[function_].emplace_back(operands[1], types_[operands[0]]);
  }

  /// A pointer into the function's own memory is a struct that is passed by value.
  static Type pointer(std::uint32_t storage, const std::string& to) {
    const auto name = (to.empty() ? "struct" : to) + "*";
    if (storage == kUniformConstant) return {Space::kConstant, name};
    if (storage == kWorkgroup) return {Space::kLocal, name};
    if (storage == kCrossWorkgroup) return {Space::kGlobal, name};
    return {Space::kPrivate, "struct"};
  }

  /// llvm-spirv calls a kernel from an entry point without names: they are at the function that
  /// has the kernel's name.
  std::string argument_name(std::uint32_t id, std::string_view kernel, std::size_t index) const {
    if (const auto own = names_.find(id); own != names_.end()) return own->second;
    for (const auto& [function, parameters] : parameters_) {
      const auto name = names_.find(function);
      if (name == names_.end() || name->second != kernel || index >= parameters.size()) continue;
      const auto found = names_.find(parameters[index].first);
      if (found != names_.end()) return found->second;
    }
    return {};
  }

  std::map<std::uint32_t, std::string> names_;
  std::map<std::string, std::uint32_t> entry_points_;
  std::map<std::uint32_t, Type> types_;
  /// By function.
  std::map<std::uint32_t, std::vector<std::pair<std::uint32_t, Type>>> parameters_;
  std::uint32_t function_ = 0;
};

}  // namespace

bool is_spirv(std::span<const std::byte> bytes) noexcept {
  if (bytes.size() < kSpirvHeaderWords * sizeof(std::uint32_t) ||
      bytes.size() % sizeof(std::uint32_t) != 0)
    return false;
  std::uint32_t magic = 0;
  std::memcpy(&magic, bytes.data(), sizeof(magic));
  return magic == kSpirvMagic || magic == kSwappedSpirvMagic;
}

bool is_shader(std::span<const std::byte> bytes) {
  bool found = false;
  for_each_instruction(bytes, [&](std::uint32_t opcode, SpirvOperands operands) {
    if (opcode == kOpCapability && !operands.empty() && operands[0] == kShaderCapability)
      found = true;
  });
  return found;
}

std::vector<std::string> spirv_entry_points(std::span<const std::byte> bytes) {
  std::vector<std::string> names;
  for_each_instruction(bytes, [&](std::uint32_t opcode, SpirvOperands operands) {
    // The execution model and the function's id come first.
    if (is_kernel(opcode, operands)) names.push_back(spirv_literal(operands.subspan(2)));
  });
  return names;
}

std::vector<std::string> spirv_imports(std::span<const std::byte> bytes) {
  std::vector<std::string> names;
  for_each_instruction(bytes, [&](std::uint32_t opcode, SpirvOperands operands) {
    if (opcode == kOpDecorate && operands.size() > 3 && operands[1] == kLinkageAttributes &&
        operands.back() == kImport)
      names.push_back(spirv_literal(operands.subspan(2)));
  });
  return names;
}

std::optional<std::array<std::size_t, 3>> spirv_required_group(std::span<const std::byte> bytes,
                                                               std::string_view kernel) {
  std::optional<std::uint32_t> entry_point;
  std::optional<std::array<std::size_t, 3>> group;
  // All entry points stand before all modes.
  for_each_instruction(bytes, [&](std::uint32_t opcode, SpirvOperands operands) {
    if (is_kernel(opcode, operands) && spirv_literal(operands.subspan(2)) == kernel)
      entry_point = operands[1];
    if (opcode == kOpExecutionMode && operands.size() == 5 && entry_point == operands[0] &&
        operands[1] == kSpirvLocalSize)
      group = {operands[2], operands[3], operands[4]};
  });
  return group;
}

std::optional<std::vector<DeclaredArgument>> spirv_arguments(std::span<const std::byte> bytes,
                                                             std::string_view kernel) {
  return Declarations(bytes).arguments(std::string(kernel));
}

}  // namespace tickbench::backend
