// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "summaries/run_summary.hpp"

#include <fmt/format.h>

#include <iterator>
#include <utility>

#include "base/grouped.hpp"
#include "metrics/metric_info.hpp"
#include "statistics/inference.hpp"
#include "text/plain_names.hpp"
#include "tickbench/error.hpp"

namespace tickbench::html_report {
namespace {

/// Of repetitions, at least one.
RunsEstimate merged(const std::vector<RunsEstimate>& repetitions) {
  if (repetitions.size() == 1) return repetitions.front();
  std::vector<double> values, lows, highs;
  for (const auto& estimate : repetitions) {
    values.push_back(estimate.value);
    lows.push_back(estimate.ends().low);
    highs.push_back(estimate.ends().high);
  }
  return {{median(values), {std::ranges::min(lows), std::ranges::max(highs)}}};
}

/// Of the aggregates the medians, for files that hold nothing else.
decltype(BenchmarkSummary::metrics) merged_metrics(const results::Benchmark& benchmark) {
  std::map<std::string, std::vector<RunsEstimate>> all;
  const auto add = [&](const std::vector<results::Metric>& metrics, bool has_counters = true) {
    for (const auto& metric : metrics) {
      const bool is_counter = has_counters && metrics::find_metric(metric.name) == nullptr;
      all[(is_counter ? std::string(metrics::kCounter) : "").append(metric.name)].push_back(
          {metric});
    }
  };
  for (const auto& repetition : benchmark.repetitions) {
    add(repetition.metrics);
    add(repetition.launch, false);
    add(repetition.first_launch, false);
  }
  if (benchmark.repetitions.empty()) add(benchmark.median);
  decltype(BenchmarkSummary::metrics) result;
  for (const auto& [name, repetitions] : all) result.emplace(name, merged(repetitions));
  return result;
}

BenchmarkSummary make_summary(results::Benchmark from) {
  auto merged = merged_metrics(from);
  BenchmarkSummary to{std::move(from), std::move(merged)};
  if (to.outcome.empty() && to.is_plain) to.outcome = to_string(Outcome::kNothingToCheck);
  if (to.repetitions.empty()) return to;
  const auto& first = to.repetitions.front();
  to.batch = first.batch;
  to.converged = first.converged;
  for (const auto& repetition : to.repetitions) {
    if (repetition.converged == false) to.converged = false;
    if (repetition.batch != first.batch) to.batch = 0;
  }
  return to;
}

using InRuns = std::vector<const results::Benchmark*>;  // one benchmark in all that have it

void add_spreads(const InRuns& runs, BenchmarkSummary& to) {
  std::map<std::string, std::vector<double>, std::less<>> values;
  for (const auto* run : runs)
    for (const auto& [name, estimate] : merged_metrics(*run))
      values[name].push_back(estimate.value);
  for (auto& [name, estimate] : to.metrics) {
    estimate.runs = values[name].size();
    estimate.spread = inference::spread(values[name]);
  }
}

/// The repetitions of all runs. One bad run makes the benchmark bad.
results::Benchmark joined(const InRuns& runs, results::StringPool& strings) {
  auto all = *runs.front();
  all.repetitions.clear();
  for (auto& method : all.methods)
    if (const auto names = results::differing_methods(runs, method.name); !names.empty())
      method.value = strings.intern(names);
  for (const auto* run : runs) {
    if (all.is_good() && !run->is_good()) {
      all.outcome = run->outcome;
      all.message = run->message;
    }
    auto repetitions = run->repetitions;
    // A run of aggregates alone.
    if (repetitions.empty()) repetitions.push_back({.metrics = run->median, .samples = {}});
    for (auto& repetition : repetitions) {
      repetition.index = std::ssize(all.repetitions);
      all.repetitions.push_back(std::move(repetition));
    }
  }
  return all;
}

/// Plain benchmarks are called as floors call them. What the file says of them stays.
void shorten_ids(std::vector<BenchmarkSummary>& benchmarks) {
  std::vector<std::string> names;
  for (const auto& benchmark : benchmarks)
    if (benchmark.is_plain && !benchmark.has_own_id) names.push_back(benchmark.id);
  const auto ids = text::plain_ids(names);
  for (auto next = ids.begin(); auto& benchmark : benchmarks)
    if (benchmark.is_plain && !benchmark.has_own_id) {
      benchmark.full_name = benchmark.id;
      benchmark.id = *next++;
    }
}

RunSummary make_summary(std::vector<results::ResultFile> of_machine, const std::string& path) {
  RunSummary summary{{}, of_machine.front(), {}, std::move(of_machine)};
  auto& [label, file, benchmarks, runs] = summary;
  file.path = path;
  if (runs.size() > 1) file.context.facts.emplace_back("runs", std::to_string(runs.size()));
  InRuns rows;
  for (auto& run : runs) {
    run.has_several_machines = false;  // no longer
    for (const auto& device : run.devices)
      if (std::ranges::find(file.devices, device.id, &results::Device::id) == file.devices.end())
        file.devices.push_back(device);
    for (const auto& benchmark : run.benchmarks) rows.push_back(&benchmark);
  }
  const auto all = grouped(rows, [](const results::Benchmark& benchmark) {
    return std::pair(std::string_view(benchmark.id), benchmark.device);
  });
  file.benchmarks.clear();
  for (const auto& in_runs : all) {
    benchmarks.push_back(
        make_summary(in_runs.size() > 1 ? joined(in_runs, *file.strings) : *in_runs.front()));
    if (in_runs.size() == 1) continue;
    add_spreads(in_runs, benchmarks.back());
    benchmarks.back().runs = in_runs.size();
  }
  shorten_ids(benchmarks);
  return summary;
}

}  // namespace

std::vector<RunSummary> read_runs(const std::string& path, const std::string& label,
                                  const std::string& samples) {
  auto files = results::read_runs(path, samples);
  std::vector<RunSummary> summaries;
  while (!files.empty()) {
    const std::string machine(files.front().machine());
    const auto others = std::stable_partition(
        files.begin(), files.end(),
        [&](const results::ResultFile& file) { return file.machine() == machine; });
    summaries.push_back(make_summary({files.begin(), others}, path));
    files.erase(files.begin(), others);
    auto& summary = summaries.back();
    summary.label = machine.empty() ? label : fmt::format("{} ({})", label, machine);
    if (summary.benchmarks.empty())
      throw UsageError(path + ": expected at least one benchmark, found an empty list");
  }
  return summaries;
}

std::string device_name(const BenchmarkSummary& benchmark) {
  if (!benchmark.device.empty()) return std::string(benchmark.device);
  return std::string(benchmark.device_id.empty() ? "host" : benchmark.device_id);
}

std::vector<std::string> device_names(std::span<const RunSummary> runs) {
  std::vector<std::string> names;
  for (const auto& run : runs)
    for (const auto& benchmark : run.benchmarks)
      if (const auto name = device_name(benchmark); std::ranges::find(names, name) == names.end())
        names.push_back(name);
  return names;
}

RunComparison compare_runs(const RunSummary& old_run, const RunSummary& new_run) {
  const auto old_devices = device_names({&old_run, 1}), new_devices = device_names({&new_run, 1});
  compare::Options options;
  options.force = std::ranges::find_first_of(old_devices, new_devices) == old_devices.end();
  auto comparison = compare::compare(old_run.runs, new_run.runs, options);
  for (const auto* run : {&old_run, &new_run})
    for (const auto& benchmark : run->benchmarks)
      if (benchmark.full_name != benchmark.id)
        for (auto& row : comparison.rows)
          if (row.id == benchmark.full_name) row.id = benchmark.id;
  return {old_run.label, new_run.label, options.force, std::move(comparison)};
}

}  // namespace tickbench::html_report
