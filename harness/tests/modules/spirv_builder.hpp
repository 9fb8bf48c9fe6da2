// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <cstring>
#include <span>
#include <string_view>
#include <vector>

namespace tickbench::backend {

/// A module's words: the header, then whatever is added.
class SpirvBuilder {
 public:
  SpirvBuilder() : words_{0x07230203, 0x00010000, 0, 10, 0} {}
  SpirvBuilder& instruction(std::uint32_t opcode, const std::vector<std::uint32_t>& operands) {
    words_.push_back(static_cast<std::uint32_t>(operands.size() + 1) << 16 | opcode);
    words_.insert(words_.end(), operands.begin(), operands.end());
    return *this;
  }
  SpirvBuilder& entry_point(std::uint32_t function, std::string_view name) {
    auto operands = with_text({6, function}, name);
    operands.push_back(0x41414141);  // an interface variable after the name
    return instruction(15, operands);
  }
  SpirvBuilder& name(std::uint32_t id, std::string_view name) {
    return instruction(5, with_text({id}, name));
  }
  SpirvBuilder& linkage(std::uint32_t id, std::string_view name, std::uint32_t kind) {
    auto operands = with_text({id, 41}, name);
    operands.push_back(kind);
    return instruction(71, operands);
  }
  std::span<const std::byte> bytes() const { return std::as_bytes(std::span(words_)); }
  std::vector<std::uint32_t>& words() { return words_; }

 private:
  static std::vector<std::uint32_t> with_text(std::vector<std::uint32_t> operands,
                                              std::string_view text) {
    std::vector<std::uint32_t> words(text.size() / 4 + 1);
    std::memcpy(words.data(), text.data(), text.size());
    operands.insert(operands.end(), words.begin(), words.end());
    return operands;
  }
  std::vector<std::uint32_t> words_;
};

}  // namespace tickbench::backend
