// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <boost/math/statistics/univariate_statistics.hpp>
#include <cmath>

#include "compare/sides.hpp"
#include "results/fields.hpp"

namespace tickbench::compare {
namespace {

using results::Benchmark;
namespace fields = results::fields;

// No time and no rate is a denormal number, whose digits are lost.
bool is_usable(double value) { return std::isnormal(value) && value > 0; }

// Half the interval's width on the logarithmic scale, as a standard error of a normal estimate.
double log_error(const Interval& interval) {
  if (!is_usable(interval.low) || !is_usable(interval.high)) return 0;
  return std::log(interval.high / interval.low) / 2 /
         inference::normal_quantile(1 - interval.level);
}

std::vector<double> read_samples(const results::Repetition& repetition, const std::string& metric) {
  const auto* info = metrics::find_metric(metric);
  const bool is_host = info != nullptr && info->kind == metrics::MetricKind::kHostMedian;
  if (info == nullptr || (!is_host && info->kind != metrics::MetricKind::kDeviceMedian)) return {};
  const auto find = [&](std::string_view mode) {
    return std::ranges::find(repetition.samples, mode, &results::RawSamples::mode);
  };
  const bool is_shown = info->source == metrics::SampleSource::kShown;
  auto samples = find(is_shown ? fields::kBatched : fields::kIsolated);
  // What is shown is the isolated mode where no other was taken.
  if (samples == repetition.samples.end() && is_shown) samples = find(fields::kIsolated);
  if (samples == repetition.samples.end()) return {};
  return is_host ? samples->host_seconds : samples->device_seconds;
}

// All repetitions' samples in their order; empty where one has none, or one is unusable.
std::vector<double> all_samples(const Benchmark& benchmark, const std::string& metric) {
  std::vector<double> all;
  for (const auto& repetition : benchmark.repetitions) {
    const auto samples = read_samples(repetition, metric);
    if (samples.empty()) return {};
    all.insert(all.end(), samples.begin(), samples.end());
  }
  return std::ranges::all_of(all, is_usable) ? all : std::vector<double>();
}

// The fewest samples whose interval says something: below, order statistics give no 95 %.
constexpr std::size_t kFewestSamples = 6;

std::optional<RunValue> from_samples(const Benchmark& benchmark, const std::string& metric) {
  const auto samples = all_samples(benchmark, metric);
  if (samples.size() < kFewestSamples) return std::nullopt;
  // The interval knows that successive samples are correlated.
  return RunValue{median(samples), SpreadSource::kSamples, 0, log_error(median_interval(samples))};
}

RunValue from_repetitions(const std::vector<double>& values) {
  std::vector<double> logs;
  for (const double value : values) logs.push_back(std::log(value));
  const auto n = static_cast<double>(values.size());
  const double variance = boost::math::statistics::sample_variance(logs);
  return {median(values), SpreadSource::kRepetitions, 0, std::sqrt(variance / n), n - 1};
}

RunValue single_value(const results::Metric& metric) {
  if (!metric.has_interval()) return {metric.value};
  return {metric.value, SpreadSource::kIntervals, 0, log_error(metric.interval)};
}

std::optional<RunValue> from_aggregates(const Benchmark& benchmark, const std::string& metric) {
  const auto* centre = results::find_named(benchmark.median, metric);
  if (centre == nullptr) centre = results::find_named(benchmark.mean, metric);
  if (centre == nullptr || !is_usable(centre->value)) return std::nullopt;
  const auto* deviation = results::find_named(benchmark.standard_deviation, metric);
  const auto n = static_cast<double>(benchmark.aggregated_repetitions);
  if (centre->has_interval() || deviation == nullptr || n < 2) return single_value(*centre);
  return RunValue{centre->value, SpreadSource::kRepetitions, 0,
                  deviation->value / centre->value / std::sqrt(n), n - 1};
}

std::optional<RunValue> without_step(const Benchmark& benchmark, const std::string& metric,
                                     std::string& reason) {
  if (auto sampled = from_samples(benchmark, metric)) return sampled;
  std::vector<double> values;
  const results::Metric* recorded = nullptr;
  for (const auto& repetition : benchmark.repetitions) {
    recorded = results::find_named(repetition.metrics, metric);
    if (recorded == nullptr) break;
    values.push_back(recorded->value);
  }
  if (!benchmark.repetitions.empty() && recorded == nullptr) {
    reason = "has no " + metric;
    return std::nullopt;
  }
  if (!std::ranges::all_of(values, is_usable)) {
    reason = "its " + metric + " is not above 0";
    return std::nullopt;
  }
  if (values.size() >= 2) return from_repetitions(values);
  if (values.size() == 1) return single_value(*recorded);
  auto aggregated = from_aggregates(benchmark, metric);
  if (!aggregated) reason = "has no " + metric + " above 0";
  return aggregated;
}

}  // namespace

double find_clock_step(const results::Repetition& repetition, std::string_view metric) {
  const auto* info = metrics::find_metric(metric);
  if (info == nullptr || (info->kind != metrics::MetricKind::kDeviceMedian &&
                          info->kind != metrics::MetricKind::kRate))
    return 0;
  const bool is_isolated = info->source == metrics::SampleSource::kIsolated;
  const auto* time = results::find_named(repetition.metrics,
                                         is_isolated ? metrics::kIsolatedTime : metrics::kTime);
  if (time == nullptr || !is_usable(time->value)) return 0;
  const bool is_batched = !is_isolated && repetition.batched_step > 0;
  const auto launches =
      is_batched ? static_cast<double>(std::max<std::int64_t>(repetition.batch, 1)) : 1.0;
  const double step = is_batched ? repetition.batched_step : repetition.isolated_step;
  // A step as long as the time, and all beyond, leaves nothing to be known.
  return std::clamp(step / launches / time->value, 0.0, 1.0);
}

std::optional<RunValue> run_value(const Benchmark& benchmark, const std::string& metric,
                                  std::string& reason) {
  auto value = without_step(benchmark, metric, reason);
  if (value)
    for (const auto& repetition : benchmark.repetitions)
      value->step = std::max(value->step, find_clock_step(repetition, metric));
  return value;
}

}  // namespace tickbench::compare
