// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "tickbench/floor.hpp"

namespace tickbench::floors {

/// The offset of the first byte that is not part of well-formed UTF-8, or that is a control
/// character other than tab, line feed and carriage return (JSON parsers take a zero byte for the
/// end).
std::optional<std::size_t> first_non_text(std::string_view text) noexcept;

/// Lines and columns of offsets into a text. Asking in ascending order reads the text once,
/// whatever its lines are like; going back begins anew.
class Positions {
 public:
  explicit Positions(std::string_view text) : text_(text) {}

  /// An offset past the end is taken for the end.
  TextPosition of(std::size_t offset) noexcept;

 private:
  std::string_view text_;
  std::size_t offset_ = 0;
  TextPosition position_;
};

/// At most so many bytes of it, not cutting a character, and "..." where some are left out.
std::string shortened(std::string_view text, std::size_t most_bytes);

/// The value quoted and escaped as JSON, so that it cannot break a line or a terminal, and
/// shortened where it is long.
std::string in_quotes(std::string_view value);

/// Follows a parser through the tokens of well-formed JSON, to know where each began: nlohmann's
/// parser tells what it read, but not where.
///
/// The trap: it trusts the parser and must be told of every token, in order.
class TokenTracker {
 public:
  explicit TokenTracker(std::string_view text);

  /// Each steps over the next token and returns the offset at which it began.
  std::size_t structural();
  std::size_t string();
  std::size_t bare();  ///< a number, true, false or null
  /// The end of the last token.
  std::size_t offset() const noexcept { return offset_; }

 private:
  std::size_t begin_token();
  std::string_view text_;
  std::size_t offset_ = 0;
};

}  // namespace tickbench::floors
