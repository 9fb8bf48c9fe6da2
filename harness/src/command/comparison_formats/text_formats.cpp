// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "comparison_formats/formats.hpp"
#include "text/escape.hpp"
#include "text/wording.hpp"

namespace tickbench::compare {
namespace {

/// Beyond this the two sides ran at different clocks: less than what matters by default.
constexpr double kClockEffect = 0.01;

std::string clock_text(const char* what, double before, double now) {
  if (before <= 0 || now <= 0 || std::abs(now / before - 1) <= kClockEffect) return {};
  return fmt::format("{}: {} before, {} now", what, text::quantity(before, "Hz"),
                     text::quantity(now, "Hz"));
}

std::string criterion(const Comparison& comparison) {
  const auto better = comparison.better ? fmt::format("{} is better", to_string(*comparison.better))
                                        : "neither direction known to be better "
                                          "(--higher-is-better or --lower-is-better says it)";
  return fmt::format(", {}; smallest relevant effect {}", better, text::percent(comparison.effect));
}

/// Between the runs of each side; empty where neither has several.
std::string spread_text(const Row& row) {
  if (!row.old_spread && !row.new_spread) return {};
  const auto side_spread = [](const std::optional<double>& spread) {
    return spread ? text::rough_percent(*spread) : std::string("-");
  };
  return fmt::format("{}, {}", side_spread(row.old_spread), side_spread(row.new_spread));
}

// A comment on GitHub holds 65 536 characters, with head, foot and notes. Nobody reads more rows.
constexpr std::size_t kMostCharacters = 55000, kMostRows = 200, kMostGroups = 20;

bool is_marked(const Comparison& comparison, const Row& row) {
  return is_bad(row.verdict) || (comparison.margin && is_failing(comparison, row, {}));
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
      mark, verdict_text(comparison, row), mark, below(remark(comparison, row, true)),
      p_text(row.p_adjusted), source_text(row), spread.empty() ? "" : "<br>between runs " + spread);
}

// `left`: how many characters rows may still take.
void print_rows(std::ostream& out, const Comparison& comparison, bool news, std::size_t& left) {
  std::vector<const Row*> rows;
  for (const auto& row : comparison.rows)
    if ((is_marked(comparison, row) || row.verdict != Verdict::kSame) == news) rows.push_back(&row);
  if (rows.empty()) return;
  // Failed and slower first: that is what a reviewer looks for.
  static constexpr std::array kFirst{Verdict::kFailed, Verdict::kSlower, Verdict::kDiffers};
  std::ranges::stable_sort(rows, {}, [](const Row* row) {
    return std::pair(row->verdict == Verdict::kUnclear, std::ranges::find(kFirst, row->verdict));
  });
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

/// Of the column with the verdict.
text::Colour colour_of(Verdict verdict) {
  if (is_bad(verdict)) return text::Colour::kRed;
  return verdict == Verdict::kSame || verdict == Verdict::kFaster ? text::Colour::kNone
                                                                  : text::Colour::kYellow;
}

/// "on NVIDIA H200"; empty where no device is named.
std::string place_text(const std::string& device, const std::string& machine) {
  const auto place = text::visible(where(device, machine));
  return place.empty() ? place : "on " + place;
}

// A table of its own: no row of the other one is a mean.
void print_groups(std::ostream& out, const Comparison& comparison, const text::Terminal& terminal) {
  std::vector<text::TableRow> rows;
  for (const auto& mean : comparison.groups)
    rows.push_back(
        {{text::visible(group_text(mean)), std::to_string(mean.benchmarks), ratio_text(mean.ratio),
          interval_text(mean.ratio), verdict_text(comparison, mean), p_text(mean.p_adjusted)},
         colour_of(mean.verdict),
         {},
         place_text(mean.device, mean.machine)});
  if (!rows.empty()) out << '\n';
  print_table(out,
              {{"geometric mean"},
               {"of", text::kNumbers},
               {"new/old", text::kNumbers},
               {"interval"},
               {"verdict", text::kPainted},
               {"p", text::kNumbers | text::kOptional | text::kCommon}},
              rows, terminal);
}

void print_groups_markdown(std::ostream& out, const Comparison& comparison) {
  if (comparison.groups.empty()) return;
  out << "| geometric mean | of | new/old | interval | verdict | p |\n"
         "|---|--:|--:|---|---|--:|\n";
  std::vector<const GroupMean*> means;
  for (const auto& mean : comparison.groups) means.push_back(&mean);
  std::stable_partition(means.begin(), means.end(), [](const GroupMean* mean) {
    return mean->covers_table || is_bad(mean->verdict);
  });
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

std::string verdict_text(const Comparison& comparison, Verdict verdict) {
  if (!comparison.is_device_code_only) return std::string(comparison.word(verdict));
  return fmt::format("{} ({})", comparison.word(verdict), kDeviceCodeOnly);
}

std::string verdict_text(const Comparison& comparison, const Row& row) {
  if (!row.is_equal_code) return verdict_text(comparison, row.verdict);
  return fmt::format("{} ({})", comparison.word(row.verdict), kEqualCode);
}

std::string value_text(std::string_view metric, const std::optional<double>& value) {
  return value ? text::quantity(*value, metrics::unit_of(metric)) : "-";
}

std::string p_text(const std::optional<double>& p) {
  static constexpr double kLeastShown = 1e-4;
  if (!p) return "-";
  return *p < kLeastShown ? "< 0.0001" : fmt::format("{:.2g}", *p);
}

std::string source_text(const Row& row) {
  if (!row.ratio) return "-";
  if (row.source == SpreadSource::kPairs)
    return fmt::format("{} ({})", to_string(row.source), row.old_runs);
  if (row.source == SpreadSource::kRuns)
    return fmt::format("{} ({}, {})", to_string(row.source), row.old_runs, row.new_runs);
  return std::string(to_string(row.source));
}

std::string where(const std::string& device, const std::string& machine) {
  if (machine.empty()) return device;
  return device.empty() ? machine : fmt::format("{} ({})", device, machine);
}

std::optional<double> ratio_in_cycles(const Row& row, const std::string& metric) {
  const auto kind = metrics::info_of(metric).kind;
  if (!row.ratio || row.old_clocks.core <= 0 || row.new_clocks.core <= 0) return std::nullopt;
  const double clocks = row.new_clocks.core / row.old_clocks.core;
  if (kind == metrics::MetricKind::kDevice) return row.ratio->value * clocks;
  if (kind == metrics::MetricKind::kRate) return row.ratio->value / clocks;
  return std::nullopt;
}

std::string clocks_text(const Row& row, const std::string& metric) {
  auto text = clock_text("device clock", row.old_clocks.core, row.new_clocks.core);
  if (const auto cycles = ratio_in_cycles(row, metric); cycles && !text.empty())
    text += fmt::format(" (in cycles new/old is {:.4f})", *cycles);
  const auto memory = clock_text("memory clock", row.old_clocks.memory, row.new_clocks.memory);
  return text + (text.empty() || memory.empty() ? "" : "; ") + memory;
}

std::string remark(const Comparison& comparison, const Row& row, bool is_beside_notes) {
  auto text = is_beside_notes && row.is_noted ? std::string() : row.reason;
  if (comparison.margin && row.ratio && !row.is_within_margin.value_or(false))
    text =
        fmt::format("{} {}{}", row.is_within_margin ? "is worse by more than" : "may be worse by",
                    text::percent(*comparison.margin), row.is_within_margin ? "" : " or more") +
        (text.empty() ? "" : "; ") + text;
  for (const auto& difference : row.differences) text += (text.empty() ? "" : "; ") + difference;
  if (const auto clocks = clocks_text(row, comparison.metric); !clocks.empty())
    text += (text.empty() ? "" : "; ") + clocks;
  return text;
}

std::string verdict_text(const Comparison& comparison, const GroupMean& mean) {
  const auto text = verdict_text(comparison, mean.verdict);
  return mean.reason.empty() ? text : fmt::format("{} ({})", text, mean.reason);
}

std::string_view row_metric(const Comparison& comparison, const Row& row) {
  return row.uses_cpu_time                        ? metrics::kCpuTime
         : comparison.metric == metrics::kCpuTime ? metrics::kTime
                                                  : std::string_view(comparison.metric);
}

std::string group_text(const GroupMean& mean) {
  if (mean.uses_wall_time) return fmt::format("wall time of all {}", mean.benchmarks);
  if (mean.covers_table) return fmt::format("all {}", mean.benchmarks);
  return mean.group.empty() ? "all of the device" : mean.group;
}

std::string summary_text(const Comparison& comparison) {
  std::vector<std::string> parts;
  for (const auto& mean : comparison.groups)
    if (mean.covers_table)
      parts.push_back(fmt::format("{} together: {} {} {}", group_text(mean),
                                  comparison.word(mean.verdict), ratio_text(mean.ratio),
                                  interval_text(mean.ratio)));
  std::vector<std::string> counts;
  for (const auto verdict : kVerdicts)
    if (const auto count = comparison.count(verdict); count > 0)
      counts.push_back(fmt::format("{} {}", count, comparison.word(verdict)));
  if (comparison.margin) {
    const auto within = std::ranges::count_if(
        comparison.rows, [](const Row& row) { return row.is_within_margin.value_or(false); });
    parts.push_back(fmt::format("{} of {} are not worse by {}, for sure", within,
                                comparison.rows.size(), text::percent(*comparison.margin)));
  }
  parts.push_back(counts.empty() ? "no benchmarks" : fmt::format("{}", fmt::join(counts, ", ")));
  return fmt::format("{}", fmt::join(parts, "; "));
}

bool is_bad(Verdict verdict) {
  return verdict == Verdict::kSlower || verdict == Verdict::kDiffers ||
         verdict == Verdict::kFailed || verdict == Verdict::kNotComparable;
}

void render_table(std::ostream& out, const Comparison& comparison, const text::Terminal& terminal) {
  std::vector<text::TableRow> rows;
  for (const auto& row : comparison.rows) {
    rows.push_back({{text::visible(row.id), value_text(comparison.metric, row.old_value),
                     value_text(comparison.metric, row.new_value), ratio_text(row.ratio),
                     interval_text(row.ratio), verdict_text(comparison, row),
                     p_text(row.p_adjusted), source_text(row), spread_text(row)},
                    is_marked(comparison, row) ? text::Colour::kRed : colour_of(row.verdict),
                    {},
                    place_text(row.device, row.machine)});
    if (const auto text = remark(comparison, row, true); !text.empty())
      rows.back().below.push_back(text::visible(text));
  }
  print_table(out,
              {{"benchmark"},
               {"old", text::kNumbers},
               {"new", text::kNumbers},
               {"new/old", text::kNumbers},
               {"interval"},
               {"verdict", text::kPainted},
               {"p", text::kNumbers | text::kOptional | text::kCommon},
               {"spread from", text::kOptional | text::kCommon},
               {"between runs", text::kOptional}},
              rows, terminal);
  print_groups(out, comparison, terminal);
  out << (rows.empty() ? "" : "\n")
      << text::wrapped(fmt::format("{}{}: {}.", text::visible(comparison.metric),
                                   criterion(comparison), summary_text(comparison)),
                       terminal);
  for (const auto& note : comparison.notes) out << text::wrapped(text::visible(note), terminal);
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
