// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "compare/values.hpp"

#include <algorithm>
#include <boost/math/statistics/univariate_statistics.hpp>
#include <cmath>

#include "results/metric.hpp"
#include "statistics/inference.hpp"

namespace tickbench::compare {

namespace {

using results::Benchmark;

constexpr double kKnown = std::numeric_limits<double>::infinity();

bool is_usable(double value) { return std::isfinite(value) && value > 0; }

// Half the interval's width on the logarithmic scale, as a standard error of a normal estimate.
double log_error_of(const Interval& interval) {
  if (!is_usable(interval.low) || !is_usable(interval.high)) return 0;
  return std::log(interval.high / interval.low) / 2 /
         inference::normal_quantile(1 - interval.level);
}

std::vector<double> samples_of(const results::Repetition& repetition, const std::string& metric) {
  const auto sampled = results::sampled_by(metric);
  if (!sampled) return {};
  const auto find = [&](std::string_view mode) {
    return std::find_if(repetition.samples.begin(), repetition.samples.end(),
                        [&](const results::RawSamples& samples) { return samples.mode == mode; });
  };
  auto samples = find(sampled->mode);
  // `time` is that of the isolated mode where no other was taken.
  if (samples == repetition.samples.end() && metric == "time") samples = find("isolated");
  if (samples == repetition.samples.end()) return {};
  return sampled->host ? samples->host_seconds : samples->device_seconds;
}

// All repetitions' samples in their order; empty where one has none, or one is unusable.
std::vector<double> all_samples(const Benchmark& benchmark, const std::string& metric) {
  std::vector<double> all;
  for (const auto& repetition : benchmark.repetitions) {
    const auto samples = samples_of(repetition, metric);
    if (samples.empty()) return {};
    all.insert(all.end(), samples.begin(), samples.end());
  }
  if (!std::all_of(all.begin(), all.end(), is_usable)) return {};
  return all;
}

// The fewest samples whose interval says something: below, order statistics give no 95 %.
constexpr std::size_t kFewestSamples = 6;

std::optional<RunValue> from_samples(const Benchmark& benchmark, const std::string& metric) {
  const auto samples = all_samples(benchmark, metric);
  if (samples.size() < kFewestSamples) return std::nullopt;
  // The interval knows that successive samples are correlated.
  return RunValue{
      median(samples), Source::kSamples, log_error_of(median_interval(samples)), kKnown, 0,
      samples.size()};
}

RunValue from_repetitions(const std::vector<double>& values) {
  std::vector<double> logs;
  logs.reserve(values.size());
  for (const double value : values) logs.push_back(std::log(value));
  const auto n = static_cast<double>(values.size());
  const double variance = boost::math::statistics::sample_variance(logs);
  return {median(values), Source::kRepetitions, std::sqrt(variance / n), n - 1, 0, values.size()};
}

std::optional<RunValue> from_aggregates(const Benchmark& benchmark, const std::string& metric) {
  const auto* centre = results::find_metric(benchmark.median, metric);
  if (centre == nullptr) centre = results::find_metric(benchmark.mean, metric);
  if (centre == nullptr || !is_usable(centre->value)) return std::nullopt;
  RunValue value{centre->value, Source::kNone, 0, kKnown, 0, 1};
  const auto n = benchmark.aggregated_repetitions;
  const auto* deviation = results::find_metric(benchmark.standard_deviation, metric);
  if (centre->interval) {
    value.source = Source::kIntervals;
    value.log_error = log_error_of(*centre->interval);
  } else if (deviation != nullptr && n >= 2) {
    value.source = Source::kRepetitions;
    value.log_error = deviation->value / centre->value / std::sqrt(static_cast<double>(n));
    value.freedom = static_cast<double>(n - 1);
    value.count = static_cast<std::size_t>(n);
  }
  return value;
}

}  // namespace

std::string_view to_string(Source source) noexcept {
  switch (source) {
    case Source::kPairs:
      return "pairs of runs";
    case Source::kRuns:
      return "runs";
    case Source::kSamples:
      return "samples";
    case Source::kRepetitions:
      return "repetitions";
    case Source::kIntervals:
      return "recorded intervals";
    case Source::kNone:
      return "single values";
  }
  return "unknown";
}

namespace {

// The clock's step over the time, a launch.
double step_of(const results::Repetition& repetition, const std::string& metric) {
  const bool is_isolated = metric == "isolated_time";
  if (!is_isolated && metric != "time" && !results::is_over_time(metric)) return 0;
  const auto* time = results::find_metric(repetition.metrics, is_isolated ? metric : "time");
  if (time == nullptr || !is_usable(time->value)) return 0;
  const bool is_batched = !is_isolated && repetition.batched_step > 0;
  const auto launches =
      is_batched ? static_cast<double>(std::max<std::int64_t>(repetition.batch, 1)) : 1.0;
  const double step = is_batched ? repetition.batched_step : repetition.isolated_step;
  // A step as long as the time, and all beyond, leaves nothing to be known.
  return std::clamp(step / launches / time->value, 0.0, 1.0);
}

std::optional<RunValue> without_step(const Benchmark& benchmark, const std::string& metric,
                                     std::string& reason) {
  if (auto sampled = from_samples(benchmark, metric)) return sampled;
  std::vector<double> values;
  const results::Metric* recorded = nullptr;
  for (const auto& repetition : benchmark.repetitions) {
    recorded = results::find_metric(repetition.metrics, metric);
    if (recorded == nullptr) break;
    values.push_back(recorded->value);
  }
  if (!benchmark.repetitions.empty() && recorded == nullptr) {
    reason = "has no " + metric;
    return std::nullopt;
  }
  if (!std::all_of(values.begin(), values.end(), is_usable)) {
    reason = "its " + metric + " is not above 0";
    return std::nullopt;
  }
  if (values.size() >= 2) return from_repetitions(values);
  if (values.size() == 1) {
    if (!recorded->interval) return RunValue{values[0], Source::kNone, 0, kKnown, 0, 1};
    return RunValue{values[0], Source::kIntervals, log_error_of(*recorded->interval), kKnown, 0, 1};
  }
  auto aggregated = from_aggregates(benchmark, metric);
  if (!aggregated) reason = "has no " + metric + " above 0";
  return aggregated;
}

}  // namespace

std::optional<RunValue> run_value(const Benchmark& benchmark, const std::string& metric,
                                  std::string& reason) {
  auto value = without_step(benchmark, metric, reason);
  if (value)
    for (const auto& repetition : benchmark.repetitions)
      value->step = std::max(value->step, step_of(repetition, metric));
  return value;
}

}  // namespace tickbench::compare
