// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "tools/floor_results.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <optional>
#include <string_view>
#include <tuple>
#include <utility>

#include "compare/compare.hpp"
#include "conditions/cpu_model.hpp"
#include "floors/floor_report.hpp"
#include "metrics/metric_info.hpp"
#include "results/fields.hpp"
#include "results/plain_names.hpp"
#include "statistics/inference.hpp"
#include "statistics/quotient.hpp"
#include "text/wording.hpp"
#include "tickbench/error.hpp"

namespace tickbench::tools {
namespace {

// Medians of up to five paired samples: their interval is [min, max].
constexpr std::size_t kReferenceSamples = 5;
// Up to so many samples the interval's ends are the samples' extremes: order statistics have none
// further in at 95 %.
constexpr std::size_t kIntervalIsExtremes = 8;

/// The mode whose samples a metric is of, as far as a list has it.
template <class Named>
const Named* find_mode(const std::vector<Named>& modes, std::string_view metric) {
  const bool is_isolated = metrics::source_of(metric) == metrics::SampleSource::kIsolated;
  const auto* batched =
      is_isolated ? nullptr : results::find_named(modes, results::fields::kBatched);
  return batched != nullptr ? batched : results::find_named(modes, results::fields::kIsolated);
}

/// How many samples a metric is the median of. References are sampled a few times only.
std::size_t sample_count(const results::Repetition& repetition, std::string_view metric) {
  if (const auto reference = metrics::reference_of(metric); !reference.empty()) {
    const auto* own = results::find_named(repetition.reference_samples, reference);
    return own == nullptr ? kReferenceSamples : static_cast<std::size_t>(own->count);
  }
  const auto* samples = find_mode(repetition.sample_counts, metric);
  return samples == nullptr ? 0 : static_cast<std::size_t>(samples->count);
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
  for (const auto& metric : repetition.metrics) {
    auto evidence = evidence_of(metric, sample_count(repetition, metric.name));
    evidence.step = compare::step_of(repetition, metric.name);
    evidence.resolved =
        repetition.resolved || metrics::source_of(metric.name) != metrics::SampleSource::kShown;
    metrics.emplace(metric.name, evidence);
  }
  return metrics;
}

/// Where a plain file's benchmarks ran. `given`: what the user says.
std::string find_plain_device(const results::ResultFile& run, const std::string& given) {
  if (!given.empty()) return given;
  if (!run.context.cpu.empty()) return run.context.cpu;
  if (run.context.host == conditions::host_name()) return conditions::cpu_model();
  throw UsageError(fmt::format(
      "{}: expected the name of the processor that it was measured on, which no plain Google "
      "Benchmark file has, and --plain-device=NAME says: it is of the host '{}', and this is '{}'",
      run.path, run.context.host, conditions::host_name()));
}

/// By the ids that floors have.
void take_names(const results::ResultFile& run, const std::string& device, MeasuredRun& into) {
  std::vector<std::string> names;
  for (const auto& benchmark : run.benchmarks)
    if (benchmark.is_plain) names.push_back(benchmark.id);
  if (names.empty()) return;
  const auto ids = results::plain_ids(names);
  const auto name = run.strings->intern(find_plain_device(run, device));
  auto id = ids.begin();
  for (auto& benchmark : into.benchmarks) {
    if (!benchmark.is_plain) continue;
    if (!benchmark.has_own_id) benchmark.id = *id;
    benchmark.device = name;
    ++id;
  }
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

std::optional<Evidence> find(const MeasuredMetrics& metrics, const std::string& metric) {
  const auto found = metrics.find(metrics::name_in_results(metric));
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
  result.interval = quotient(top.interval, bottom.interval);
  result.samples = std::min(top.samples, bottom.samples);
  result.step = std::hypot(top.step, bottom.step);
  result.resolved = top.resolved && bottom.resolved;
  if (std::isfinite(top.lowest) && std::isfinite(bottom.lowest)) {
    result.lowest = top.lowest / bottom.highest;
    result.highest = top.highest / bottom.lowest;
  }
  return std::optional(result);
}

/// Of one repetition. Those of a plain benchmark are samples of one median, all together.
std::optional<Evidence> own_evidence(const MeasuredBenchmark& benchmark, std::size_t repetition,
                                     const std::string& metric, double level) {
  if (!benchmark.is_plain) return find(benchmark.repetitions[repetition], metric);
  std::vector<double> values;
  for (const auto& one : benchmark.repetitions)
    if (const auto found = find(one, metric)) values.push_back(found->value);
  if (values.empty()) return std::nullopt;
  return floors::median_evidence(values, level);
}

/// The benchmarks of a file by device and id.
using Index = std::map<std::pair<std::string_view, std::string_view>, const MeasuredBenchmark*>;

Finding finding(const Index& index, const MeasuredBenchmark& benchmark, std::size_t repetition,
                const AppliedFloor& applied, double level) {
  const auto own = own_evidence(benchmark, repetition, applied.floor.metric, level);
  if (!own) return own;
  if (auto why = floors::why_impossible(applied.floor.metric, own->value); !why.empty())
    return {std::nullopt, std::move(why)};
  if (!applied.floor.is_ratio()) return std::optional(widened(*own, level));
  const auto none = [&](const std::string& why) {
    return Finding(std::nullopt, floors::has_none(applied.other, why));
  };
  const auto found = index.find({benchmark.device, applied.other});
  if (found == index.end()) return none("it is not in the file");
  const auto& other = *found->second;
  if (other.is_failed() || other.is_skipped()) return none(other.message);
  const auto theirs = own_evidence(other, std::min(repetition, other.repetitions.size() - 1),
                                   applied.floor.metric, 1 - (1 - level) / 2);
  return theirs ? ratio(*own, *theirs, applied.other, level) : none("");
}

/// Of one run, over all repetitions.
Finding run_finding(const Index& index, const MeasuredBenchmark& benchmark,
                    const AppliedFloor& applied, double level) {
  std::vector<Evidence> repetitions;
  for (std::size_t i = 0; i < (benchmark.is_plain ? 1 : benchmark.repetitions.size()); ++i) {
    auto found = finding(index, benchmark, i, applied, level);
    if (!found.evidence) return found;
    repetitions.push_back(*found.evidence);
  }
  return std::optional(combine(repetitions));
}

/// One benchmark in one run, and what else the run has.
struct InRun {
  const Index* index;
  const MeasuredBenchmark* benchmark;
};

/// Of this benchmark, and of the other one of a ratio.
std::string differing_methods(std::span<const InRun> runs, const AppliedFloor& applied) {
  std::vector<const results::BenchmarkHead*> own, others;
  for (const auto& run : runs) {
    own.push_back(run.benchmark);
    const auto other = run.index->find({run.benchmark->device, applied.other});
    if (applied.floor.is_ratio() && other != run.index->end()) others.push_back(other->second);
  }
  for (const auto& all : {own, others}) {
    const auto* const mode =
        all.empty() ? nullptr : find_mode(all.front()->methods, applied.floor.metric);
    if (mode == nullptr) continue;
    if (auto found = results::differing(results::methods_of_runs(all, mode->name)); !found.empty())
      return found;
  }
  return {};
}

Judgement judge_runs(AppliedFloor applied, std::span<const InRun> runs, double level) {
  Judgement judgement;
  judgement.applied = std::move(applied);
  judgement.looks = 1;
  std::vector<Evidence> evidence;
  for (const auto& run : runs) {
    judgement.repetitions += run.benchmark->repetitions.size();
    auto found = run_finding(*run.index, *run.benchmark, judgement.applied, level);
    if (found.evidence)
      evidence.push_back(*found.evidence);
    else if (judgement.why_not.empty())
      judgement.why_not = std::move(found.why_not);
  }
  if (evidence.size() < runs.size()) return judgement;
  judgement.evidence = floors::over_runs(evidence, level);
  judgement.evidence->differing_methods = differing_methods(runs, judgement.applied);
  judgement.verdict = judge(judgement.applied.floor, *judgement.evidence, level);
  if (judgement.verdict != FloorVerdict::kNotMeasured) return judgement;
  judgement.evidence.reset();
  judgement.why_not = "what this benchmark has is no finite number";
  return judgement;
}

FloorReport check(std::span<const FloorFile> files, const std::string& machine,
                  std::span<const InRun> runs) {
  const auto& first = *runs.front().benchmark;
  const auto device =
      machine.empty() ? std::string(first.device) : fmt::format("{} ({})", first.device, machine);
  FloorSelection selection;
  for (const auto& file : files) {
    auto more = file.select(first.device, first.id);
    std::ranges::move(more.floors, std::back_inserter(selection.floors));
    selection.for_other_devices += more.for_other_devices;
  }
  for (const auto& run : runs)
    if (run.benchmark->is_failed())
      return failed_report(device, first.id, selection, run.benchmark->outcome);
  FloorReport report{device, first.id, {}, selection.for_other_devices};
  const auto level =
      level_for(std::max<std::size_t>(floors::distinct_times(selection.floors), 1), 1);
  for (auto& applied : selection.floors)
    report.judgements.push_back(judge_runs(std::move(applied), runs, level));
  return report;
}

}  // namespace

MeasuredRun measured_run(const results::ResultFile& run, const std::string& plain_device) {
  MeasuredRun result{run.path, {}, run.strings, std::string(run.machine())};
  for (const auto& benchmark : run.benchmarks) result.benchmarks.push_back(measured(benchmark));
  take_names(run, plain_device, result);
  return result;
}

std::vector<MeasuredRun> read_measured(const std::filesystem::path& path,
                                       const std::string& plain_device) {
  std::vector<MeasuredRun> runs;
  bool is_empty = true;
  for (const auto& run : results::read_runs(path.string())) {
    runs.push_back(measured_run(run, plain_device));
    is_empty = is_empty && runs.back().benchmarks.empty();
  }
  if (is_empty)
    throw UsageError(fmt::format("{}: expected at least one benchmark, found none", path.string()));
  return runs;
}

Evidence widened(Evidence evidence, double level) {
  auto& interval = evidence.interval;
  // Of few samples the interval is [min, max], which no level makes wider.
  const bool is_extremes = std::isfinite(evidence.lowest);
  if (is_extremes || interval.level <= 0 || interval.level >= level) return evidence;
  const double factor =
      inference::normal_quantile(1 - level) / inference::normal_quantile(1 - interval.level);
  if (interval.low > 0) {
    // As their logarithms: no time and no rate reaches 0, however noisy it is.
    interval.low = evidence.value * std::pow(interval.low / evidence.value, factor);
    interval.high = evidence.value * std::pow(interval.high / evidence.value, factor);
  } else {
    interval.low = evidence.value - factor * (evidence.value - interval.low);
    interval.high = evidence.value + factor * (interval.high - evidence.value);
  }
  interval.level = level;
  return evidence;
}

std::vector<FloorReport> check_results(std::span<const MeasuredRun> runs,
                                       std::span<const FloorFile> floors) {
  std::vector<Index> indices(runs.size());
  std::vector<std::pair<std::string, std::vector<InRun>>> found;  // with the machine
  std::map<std::tuple<std::string_view, std::string_view, std::string_view>, std::size_t> places;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    for (const auto& one : runs[i].benchmarks) indices[i][{one.device, one.id}] = &one;
    for (const auto& one : runs[i].benchmarks) {
      if (one.is_skipped()) continue;
      const auto [place, is_new] =
          places.try_emplace({runs[i].machine, one.device, one.id}, found.size());
      if (is_new) found.emplace_back(runs[i].machine, std::vector<InRun>());
      found[place->second].second.push_back({&indices[i], &one});
    }
  }
  std::vector<FloorReport> reports;
  for (const auto& [machine, in_runs] : found) reports.push_back(check(floors, machine, in_runs));
  return reports;
}

}  // namespace tickbench::tools
