// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <iterator>
#include <optional>
#include <set>

#include "base/grouped.hpp"
#include "metrics/metric_info.hpp"
#include "statistics/inference.hpp"
#include "statistics/statistics.hpp"
#include "text/plain_names.hpp"
#include "text/wording.hpp"
#include "tickbench/error.hpp"
#include "tools/floor_results.hpp"
#include "tools/run_results.hpp"

namespace tickbench::tools {
namespace {

std::string the_device(std::span<const results::ResultFile> runs, const std::string& part) {
  std::set<std::string> all, matching;
  for (const auto& run : runs)
    for (const auto& benchmark : run.benchmarks) {
      all.emplace(benchmark.device);
      if (benchmark.device.find(part) != std::string::npos) matching.emplace(benchmark.device);
    }
  if (matching.size() == 1) return *matching.begin();
  if (matching.empty())
    throw UsageError(
        fmt::format("--device: expected a part of a device's name, found \"{}\", and results of {}",
                    part, fmt::join(all, ", ")));
  throw UsageError(fmt::format("expected results of one device, or --device to take one, found {}",
                               fmt::join(matching, ", ")));
}

/// One benchmark, on one machine after the other, in all runs where it is good.
using Machines = std::vector<const BenchmarkOverRuns*>;

bool is_plain(const Machines& machines) {
  return machines.front()->runs.front().benchmark->is_plain;
}

/// Of all repetitions. Those of a plain benchmark are samples, of which the worst says nothing.
std::vector<double> all_values(const Machines& machines, std::string_view metric) {
  std::vector<double> all;
  for (const auto* machine : machines) {
    if (is_plain(machines)) {
      std::ranges::copy(machine->values(metric), std::back_inserter(all));
      continue;
    }
    for (const auto& run : machine->runs)
      for (const auto& repetition : run.benchmark->repetitions)
        if (const auto* found = results::find_named(repetition.metrics, metric))
          all.push_back(found->value);
  }
  return all;
}

std::size_t count_runs(const Machines& machines) {
  std::size_t count = 0;
  for (const auto* machine : machines) count += machine->runs.size();
  return count;
}

// A product such as 0.5 x 4 must not lose a digit to the last bit of a double.
constexpr double kSlack = 1e-9;

/// To three significant digits, on the side that is easier to meet.
double rounded(double value, bool up) {
  const int exponent = static_cast<int>(std::floor(std::log10(value))) - 2;
  const double digits = value / std::pow(10.0, exponent);
  const double whole = up ? std::ceil(digits - kSlack) : std::floor(digits + kSlack);
  return std::strtod(fmt::format("{:.0f}e{}", whole, exponent).c_str(), nullptr);
}

std::vector<std::string> default_metrics(const Machines& machines) {
  std::vector<std::string> names;
  for (const auto rate :
       {metrics::kBytesPerSecond, metrics::kFlopsPerSecond, metrics::kItemsPerSecond})
    if (!all_values(machines, rate).empty()) names.emplace_back(rate);
  if (!names.empty()) return names;
  // Neighbours change wall times by more than processor times.
  const bool has_cpu_time = !text::is_timed_by_wall(machines.front()->id) &&
                            !all_values(machines, metrics::kCpuTime).empty();
  names.emplace_back(!is_plain(machines) ? metrics::kTime
                     : has_cpu_time      ? metrics::kCpuTime
                                         : metrics::kRealTime);
  return names;
}

/// Between the runs of one machine; of several machines that of the one with the largest.
std::optional<double> largest_spread(const Machines& machines, std::string_view metric) {
  std::optional<double> largest;
  for (const auto* machine : machines)
    largest = std::max(largest, inference::spread(machine->values(metric)));
  return largest;
}

std::optional<Floor> propose(const Machines& machines, const std::string& metric_name,
                             double margin) {
  const auto values = all_values(machines, metric_name);
  if (values.empty()) return std::nullopt;
  const auto& metric = *metrics::find_metric(metric_name);
  const auto [low, high] = std::ranges::minmax(values);
  const bool more_is_better = metric.better == metrics::Direction::kHigherIsBetter;
  const double worst = more_is_better ? low : high;
  if (!(worst > 0)) return std::nullopt;
  Floor floor;
  floor.benchmark = escape_pattern(machines.front()->id);
  floor.metric = metric_name;
  floor.bound = more_is_better ? Floor::Bound::kAtLeast : Floor::Bound::kAtMost;
  floor.threshold =
      more_is_better ? rounded(worst * (1 - margin), false) : rounded(worst / (1 - margin), true);
  if (!metric.floor.holds(floor.threshold)) return std::nullopt;
  floor.tolerance = 0;
  const auto spread = largest_spread(machines, metric_name);
  floor.note =
      fmt::format("{} of {}: {}{}; margin {}", more_is_better ? "lowest" : "highest",
                  text::counted(count_runs(machines), "run"), text::quantity(worst, metric.unit),
                  spread ? ", spread " + text::rough_percent(*spread) : "", text::percent(margin));
  return floor;
}

void require_sound(const SuggestOptions& options) {
  if (!(options.margin >= 0 && options.margin < 1))
    throw UsageError(
        fmt::format("--margin: expected a fraction of at least 0 and below 1, found {}",
                    text::plain_number(options.margin)));
  const std::set<std::string_view> known(metrics::floor_metrics().begin(),
                                         metrics::floor_metrics().end());
  for (const auto& metric : options.metrics)
    if (const auto* info = metrics::find_metric(metric); info == nullptr || !info->takes_floor())
      throw UsageError(fmt::format("--metrics: expected some of {}, found \"{}\"",
                                   fmt::join(known, ", "), metric));
}

/// Where they differ, numbers do not compare.
std::string describe_conditions(const results::Benchmark& benchmark) {
  std::string conditions;
  for (const auto& method : benchmark.methods)
    conditions += fmt::format("{} {}, ", method.name, method.value);
  for (const auto& setting : benchmark.settings)
    if (setting.name == "mode" || setting.name == "cache")
      conditions += fmt::format("{} {}, ", setting.name, setting.value);
  return conditions;
}

/// The good runs of everything on the device, noting what failed.
std::vector<BenchmarkOverRuns> good_runs(std::span<const results::ResultFile> runs,
                                         Suggestion& suggestion) {
  auto all = over_runs(runs);
  for (auto& benchmark : all)
    std::erase_if(benchmark.runs, [&](const auto& run) {
      if (benchmark.device == suggestion.device && run.benchmark->is_failed())
        suggestion.notes.push_back(fmt::format("{}: left out {}: {}", run.file->path, benchmark.id,
                                               run.benchmark->outcome));
      return benchmark.device != suggestion.device || !run.benchmark->is_good();
    });
  std::erase_if(all, [](const auto& benchmark) { return benchmark.runs.empty(); });
  return all;
}

void propose_all(const Machines& machines, std::size_t runs, const SuggestOptions& options,
                 Suggestion& suggestion) {
  const auto note = [&](const std::string& text) {
    suggestion.notes.push_back(fmt::format("{}: {}", machines.front()->id, text));
  };
  std::set<std::string> conditions;
  for (const auto* machine : machines)
    for (const auto& run : machine->runs) conditions.insert(describe_conditions(*run.benchmark));
  if (conditions.size() > 1) note("the runs were measured in different ways");
  if (const auto count = count_runs(machines); count < runs)
    note(fmt::format("in {} of {} runs", count, runs));
  for (const auto& metric : options.metrics.empty() ? default_metrics(machines) : options.metrics)
    if (auto floor = propose(machines, metric, options.margin)) {
      floor->device = escape_pattern(suggestion.device);
      suggestion.floors.push_back(std::move(*floor));
    } else {
      note(fmt::format("no {} that a floor could be set by", metric));
    }
}

}  // namespace

Suggestion suggest_floors(std::span<const results::ResultFile> runs,
                          const SuggestOptions& options) {
  require_sound(options);
  Suggestion suggestion;
  suggestion.device = the_device(runs, options.device);
  const auto good = good_runs(runs, suggestion);
  Machines all;
  for (const auto& benchmark : good) all.push_back(&benchmark);
  for (const auto& machines : grouped(all, &BenchmarkOverRuns::id))
    propose_all(machines, runs.size(), options, suggestion);
  if (suggestion.floors.empty())
    throw UsageError("expected results to propose floors from, found none with these metrics");
  return suggestion;
}

}  // namespace tickbench::tools
