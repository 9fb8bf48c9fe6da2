// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "compare/comparison.hpp"

#include <fmt/format.h>

#include <cmath>

#include "base/enumerator_name.hpp"
#include "text/wording.hpp"

namespace tickbench::compare {
namespace {

std::string named(const Row& row, const std::string& what) {
  return "'" + row.id + "'" + (what.empty() ? "" : ": " + what);
}

/// Few runs reach far: what has more digits than a column is told by its power of ten.
std::string number_text(double ratio) {
  static constexpr double kMostShown = 1e4;
  return ratio < kMostShown ? fmt::format("{:.4f}", ratio) : fmt::format("{:.1e}", ratio);
}

}  // namespace

std::string_view to_string(Verdict verdict) noexcept {
  return enumerator_name<Verdict::kNotComparable>(
      verdict, {"faster", "slower", "differs from the others", "changed", "same", "unclear",
                "missing", "new", "failed", "not comparable"});
}

std::string_view Comparison::word(Verdict verdict) const noexcept {
  const bool is_memory = metric == metrics::kDeviceMemory;
  if (is_memory || metric == metrics::kInstructions) {
    if (verdict == Verdict::kFaster) return is_memory ? "less memory" : "fewer instructions";
    if (verdict == Verdict::kSlower) return is_memory ? "more memory" : "more instructions";
  }
  return to_string(verdict);
}

std::string_view to_string(SpreadSource source) noexcept {
  return enumerator_name<SpreadSource::kNone>(
      source,
      {"pairs of runs", "runs", "samples", "repetitions", "recorded intervals", "single values"});
}

Estimate to_ratio(const Estimate& log_ratio) {
  const auto& [low, high, level] = log_ratio.interval;
  return {std::exp(log_ratio.value), {std::exp(low), std::exp(high), level}};
}

std::string ratio_text(const std::optional<Estimate>& ratio) {
  return ratio && std::isfinite(ratio->value) ? number_text(ratio->value) : "-";
}

std::string interval_text(const std::optional<Estimate>& ratio) {
  if (!ratio || !std::isfinite(ratio->interval.high)) return "-";
  return fmt::format("[{}, {}]", number_text(ratio->interval.low),
                     number_text(ratio->interval.high));
}

Verdict judge(const Estimate& ratio, double effect, std::optional<metrics::Direction> better) {
  // Of values too far apart for a number.
  if (!std::isnormal(ratio.value)) return Verdict::kUnclear;
  const double above = 1 + effect, below = 1 / above;
  const bool is_more = ratio.interval.low > 1 && ratio.value > above;
  const bool is_less = ratio.interval.high < 1 && ratio.value < below;
  if ((is_more || is_less) && !better) return Verdict::kChanged;
  const bool lower_is_better = better == metrics::Direction::kLowerIsBetter;
  if (is_more) return lower_is_better ? Verdict::kSlower : Verdict::kFaster;
  if (is_less) return lower_is_better ? Verdict::kFaster : Verdict::kSlower;
  if (ratio.interval.low >= below && ratio.interval.high <= above) return Verdict::kSame;
  return Verdict::kUnclear;
}

bool is_failing(const Comparison& comparison, const Row& row, const ExitPolicy& policy) {
  if (row.verdict == Verdict::kFailed) return true;
  if (row.verdict == Verdict::kMissing) return policy.missing_is_error;
  if (row.verdict == Verdict::kNew || row.verdict == Verdict::kNotComparable) return false;
  if (comparison.margin) return row.ratio && !row.is_within_margin.value_or(false);
  if (row.verdict == Verdict::kUnclear) return policy.strict && comparison.better;
  return row.verdict == Verdict::kSlower || row.verdict == Verdict::kDiffers;
}

bool is_failing(const Comparison& comparison, const GroupMean& mean) {
  return mean.verdict == Verdict::kSlower && !comparison.margin;
}

int exit_status(const Comparison& comparison, const ExitPolicy& policy) {
  if (comparison.count(Verdict::kNotComparable) > 0) return 2;
  if (policy.missing_is_error && comparison.count(Verdict::kMissing) > 0) return 1;
  if (std::ranges::none_of(comparison.rows, [](const Row& row) {
        return row.ratio.has_value() || row.is_equal_code;
      }))
    return 2;
  const bool fails =
      std::ranges::any_of(comparison.rows,
                          [&](const Row& row) { return is_failing(comparison, row, policy); }) ||
      std::ranges::any_of(comparison.groups,
                          [&](const GroupMean& mean) { return is_failing(comparison, mean); });
  return fails ? 1 : 0;
}

std::string why_not_compared(const Comparison& comparison) {
  const auto& rows = comparison.rows;
  const auto differing = comparison.count(Verdict::kNotComparable);
  if (differing > 0) {
    const auto first = std::ranges::find(rows, Verdict::kNotComparable, &Row::verdict);
    return fmt::format(
        "not comparable: expected {}, found a difference in {} of {} benchmarks, in {}",
        comparison.is_device_code_only ? "kernels of the same names and arguments on both sides"
                                       : "the same device, driver, methods and settings on both "
                                         "sides (--force compares all the same)",
        differing, rows.size(),
        named(*first, first->differences.empty() ? "" : first->differences.front()));
  }
  const auto is_some = [](std::size_t runs) { return runs > 0; };
  const auto old_rows = std::ranges::count_if(rows, is_some, &Row::old_runs);
  const auto new_rows = std::ranges::count_if(rows, is_some, &Row::new_runs);
  const auto expected =
      fmt::format("expected a benchmark with {} on both sides, found", comparison.metric);
  if (old_rows > 0 && new_rows > 0)
    return fmt::format("not comparable: {} {} only on the old side and {} only on the new one",
                       expected, old_rows, new_rows);
  const auto where = old_rows > 0   ? "none on the new side"
                     : new_rows > 0 ? "none on the old side"
                                    : "none on either side";
  const auto told = std::ranges::find_if(rows, [](const Row& row) { return !row.reason.empty(); });
  return fmt::format("nothing to compare: {} {}{}{}", expected, where,
                     told == rows.end() ? "" : ", of " + named(*told, told->reason),
                     metrics::find_metric(comparison.metric) != nullptr
                         ? ""
                         : text::did_you_mean(comparison.metric, metrics::floor_metrics()));
}

}  // namespace tickbench::compare
