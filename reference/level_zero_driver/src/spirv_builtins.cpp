// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "spirv_builtins.hpp"

#include <algorithm>
#include <bit>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <spirv/unified1/spirv.hpp>

#include "spirv_instructions.hpp"
#include "spirv_types.hpp"

namespace zecpu {
namespace {

/// Where an address points to.
struct BuiltinPart {
  std::uint32_t variable = 0;
  std::uint64_t offset = 0;  // in bytes
};

/// Reads instructions in order, and follows the addresses that are made of built-in variables.
class BuiltinParts {
 public:
  void read(const ParsedInstruction& instruction);

  const BuiltinPart* part(std::uint32_t id) const {
    const auto found = parts_.find(id);
    return found == parts_.end() ? nullptr : &found->second;
  }
  /// Whether the id is an address made of a built-in variable, and not the variable itself.
  bool is_made(std::uint32_t id) const { return made_.contains(id); }
  bool has_made() const { return !made_.empty(); }
  std::uint32_t whole_type(std::uint32_t variable) const { return pointee(variable); }
  /// Which component of its variable a load of this type takes; none where it is not just that.
  std::optional<std::uint32_t> component(const BuiltinPart& part, std::uint32_t type) const;

 private:
  struct Vector {
    std::uint32_t component = 0, count = 0;
  };

  std::uint32_t pointee(std::uint32_t pointer) const {
    const auto type = value_types_.find(pointer);
    const auto found = type == value_types_.end() ? pointees_.end() : pointees_.find(type->second);
    return found == pointees_.end() ? 0 : found->second;
  }
  std::uint64_t size(std::uint32_t type) const;
  void read_type(const ParsedInstruction& instruction);
  std::optional<BuiltinPart> made_part(std::uint32_t opcode,
                                       std::span<const std::uint32_t> operands) const;

