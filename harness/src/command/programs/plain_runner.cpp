// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "programs/plain_runner.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "metrics/metric_info.hpp"
#include "results/fields.hpp"
#include "results/merge.hpp"
#include "results/plain_names.hpp"
#include "tickbench/error.hpp"

namespace tickbench::programs {
namespace {

namespace fields = results::fields;

void take_values(const results::Benchmark& benchmark, PlainRun& run) {
  for (const auto& repetition : benchmark.repetitions)
    for (const auto& metric : repetition.metrics)
      run.values[std::string(metric.name)].push_back(metric.value);
  // It asks itself for aggregates only.
  if (benchmark.repetitions.empty())
    for (const auto& metric : benchmark.median)
      run.values[std::string(metric.name)].push_back(metric.value);
}

/// Rows of this benchmark alone, with its id, and with the device that no plain file has.
void label(const PlainBenchmark& benchmark, const std::string& device, results::RunRecord& record) {
  auto rows = results::Json::array();
  for (auto& row : record.rows) {
    const auto run_name = row.find("run_name");
    const auto& name = run_name == row.end() ? row.at(fields::kName) : *run_name;
    if (name != benchmark.name) continue;
    row[fields::kTickbench][fields::kId] = benchmark.id;
    rows.push_back(std::move(row));
  }
  record.rows = std::move(rows);
  record.entry[fields::kContext][fields::kCpu] = device;
}

/// Within the benchmark's loop, of all repetitions.
Seconds measured(const results::RunRecord& record, const std::vector<double>& times) {
  Seconds all{};
  std::size_t at = 0;
  for (const auto& row : record.rows) {
    const auto iterations = row.find("iterations");
    if (at < times.size() && iterations != row.end() && iterations->is_number())
      all += Seconds(iterations->get<double>() * times[at++]);
  }
  return all;
}

}  // namespace

std::vector<std::string> PlainRunner::flags_of(const PlainBenchmark& benchmark,
                                               int repetitions) const {
  std::vector<std::string> flags{
      "--benchmark_filter=" + results::exact_filter(benchmark.name),
      fmt::format("--benchmark_repetitions={}", repetitions),
      "--benchmark_list_tests=false",
      "--benchmark_report_aggregates_only=false",
      "--benchmark_display_aggregates_only=false",
  };
  if (!has_flag(check_.flags, kMinTimeFlag))
    flags.push_back(
        fmt::format("{}={}{}", kMinTimeFlag, check_.min_time, list_.takes_suffix ? "s" : ""));
  return flags;
}

PlainRun PlainRunner::run(const PlainBenchmark& benchmark, int repetitions) {
  PlainRun run;
  const auto left = timeout_ - elapsed();
  auto process = processes_.run(check_.program, fmt::format("{:04}", ++count_),
                                flags_of(benchmark, repetitions), std::max(left, Seconds(1e-3)));
  run.wall = process.end.wall;
  using End = process::ChildResult::End;
  run.outcome = process.is_success()                ? kInvalidResults
                : process.end.end == End::kTimedOut ? kTimedOut
                : process.end.end == End::kKilled   ? kCrashed
                                                    : kError;
  run.message = "its process " + process.complaint();
  if (run.outcome == kTimedOut)
    run.message = fmt::format("its process {} ({:.3g} s for all processes); {}", process.end.text(),
                              timeout_.count(), process.last_lines());
  if (process.is_success() && process.fault.empty()) take_results(process, benchmark, run);
  return run;
}

void PlainRunner::take_results(ProgramEnd& process, const PlainBenchmark& benchmark,
                               PlainRun& run) const {
  const auto& all = process.record.results->benchmarks;
  // The one that was asked for, however many others a program's own main runs.
  const auto found = std::ranges::find(all, benchmark.name, &results::Benchmark::id);
  if (found == all.end()) {
    run.message =
        "its process ended well, and its results have no row of this name; " + process.last_lines();
    return;
  }
  if (found->is_good() && !found->has_time()) {
    run.message = "its process ended well, and its results have no time that is a number; " +
                  process.last_lines();
    return;
  }
  take_values(*found, run);
  run.outcome = found->is_good() ? "passed" : found->is_skipped() ? kSkipped : kError;
  run.message = found->message;
  if (!found->is_good()) return;
  label(benchmark, device_, process.record);
  run.measured = measured(process.record, run.values[std::string(metrics::kRealTime)]);
  run.record = std::move(process.record);
}

}  // namespace tickbench::programs
