// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

/// Names come from files and programs of anyone's. Printed as they are, they could move a
/// terminal's cursor, forge a table's row, mention people or load a picture in a pull request.
namespace tickbench::text {

/// A letter or a digit of ASCII, or one of `others`.
bool is_plain(char c, std::string_view others = {});

struct Decoded {
  char32_t code = 0;
  std::size_t length = 0;  ///< 0: the byte there begins no character of UTF-8
};

/// One character of UTF-8: neither overlong, nor a surrogate, nor beyond U+10FFFF.
Decoded decode(std::string_view text, std::size_t at);

/// Control characters, marks that change the direction of writing, and what shows nothing.
bool is_invisible(char32_t code);

/// On one line, with invisible characters and bytes that are no UTF-8 spelled out.
std::string visible(std::string_view text);

/// The same, but for line breaks and tabs, which stay: for a compiler's messages.
std::string visible_lines(std::string_view text);

/// These words as a command, ready for a shell.
std::string command(const std::vector<std::string>& words);

/// What means something in the text and the attributes of XML and HTML, as references.
std::string markup(std::string_view text);

/// `visible`, then `markup`.
std::string xml(std::string_view text);

/// `visible`, as literal text within a Markdown table: no character keeps a meaning.
std::string markdown(std::string_view text);

}  // namespace tickbench::text
