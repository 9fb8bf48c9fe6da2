// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <map>
#include <optional>
#include <set>

#include "metrics/metric_info.hpp"
#include "results/plain_names.hpp"
#include "statistics/inference.hpp"
#include "statistics/statistics.hpp"
#include "text/wording.hpp"
#include "tickbench/error.hpp"
#include "tools/floor_results.hpp"

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

/// All that the runs have of one benchmark.
struct Collected {
  std::string id;
  bool is_plain = false;
  std::size_t runs = 0;
  std::set<std::string> conditions{};
  std::map<std::string, std::vector<double>, std::less<>> values{};  ///< of all repetitions
  /// The median of each run's repetitions; those of one machine together.
  std::map<std::string, std::map<std::string, std::vector<double>>, std::less<>> run_medians{};
};

// A product such as 0.5 x 4 must not lose a digit to the last bit of a double.
constexpr double kSlack = 1e-9;

/// To three significant digits, on the side that is easier to meet.
double rounded(double value, bool up) {
  const int exponent = static_cast<int>(std::floor(std::log10(value))) - 2;
  const double digits = value / std::pow(10.0, exponent);
  const double whole = up ? std::ceil(digits - kSlack) : std::floor(digits + kSlack);
  return std::strtod(fmt::format("{:.0f}e{}", whole, exponent).c_str(), nullptr);
}

std::vector<std::string> default_metrics(const Collected& collected) {
  std::vector<std::string> names;
  for (const auto rate :
       {metrics::kBytesPerSecond, metrics::kFlopsPerSecond, metrics::kItemsPerSecond})
    if (collected.values.contains(rate)) names.emplace_back(rate);
  if (!names.empty()) return names;
  // Neighbours change wall times by more than processor times.
  const bool has_cpu_time = !results::is_timed_by_wall(collected.id) &&
                            collected.values.contains(std::string(metrics::kCpuTime));
  names.emplace_back(!collected.is_plain ? metrics::kTime
                     : has_cpu_time      ? metrics::kCpuTime
                                         : metrics::kRealTime);
  return names;
}

/// Between the runs of one machine; of several machines that of the one with the largest.
std::optional<double> largest_spread(const Collected& collected, const std::string& metric_name) {
  std::optional<double> largest;
  const auto runs = collected.run_medians.find(metric_name);
  if (runs == collected.run_medians.end()) return largest;
  for (const auto& [machine, values] : runs->second)
    largest = std::max(largest, inference::spread(values));
  return largest;
}

std::optional<Floor> propose(const Collected& collected, const std::string& metric_name,
                             double margin) {
  const auto values = collected.values.find(metric_name);
  if (values == collected.values.end()) return std::nullopt;
  const auto& metric = *metrics::find_metric(metric_name);
  const auto [low, high] = std::minmax_element(values->second.begin(), values->second.end());
  const bool more_is_better = metric.better == metrics::Direction::kHigherIsBetter;
  const double worst = more_is_better ? *low : *high;
  if (!(worst > 0)) return std::nullopt;
  Floor floor;
  floor.benchmark = escape_pattern(collected.id);
  floor.metric = metric_name;
  floor.bound = more_is_better ? Floor::Bound::kAtLeast : Floor::Bound::kAtMost;
  floor.threshold =
      more_is_better ? rounded(worst * (1 - margin), false) : rounded(worst / (1 - margin), true);
  if (!metric.floor.holds(floor.threshold)) return std::nullopt;
  floor.tolerance = 0;
  const auto spread = largest_spread(collected, metric_name);
  floor.note =
      fmt::format("{} of {}: {}{}; margin {}", more_is_better ? "lowest" : "highest",
                  text::counted(collected.runs, "run"), text::quantity(worst, metric.unit),
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
std::string describe_conditions(const results::BenchmarkHead& benchmark) {
  std::string conditions;
  for (const auto& method : benchmark.methods)
    conditions += fmt::format("{} {}, ", method.name, method.value);
  for (const auto& setting : benchmark.settings)
    if (setting.name == "mode" || setting.name == "cache")
      conditions += fmt::format("{} {}, ", setting.name, setting.value);
  return conditions;
}

void add_run(const results::Benchmark& benchmark, const std::string& machine, Collected& into) {
  ++into.runs;
  into.conditions.insert(describe_conditions(benchmark));
  std::map<std::string, std::vector<double>> of_run;
  for (const auto& repetition : benchmark.repetitions)
    for (const auto& metric : repetition.metrics)
      of_run[std::string(metric.name)].push_back(metric.value);
  for (auto& [metric, values] : of_run) {
    auto& all = into.values[metric];
    // Those of a plain benchmark are samples, of which the worst says nothing.
    if (benchmark.is_plain)
      all.push_back(median(values));
    else
      all.insert(all.end(), values.begin(), values.end());
    into.run_medians[metric][machine].push_back(median(values));
  }
}

/// Everything that can be proposed from, in the order in which the runs have it.
std::vector<Collected> collect_all(std::span<const results::ResultFile> runs,
                                   Suggestion& suggestion) {
  std::vector<Collected> all;
  std::map<std::string_view, std::size_t> places;
  for (const auto& run : runs)
    for (const auto& benchmark : run.benchmarks) {
      if (benchmark.device != suggestion.device || benchmark.is_skipped()) continue;
      if (benchmark.is_failed()) {
        suggestion.notes.push_back(
            fmt::format("{}: left out {}: {}", run.path, benchmark.id, benchmark.outcome));
        continue;
      }
      const auto [place, is_new] = places.try_emplace(benchmark.id, all.size());
      if (is_new) all.push_back({benchmark.id, benchmark.is_plain});
      add_run(benchmark, std::string(run.machine()), all[place->second]);
    }
  return all;
}

void propose_all(const Collected& collected, std::size_t runs, const SuggestOptions& options,
                 Suggestion& suggestion) {
  const auto note = [&](const std::string& text) {
    suggestion.notes.push_back(fmt::format("{}: {}", collected.id, text));
  };
  if (collected.conditions.size() > 1) note("the runs were measured in different ways");
  if (collected.runs < runs) note(fmt::format("in {} of {} runs", collected.runs, runs));
  for (const auto& metric : options.metrics.empty() ? default_metrics(collected) : options.metrics)
    if (auto floor = propose(collected, metric, options.margin)) {
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
  for (const auto& collected : collect_all(runs, suggestion))
    propose_all(collected, runs.size(), options, suggestion);
  if (suggestion.floors.empty())
    throw UsageError("expected results to propose floors from, found none with these metrics");
  return suggestion;
}

}  // namespace tickbench::tools
