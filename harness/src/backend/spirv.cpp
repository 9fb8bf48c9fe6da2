// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "backend/spirv.hpp"

#include <cstdint>
#include <cstring>

namespace tickbench::backend {
namespace {

// Section 2.3 of the SPIR-V specification: five words of header; an instruction's first word holds
// its length in words above its opcode.
constexpr std::uint32_t kMagic = 0x07230203;
constexpr std::uint32_t kSwappedMagic = 0x03022307;
constexpr std::size_t kHeaderWords = 5;
constexpr std::uint32_t kOpEntryPoint = 15;
constexpr std::size_t kNameWord = 3;  // after the opcode, the execution model and the function's id

std::uint32_t swap_bytes(std::uint32_t word) noexcept {
  return (word >> 24) | ((word >> 8) & 0xFF00U) | ((word << 8) & 0xFF0000U) | (word << 24);
}

class Words {
 public:
  explicit Words(std::span<const std::byte> bytes)
      : bytes_(bytes), swapped_(raw(0) == kSwappedMagic) {}
  std::size_t size() const noexcept { return bytes_.size() / sizeof(std::uint32_t); }
  std::uint32_t operator[](std::size_t index) const noexcept {
    return swapped_ ? swap_bytes(raw(index)) : raw(index);
  }

 private:
  std::uint32_t raw(std::size_t index) const noexcept {
    std::uint32_t word = 0;
    std::memcpy(&word, bytes_.data() + index * sizeof(word), sizeof(word));
    return word;
  }
  std::span<const std::byte> bytes_;
  bool swapped_;
};

/// A literal string: its first byte in the low byte of the first word, closed by a zero byte.
std::string literal(const Words& words, std::size_t begin, std::size_t end) {
  std::string text;
  for (std::size_t i = begin; i < end; ++i)
    for (unsigned shift = 0; shift < 32; shift += 8) {
      const char c = static_cast<char>((words[i] >> shift) & 0xFFU);
      if (c == '\0') return text;
      text.push_back(c);
    }
  return text;
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

std::vector<std::string> spirv_entry_points(std::span<const std::byte> bytes) {
  std::vector<std::string> names;
  if (!is_spirv(bytes)) return names;
  const Words words(bytes);
  for (std::size_t i = kHeaderWords; i < words.size();) {
    const std::size_t length = words[i] >> 16;
    if (length == 0 || i + length > words.size()) break;
    if ((words[i] & 0xFFFFU) == kOpEntryPoint)
      names.push_back(literal(words, i + kNameWord, i + length));
    i += length;
  }
  return names;
}

}  // namespace tickbench::backend