  std::set<std::uint32_t> builtins_, made_;
  std::map<std::uint32_t, BuiltinPart> parts_;
  std::map<std::uint32_t, std::uint32_t> value_types_, pointees_;
  std::map<std::uint32_t, std::uint64_t> scalars_, constants_;  // bytes by type; values by id
  std::map<std::uint32_t, Vector> vectors_;
};

std::uint64_t BuiltinParts::size(std::uint32_t type) const {
  if (const auto scalar = scalars_.find(type); scalar != scalars_.end()) return scalar->second;
  const auto vector = vectors_.find(type);
  // Three components take the room of four.
  return vector == vectors_.end()
             ? 0
             : size(vector->second.component) * std::bit_ceil(vector->second.count);
}

void BuiltinParts::read_type(const ParsedInstruction& instruction) {
  const auto& words = instruction.words;
  switch (instruction.opcode) {
    case spv::OpTypeInt:
    case spv::OpTypeFloat:
      scalars_[words[1]] = words[2] / 8;
      break;
    case spv::OpTypeVector:
      vectors_[words[1]] = {words[2], words[3]};
      break;
    case spv::OpTypePointer:
      pointees_[words[1]] = words[3];
      break;
    case spv::OpConstant:
      constants_[words[2]] =
          words[3] | (words.size() > 4 ? static_cast<std::uint64_t>(words[4]) << 32 : 0);
      break;
    case spv::OpConstantNull:
      constants_[words[2]] = 0;
      break;
    default:
      break;
  }
}

std::optional<BuiltinPart> BuiltinParts::made_part(std::uint32_t opcode,
                                                   std::span<const std::uint32_t> operands) const {
  const BuiltinPart* base = operands.empty() ? nullptr : part(operands[0]);
  if (base == nullptr) return std::nullopt;
  if (opcode == spv::OpBitcast) return *base;
  const bool has_element =
      opcode == spv::OpPtrAccessChain || opcode == spv::OpInBoundsPtrAccessChain;
  if (!has_element && opcode != spv::OpAccessChain && opcode != spv::OpInBoundsAccessChain)
    return std::nullopt;
  BuiltinPart made = *base;
  std::uint32_t type = pointee(operands[0]);
  bool is_element = has_element;
  for (const std::uint32_t index : operands.subspan(1)) {
    const auto value = constants_.find(index);
    if (!is_element) {
      const auto vector = vectors_.find(type);
      if (vector == vectors_.end()) return std::nullopt;
      type = vector->second.component;
    }
    if (value == constants_.end() || size(type) == 0) return std::nullopt;
    made.offset += value->second * size(type);
    is_element = false;
  }
  return made;
}

void BuiltinParts::read(const ParsedInstruction& instruction) {
  const auto& words = instruction.words;
  read_type(instruction);
  if (instruction.opcode == spv::OpDecorate && words[2] == spv::DecorationBuiltIn)
    builtins_.insert(words[1]);
  if (instruction.type == 0) return;
  value_types_[instruction.result] = instruction.type;
  if (instruction.opcode == spv::OpVariable && builtins_.contains(instruction.result) &&
      vectors_.contains(pointee(instruction.result))) {
    parts_[instruction.result] = {instruction.result, 0};
    return;
  }
  // Of a constant the opcode is an operand.
  const bool is_constant = instruction.opcode == spv::OpSpecConstantOp;
  const auto operands = std::span(words).subspan(is_constant ? 4 : 3);
  if (const auto made = made_part(is_constant ? words[3] : instruction.opcode, operands)) {
    parts_[instruction.result] = *made;
    made_.insert(instruction.result);
  }
}

std::optional<std::uint32_t> BuiltinParts::component(const BuiltinPart& part,
                                                     std::uint32_t type) const {
  const Vector& vector = vectors_.at(whole_type(part.variable));
  const std::uint64_t bytes = size(type);
  if (vector.component != type || bytes == 0 || part.offset % bytes != 0 ||
      part.offset / bytes >= vector.count)
    return std::nullopt;
  return static_cast<std::uint32_t>(part.offset / bytes);
}

bool is_annotation(const ParsedInstruction& instruction) {
  return instruction.opcode == spv::OpName || instruction.opcode == spv::OpDecorate;
}

/// Whether every address that is made goes into another one, or into a load of a component.
bool only_loads(const std::vector<ParsedInstruction>& instructions, const BuiltinParts& parts) {
  return std::all_of(instructions.begin(), instructions.end(), [&](const ParsedInstruction& i) {
    const bool takes = std::any_of(i.ids.begin(), i.ids.end(),
                                   [&](std::uint32_t id) { return parts.is_made(id); });
    if (!takes || is_annotation(i) || parts.is_made(i.result)) return true;
    return i.opcode == spv::OpLoad && parts.component(*parts.part(i.words[3]), i.type).has_value();
  });
}

}  // namespace

std::vector<std::uint32_t> with_whole_builtins(const std::vector<std::uint32_t>& words) {
  const std::vector<ParsedInstruction> instructions = parsed_instructions(words);
  BuiltinParts parts;
  for (const ParsedInstruction& instruction : instructions) parts.read(instruction);
  if (!parts.has_made() || !only_loads(instructions, parts)) return words;
  std::vector<std::uint32_t> made(words.begin(), words.begin() + kSpirvHeaderWords);
  for (const ParsedInstruction& instruction : instructions) {
    if (parts.is_made(instruction.result) ||
        (is_annotation(instruction) && parts.is_made(instruction.words[1])))
      continue;
    if (instruction.opcode == spv::OpLoad && parts.is_made(instruction.words[3])) {
      const BuiltinPart& part = *parts.part(instruction.words[3]);
      const std::uint32_t whole = made[kSpirvBound]++;
      write_instruction(made, spv::OpLoad, {parts.whole_type(part.variable), whole, part.variable});
      write_instruction(
          made, spv::OpCompositeExtract,
          {instruction.type, instruction.result, whole, *parts.component(part, instruction.type)});
    } else {
      made.insert(made.end(), instruction.words.begin(), instruction.words.end());
    }
  }
  return made;
}

}  // namespace zecpu
