// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "backend/spirv.hpp"

#include <cstring>

#include "backend/spirv_words.hpp"

namespace tickbench::backend {
namespace {

// Section 2.3 of the SPIR-V specification: five words of header; an instruction's first word holds
// its length in words above its opcode.
constexpr std::uint32_t kMagic = 0x07230203;
constexpr std::uint32_t kSwappedMagic = 0x03022307;
constexpr std::size_t kHeaderWords = 5;
// Section 3: a LinkageAttributes decoration, and the last of its words for a symbol to be imported.
constexpr std::uint32_t kLinkageAttributes = 41;
constexpr std::uint32_t kImport = 1;

std::uint32_t swap_bytes(std::uint32_t word) noexcept {
  return (word >> 24) | ((word >> 8) & 0xFF00U) | ((word << 8) & 0xFF0000U) | (word << 24);
}

/// In this machine's byte order.
std::vector<std::uint32_t> words_of(std::span<const std::byte> bytes) {
  std::vector<std::uint32_t> words(bytes.size() / sizeof(std::uint32_t));
  std::memcpy(words.data(), bytes.data(), words.size() * sizeof(std::uint32_t));
  if (words[0] == kSwappedMagic)
    for (auto& word : words) word = swap_bytes(word);
  return words;
}

}  // namespace

bool is_spirv(std::span<const std::byte> bytes) noexcept {
  if (bytes.size() < kHeaderWords * sizeof(std::uint32_t) ||
      bytes.size() % sizeof(std::uint32_t) != 0)
    return false;
  std::uint32_t magic = 0;
  std::memcpy(&magic, bytes.data(), sizeof(magic));
  return magic == kMagic || magic == kSwappedMagic;
}

void for_each_instruction(std::span<const std::byte> bytes,
                          const std::function<void(std::uint32_t, SpirvOperands)>& visit) {
  if (!is_spirv(bytes)) return;
  const auto words = words_of(bytes);
  for (std::size_t i = kHeaderWords; i < words.size();) {
    const std::size_t length = words[i] >> 16;
    if (length == 0 || i + length > words.size()) break;
    visit(words[i] & 0xFFFFU, std::span(words).subspan(i + 1, length - 1));
    i += length;
  }
}

/// Its first byte is in the low byte of the first word, and a zero byte closes it.
std::string spirv_literal(SpirvOperands words) {
  std::string text;
  for (const auto word : words)
    for (unsigned shift = 0; shift < 32; shift += 8) {
      const char c = static_cast<char>((word >> shift) & 0xFFU);
      if (c == '\0') return text;
      text.push_back(c);
    }
  return text;
}

std::vector<std::string> spirv_entry_points(std::span<const std::byte> bytes) {
  std::vector<std::string> names;
  for_each_instruction(bytes, [&](std::uint32_t opcode, SpirvOperands operands) {
    // The execution model and the function's id come first.
    if (opcode == kOpEntryPoint && operands.size() > 2)
      names.push_back(spirv_literal(operands.subspan(2)));
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

}  // namespace tickbench::backend
