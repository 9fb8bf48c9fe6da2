// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "modules/spirv_module.hpp"

#include <algorithm>

namespace tickbench::backend {
namespace {

// Section 3 of the SPIR-V specification: modes, decorations, a built-in.
constexpr std::uint32_t kLocalSize = 17;
constexpr std::uint32_t kLocalSizeId = 38;
constexpr std::uint32_t kSpecId = 1;
constexpr std::uint32_t kArrayStride = 6;
constexpr std::uint32_t kMatrixStride = 7;
constexpr std::uint32_t kBuiltIn = 11;
constexpr std::uint32_t kOffset = 35;
constexpr std::uint32_t kWorkgroupSize = 25;

/// With 64-bit addresses, which is all that Vulkan has.
constexpr std::uint64_t kPointerSize = 8;

/// A number from outside that another one multiplies stays one.
constexpr std::uint64_t kLargestSize = std::uint64_t{1} << 40;
std::uint64_t product(std::uint64_t a, std::uint64_t b) {
  return b != 0 && a > kLargestSize / b ? kLargestSize : a * b;
}

std::array<std::uint32_t, 3> first_three(SpirvOperands operands) {
  return {operands[0], operands[1], operands[2]};
}

}  // namespace

void SpirvModule::add(std::uint32_t opcode, SpirvOperands operands) {
  const std::size_t count = operands.size();
  if (opcode == kOpName)
    names_[operands[0]] = spirv_literal(operands.subspan(1));
  else if (opcode == kOpMemberName && count > 2)
    member_names_[{operands[0], operands[1]}] = spirv_literal(operands.subspan(2));
  else if (opcode == kOpDecorate && count > 2)
    decorations_[{operands[0], operands[1]}] = operands[2];
  else if (opcode == kOpMemberDecorate && count > 3)
    member_decorations_[{{operands[0], operands[1]}, operands[2]}] = operands[3];
  else if (is_kernel(opcode, operands))
    add_entry_point(operands);
  else if ((opcode == kOpExecutionMode || opcode == kOpExecutionModeId) && count == 5)
    add_mode(opcode, operands);
  else if (opcode >= kOpTypeInt && opcode <= kOpTypeForwardPointer)
    add_type(opcode, operands);
  else if (opcode >= kOpConstant && opcode <= kOpSpecConstantOp && count > 2)
    add_constant(opcode, operands);
  else if (opcode == kOpFunction)
    function_ = operands[1];
  else if (opcode == kOpFunctionParameter)
    parameters[function_].push_back({operands[1], operands[0]});
  else if (opcode == kOpVariable && count > 2)
    if (const auto* const pointer = type(operands[0]); pointer != nullptr)
      variables.push_back(
          {operands[1], pointer->parts.empty() ? 0 : pointer->parts[0], operands[2]});
}

void SpirvModule::add_mode(std::uint32_t opcode, SpirvOperands operands) {
  if (opcode == kOpExecutionMode && operands[1] == kLocalSize)
    group_sizes[operands[0]] = first_three(operands.subspan(2));
  if (opcode == kOpExecutionModeId && operands[1] == kLocalSizeId)
    group_ids[operands[0]] = first_three(operands.subspan(2));
}

void SpirvModule::add_type(std::uint32_t opcode, SpirvOperands operands) {
  SpirvType made;
  const bool is_longer = operands.size() > 2;
  // OpenCL C's have no sign in SPIR-V.
  if (opcode == kOpTypeInt && is_longer) {
    made = {opcode, (is_shader_ && operands[2] == 0 ? "u" : "") + spirv_integer_name(operands[1]),
            operands[1] / 8};
  } else if (opcode == kOpTypeFloat) {
    made = {opcode, spirv_float_name(operands[1]), operands[1] / 8};
  } else if ((opcode == kOpTypeVector || opcode == kOpTypeMatrix) && is_longer) {
    if (const auto* const of = type(operands[1])) {
      made = {opcode, {}, product(of->size, operands[2]), of->varies, 0, {operands[1]}};
      if (opcode == kOpTypeVector) made.name = of->name + std::to_string(operands[2]);
    }
  } else if (opcode == kOpTypeArray && is_longer) {
    made = array_type(operands);
  } else if (opcode == kOpTypeRuntimeArray) {
    made = {opcode, {}, 0, false, 0, {operands[1]}};
  } else if (opcode == kOpTypeStruct) {
    made = struct_type(operands);
  } else if (opcode == kOpTypePointer && is_longer) {
    made = {opcode, {}, kPointerSize, false, operands[1], {operands[2]}};
  } else if (opcode == kOpTypeForwardPointer) {
    made = {kOpTypePointer, {}, kPointerSize, false, operands[1]};
  }
  if (made.opcode != 0) types_[operands[0]] = std::move(made);
}

SpirvType SpirvModule::array_type(SpirvOperands operands) const {
  const auto* const element = type(operands[1]);
  const auto* const length = constant(operands[2]);
  if (element == nullptr || length == nullptr) return {};
  const auto stated = decoration(operands[0], kArrayStride);
  const std::uint64_t stride = stated ? *stated : element->size;
  return {kOpTypeArray,
          {},
          product(stride, length->value),
          element->varies || length->is_specialized,
          0,
          {operands[1]},
          operands[2]};
}

/// A struct without offsets, as one in local memory is, has its members one behind the other.
SpirvType SpirvModule::struct_type(SpirvOperands operands) const {
  SpirvType made{kOpTypeStruct, "struct"};
  for (std::uint32_t i = 1; i < operands.size(); ++i) {
    const auto* const offset = find(member_decorations_, MemberKey{{operands[0], i - 1}, kOffset});
    const std::uint64_t begin = offset != nullptr ? *offset : made.size;
    const auto* const member = type(operands[i]);
    made.varies = made.varies || (member != nullptr && member->varies);
    made.parts.push_back(operands[i]);
    made.offsets.push_back(static_cast<std::uint32_t>(begin));
    made.size = std::max(made.size, begin + member_size(operands[0], operands[i], i - 1));
  }
  return made;
}

/// A matrix says at the struct how far its columns are apart.
std::uint64_t SpirvModule::member_size(std::uint32_t of_struct, std::uint32_t type_id,
                                       std::uint32_t member) const {
  const auto* const found = type(type_id);
  if (found == nullptr) return 0;
  const auto* const stride =
      find(member_decorations_, MemberKey{{of_struct, member}, kMatrixStride});
  const auto* const column = found->parts.empty() ? nullptr : type(found->parts[0]);
  if (found->opcode != kOpTypeMatrix || stride == nullptr || column == nullptr || column->size == 0)
    return found->size;
  return product(*stride, found->size / column->size);
}

void SpirvModule::add_constant(std::uint32_t opcode, SpirvOperands operands) {
  const std::uint32_t id = operands[1];
  const bool is_composite = opcode == kOpConstantComposite || opcode == kOpSpecConstantComposite;
  if (is_composite && operands.size() == 5 && decoration(id, kBuiltIn) == kWorkgroupSize)
    group = first_three(operands.subspan(2));
  if (opcode != kOpConstant && opcode != kOpSpecConstant && opcode != kOpSpecConstantOp) return;
  SpirvConstant made;
  if (opcode != kOpSpecConstantOp) made.value = operands[2];
  if (opcode != kOpSpecConstantOp && operands.size() > 3)
    made.value |= std::uint64_t{operands[3]} << 32;
  made.is_specialized = opcode != kOpConstant;
  if (opcode == kOpSpecConstant) made.id = decoration(id, kSpecId);
  constants_[id] = made;
}

}  // namespace tickbench::backend
