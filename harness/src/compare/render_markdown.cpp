// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "compare/format.hpp"
#include "compare/percent.hpp"
#include "compare/render.hpp"
#include "text/escape.hpp"

namespace tickbench::compare {

namespace {

// A comment on GitHub holds 65 536 characters; a row has some 250.
constexpr std::size_t kMostRows = 200;

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
  const auto text = remark(row);
  if (!text.empty()) out << "<br>" << text::markdown(text);
  out << " | " << source_text(row) << " |\n";
}

void print_rows(std::ostream& out, const Comparison& comparison, bool news) {
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
  for (std::size_t i = 0; i < std::min(rows.size(), kMostRows); ++i)
    print_row(out, comparison, *rows[i]);
  if (rows.size() > kMostRows)
    out << "\n" << rows.size() - kMostRows << " more rows are left out.\n";
  out << (news ? "\n" : "\n</details>\n\n");
}

}  // namespace

void render_markdown(std::ostream& out, const Comparison& comparison) {
  out << "### Benchmarks: " << summary(comparison) << "\n\n";
  print_rows(out, comparison, true);
  print_rows(out, comparison, false);
  out << "<sub>" << text::markdown(comparison.metric) << ", " << to_string(comparison.better)
      << " is better; smallest relevant effect " << percent(comparison.effect) << ".";
  for (const auto& note : comparison.notes) out << " " << text::markdown(note);
  out << "</sub>\n";
}

}  // namespace tickbench::compare
