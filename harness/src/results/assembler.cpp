// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "results/assembler.hpp"

#include <algorithm>

namespace tickbench::results {

namespace {

double seconds_in(const std::string& unit, const std::string& file, const std::string& where) {
  if (unit.empty() || unit == "ns") return 1e-9;
  if (unit == "us") return 1e-6;
  if (unit == "ms") return 1e-3;
  if (unit == "s") return 1;
  fail(file, where + ".time_unit", "expected ns, us, ms or s, found '" + unit + "'");
}

bool is_aggregate(const Entry& entry) {
  return entry.run_type == "aggregate" || !entry.aggregate.empty();
}

}  // namespace

void Assembler::add(const Entry& entry, const std::string& where) {
  if (entry.name.empty() && entry.id.empty())
    fail(file_.path, where + ".name",
         "expected a benchmark's name, found none (a file of samples is given as samples)");
  if (!is_aggregate(entry)) {
    add_repetition(benchmark_of(entry, where), entry, where);
    return;
  }
  // A coefficient of variation and a user's own statistic add nothing; a fitted complexity carries
  // the name of a family, which is no benchmark.
  std::vector<Metric> Benchmark::*const member = entry.aggregate == "median" ? &Benchmark::median
                                                 : entry.aggregate == "mean" ? &Benchmark::mean
                                                 : entry.aggregate == "stddev"
                                                     ? &Benchmark::standard_deviation
                                                     : nullptr;
  if (member == nullptr) return;
  auto& benchmark = benchmark_of(entry, where);
  auto* target = &(benchmark.*member);
  if (!target->empty())
    fail(file_.path, where, "a second " + entry.aggregate + " of '" + benchmark.id + "'");
  *target = metrics_of(entry, where);
  benchmark.aggregated_repetitions = std::max(benchmark.aggregated_repetitions, entry.repetitions);
}

Benchmark& Assembler::benchmark_of(const Entry& entry, const std::string& where) {
  const auto& id = !entry.id.empty()        ? entry.id
                   : entry.run_name.empty() ? entry.name
                                            : entry.run_name;
  // The length first: no choice of id and device makes two keys one.
  const auto key = std::to_string(id.size()) + ":" + id + entry.device;
  const auto [found, is_new] = index_.emplace(key, file_.benchmarks.size());
  if (!is_new) {
    auto& benchmark = file_.benchmarks[found->second];
    if (!is_aggregate(entry) && entry.has_tickbench && benchmark.device_id != entry.device_id)
      fail(file_.path, where,
           "'" + id + "' ran on two devices of one name, " + std::string(benchmark.device_id) +
               " and " + entry.device_id + ": they cannot be told apart");
    return benchmark;
  }
  auto& strings = *file_.strings;
  auto& benchmark = file_.benchmarks.emplace_back();
  benchmark.id = id;
  benchmark.device = strings.intern(entry.device);
  benchmark.device_id = strings.intern(entry.device_id);
  benchmark.backend = strings.intern(entry.backend);
  benchmark.is_plain = !entry.has_tickbench;
  benchmark.settings = settings_of(entry.settings);
  benchmark.methods = settings_of(entry.methods);
  benchmark.axis = entry.axis;
  benchmark.memories = entry.memories;
  return benchmark;
}

void Assembler::add_repetition(Benchmark& benchmark, const Entry& entry, const std::string& where) {
  const auto next = static_cast<std::int64_t>(benchmark.repetitions.size());
  const auto index = entry.repetition.value_or(next);
  // In order in every file that a program wrote, so that this looks at one element.
  const auto same = std::find_if(benchmark.repetitions.rbegin(), benchmark.repetitions.rend(),
                                 [&](const Repetition& other) { return other.index <= index; });
  if (same != benchmark.repetitions.rend() && same->index == index)
    fail(file_.path, where,
         "expected one row for repetition " + std::to_string(index) + " of '" + benchmark.id +
             "', found a second");
  // tickbench's outcome says more than Google Benchmark's error flag beside it.
  const std::string outcome = !entry.outcome.empty() ? entry.outcome
                              : entry.has_error      ? "error"
                              : entry.is_skipped     ? "skipped"
                                                     : "";
  const auto& message = entry.message.empty() ? entry.error : entry.message;
  Repetition repetition;
  repetition.index = index;
  repetition.metrics = metrics_of(entry, where);
  repetition.launch = recorded(entry.launch, where + ".tickbench.launch.");
  repetition.sample_counts = counts_of(entry.sample_counts);
  repetition.reference_samples = counts_of(entry.reference_samples);
  repetition.stop_reasons = settings_of(entry.stop_reasons);
  repetition.batch = entry.batch;
  repetition.converged = entry.converged;
  repetition.isolated_step = entry.isolated_step;
  repetition.batched_step = entry.batched_step;
  for (const auto& [mode, seconds] : entry.samples)
    repetition.samples.push_back({file_.strings->intern(mode), {}, 1, seconds, {}});
  const bool was_good = benchmark.is_good();
  benchmark.repetitions.insert(same.base(), std::move(repetition));
  // One bad repetition makes the benchmark bad.
  if (was_good) {
    benchmark.outcome = file_.strings->intern(outcome);
    benchmark.message = message;
  }
}

std::vector<Metric> Assembler::recorded(const std::vector<EntryMetric>& metrics,
                                        const std::string& where, std::size_t more) {
  std::vector<Metric> result;
  result.reserve(metrics.size() + more);
  for (const auto& one : metrics) {
    if (!one.value) continue;
    Metric metric{file_.strings->intern(one.name), *one.value, std::nullopt};
    if (one.low && one.high) {
      const double level = one.level.value_or(0.95);
      if (*one.low > *one.high || level < 0 || level >= 1)
        fail(file_.path, where + one.name, "expected low <= high and a level between 0 and 1");
      // A single sample's interval is itself, at level 0: it says nothing.
      if (level > 0) metric.interval = Interval{*one.low, *one.high, level};
    }
    result.push_back(metric);
  }
  return result;
}

std::vector<Metric> Assembler::metrics_of(const Entry& entry, const std::string& where) {
  auto& strings = *file_.strings;
  // Once, and no larger than needed: there is one such list for each row of a large file.
  const std::size_t times = entry.has_tickbench && !is_aggregate(entry) ? 2 : 3;
  auto metrics =
      recorded(entry.metrics, where + ".tickbench.metrics.", entry.counters.size() + times);
  const auto add = [&](std::string_view name, double value) {
    if (find_metric(metrics, name) == nullptr)
      metrics.push_back({strings.intern(name), value, std::nullopt});
  };
  if (entry.real_time || entry.cpu_time) {
    const double unit = seconds_in(entry.time_unit, file_.path, where);
    if (entry.real_time) {
      add("real_time", *entry.real_time * unit);
      // A row of tickbench's says itself what its time is; its aggregates are of that time.
      if (!entry.has_tickbench || is_aggregate(entry)) add("time", *entry.real_time * unit);
    }
    if (entry.cpu_time) add("cpu_time", *entry.cpu_time * unit);
  }
  for (const auto& [name, value] : entry.counters) add(name, value);
  return metrics;
}

std::vector<Count> Assembler::counts_of(
    const std::vector<std::pair<std::string, std::int64_t>>& counts) {
  std::vector<Count> result;
  result.reserve(counts.size());
  for (const auto& [name, count] : counts) result.push_back({file_.strings->intern(name), count});
  return result;
}

std::vector<Setting> Assembler::settings_of(
    const std::vector<std::pair<std::string, std::string>>& settings) {
  std::vector<Setting> result;
  result.reserve(settings.size());
  for (const auto& [name, value] : settings)
    result.push_back({file_.strings->intern(name), file_.strings->intern(value)});
  std::sort(result.begin(), result.end(),
            [](const Setting& a, const Setting& b) { return a.name < b.name; });
  return result;
}

}  // namespace tickbench::results
