// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "compare/cells.hpp"

#include <fmt/format.h>

#include <cmath>

#include "text/wording.hpp"

namespace tickbench::compare {
namespace {

/// Few runs reach far: what has more digits than a column is told by its power of ten.
std::string number_text(double ratio) {
  static constexpr double kMostShown = 1e4;
  return ratio < kMostShown ? fmt::format("{:.4f}", ratio) : fmt::format("{:.1e}", ratio);
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

std::string ratio_text(const std::optional<Ratio>& ratio) {
  return ratio ? number_text(ratio->estimate) : "-";
}

std::string interval_text(const std::optional<Ratio>& ratio) {
  if (!ratio || !std::isfinite(ratio->interval.high)) return "-";
  return fmt::format("[{}, {}]", number_text(ratio->interval.low),
                     number_text(ratio->interval.high));
}

std::string p_text(const Row& row) {
  static constexpr double kLeastShown = 1e-4;
  if (!row.p_adjusted) return "-";
  return *row.p_adjusted < kLeastShown ? "< 0.0001" : fmt::format("{:.2g}", *row.p_adjusted);
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
  const auto of_side = [](const std::optional<double>& spread) {
    return spread ? text::rough_percent(*spread) : std::string("-");
  };
  return fmt::format("{}, {}", of_side(row.old_spread), of_side(row.new_spread));
}

std::string where(const std::string& device, const std::string& machine) {
  if (machine.empty()) return device;
  return device.empty() ? machine : fmt::format("{} ({})", device, machine);
}

std::string remark(const Comparison& comparison, const Row& row, bool is_beside_notes) {
  auto text = is_beside_notes && row.is_noted ? std::string() : row.reason;
  for (const auto& difference : row.differences) text += (text.empty() ? "" : "; ") + difference;
  if (const auto clocks = clocks_text(row, comparison.metric); !clocks.empty())
    text += (text.empty() ? "" : "; ") + clocks;
  return text;
}

std::string group_text(const GroupMean& mean) { return mean.group.empty() ? "all" : mean.group; }

bool is_bad(Verdict verdict) {
  return verdict == Verdict::kSlower || verdict == Verdict::kFailed ||
         verdict == Verdict::kNotComparable;
}

}  // namespace tickbench::compare
