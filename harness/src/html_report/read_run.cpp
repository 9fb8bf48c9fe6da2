// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "html_report/read_run.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include "results/read_results.hpp"
#include "tickbench/error.hpp"
#include "tickbench/outcome.hpp"

namespace tickbench::html_report {
namespace {

using Estimates = std::map<std::string, Estimate>;

void add(const std::vector<results::Metric>& metrics, Estimates& to) {
  for (const auto& metric : metrics)
    to.insert_or_assign(std::string(metric.name), Estimate{metric.value, metric.interval});
}

Estimate merged(const std::vector<Estimate>& estimates) {
  if (estimates.size() == 1) return estimates.front();
  std::vector<double> values;
  values.reserve(estimates.size());
  Interval ends{estimates.front().value, estimates.front().value, 0.95};
  for (const auto& each : estimates) {
    values.push_back(each.value);
    ends.low = std::min(ends.low, each.interval ? each.interval->low : each.value);
    ends.high = std::max(ends.high, each.interval ? each.interval->high : each.value);
    if (each.interval) ends.level = each.interval->level;
  }
  return {median(values), ends};
}

/// Of the aggregates the medians, for files that hold nothing else.
std::vector<Estimates> repetitions_of(const results::Benchmark& benchmark) {
  std::vector<Estimates> result;
  for (const auto& repetition : benchmark.repetitions) {
    add(repetition.metrics, result.emplace_back());
    add(repetition.launch, result.back());
  }
  if (result.empty()) add(benchmark.median, result.emplace_back());
  return result;
}

Estimates merged(const std::vector<Estimates>& repetitions) {
  std::map<std::string, std::vector<Estimate>> all;
  for (const auto& repetition : repetitions)
    for (const auto& [name, value] : repetition) all[name].push_back(value);
  Estimates result;
  for (const auto& [name, estimates] : all) result.emplace(name, merged(estimates));
  return result;
}

std::map<std::string, std::string> by_name(const std::vector<results::Setting>& settings) {
  std::map<std::string, std::string> result;
  for (const auto& setting : settings) result.emplace(setting.name, setting.value);
  return result;
}

void add_sampling(const results::Benchmark& benchmark, Benchmark& to) {
  if (benchmark.repetitions.empty()) return;
  const auto& first = benchmark.repetitions.front();
  to.stop_reasons = by_name(first.stop_reasons);
  for (const auto& [mode, count] : first.sample_counts) to.samples.emplace(mode, count);
  to.batch = first.batch;
  to.converged = first.converged;
  for (const auto& repetition : benchmark.repetitions)
    if (repetition.converged == false) to.converged = false;
}

Benchmark benchmark_of(const results::Benchmark& from) {
  Benchmark to;
  to.id = from.id;
  to.backend = from.backend;
  to.device = from.device;
  to.device_id = from.device_id;
  to.outcome =
      from.outcome.empty() && from.is_plain ? to_string(Outcome::kNothingToCheck) : from.outcome;
  to.message = from.message;
  to.metrics = merged(repetitions_of(from));
  to.methods = by_name(from.methods);
  for (const auto& setting : from.settings) to.settings.emplace_back(setting.name, setting.value);
  add_sampling(from, to);
  to.repetitions = std::max<std::int64_t>(
      1, from.repetitions.empty() ? from.aggregated_repetitions : std::ssize(from.repetitions));
  to.is_plain = from.is_plain;
  return to;
}

void add_samples(const results::Benchmark& benchmark, std::vector<SampleSeries>& to) {
  for (const auto& repetition : benchmark.repetitions)
    for (const auto& raw : repetition.samples) {
      const auto& seconds = raw.device_seconds.empty() ? raw.host_seconds : raw.device_seconds;
      if (!seconds.empty())
        to.push_back({benchmark.id, std::string(benchmark.device), std::string(raw.mode),
                      std::string(raw.method), repetition.index, raw.launches_per_bracket,
                      seconds});
    }
}

}  // namespace

Run read_run(const std::string& path, const std::string& label, const std::string& samples) {
  auto file = results::read_results(path);
  if (file.benchmarks.empty())
    throw UsageError(path + ": expected at least one benchmark, found an empty list");
  if (!samples.empty()) results::read_samples(samples, file);
  Run run{label, path, std::move(file.context.facts), std::move(file.devices), {}, {}};
  for (const auto& benchmark : file.benchmarks) {
    run.benchmarks.push_back(benchmark_of(benchmark));
    add_samples(benchmark, run.samples);
  }
  return run;
}

}  // namespace tickbench::html_report
