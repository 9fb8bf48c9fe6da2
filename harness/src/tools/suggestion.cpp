// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "tools/suggestion.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <optional>
#include <set>

#include "floors/metrics.hpp"
#include "text/quantity.hpp"

namespace tickbench::tools {
namespace {

std::string joined(const std::set<std::string>& names) {
  std::string text;
  for (const auto& name : names) text += (text.empty() ? "" : ", ") + name;
  return text;
}

std::string the_device(std::span<const MeasuredFile> runs, const std::string& part) {
  std::set<std::string> all;
  std::set<std::string> matching;
  for (const auto& run : runs)
    for (const auto& benchmark : run.benchmarks) {
      all.insert(benchmark.device);
      if (benchmark.device.find(part) != std::string::npos) matching.insert(benchmark.device);
    }
  if (matching.size() == 1) return *matching.begin();
  if (matching.empty())
    throw UsageError("--device: expected a part of a device's name, found \"" + part +
                     "\", and results of " + joined(all));
  throw UsageError("expected results of one device, or --device to take one, found " +
                   joined(matching));
}

/// All that the runs have of one benchmark.
struct Collected {
  std::size_t runs = 0;
  std::set<std::string> conditions;
  std::map<std::string, std::vector<double>, std::less<>> values;
};

void collect(const MeasuredBenchmark& benchmark, Collected& into) {
  ++into.runs;
  into.conditions.insert(benchmark.conditions);
  for (const auto& repetition : benchmark.repetitions)
    for (const auto& [metric, evidence] : repetition) into.values[metric].push_back(evidence.value);
}

// A product such as 0.5 x 4 must not lose a digit to the last bit of a double.
constexpr double kSlack = 1e-9;

/// To three significant digits, on the side that is easier to meet.
double rounded(double value, bool up) {
  const int exponent = static_cast<int>(std::floor(std::log10(value))) - 2;
  const double digits = value / std::pow(10.0, exponent);
  const double whole = up ? std::ceil(digits - kSlack) : std::floor(digits + kSlack);
  std::array<char, 40> text{};
  std::snprintf(text.data(), text.size(), "%.0fe%d", whole, exponent);
  return std::strtod(text.data(), nullptr);
}

std::vector<std::string> default_metrics(const Collected& collected) {
  std::vector<std::string> metrics;
  for (const char* rate : {"bytes_per_second", "flops_per_second", "items_per_second"})
    if (collected.values.contains(rate)) metrics.emplace_back(rate);
  if (metrics.empty()) metrics.emplace_back("time");
  return metrics;
}

std::optional<Floor> propose(const std::string& id, const std::string& metric_name,
                             const Collected& collected, double margin) {
  const auto values = collected.values.find(metric_name);
  if (values == collected.values.end()) return std::nullopt;
  const auto& metric = *floors::find_metric(metric_name);
  const auto [low, high] = std::minmax_element(values->second.begin(), values->second.end());
  const double worst = metric.more_is_better ? *low : *high;
  if (!(worst > 0)) return std::nullopt;
  Floor floor;
  floor.benchmark = escape_pattern(id);
  floor.metric = metric_name;
  floor.bound = metric.more_is_better ? Floor::Bound::kAtLeast : Floor::Bound::kAtMost;
  floor.threshold = metric.more_is_better ? rounded(worst * (1 - margin), false)
                                          : rounded(worst / (1 - margin), true);
  if (floor.threshold < metric.least || floor.threshold > metric.greatest) return std::nullopt;
  floor.tolerance = 0;
  floor.note = std::string(metric.more_is_better ? "lowest" : "highest") + " of " +
               std::to_string(collected.runs) + (collected.runs == 1 ? " run: " : " runs: ") +
               text::quantity(worst, metric.unit) + "; margin " + text::percent(margin);
  return floor;
}

void require_sound(const SuggestOptions& options) {
  if (!(options.margin >= 0 && options.margin < 1))
    throw UsageError("--margin: expected a fraction of at least 0 and below 1, found " +
                     text::plain_number(options.margin));
  std::set<std::string> known;
  for (const auto name : floor_metrics()) known.emplace(name);
  for (const auto& metric : options.metrics)
    if (!known.contains(metric))
      throw UsageError("--metrics: expected some of " + joined(known) + ", found \"" + metric +
                       "\"");
}

/// Everything that can be proposed from, in the order in which the runs have it.
struct Collection {
  std::vector<std::string> order;
  std::map<std::string, Collected> benchmarks;
};

Collection collect_all(std::span<const MeasuredFile> runs, Suggestion& suggestion) {
  Collection all;
  for (const auto& run : runs)
    for (const auto& benchmark : run.benchmarks) {
      if (benchmark.device != suggestion.device || benchmark.is_skipped()) continue;
      if (benchmark.is_failed()) {
        suggestion.notes.push_back(run.name + ": left out " + benchmark.id + ": " +
                                   benchmark.outcome);
        continue;
      }
      const auto [place, is_new] = all.benchmarks.try_emplace(benchmark.id);
      if (is_new) all.order.push_back(benchmark.id);
      collect(benchmark, place->second);
    }
  return all;
}

void note_differences(const std::string& id, const Collected& collected, std::size_t runs,
                      Suggestion& suggestion) {
  if (collected.conditions.size() > 1)
    suggestion.notes.push_back(id + ": the runs were measured in different ways");
  if (collected.runs < runs)
    suggestion.notes.push_back(id + ": in " + std::to_string(collected.runs) + " of " +
                               std::to_string(runs) + " runs");
}

void propose_all(const std::string& id, const Collected& collected, const SuggestOptions& options,
                 Suggestion& suggestion) {
  const std::string device = escape_pattern(suggestion.device);
  const auto metrics = options.metrics.empty() ? default_metrics(collected) : options.metrics;
  for (const auto& metric : metrics) {
    if (auto floor = propose(id, metric, collected, options.margin)) {
      floor->device = device;
      suggestion.floors.push_back(std::move(*floor));
    } else {
      std::string note = id;
      ((note += ": no ") += metric) += " that a floor could be set by";
      suggestion.notes.push_back(std::move(note));
    }
  }
}

}  // namespace

Suggestion suggest_floors(std::span<const MeasuredFile> runs, const SuggestOptions& options) {
  require_sound(options);
  Suggestion suggestion;
  suggestion.device = the_device(runs, options.device);
  const auto all = collect_all(runs, suggestion);
  for (const auto& id : all.order) {
    const auto& collected = all.benchmarks.at(id);
    note_differences(id, collected, runs.size(), suggestion);
    propose_all(id, collected, options, suggestion);
  }
  if (suggestion.floors.empty())
    throw UsageError("expected results to propose floors from, found none with these metrics");
  return suggestion;
}

}  // namespace tickbench::tools
