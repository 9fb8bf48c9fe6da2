// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "tools/floor_results.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string_view>

#include "floors/floor_report.hpp"
#include "metrics/metric_info.hpp"
#include "results/fields.hpp"
#include "statistics/inference.hpp"
#include "tickbench/error.hpp"
#include "tickbench/outcome.hpp"

namespace tickbench::tools {
namespace {

// Medians of up to five paired samples: their interval is [min, max].
constexpr std::size_t kReferenceSamples = 5;
// Up to so many samples the interval's ends are the samples' extremes: order statistics have none
// further in at 95 %.
constexpr std::size_t kIntervalIsExtremes = 8;

/// How many samples a metric is the median of. References are sampled a few times only.
std::size_t sample_count(const results::Repetition& repetition, std::string_view metric) {
  if (const auto reference = metrics::reference_of(metric); !reference.empty()) {
    const auto* own = results::find_named(repetition.reference_samples, reference);
    return own == nullptr ? kReferenceSamples : static_cast<std::size_t>(own->count);
  }
  const bool is_isolated = metrics::source_of(metric) == metrics::SampleSource::kIsolated;
  for (const auto mode : {is_isolated ? results::fields::kIsolated : results::fields::kBatched,
                          results::fields::kIsolated})
    if (const auto* samples = results::find_named(repetition.sample_counts, mode))
      return static_cast<std::size_t>(samples->count);
  return 0;
}

Evidence evidence_of(const results::Metric& metric, std::size_t samples) {
  Evidence evidence;
  evidence.value = metric.value;
  evidence.samples = samples;
  // A value without an interval decides nothing by itself.
  evidence.interval = metric.interval.value_or(Interval{metric.value, metric.value, 0});
  if (metric.name == metrics::kNoise && !metric.interval && samples >= kSamplesToBeSure)
    evidence.interval = noise_interval(metric.value, samples);
  if ((metric.interval && samples >= 1 && samples <= kIntervalIsExtremes) || samples == 1) {
    evidence.lowest = evidence.interval.low;
    evidence.highest = evidence.interval.high;
  }
  return evidence;
}

MeasuredMetrics metrics_of(const results::Repetition& repetition) {
  MeasuredMetrics metrics;
  for (const auto& metric : repetition.metrics)
    metrics.emplace(metric.name, evidence_of(metric, sample_count(repetition, metric.name)));
  return metrics;
}

MeasuredBenchmark measured(const results::Benchmark& benchmark) {
  MeasuredBenchmark result{benchmark, {}};
  for (const auto& repetition : benchmark.repetitions)
    result.repetitions.push_back(metrics_of(repetition));
  // With --benchmark_report_aggregates_only the median is all there is.
  if (result.repetitions.empty())
    result.repetitions.push_back(metrics_of({.metrics = benchmark.median, .samples = {}}));
  return result;
}

std::optional<Evidence> find(const MeasuredMetrics& metrics, const std::string& name) {
  const auto found = metrics.find(name);
  return found == metrics.end() ? std::nullopt : std::optional(found->second);
}

Finding ratio(const Evidence& a, const Evidence& b, const std::string& other, double level) {
  // Both intervals have to hold: each gets half of the error rate.
  const double each = 1 - (1 - level) / 2;
  const Evidence top = widened(a, each);
  const Evidence bottom = widened(b, each);
  if (!(bottom.interval.low > 0)) return {std::nullopt, floors::reaches_zero(other)};
  if (!(top.interval.low > 0)) return {std::nullopt, floors::reaches_zero("this benchmark")};
  Evidence result;
  result.value = top.value / bottom.value;
  result.interval = {top.interval.low / bottom.interval.high,
                     top.interval.high / bottom.interval.low,
                     1 - (1 - top.interval.level) - (1 - bottom.interval.level)};
  result.samples = std::min(top.samples, bottom.samples);
  if (std::isfinite(top.lowest) && std::isfinite(bottom.lowest)) {
    result.lowest = top.lowest / bottom.highest;
    result.highest = top.highest / bottom.lowest;
  }
  return std::optional(result);
}

/// The benchmarks of a file by device and id.
using Index = std::map<std::pair<std::string_view, std::string_view>, const MeasuredBenchmark*>;

Finding finding(const Index& index, const MeasuredBenchmark& benchmark, std::size_t repetition,
                const AppliedFloor& applied, double level) {
  const auto own = find(benchmark.repetitions[repetition], applied.floor.metric);
  if (!own) return own;
  if (!applied.floor.is_ratio()) return std::optional(widened(*own, level));
  const auto none = [&](const std::string& why) {
    return Finding(std::nullopt, floors::has_none(applied.other, why));
  };
  const auto found = index.find({benchmark.device, applied.other});
  if (found == index.end()) return none("it is not in the file");
  const auto& other = *found->second;
  if (other.is_failed() || other.is_skipped()) return none(other.message);
  const auto& same_or_last = other.repetitions[std::min(repetition, other.repetitions.size() - 1)];
  const auto theirs = find(same_or_last, applied.floor.metric);
  return theirs ? ratio(*own, *theirs, applied.other, level) : none("");
}

FloorReport check(const Index& index, const FloorFile& floors, const MeasuredBenchmark& benchmark) {
  const auto selection = floors.select(benchmark.device, benchmark.id);
  if (benchmark.is_failed())
    return failed_report(std::string(benchmark.device), benchmark.id, selection, benchmark.outcome);
  FloorJudge judge(selection, 1);
  for (std::size_t i = 0; i < benchmark.repetitions.size(); ++i) {
    judge.look([&](const AppliedFloor& applied, double level) {
      return finding(index, benchmark, i, applied, level);
    });
    judge.end_repetition();
  }
  return {std::string(benchmark.device), benchmark.id, judge.judgements(),
          selection.for_other_devices};
}

}  // namespace

bool MeasuredBenchmark::is_skipped() const {
  return outcome == to_string(Outcome::kOverLimit) || outcome == to_string(Outcome::kUnsupported) ||
         outcome == to_string(Outcome::kNoDevice);
}

MeasuredFile read_measured(const std::filesystem::path& path) {
  const auto file = results::read_results(path.string());
  MeasuredFile measured_file{file.path, {}, file.strings};
  for (const auto& benchmark : file.benchmarks) {
    if (benchmark.is_plain)
      throw UsageError(
          fmt::format("{}: expected a tickbench result file, found '{}' without an "
                      "object named tickbench",
                      file.path, benchmark.id));
    measured_file.benchmarks.push_back(measured(benchmark));
  }
  if (measured_file.benchmarks.empty())
    throw UsageError(fmt::format("{}: expected at least one benchmark, found none", file.path));
  return measured_file;
}

Evidence widened(Evidence evidence, double level) {
  auto& interval = evidence.interval;
  // Of few samples the interval is [min, max], which no level makes wider.
  const bool is_extremes = std::isfinite(evidence.lowest);
  if (is_extremes || interval.level <= 0 || interval.level >= level) return evidence;
  const double factor =
      inference::normal_quantile(1 - level) / inference::normal_quantile(1 - interval.level);
  interval.low = evidence.value - factor * (evidence.value - interval.low);
  interval.high = evidence.value + factor * (interval.high - evidence.value);
  interval.level = level;
  return evidence;
}

std::vector<FloorReport> check_results(const MeasuredFile& results, const FloorFile& floors) {
  Index index;
  for (const auto& one : results.benchmarks) index[{one.device, one.id}] = &one;
  std::vector<FloorReport> reports;
  for (const auto& benchmark : results.benchmarks)
    if (!benchmark.is_skipped()) reports.push_back(check(index, floors, benchmark));
  return reports;
}

}  // namespace tickbench::tools
