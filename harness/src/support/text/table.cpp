// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "text/table.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <set>

#include "base/grouped.hpp"
#include "text/escape.hpp"
#include "text/wording.hpp"

namespace tickbench::text {
namespace {

constexpr std::size_t kGap = 2, kIndent = 4, kLeastName = 12, kMostName = 48;
constexpr std::string_view kNone = "-";

class Layout {
 public:
  Layout(const std::vector<TableColumn>& columns, const std::vector<TableRow>& rows,
         const Terminal& terminal)
      : columns_(columns), terminal_(terminal), widths_(columns.size()) {
    for (const auto& row : rows)
      for (std::size_t i = 0; i < widths_.size(); ++i)
        if (const auto needed = width(row.cells[i]); i > 0 || needed <= kMostName)
          widths_[i] = std::max(widths_[i], needed);
    for (std::size_t i = 1; i < widths_.size(); ++i) take_common(i, rows);
    for (std::size_t i = 0; i < widths_.size(); ++i)
      if (i == 0 || widths_[i] > 0) widths_[i] = std::max(widths_[i], width(columns[i].heading));
    for (std::size_t i = widths_.size(); i-- > 1 && excess() > 0;)
      if (widths_[i] > 0 && (columns[i].traits & kOptional) != 0) {
        widths_[i] = 0;
        left_out_.insert(left_out_.begin(), columns[i].heading);
      }
    widths_[0] -= std::min(excess(), widths_[0] - std::min(widths_[0], kLeastName));
  }

  std::string line(const std::vector<std::string>& cells, Colour colour) const {
    const bool is_long = width(cells[0]) > widths_[0];
    auto text = left(is_long ? "" : cells[0], widths_[0]);
    for (std::size_t i = 1; i < cells.size(); ++i) {
      if (widths_[i] == 0) continue;
      const auto traits = columns_[i].traits;
      const std::string spaces(widths_[i] - width(cells[i]), ' ');
      const auto cell =
          paint((traits & kPainted) != 0 ? colour : Colour::kNone, cells[i], terminal_.has_colour);
      text.append(kGap, ' ') += (traits & kNumbers) != 0 ? spaces + cell : cell + spaces;
    }
    return (is_long ? cells[0] + '\n' : "") + text.substr(0, text.find_last_not_of(' ') + 1);
  }

  std::string foot() const {
    std::string text;
    if (!common_.empty())
      text += fmt::format("the same in all rows: {}\n", fmt::join(common_, ", "));
    if (!left_out_.empty())
      text += fmt::format("a wider terminal shows: {}\n", fmt::join(left_out_, ", "));
    return text;
  }

 private:
  /// Rows that have none do not count.
  void take_common(std::size_t column, const std::vector<TableRow>& rows) {
    if ((columns_[column].traits & kCommon) == 0) return;
    std::set<std::string> values;
    for (const auto& row : rows)
      if (const auto& cell = row.cells[column]; !cell.empty() && cell != kNone) values.insert(cell);
    if (values.size() > 1 || (values.size() == 1 && rows.size() < 2)) return;
    widths_[column] = 0;
    if (!values.empty()) common_.push_back(columns_[column].heading + ' ' + *values.begin());
  }

  /// Of a whole line over the terminal.
  std::size_t excess() const {
    std::size_t all = 0;
    for (const auto each : widths_) all += each == 0 ? 0 : each + kGap;
    all -= std::min(all, kGap);
    return terminal_.columns == 0 ? 0 : all - std::min(all, terminal_.columns);
  }

  const std::vector<TableColumn>& columns_;
  const Terminal& terminal_;
  std::vector<std::size_t> widths_;  ///< 0: left out
  std::vector<std::string> common_, left_out_;
};

}  // namespace

std::string paint(Colour colour, const std::string& text, bool has_colour) {
  static constexpr std::array<std::string_view, 4> kCodes{"", "\x1b[1m", "\x1b[1;31m", "\x1b[33m"};
  if (!has_colour || colour == Colour::kNone) return text;
  return fmt::format("{}{}\x1b[0m", kCodes.at(static_cast<std::size_t>(colour)), text);
}

std::string left(const std::string& text, std::size_t width) {
  return text + std::string(width - std::min(width, text::width(text)), ' ');
}

std::string right(const std::string& text, std::size_t width) {
  return std::string(width - std::min(width, text::width(text)), ' ') + text;
}

std::string cut(const std::string& text, std::size_t width) {
  if (text::width(text) <= width) return text;
  std::size_t end = 0;
  for (std::size_t kept = 0; kept + 3 < width; ++kept)
    end += std::max(decode(text, end).length, std::size_t{1});
  return text.substr(0, end) + "...";
}

std::string wrapped(std::string_view text, const Terminal& terminal, std::size_t indent) {
  const auto room =
      terminal.columns <= 2 * indent ? std::string_view::npos : terminal.columns - indent;
  std::string lines;
  while (!text.empty()) {
    auto end = width(text) <= room ? text.size() : text.rfind(' ', room);
    if (end == 0 || end == text.npos) end = std::min(text.find(' ', room), text.size());
    lines += fmt::format("{:{}}{}\n", "", indent, text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

void print_table(std::ostream& out, const std::vector<TableColumn>& columns,
                 const std::vector<TableRow>& rows, const Terminal& terminal) {
  if (rows.empty()) return;
  const Layout layout(columns, rows, terminal);
  std::vector<std::string> headings(columns.size());
  std::ranges::transform(columns, headings.begin(), &TableColumn::heading);
  const auto print_bold = [&](const std::string& line) {
    out << paint(Colour::kBold, line, terminal.has_colour) << '\n';
  };
  std::vector<const TableRow*> all;
  for (const auto& row : rows) all.push_back(&row);
  for (const auto& group : grouped(all, &TableRow::group)) {
    const bool is_first = group.front() == all.front();
    if (!is_first) out << '\n';
    if (const auto& name = group.front()->group; !name.empty()) print_bold(name);
    if (is_first) print_bold(layout.line(headings, Colour::kNone));
    for (const auto* row : group) {
      out << layout.line(row->cells, row->colour) << '\n';
      for (const auto& line : row->below) out << wrapped(line, terminal, kIndent);
    }
  }
  if (const auto foot = layout.foot(); !foot.empty()) out << '\n' << foot;
}

}  // namespace tickbench::text
