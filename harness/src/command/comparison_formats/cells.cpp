// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "comparison_formats/formats.hpp"
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

}  // namespace

std::string verdict_text(const Comparison& comparison, Verdict verdict) {
  if (!comparison.is_device_code_only) return std::string(to_string(verdict));
  return fmt::format("{} ({})", to_string(verdict), kDeviceCodeOnly);
}

std::string value_text(std::string_view metric, const std::optional<double>& value) {
  if (!value) return "-";
  const auto* info = metrics::find_metric(metric);
  return text::quantity(*value, info == nullptr ? "" : info->unit);
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

std::string spread_text(const Row& row) {
  if (!row.old_spread && !row.new_spread) return {};
  const auto side_spread = [](const std::optional<double>& spread) {
    return spread ? text::rough_percent(*spread) : std::string("-");
  };
  return fmt::format("{}, {}", side_spread(row.old_spread), side_spread(row.new_spread));
}

std::string where(const std::string& device, const std::string& machine) {
  if (machine.empty()) return device;
  return device.empty() ? machine : fmt::format("{} ({})", device, machine);
}

std::optional<double> ratio_in_cycles(const Row& row, const std::string& metric) {
  const auto* info = metrics::find_metric(metric);
  if (info == nullptr || !row.ratio || row.old_clocks.core <= 0 || row.new_clocks.core <= 0)
    return std::nullopt;
  const double clocks = row.new_clocks.core / row.old_clocks.core;
  if (info->kind == metrics::MetricKind::kDeviceMedian) return row.ratio->value * clocks;
  if (info->kind == metrics::MetricKind::kRate) return row.ratio->value / clocks;
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
                                  to_string(mean.verdict), ratio_text(mean.ratio),
                                  interval_text(mean.ratio)));
  std::vector<std::string> counts;
  for (const auto verdict : kVerdicts)
    if (const auto count = comparison.count(verdict); count > 0)
      counts.push_back(fmt::format("{} {}", count, to_string(verdict)));
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

}  // namespace tickbench::compare
