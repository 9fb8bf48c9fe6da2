// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <sstream>

#include "compare/format.hpp"
#include "compare/percent.hpp"
#include "compare/render.hpp"
#include "text/escape.hpp"

namespace tickbench::compare {

namespace {

// A comment on GitHub holds 65 536 characters, which leaves some for head, foot and notes. Nobody
// reads more rows than that.
constexpr std::size_t kMostCharacters = 60000, kMostRows = 200;

bool is_news(const Row& row) {
  return row.verdict != Verdict::kSame && row.verdict != Verdict::kUnclear;
}

void print_row(std::ostream& out, const Comparison& comparison, const Row& row) {
  const bool is_bad = row.verdict == Verdict::kSlower || row.verdict == Verdict::kNotComparable;
  const std::string mark = is_bad ? "**" : "";
  out << "| " << text::markdown(row.id);
  if (!row.device.empty()) out << "<br>" << text::markdown(row.device);
  out << " | " << value_text(comparison.metric, row.old_value) << " | "
      << value_text(comparison.metric, row.new_value) << " | " << ratio_text(row) << " | "
      << interval_text(row) << " | " << mark << to_string(row.verdict) << mark;
  const auto text = remark_beside_notes(row);
  if (!text.empty()) out << "<br>" << text::markdown(text);
  out << " | " << source_text(row) << " |\n";
}

// `left`: how many characters rows may still take.
void print_rows(std::ostream& out, const Comparison& comparison, bool news, std::size_t& left) {
  std::vector<const Row*> rows;
  for (const auto& row : comparison.rows)
    if (is_news(row) == news) rows.push_back(&row);
  if (rows.empty()) return;
  // Slower first: that is what a reviewer looks for.
  std::stable_partition(rows.begin(), rows.end(),
                        [](const Row* row) { return row->verdict == Verdict::kSlower; });
  if (!news) out << "<details><summary>" << rows.size() << " same or unclear</summary>\n\n";
  out << "| benchmark | old | new | new/old | interval | verdict | spread from |\n"
         "|---|--:|--:|--:|---|---|---|\n";
  std::size_t printed = 0;
  for (; printed < std::min(rows.size(), kMostRows); ++printed) {
    std::ostringstream row;
    print_row(row, comparison, *rows[printed]);
    const auto text = row.str();
    if (text.size() > left) break;
    left -= text.size();
    out << text;
  }
  if (printed < rows.size()) out << "\n" << rows.size() - printed << " more rows are left out.\n";
  out << (news ? "\n" : "\n</details>\n\n");
}

}  // namespace

void render_markdown(std::ostream& out, const Comparison& comparison) {
  out << "### Benchmarks: " << summary(comparison) << "\n\n";
  std::size_t left = kMostCharacters;
  print_rows(out, comparison, true, left);
  print_rows(out, comparison, false, left);
  out << "<sub>" << text::markdown(comparison.metric) << ", " << to_string(comparison.better)
      << " is better; smallest relevant effect " << percent(comparison.effect) << ".";
  for (const auto& note : comparison.notes) out << " " << text::markdown(note);
  out << "</sub>\n";
}

}  // namespace tickbench::compare
