// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string_view>

namespace tickbench {

/// Of a sequence of contents, the same in every process. Not against forgery.
class Digest {
 public:
  Digest& add(std::uint64_t number) noexcept {
    value_ ^= number;
    value_ ^= value_ >> 32;  // a product keeps low bits from high ones
    value_ *= 0x9E3779B97F4A7C15;
    value_ ^= value_ >> 29;
    return *this;
  }
  Digest& add(std::span<const std::byte> bytes) noexcept {
    add(bytes.size());
    for (std::size_t at = 0; at < bytes.size(); at += sizeof(std::uint64_t)) {
      std::uint64_t word = 0;
      std::memcpy(&word, bytes.data() + at, std::min(sizeof(word), bytes.size() - at));
      add(word);
    }
    return *this;
  }
  Digest& add(std::string_view text) noexcept { return add(std::as_bytes(std::span(text))); }
  std::uint64_t value() const noexcept { return value_; }

 private:
  std::uint64_t value_ = 0xcbf29ce484222325;
};

template <class... Contents>
std::uint64_t digest_of(const Contents&... contents) noexcept {
  Digest digest;
  (digest.add(contents), ...);
  return digest.value();
}

/// As a file has it: as a number it would lose digits.
inline std::string digest_text(std::uint64_t digest) { return fmt::format("{:016x}", digest); }

}  // namespace tickbench
