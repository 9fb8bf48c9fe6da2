// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "tools/floor_results.hpp"

#include <algorithm>
#include <array>
#include <string_view>

#include "results/read_results.hpp"
#include "tickbench/error.hpp"
#include "tickbench/outcome.hpp"

namespace tickbench::tools {
namespace {

// Medians of up to five paired samples: their interval is [min, max].
constexpr std::size_t kReferenceSamples = 5;
// Up to so many samples the interval's ends are the samples' extremes: order statistics have none
// further in at 95 %.
constexpr std::size_t kIntervalIsExtremes = 8;

constexpr std::array kNotFailed = {Outcome::kPassed, Outcome::kNothingToCheck, Outcome::kOverLimit,
                                   Outcome::kUnsupported, Outcome::kNoDevice};

/// How many samples a metric is the median of. References are sampled a few times only.
std::size_t sample_count(const results::Repetition& repetition, std::string_view metric) {
  if (metric.starts_with("speedup_")) {
    const auto* own =
        results::find_count(repetition.reference_samples, metric.substr(metric.rfind('_') + 1));
    return own == nullptr ? kReferenceSamples : static_cast<std::size_t>(own->count);
  }
  const bool is_isolated =
      metric == "isolated_time" || metric == "host_time" || metric == "launch_overhead";
  for (const char* mode : {is_isolated ? "isolated" : "batched", "isolated"})
    if (const auto* samples = results::find_count(repetition.sample_counts, mode))
      return static_cast<std::size_t>(samples->count);
  return 0;
}

Evidence evidence_of(const results::Metric& metric, std::size_t samples) {
  Evidence evidence;
  evidence.value = metric.value;
  evidence.samples = samples;
  // A value without an interval decides nothing by itself.
  evidence.interval = metric.interval.value_or(Interval{metric.value, metric.value, 0});
  if (metric.name == "noise" && !metric.interval && samples >= kSamplesToBeSure)
    evidence.interval = noise_interval(metric.value, samples);
  if ((metric.interval && samples >= 1 && samples <= kIntervalIsExtremes) || samples == 1) {
    evidence.lowest = evidence.interval.low;
    evidence.highest = evidence.interval.high;
  }
  return evidence;
}

using Metrics = std::map<std::string, Evidence, std::less<>>;

Metrics metrics_of(const results::Repetition& repetition) {
  Metrics metrics;
  for (const auto& metric : repetition.metrics)
    metrics.emplace(metric.name, evidence_of(metric, sample_count(repetition, metric.name)));
  return metrics;
}

std::string conditions_of(const results::Benchmark& benchmark) {
  std::string conditions;
  for (const auto& method : benchmark.methods)
    conditions += std::string(method.name) + ' ' + std::string(method.value) + ", ";
  for (const auto& setting : benchmark.settings)
    if (setting.name == "mode" || setting.name == "cache")
      conditions += std::string(setting.name) + ' ' + std::string(setting.value) + ", ";
  return conditions;
}

MeasuredBenchmark measured(const results::Benchmark& benchmark) {
  MeasuredBenchmark result{
      benchmark.id,      std::string(benchmark.device), std::string(benchmark.outcome),
      benchmark.message, conditions_of(benchmark),      {}};
  for (const auto& repetition : benchmark.repetitions)
    result.repetitions.push_back(metrics_of(repetition));
  // With --benchmark_report_aggregates_only the median is all there is.
  if (result.repetitions.empty()) {
    results::Repetition median;
    median.metrics = benchmark.median;
    result.repetitions.push_back(metrics_of(median));
  }
  return result;
}

}  // namespace

bool MeasuredBenchmark::is_skipped() const {
  return std::any_of(kNotFailed.begin(), kNotFailed.end(), [&](Outcome one) {
    return tickbench::is_skip(one) && outcome == to_string(one);
  });
}

bool MeasuredBenchmark::is_failed() const {
  return !outcome.empty() && std::none_of(kNotFailed.begin(), kNotFailed.end(),
                                          [&](Outcome one) { return outcome == to_string(one); });
}

MeasuredFile read_measured(const std::filesystem::path& path) {
  const auto file = results::read_results(path.string());
  MeasuredFile measured_file{file.path, {}};
  for (const auto& benchmark : file.benchmarks) {
    if (benchmark.is_plain)
      throw UsageError(file.path + ": expected a tickbench result file, found '" + benchmark.id +
                       "' without an object named tickbench");
    measured_file.benchmarks.push_back(measured(benchmark));
  }
  if (measured_file.benchmarks.empty())
    throw UsageError(file.path + ": expected at least one benchmark, found none");
  return measured_file;
}

}  // namespace tickbench::tools
