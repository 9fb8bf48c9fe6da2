// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "modules/spirv.hpp"

#include <algorithm>

#include "modules/spirv_module.hpp"

namespace tickbench::backend {
namespace {

// Section 3: a LinkageAttributes decoration, and the last of its words for a symbol to be imported.
constexpr std::uint32_t kLinkageAttributes = 41;
constexpr std::uint32_t kImport = 1;

using Space = DeclaredArgument::Space;

const SpirvEntryPoint* find_kernel(const SpirvModule& module, std::string_view name) {
  const auto found = std::ranges::find(module.entry_points, name, &SpirvEntryPoint::name);
  return found == module.entry_points.end() ? nullptr : &*found;
}

/// A pointer into the function's own memory is a struct that is passed by value.
DeclaredArgument declared(const SpirvModule& module, std::uint32_t type_id, std::string name) {
  const auto* const type = module.type(type_id);
  if (type == nullptr || type->opcode != kOpTypePointer)
    return {Space::kPrivate, type == nullptr ? "" : type->name, std::move(name)};
  const auto space = type->storage == kUniformConstant  ? Space::kConstant
                     : type->storage == kWorkgroup      ? Space::kLocal
                     : type->storage == kCrossWorkgroup ? Space::kGlobal
                                                        : Space::kPrivate;
  if (space == Space::kPrivate) return {space, "struct", std::move(name)};
  const auto* const pointee = type->parts.empty() ? nullptr : module.type(type->parts[0]);
  const bool has_name = pointee != nullptr && !pointee->name.empty();
  return {space, (has_name ? pointee->name : "struct") + "*", std::move(name)};
}

/// llvm-spirv calls a kernel from an entry point without names: they are at the function that has
/// the kernel's name.
std::string argument_name(const SpirvModule& module, std::uint32_t id, std::string_view kernel,
                          std::size_t index) {
  if (auto own = module.name(id); !own.empty()) return own;
  for (const auto& [function, parameters] : module.parameters)
    if (module.name(function) == kernel && index < parameters.size())
      if (auto name = module.name(parameters[index].id); !name.empty()) return name;
  return {};
}

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
  for_each_spirv_instruction(spirv_words(bytes), [&](std::uint32_t opcode, SpirvOperands operands) {
    found |= declares_shader(opcode, operands);
  });
  return found;
}

std::vector<std::string> spirv_entry_points(std::span<const std::byte> bytes) {
  std::vector<std::string> names;
  for_each_spirv_instruction(spirv_words(bytes), [&](std::uint32_t opcode, SpirvOperands operands) {
    // The execution model and the function's id come first.
    if (is_kernel(opcode, operands)) names.push_back(spirv_literal(operands.subspan(2)));
  });
  return names;
}

std::vector<std::string> spirv_imports(std::span<const std::byte> bytes) {
  std::vector<std::string> names;
  for_each_spirv_instruction(spirv_words(bytes), [&](std::uint32_t opcode, SpirvOperands operands) {
    if (opcode == kOpDecorate && operands.size() > 3 && operands[1] == kLinkageAttributes &&
        operands.back() == kImport)
      names.push_back(spirv_literal(operands.subspan(2)));
  });
  return names;
}

std::optional<std::array<std::size_t, 3>> spirv_required_group(std::span<const std::byte> bytes,
                                                               std::string_view kernel) {
  const SpirvModule module(spirv_words(bytes));
  const auto* const entry = find_kernel(module, kernel);
  if (entry == nullptr || !module.group_sizes.contains(entry->function)) return std::nullopt;
  const auto& [x, y, z] = module.group_sizes.at(entry->function);
  return {{x, y, z}};
}

std::optional<std::vector<DeclaredArgument>> spirv_arguments(std::span<const std::byte> bytes,
                                                             std::string_view kernel) {
  const SpirvModule module(spirv_words(bytes));
  const auto* const entry = find_kernel(module, kernel);
  if (entry == nullptr) return std::nullopt;
  std::vector<DeclaredArgument> arguments;
  if (const auto found = module.parameters.find(entry->function); found != module.parameters.end())
    for (const auto& [id, type] : found->second)
      arguments.push_back(
          declared(module, type, argument_name(module, id, kernel, arguments.size())));
  return arguments;
}

}  // namespace tickbench::backend
