// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

/// The style of all tables for a terminal.
namespace tickbench::text {

/// Where a table goes.
struct Terminal {
  std::size_t columns = 0;  ///< 0: it is none, and its lines have any length
  bool has_colour = false;
};

enum class Colour { kNone, kBold, kRed, kYellow };
std::string paint(Colour colour, const std::string& text, bool has_colour);

/// With spaces behind it, or before it.
std::string left(const std::string& text, std::size_t width);
std::string right(const std::string& text, std::size_t width);
/// No wider than this, with three dots where something is left out.
std::string cut(const std::string& text, std::size_t width);

/// Lines of whole words that fit, each indented.
std::string wrapped(std::string_view text, const Terminal& terminal, std::size_t indent = 0);

enum ColumnTrait : unsigned {
  kNumbers = 1,   ///< aligned to the right
  kOptional = 2,  ///< left out where a line has no room for it; of several the last one first
  kCommon = 4,    ///< said once below the table where no two rows differ; "-" is no value
  kPainted = 8,   ///< in the row's colour
};

struct TableColumn {
  std::string heading;
  unsigned traits = 0;
};

struct TableRow {
  std::vector<std::string> cells;
  Colour colour = Colour::kNone;
  std::vector<std::string> below{};  ///< lines of their own, as wide as the terminal
  std::string group{};               ///< a line above the rows of its group; empty: none
};

/// The first column has the names; one that is too long for it has a line of its own. A column
/// without a cell is left out. The rows of a group stand together; nothing is printed of none.
void print_table(std::ostream& out, const std::vector<TableColumn>& columns,
                 const std::vector<TableRow>& rows, const Terminal& terminal);

}  // namespace tickbench::text
