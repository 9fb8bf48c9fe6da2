// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace tickbench::html_report {

/// `text` as valid UTF-8 without characters that act rather than show: terminal escapes and other
/// control characters, marks that turn the direction of writing, invalid bytes. Each becomes
/// U+FFFD; line ends and tabs become spaces.
std::string clean_text(std::string_view text);

/// For a plot's data file: clean, one line, at most `longest` characters (the middle gives way),
/// and nothing that gnuplot reads as more than a letter: no quotes, no backslashes, no backticks.
std::string plot_text(std::string_view text, std::size_t longest);

/// For a file's name: lower-case letters, digits and dashes; at most 40 characters.
std::string file_slug(std::string_view text);

}  // namespace tickbench::html_report
