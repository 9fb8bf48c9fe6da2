// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "tools/floor_results.hpp"

#include <fmt/format.h>

#include <map>
#include <tuple>
#include <utility>

#include "base/throw_error.hpp"
#include "compare/compare.hpp"
#include "conditions/conditions.hpp"
#include "floors/floor_report.hpp"
#include "metrics/metric_info.hpp"
#include "results/fields.hpp"
#include "statistics/inference.hpp"
#include "text/plain_names.hpp"
#include "tools/run_results.hpp"

namespace tickbench::tools {
namespace {

// Medians of up to five paired samples: their interval is [min, max].
constexpr std::size_t kReferenceSamples = 5;
// Of so few samples order statistics have no 95 % interval but that of the extremes.
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
  if (const auto reference = metrics::reference_name(metric); !reference.empty()) {
    const auto* own = results::find_named(repetition.reference_samples, reference);
    return own == nullptr ? kReferenceSamples : static_cast<std::size_t>(own->count);
  }
  const auto* samples = find_mode(repetition.sample_counts, metric);
  return samples == nullptr ? 0 : static_cast<std::size_t>(samples->count);
}

/// Where a plain file's benchmarks ran. `given`: what the user says.
std::string find_plain_device(const results::ResultFile& run, const std::string& given) {
  if (!given.empty()) return given;
  if (!run.context.cpu.empty()) return run.context.cpu;
  if (run.context.host == conditions::host_name()) return conditions::cpu_model();
  throw_usage_error(
      "{}: expected the name of the processor that it was measured on, which no plain Google "
      "Benchmark file has, and --plain-device=NAME says: it is of the host '{}', and this is '{}'",
      run.path, run.context.host, conditions::host_name());
}

/// The benchmarks by their run, device and id.
using Index = std::map<std::tuple<const results::ResultFile*, std::string_view, std::string_view>,
                       const results::Benchmark*>;
using RunRow = BenchmarkOverRuns::InRun;

/// Of one repetition; the last one where there are fewer. Those of a plain benchmark are samples of
/// one median, all together.
Finding own_evidence(const results::Benchmark& benchmark, std::size_t repetition,
                     const std::string& metric, double level) {
  if (!benchmark.is_plain) {
    const auto last = benchmark.repetitions.size() - 1;
    const auto found = evidence(benchmark.repetitions[std::min(repetition, last)], metric);
    return found ? std::optional(widened(*found, level)) : found;
  }
  std::vector<double> values;
  for (const auto& one : benchmark.repetitions)
    if (const auto found = evidence(one, metric)) values.push_back(found->value);
  if (values.empty()) return std::optional<Evidence>();
  return std::optional(median_evidence(values, level, metrics::is_exact(metric)));
}

/// The runs of one benchmark in result files: each run is one value.
class FileSource : public FloorSource {
 public:
  FileSource(const BenchmarkOverRuns& measured, const Index& index)
      : runs_(measured.runs), index_(index) {}

  Finding evidence(const AppliedFloor& applied, double level) const override {
    std::vector<Evidence> values;
    for (const auto& run : runs_) {
      auto found = run_finding(run, applied, level);
      if (!found.evidence) return found;
      values.push_back(*found.evidence);
    }
    auto all = floors::over_runs(values, level);
    all.differing_methods = differing_methods(applied);
    return std::optional(all);
  }

 private:
  /// Of one run, over all repetitions.
  Finding run_finding(const RunRow& run, const AppliedFloor& applied, double level) const {
    const auto& benchmark = *run.benchmark;
    std::vector<Evidence> repetitions;
    for (std::size_t i = 0; i < (benchmark.is_plain ? 1 : benchmark.repetitions.size()); ++i) {
      auto found = finding(run, i, applied, level);
      if (!found.evidence) return found;
      repetitions.push_back(*found.evidence);
    }
    return std::optional(combine(repetitions));
  }

  Finding finding(const RunRow& run, std::size_t repetition, const AppliedFloor& applied,
                  double level) const {
    const auto& metric = applied.floor.metric;
    const double each = applied.floor.is_ratio() ? floors::shared_level(level) : level;
    const auto own = own_evidence(*run.benchmark, repetition, metric, each);
    if (!own.evidence) return own;
    if (auto why = floors::why_impossible(metric, own.evidence->value); !why.empty())
      return {std::nullopt, std::move(why)};
    if (!applied.floor.is_ratio()) return own;
    const auto* partner = find_partner(run, applied);
    if (partner == nullptr) return floors::no_ratio(applied.other, "it is not in the file");
    if (partner->is_failed() || partner->is_skipped())
      return floors::no_ratio(applied.other, partner->message);
    return floors::ratio(own, own_evidence(*partner, repetition, metric, each), applied.other);
  }

