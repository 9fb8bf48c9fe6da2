// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

#include "modules/argument_check.hpp"

/// The words of SPIR-V: what both of its dialects have in common.
namespace tickbench::backend {

// Section 2.3 of the SPIR-V specification: five words of header; an instruction's first word holds
// its length in words above its opcode.
inline constexpr std::uint32_t kSpirvMagic = 0x07230203;
inline constexpr std::uint32_t kSwappedSpirvMagic = 0x03022307;
inline constexpr std::size_t kSpirvHeaderWords = 5;

/// Opcodes of the SPIR-V specification, section 3.
enum SpirvOp : std::uint32_t {
  kOpName = 5,
  kOpMemberName = 6,
  kOpEntryPoint = 15,
  kOpExecutionMode = 16,
  kOpCapability = 17,
  kOpTypeInt = 21,
  kOpTypeFloat = 22,
  kOpTypeVector = 23,
  kOpTypeMatrix = 24,
  kOpTypeArray = 28,
  kOpTypeRuntimeArray = 29,
  kOpTypeStruct = 30,
  kOpTypePointer = 32,
  kOpTypeForwardPointer = 39,
  kOpConstant = 43,
  kOpConstantComposite = 44,
  kOpSpecConstant = 50,
  kOpSpecConstantComposite = 51,
  kOpSpecConstantOp = 52,
  kOpFunction = 54,
  kOpFunctionParameter = 55,
  kOpVariable = 59,
  kOpDecorate = 71,
  kOpMemberDecorate = 72,
  kOpExecutionModeId = 331,
};

/// Section 3.7.
enum SpirvStorage : std::uint32_t {
  kUniformConstant = 0,
  kUniform = 2,
  kWorkgroup = 4,
  kCrossWorkgroup = 5,
  kPushConstant = 9,
  kStorageBuffer = 12,
  kPhysicalStorageBuffer = 5349,
};

using SpirvOperands = std::span<const std::uint32_t>;

/// Whether the bytes begin as SPIR-V does, in either byte order. Drivers end the process on bytes
/// that are not: check first.
bool is_spirv(std::span<const std::byte> bytes) noexcept;

/// In this machine's byte order; none where the bytes are no SPIR-V.
inline std::vector<std::uint32_t> spirv_words(std::span<const std::byte> bytes) {
  if (!is_spirv(bytes)) return {};
  std::vector<std::uint32_t> words(bytes.size() / sizeof(std::uint32_t));
  std::memcpy(words.data(), bytes.data(), words.size() * sizeof(std::uint32_t));
  if (words[0] == kSwappedSpirvMagic)
    for (auto& word : words) word = __builtin_bswap32(word);
  return words;
}

/// Calls `visit(opcode, operands)` for every whole instruction after the header, in order. Returns
/// the word that it stopped at: the number of words, unless an instruction breaks off.
template <class Visit>
std::size_t for_each_spirv_instruction(SpirvOperands words, const Visit& visit) {
  std::size_t at = kSpirvHeaderWords;
  while (at < words.size()) {
    const std::size_t length = words[at] >> 16;
    if (length == 0 || length > words.size() - at) break;
    visit(words[at] & 0xFFFFU, words.subspan(at + 1, length - 1));
    at += length;
  }
  return at;
}

/// A string: its first byte is in the low byte of the first word, and a zero byte closes it.
inline std::string spirv_literal(SpirvOperands words) {
  std::string text;
  for (const auto word : words)
    for (unsigned shift = 0; shift < 32; shift += 8) {
      const char c = static_cast<char>((word >> shift) & 0xFFU);
      if (c == '\0') return text;
      text.push_back(c);
    }
  return text;
}

/// Whether an instruction is an entry point, and none of a stage of graphics: its execution model
/// is GLCompute or Kernel (section 3.3).
inline bool is_kernel(std::uint32_t opcode, SpirvOperands operands) {
  return opcode == kOpEntryPoint && operands.size() > 2 && (operands[0] == 5 || operands[0] == 6);
}

/// Whether an instruction declares the capability Shader (section 3.31).
inline bool declares_shader(std::uint32_t opcode, SpirvOperands operands) {
  return opcode == kOpCapability && !operands.empty() && operands[0] == 1;
}

/// As OpenCL C calls them.
inline std::string spirv_integer_name(std::uint32_t width) {
  return width == 8 ? "char" : width == 16 ? "short" : width == 32 ? "int" : "long";
}

inline std::string spirv_float_name(std::uint32_t width) {
  return width == 16 ? "half" : width == 32 ? "float" : "double";
}

/// Whether a module is SPIR-V for Vulkan: it declares the capability Shader. OpenCL's declares
/// Kernel. What such a shader asks for is read in the room shader/.
bool is_shader(std::span<const std::byte> bytes);

/// The names of the kernels of a module, from its OpEntryPoint instructions; of a shader those for
/// compute. Empty where the bytes are no SPIR-V; a truncated module gives the names up to where it
/// breaks off.
std::vector<std::string> spirv_entry_points(std::span<const std::byte> bytes);

/// What a module declares of a kernel's arguments, in order. SPIR-V has no unsigned integers here,
/// and a struct by value is "struct", of unknown size. Nothing where the module has no such kernel.
std::optional<std::vector<DeclaredArgument>> spirv_arguments(std::span<const std::byte> bytes,
                                                             std::string_view kernel);

/// The size of work-group that a kernel's source requires (reqd_work_group_size); nothing where it
/// requires none.
std::optional<std::array<std::size_t, 3>> spirv_required_group(std::span<const std::byte> bytes,
                                                               std::string_view kernel);

/// The symbols that a module expects another one to define.
std::vector<std::string> spirv_imports(std::span<const std::byte> bytes);

}  // namespace tickbench::backend
