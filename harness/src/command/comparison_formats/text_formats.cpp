// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <ostream>
#include <string>
#include <vector>

#include "comparison_formats/formats.hpp"
#include "text/escape.hpp"
#include "text/wording.hpp"

namespace tickbench::compare {
namespace {

std::string criterion(const Comparison& comparison) {
  const auto better = comparison.better
                          ? fmt::format("{} is better", to_string(*comparison.better))
                          : "neither direction known to be better (--higher-is-better or "
                            "--lower-is-better says it)";
  return fmt::format(", {}; smallest relevant effect {}", better, text::percent(comparison.effect));
}

template <std::size_t kColumns>
using Line = std::array<std::string, kColumns>;
using Cells = Line<10>;
// Numbers stand on the right of their columns.
constexpr std::array<bool, 10> kRight{false, false, true, true,  true,
                                      false, false, true, false, false};

Cells make_cells(const Comparison& comparison, const Row& row) {
  return {text::visible(row.id),
          text::visible(where(row.device, row.machine)),
          value_text(comparison.metric, row.old_value),
          value_text(comparison.metric, row.new_value),
          ratio_text(row.ratio),
          interval_text(row.ratio),
          verdict_text(comparison, row.verdict),
          p_text(row.p_adjusted),
          source_text(row),
          spread_text(row)};
}

// A longer name has a line of its own: one would push every row's numbers off the screen.
constexpr std::size_t kWidestName = 48;

template <std::size_t kColumns>
void print(std::ostream& out, const Line<kColumns>& cells,
           const std::array<std::size_t, kColumns>& widths,
           const std::array<bool, kColumns>& is_right = {}) {
  std::string line;
  for (std::size_t i = 0; i < kColumns; ++i) {
    if (widths[i] == 0) continue;  // no row has it: CPU benchmarks have no device
    const auto width = text::width(cells[i]);
    const std::string padding(std::max(widths[i], width) - width, ' ');
    if (i > 0) line += "  ";
    line += is_right[i] ? padding + cells[i] : cells[i] + padding;
  }
  line.erase(line.find_last_not_of(' ') + 1);
  out << line << '\n';
}

// A comment on GitHub holds 65 536 characters, which leaves some for head, foot and notes. Nobody
// reads more rows than that.
constexpr std::size_t kMostCharacters = 55000, kMostRows = 200, kMostGroups = 20;

// What fails by a margin alone as well.
bool is_marked(const Comparison& comparison, const Row& row) {
  return is_bad(row.verdict) || (comparison.margin && is_failing(comparison, row, {}));
}

bool is_news(const Comparison& comparison, const Row& row) {
  return is_marked(comparison, row) || row.verdict != Verdict::kSame;
}

std::string row_text(const Comparison& comparison, const Row& row) {
  const auto mark = is_marked(comparison, row) ? "**" : "";
  const auto below = [](const std::string& text) {
    return text.empty() ? "" : "<br>" + text::markdown(text);
  };
  const auto spread = spread_text(row);
  return fmt::format(
      "| {}{} | {} | {} | {} | {} | {}{}{}{} | {} | {}{} |\n", text::markdown(row.id),
      below(where(row.device, row.machine)), value_text(comparison.metric, row.old_value),
      value_text(comparison.metric, row.new_value), ratio_text(row.ratio), interval_text(row.ratio),
      mark, verdict_text(comparison, row.verdict), mark, below(remark(comparison, row, true)),
      p_text(row.p_adjusted), source_text(row), spread.empty() ? "" : "<br>between runs " + spread);
}

// `left`: how many characters rows may still take.
void print_rows(std::ostream& out, const Comparison& comparison, bool news, std::size_t& left) {
  std::vector<const Row*> rows;
  for (const auto& row : comparison.rows)
    if (is_news(comparison, row) == news) rows.push_back(&row);
  if (rows.empty()) return;
  std::ranges::stable_partition(rows,
                                [](const Row* row) { return row->verdict != Verdict::kUnclear; });
  // Failed and slower first: that is what a reviewer looks for.
  for (const auto first : {Verdict::kDiffers, Verdict::kSlower, Verdict::kFailed})
    std::stable_partition(rows.begin(), rows.end(),
                          [&](const Row* row) { return row->verdict == first; });
  if (!news) out << "<details><summary>" << rows.size() << " same</summary>\n\n";
  out << "| benchmark | old | new | new/old | interval | verdict | p | spread from |\n"
         "|---|--:|--:|--:|---|---|--:|---|\n";
  std::size_t printed = 0;
  for (; printed < std::min(rows.size(), kMostRows); ++printed) {
    const auto text = row_text(comparison, *rows[printed]);
    if (text.size() > left) break;
    left -= text.size();
    out << text;
  }
  if (printed < rows.size()) out << "\n" << rows.size() - printed << " more rows are left out.\n";
  out << (news ? "\n" : "\n</details>\n\n");
}

// A table of its own: no row of the other one is a mean.
void print_groups(std::ostream& out, const Comparison& comparison) {
  if (comparison.groups.empty()) return;
  std::vector<Line<7>> lines{
      {"geometric mean", "device", "of", "new/old", "interval", "verdict", "p"}};
  for (const auto& mean : comparison.groups)
    lines.push_back(
        {text::visible(group_text(mean)), text::visible(where(mean.device, mean.machine)),
         std::to_string(mean.benchmarks), ratio_text(mean.ratio), interval_text(mean.ratio),
         verdict_text(comparison, mean), p_text(mean.p_adjusted)});
  std::array<std::size_t, 7> widths{};
  for (const auto& line : lines)
    for (std::size_t i = 0; i < line.size(); ++i)
      widths[i] = std::max(widths[i], std::min(text::width(line[i]), kWidestName));
  if (std::ranges::all_of(comparison.groups, [](const GroupMean& mean) {
        return where(mean.device, mean.machine).empty();
      }))
    widths[1] = 0;
  out << '\n';
  for (const auto& line : lines) print(out, line, widths);
}

void print_groups_markdown(std::ostream& out, const Comparison& comparison) {
  if (comparison.groups.empty()) return;
  out << "| geometric mean | of | new/old | interval | verdict | p |\n"
         "|---|--:|--:|---|---|--:|\n";
  std::vector<const GroupMean*> means;
  for (const auto& mean : comparison.groups) means.push_back(&mean);
  std::ranges::stable_partition(
      means, [](const GroupMean* mean) { return mean->covers_table || is_bad(mean->verdict); });
  if (means.size() > kMostGroups) means.resize(kMostGroups);
  for (const auto* mean : means) {
    const auto place = where(mean->device, mean->machine);
    const auto* mark = is_bad(mean->verdict) ? "**" : "";
    out << fmt::format("| {}{} | {} | {} | {} | {}{}{} | {} |\n", text::markdown(group_text(*mean)),
                       place.empty() ? "" : "<br>" + text::markdown(place), mean->benchmarks,
                       ratio_text(mean->ratio), interval_text(mean->ratio), mark,
                       verdict_text(comparison, *mean), mark, p_text(mean->p_adjusted));
  }
  out << '\n';
}

}  // namespace

void render_table(std::ostream& out, const Comparison& comparison) {
  const Cells header{"benchmark", "device",  "old", "new",         "new/old",
                     "interval",  "verdict", "p",   "spread from", "between runs"};
  std::array<std::size_t, 10> widths{};
  // Each row is put into words twice: kept, those of 100 000 would take more memory than their
  // file.
  for (const auto& row : comparison.rows) {
    const auto line = make_cells(comparison, row);
    for (std::size_t i = 0; i < line.size(); ++i)
      if (i > 0 || text::width(line[i]) <= kWidestName)
        widths[i] = std::max(widths[i], text::width(line[i]));
  }
  for (std::size_t i = 0; i < header.size(); ++i)
    if (i == 0 || widths[i] > 0) widths[i] = std::max(widths[i], header[i].size());

  if (!comparison.rows.empty()) print(out, header, widths, kRight);
  for (const auto& row : comparison.rows) {
    auto line = make_cells(comparison, row);
    if (text::width(line[0]) > widths[0]) {
      out << line[0] << '\n';
      line[0].clear();
    }
    print(out, line, widths, kRight);
    const auto text = remark(comparison, row, true);
    if (!text.empty()) out << "    " << text::visible(text) << '\n';
  }
  print_groups(out, comparison);
  out << (comparison.rows.empty() ? "" : "\n") << text::visible(comparison.metric)
      << criterion(comparison) << ": " << summary_text(comparison) << ".\n";
  for (const auto& note : comparison.notes) out << text::visible(note) << '\n';
}

void render_markdown(std::ostream& out, const Comparison& comparison) {
  out << fmt::format("### Benchmarks: {}\n\n", summary_text(comparison));
  std::size_t left = kMostCharacters;
  print_rows(out, comparison, true, left);
  print_rows(out, comparison, false, left);
  print_groups_markdown(out, comparison);
  out << "<sub>" << text::markdown(comparison.metric) << criterion(comparison) << ".";
  for (const auto& note : comparison.notes) out << " " << text::markdown(note);
  out << "</sub>\n";
}

}  // namespace tickbench::compare
