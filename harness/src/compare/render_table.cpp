// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>

#include "compare/format.hpp"
#include "compare/percent.hpp"
#include "compare/render.hpp"
#include "text/escape.hpp"

namespace tickbench::compare {

namespace {

constexpr std::size_t kColumns = 8;
using Cells = std::array<std::string, kColumns>;
// Numbers stand on the right of their columns.
constexpr std::array<bool, kColumns> kRight{false, false, true, true, true, false, false, false};

Cells cells_of(const Comparison& comparison, const Row& row) {
  return {text::visible(row.id),
          text::visible(row.device),
          value_text(comparison.metric, row.old_value),
          value_text(comparison.metric, row.new_value),
          ratio_text(row),
          interval_text(row),
          std::string(to_string(row.verdict)),
          source_text(row)};
}

// A longer name has a line of its own: one would push every row's numbers off the screen.
constexpr std::size_t kWidestName = 48;

// In characters, not bytes.
std::size_t width_of(const std::string& text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xC0) != 0x80; }));
}

void print(std::ostream& out, const Cells& cells, const std::array<std::size_t, kColumns>& widths) {
  std::string line;
  for (std::size_t i = 0; i < kColumns; ++i) {
    if (widths[i] == 0) continue;  // no row has it: CPU benchmarks have no device
    const std::string padding(widths[i] - width_of(cells[i]), ' ');
    if (i > 0) line += "  ";
    line += kRight[i] ? padding + cells[i] : cells[i] + padding;
  }
  line.erase(line.find_last_not_of(' ') + 1);
  out << line << '\n';
}

}  // namespace

void render_table(std::ostream& out, const Comparison& comparison) {
  Cells header{"benchmark", "device",   "old",     "new",
               "new/old",   "interval", "verdict", "spread from"};
  std::vector<Cells> lines;
  lines.reserve(comparison.rows.size());
  for (const auto& row : comparison.rows) lines.push_back(cells_of(comparison, row));
  std::array<std::size_t, kColumns> widths{};
  for (const auto& line : lines)
    for (std::size_t i = 0; i < kColumns; ++i)
      if (i > 0 || width_of(line[i]) <= kWidestName)
        widths[i] = std::max(widths[i], width_of(line[i]));
  for (std::size_t i = 0; i < kColumns; ++i)
    if (i == 0 || widths[i] > 0) widths[i] = std::max(widths[i], header[i].size());

  if (!lines.empty()) print(out, header, widths);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (width_of(lines[i][0]) > widths[0]) {
      out << lines[i][0] << '\n';
      lines[i][0].clear();
    }
    print(out, lines[i], widths);
    const auto text = remark_beside_notes(comparison.rows[i]);
    if (!text.empty()) out << "    " << text::visible(text) << '\n';
  }
  out << (lines.empty() ? "" : "\n") << text::visible(comparison.metric) << ", "
      << to_string(comparison.better) << " is better; smallest relevant effect "
      << percent(comparison.effect) << ": " << summary(comparison) << ".\n";
  for (const auto& note : comparison.notes) out << text::visible(note) << '\n';
}

}  // namespace tickbench::compare
