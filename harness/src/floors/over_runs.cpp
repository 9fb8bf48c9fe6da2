// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <stdexcept>
#include <string_view>
#include <tuple>
#include <vector>

#include "floors/floor_report.hpp"
#include "statistics/inference.hpp"
#include "statistics/statistics.hpp"
#include "text/wording.hpp"

namespace tickbench::floors {

Evidence over_runs(std::span<const Evidence> runs, double level) {
  if (runs.empty()) throw std::invalid_argument("over_runs: expected at least one run");
  if (runs.size() == 1) return runs.front();
  Evidence all;
  all.runs = runs.size();
  std::vector<double> values;
  for (const auto& run : runs) {
    values.push_back(run.value);
    all.samples += run.samples;
    all.step = std::max(all.step, run.step);
    all.resolved = all.resolved && run.resolved;
  }
  all.spread = inference::spread(values);
  const bool has_logs = all.spread.has_value();
  if (has_logs)
    std::ranges::transform(values, values.begin(), [](double x) { return std::log(x); });
  const auto centre = inference::student(values, 1 - level, has_logs ? all.step : 0);
  const auto back = [&](double value) { return has_logs ? std::exp(value) : value; };
  all.value = back(centre.estimate);
  all.interval = std::isfinite(centre.interval.high)
                     ? Interval{back(centre.interval.low), back(centre.interval.high), level}
                     : Interval{all.value, all.value, 0};
  return all;
}

Evidence median_evidence(std::span<const double> values, double level) {
  if (values.empty()) throw std::invalid_argument("median_evidence: expected at least one value");
  Evidence all;
  all.value = median(values);
  all.samples = values.size();
  all.interval = {all.value, all.value, 0};
  if (values.size() == 1) return all;
  all.interval = median_interval(values, level);
  // By chance alone all lie on one side of the median that often (the sign test).
  const double chance = std::exp2(1 - static_cast<double>(values.size()));
  if (chance > 1 - level) return all;
  const auto [lowest, highest] = std::ranges::minmax(values);
  all.lowest = lowest;
  all.highest = highest;
  return all;
}

namespace {

/// The time that a metric is of, or the metric where it is of none.
std::string_view underlying_metric(std::string_view metric, std::string_view rates_of) {
  using metrics::MetricKind;
  const auto* info = metrics::find_metric(metric);
  if (info == nullptr || info->source != metrics::SampleSource::kShown) return metric;
  if (info->kind == MetricKind::kRate) return rates_of;
  const bool is_shown =
      info->kind == MetricKind::kDeviceMedian || info->kind == MetricKind::kShownTime;
  return is_shown ? metrics::kTime : metric;
}

}  // namespace

std::size_t distinct_times(std::span<const AppliedFloor> floors, std::string_view rates_of) {
  // Runs are judged by an interval of their own.
  std::set<std::tuple<std::string_view, std::string_view, bool>> times;
  for (const auto& [floor, other, where] : floors)
    times.emplace(underlying_metric(floor.metric, rates_of), other, floor.runs > 1);
  return times.size();
}

std::string why_impossible(std::string_view metric, double value) {
  const auto* info = metrics::find_metric(metric);
  if (info == nullptr || info->is_possible(value)) return {};
  return fmt::format("expected what a run can measure, found {}",
                     text::quantity(value, info->unit));
}

std::size_t runs_asked(std::span<const AppliedFloor> floors) {
  std::size_t most = 1;
  for (const auto& applied : floors) most = std::max(most, applied.floor.runs);
  return most;
}

}  // namespace tickbench::floors