  /// Null: this run does not have it.
  const results::Benchmark* find_partner(const RunRow& run, const AppliedFloor& applied) const {
    const auto found = index_.find({run.file, run.benchmark->device, applied.other});
    return found == index_.end() ? nullptr : found->second;
  }

  /// Of this benchmark, and of the partner of a ratio.
  std::string differing_methods(const AppliedFloor& applied) const {
    std::vector<const results::Benchmark*> own, partners;
    for (const auto& run : runs_) {
      own.push_back(run.benchmark);
      if (const auto* partner = find_partner(run, applied)) partners.push_back(partner);
    }
    for (const auto& all : {own, partners}) {
      const auto* const mode =
          all.empty() ? nullptr : find_mode(all.front()->methods, applied.floor.metric);
      if (mode == nullptr) continue;
      if (auto found = results::differing_methods(all, mode->name); !found.empty()) return found;
    }
    return {};
  }

  std::span<const RunRow> runs_;
  const Index& index_;
};

FloorReport check(std::span<const FloorFile> files, const BenchmarkOverRuns& measured,
                  const Index& index) {
  const auto& [id, name, machine, runs, suite_runs] = measured;
  const auto device = machine.empty() ? name : fmt::format("{} ({})", name, machine);
  auto selection = select(files, name, id);
  std::size_t repetitions = 0;
  for (const auto& run : runs) {
    if (run.benchmark->is_failed())
      return failed_report(device, id, std::move(selection), run.benchmark->outcome);
    repetitions += run.benchmark->repetitions.size();
  }
  FloorJudge judge(std::move(selection), 1);
  FileSource source(measured, index);
  judge.judge_repetition(source);
  auto report = judge.report(device, id);
  for (auto& judgement : report.judgements) judgement.repetitions = repetitions;
  return report;
}

}  // namespace

void prepare(results::ResultFile& run, const std::string& plain_device) {
  std::vector<std::string> names;
  for (auto& benchmark : run.benchmarks) {
    if (benchmark.is_plain) names.push_back(benchmark.id);
    // With --benchmark_report_aggregates_only the median is all there is.
    if (benchmark.repetitions.empty())
      benchmark.repetitions.push_back({.metrics = benchmark.median, .samples = {}});
  }
  if (names.empty()) return;
  const auto ids = text::plain_ids(names);
  const auto device = run.strings->intern(find_plain_device(run, plain_device));
  auto id = ids.begin();
  for (auto& benchmark : run.benchmarks) {
    if (!benchmark.is_plain) continue;
    if (!benchmark.has_own_id) benchmark.id = *id;
    benchmark.device = device;
    ++id;
  }
}

std::vector<results::ResultFile> read_prepared(const std::filesystem::path& path,
                                               const std::string& plain_device) {
  auto runs = results::read_runs(path.string());
  for (auto& run : runs) prepare(run, plain_device);
  if (std::ranges::all_of(runs, [](const auto& run) { return run.benchmarks.empty(); }))
    throw_usage_error("{}: expected at least one benchmark, found none", path.string());
  return runs;
}

std::optional<Evidence> evidence(const results::Repetition& repetition, std::string_view metric) {
  const auto name = metrics::name_in_results(metric);
  const auto* found = results::find_named(repetition.metrics, name);
  if (found == nullptr) return std::nullopt;
  Evidence evidence;
  evidence.value = found->value;
  // A value without an interval decides nothing by itself.
  evidence.interval = found->ends();
  evidence.is_exact = metrics::is_exact(metric);
  const auto samples = evidence.samples = sample_count(repetition, name);
  if (name == metrics::kNoise && !found->has_interval() && samples >= kFewestIntervalSamples)
    evidence.interval = noise_interval(found->value, samples);
  const bool is_extremes =
      found->has_interval() ? samples >= 1 && samples <= kIntervalIsExtremes : samples == 1;
  if (is_extremes || evidence.is_exact) {
    evidence.lowest = evidence.interval.low;
    evidence.highest = evidence.interval.high;
  }
  evidence.step = compare::find_clock_step(repetition, name);
  using metrics::SampleSource;
  const auto source = metrics::source_of(name);
  evidence.resolved =
      (source != SampleSource::kShown || repetition.resolved || evidence.is_exact) &&
      (source != SampleSource::kBaseline || repetition.baseline_resolved);
  return evidence;
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

std::vector<FloorReport> check_results(results::Runs runs, std::span<const FloorFile> floors) {
  Index index;
  for (const auto& run : runs)
    for (const auto& benchmark : run.benchmarks)
      index[{&run, benchmark.device, benchmark.id}] = &benchmark;
  std::vector<FloorReport> reports;
  for (auto& measured : over_runs(runs)) {
    std::erase_if(measured.runs, [](const RunRow& run) { return run.benchmark->is_skipped(); });
    if (!measured.runs.empty()) reports.push_back(check(floors, measured, index));
  }
  return reports;
}

}  // namespace tickbench::tools
