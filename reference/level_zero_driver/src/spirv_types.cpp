// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "spirv_types.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <spirv/unified1/spirv.hpp>

#include "spirv_references.hpp"

namespace zecpu {
namespace {

constexpr std::size_t kPointerBytes = 8;

// A literal string ends with a zero byte inside its last word.
std::string literal(std::span<const std::uint32_t> words) {
  const auto* text = reinterpret_cast<const char*>(words.data());
  return {text, strnlen(text, words.size_bytes())};
}

std::size_t literal_words(const std::string& text) { return text.size() / 4 + 1; }

/// "float4". The specification packs the number of components into the upper half, and the type of
/// one into the lower.
std::string vector_type(std::uint32_t packed) {
  static constexpr const char* kTypes[] = {"char", "short", "int",   "long",
                                           "half", "float", "double"};
  const std::uint32_t type = packed & 0xffff, count = packed >> 16;
  if (type >= std::size(kTypes)) return {};
  return kTypes[type] + (count > 1 ? std::to_string(count) : std::string());
}

std::size_t round_up(std::size_t size, std::size_t alignment) {
  return (size + alignment - 1) / alignment * alignment;
}

}  // namespace

std::uint32_t SpirvInstruction::opcode() const { return words[0] & spv::OpCodeMask; }

SpirvTypes::SpirvTypes(std::vector<std::uint32_t>& words) : ids_(ids_by_function(words)) {
  for_each_instruction(words, [this](const SpirvInstruction& instruction) { read(instruction); });
}

void SpirvTypes::read(const SpirvInstruction& instruction) {
  const std::span<const std::uint32_t> words = instruction.words;
  switch (instruction.opcode()) {
    case spv::OpCapability:
      capabilities_.push_back(words[1]);
      break;
    case spv::OpEntryPoint:
      if (words[1] == spv::ExecutionModelKernel)
        entry_points_.push_back({words[2], literal(words.subspan(3))});
      break;
    case spv::OpExecutionMode:
      read_execution_mode(words);
      break;
    case spv::OpDecorate:
      read_decoration(words);
      break;
    case spv::OpGroupDecorate:
      for (const std::uint32_t target : words.subspan(2)) {
        if (by_value_.contains(words[1])) by_value_.insert(target);
        if (packed_.contains(words[1])) packed_.insert(target);
      }
      break;
    case spv::OpConstant:
    case spv::OpSpecConstant:
      constants_[words[2]] =
          words[3] | (words.size() > 4 ? static_cast<std::uint64_t>(words[4]) << 32 : 0);
      break;
    case spv::OpVariable:
      read_variable(words);
      break;
    case spv::OpFunction:
      current_function_ = words[2];
      break;
    case spv::OpFunctionParameter:
      parameters_[current_function_].push_back({words[2], words[1]});
      break;
    default:
      if (instruction.opcode() >= spv::OpTypeVoid && instruction.opcode() <= spv::OpTypePipe)
        types_[words[1]] = words;
  }
}

void SpirvTypes::read_execution_mode(std::span<const std::uint32_t> words) {
  switch (words[2]) {
    case spv::ExecutionModeLocalSize:
      group_sizes_[words[1]] = {words[3], words[4], words[5]};
      break;
    case spv::ExecutionModeLocalSizeHint:
      group_size_hints_[words[1]] = {words[3], words[4], words[5]};
      break;
    case spv::ExecutionModeVecTypeHint:
      vector_type_hints_[words[1]] = vector_type(words[3]);
      break;
    default:
      break;
  }
}

void SpirvTypes::read_variable(std::span<const std::uint32_t> words) {
  if (words[3] != spv::StorageClassWorkgroup) return;
  const auto pointer = types_.find(words[1]);
  if (pointer != types_.end()) local_variables_[words[2]] = layout(pointer->second[3]).size;
}

void SpirvTypes::read_decoration(std::span<const std::uint32_t> words) {
  switch (words[2]) {
    case spv::DecorationBuiltIn:
      built_in_.insert(words[1]);
      break;
    case spv::DecorationCPacked:
      packed_.insert(words[1]);
      break;
    case spv::DecorationFuncParamAttr:
      if (words[3] == spv::FunctionParameterAttributeByVal) by_value_.insert(words[1]);
      break;
    case spv::DecorationLinkageAttributes: {
      const std::string name = literal(words.subspan(3));
      if (words[3 + literal_words(name)] == spv::LinkageTypeImport) imports_[words[1]] = name;
      break;
    }
    default:
      break;
  }
}

std::vector<std::string> SpirvTypes::imports() const {
  std::vector<std::string> names;
  // Ids of work items and the like are imported as well: from the device.
  for (const auto& [id, name] : imports_)
    if (!built_in_.contains(id)) names.push_back(name);
  return names;
}

SpirvTypes::Layout SpirvTypes::layout(std::uint32_t type) const {
  const auto found = types_.find(type);
  if (found == types_.end()) return {};
  const auto words = found->second;
  switch (words[0] & spv::OpCodeMask) {
    case spv::OpTypeBool:
      return {1, 1};
    case spv::OpTypeInt:
    case spv::OpTypeFloat:
      return {words[2] / 8, words[2] / 8};
    case spv::OpTypeVector: {
      // Three elements take the room of four.
      const std::size_t size = layout(words[2]).size * std::bit_ceil(words[3]);
      return {size, size};
    }
    case spv::OpTypeArray: {
      const Layout element = layout(words[2]);
      const auto length = constants_.find(words[3]);
      return {length == constants_.end() ? 0 : element.size * length->second, element.alignment};
    }
    case spv::OpTypeStruct:
      return struct_layout(type, words.subspan(2));
    case spv::OpTypePointer:
      return {kPointerBytes, kPointerBytes};
    default:
      return {};
  }
}

SpirvTypes::Layout SpirvTypes::struct_layout(std::uint32_t type,
                                             std::span<const std::uint32_t> members) const {
  Layout whole;
  for (const std::uint32_t member : members) {
    Layout part = layout(member);
    if (packed_.contains(type)) part.alignment = 1;
    whole.size = round_up(whole.size, part.alignment) + part.size;
    whole.alignment = std::max(whole.alignment, part.alignment);
  }
  whole.size = round_up(whole.size, whole.alignment);
  return whole;
}

ArgumentType SpirvTypes::argument(const Parameter& parameter) const {
  const auto found = types_.find(parameter.type);
  if (found == types_.end()) return {};
  const auto words = found->second;
  if ((words[0] & spv::OpCodeMask) == spv::OpTypePointer) {
    switch (words[2]) {
      case spv::StorageClassCrossWorkgroup:
      case spv::StorageClassUniformConstant:
        return {ArgumentKind::kPointer, kPointerBytes};
      case spv::StorageClassWorkgroup:
        return {ArgumentKind::kLocal, 0};
      case spv::StorageClassFunction:
        if (by_value_.contains(parameter.id)) return {ArgumentKind::kValue, layout(words[3]).size};
        return {};
      default:
        return {};
    }
  }
  const std::size_t size = layout(parameter.type).size;
  return size == 0 ? ArgumentType{} : ArgumentType{ArgumentKind::kValue, size};
}

std::vector<KernelSignature> SpirvTypes::kernels() const {
  std::vector<KernelSignature> kernels;
  for (const EntryPoint& entry : entry_points_) {
    KernelSignature kernel;
    kernel.name = entry.name;
    if (const auto size = group_sizes_.find(entry.function); size != group_sizes_.end())
      kernel.required_group_size = size->second;
    if (const auto hint = group_size_hints_.find(entry.function); hint != group_size_hints_.end())
      kernel.group_size_hint = hint->second;
    if (const auto hint = vector_type_hints_.find(entry.function); hint != vector_type_hints_.end())
      kernel.vector_type_hint = hint->second;
    if (const auto parameters = parameters_.find(entry.function); parameters != parameters_.end())
      for (const Parameter& parameter : parameters->second)
        kernel.arguments.push_back(argument(parameter));
    if (const auto named = ids_.find(entry.function); named != ids_.end())
      for (const auto& [id, bytes] : local_variables_)
        if (named->second.contains(id)) kernel.local_bytes += bytes;
    kernels.push_back(std::move(kernel));
  }
  return kernels;
}

}  // namespace zecpu
