// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <set>

#include "base/grouped.hpp"
#include "base/throw_error.hpp"
#include "metrics/metric_info.hpp"
#include "statistics/inference.hpp"
#include "text/plain_names.hpp"
#include "text/wording.hpp"
#include "tools/floor_results.hpp"
#include "tools/run_results.hpp"

namespace tickbench::tools {
namespace {

std::string the_device(results::Runs runs, const std::string& part) {
  std::set<std::string> all, matching;
  for (const auto& run : runs)
    for (const auto& benchmark : run.benchmarks) {
      all.emplace(benchmark.device);
      if (benchmark.is_good() && benchmark.device.find(part) != std::string::npos)
        matching.emplace(benchmark.device);
    }
  if (matching.size() == 1) return *matching.begin();
  if (matching.empty())
    throw_usage_error("{}, and results of {}",
                      part.empty() ? "expected a benchmark that passed, found none"
                                   : fmt::format("--device: expected a part of the name of a "
                                                 "device on which a benchmark passed, found \"{}\"",
                                                 part),
                      fmt::join(all, ", "));
  throw_usage_error("expected results of one device, or --device to take one, found {}",
                    fmt::join(matching, ", "));
}

/// One benchmark, on one machine after the other, in all runs where it is good.
using Machines = std::vector<const BenchmarkOverRuns*>;

/// What a floor is proposed for: a metric, or its ratio to another benchmark.
struct Subject {
  std::string metric;
  std::string to{};  ///< the other benchmark's id; empty: no ratio
  bool more_is_better = false;
};

/// Of one run.
struct RunValue {
  double value = 0;
  double half_interval = 0;  ///< as a fraction
};

/// The worst repetition, which a floor must hold for too; of a plain benchmark the median of all.
std::optional<RunValue> run_value(const results::Benchmark& benchmark, std::string_view metric,
                                  bool more_is_better) {
  std::vector<RunValue> values;
  for (const auto& repetition : benchmark.repetitions)
    if (const auto* found = results::find_named(repetition.metrics, metric))
      values.push_back({found->value, (found->ends().high - found->ends().low) / 2 / found->value});
  if (values.empty()) return std::nullopt;
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::ranges::sort(values, {}, &RunValue::value);
  if (benchmark.is_plain) return RunValue{middle->value};
  return more_is_better ? values.front() : values.back();
}

/// Of each run that has it.
std::vector<RunValue> run_values(const Machines& machines, const Subject& subject) {
  const auto metric = metrics::name_in_results(subject.metric);
  std::vector<RunValue> all;
  for (const auto* machine : machines)
    for (const auto& [file, benchmark] : machine->runs) {
      auto own = run_value(*benchmark, metric, subject.more_is_better);
      if (own && !subject.to.empty()) {
        const auto other = std::ranges::find_if(file->benchmarks, [&](const auto& one) {
          return one.id == subject.to && one.device == machine->device && one.is_good();
        });
        const auto divisor = other == file->benchmarks.end()
                                 ? std::nullopt
                                 : run_value(*other, metric, !subject.more_is_better);
        if (!divisor) continue;
        own->value /= divisor->value;
        own->half_interval += divisor->half_interval;
      }
      if (own) all.push_back(*own);
    }
  return all;
}

// With fewer the spread is no more than a guess.
constexpr std::size_t kFewestRuns = 3;

// A product such as 0.5 x 4 must not lose a digit to the last bit of a double.
constexpr double kSlack = 1e-9;

/// To three significant digits, on the side that is easier to meet.
double rounded(double value, bool up) {
  const int exponent = static_cast<int>(std::floor(std::log10(value))) - 2;
  const double digits = value / std::pow(10.0, exponent);
  const double whole = up ? std::ceil(digits - kSlack) : std::floor(digits + kSlack);
  return std::strtod(fmt::format("{:.0f}e{}", whole, exponent).c_str(), nullptr);
}

std::string time_metric(const Machines& machines) {
  if (!machines.front()->runs.front().benchmark->is_plain) return std::string(metrics::kTime);
  // Neighbours change wall times by more than processor times.
  const bool has_cpu_time = !text::is_timed_by_wall(machines.front()->id) &&
                            !run_values(machines, {std::string(metrics::kCpuTime)}).empty();
  return std::string(has_cpu_time ? metrics::kCpuTime : metrics::kRealTime);
}

/// What floors are proposed for.
std::vector<Subject> find_subjects(const Machines& machines, const SuggestOptions& options) {
  auto names = options.metrics;
  // One floor a time: all rates of a benchmark are of the same.
  for (const auto rate :
       {metrics::kBytesPerSecond, metrics::kFlopsPerSecond, metrics::kItemsPerSecond})
    if (names.empty() && options.ratio_to.empty() &&
        !run_values(machines, {std::string(rate)}).empty())
      names.emplace_back(rate);
  if (names.empty() && options.ratio_to.empty()) names.push_back(time_metric(machines));
  std::vector<Subject> all;
  for (const auto& name : names) {
    const auto* metric = metrics::find_metric(name);
    const bool more_is_better =
        metric == nullptr
            ? std::ranges::count(options.higher_is_better, metrics::counter_name(name)) > 0
            : metric->better == metrics::Direction::kHigherIsBetter;
    all.push_back({name, {}, more_is_better});
  }
  if (!options.ratio_to.empty() && machines.front()->id != options.ratio_to)
    all.push_back({time_metric(machines), options.ratio_to});
  return all;
}

// Of new runs of the same code so many miss a floor, and of slower code so many meet it.
constexpr double kAlarms = 0.01, kOverlooked = 0.05;
// Days differ by more than runs of one hour.
constexpr double kLeastMargin = Floor::kDefaultTolerance;

/// How far above their mean these logarithms' next value lies at most, but for this share of all.
/// By Student's t, since their spread is an estimate. Infinite of few equal values.
double reach(std::span<const double> logs, double share) {
  const auto centre = inference::student(logs, 2 * share);
  return (centre.interval.high - centre.value) * std::sqrt(static_cast<double>(logs.size()) + 1);
}

/// A logarithm: the larger, the slower.
double slowness(double value, bool more_is_better) {
  return (more_is_better ? -1 : 1) * std::log(value);
}

double margin_by_spread(std::span<const double> logs) {
  const double alarm = reach(logs, kAlarms);
  if (!std::isfinite(alarm)) return kLeastMargin;
  return std::max(kLeastMargin,
                  1 - std::exp(std::ranges::max(logs) - inference::mean(logs) - alarm));
}

/// What a new run of slower code may gain on its slow-down: by the spread of the runs, but for
/// kOverlooked of them, and by its interval. Infinite where the runs are too few to show it.
double gain(std::span<const RunValue> runs, std::span<const double> logs) {
  if (logs.size() < kFewestRuns) return std::numeric_limits<double>::infinity();
  const double half = std::ranges::max(runs, {}, &RunValue::half_interval).half_interval;
  return reach(logs, kOverlooked) + std::log1p(half);
}

/// The threshold, from that of the worst run, and the rest of the note. Returns the slow-down that
/// is found; 0: unknown; nothing where no floor finds what `options` ask for.
std::optional<double> set_by_runs(Floor& floor, std::span<const RunValue> runs,
                                  const Subject& subject, const SuggestOptions& options) {
  const bool more_is_better = subject.more_is_better;
  std::vector<double> values, logs;
  for (const auto& run : runs) {
    values.push_back(run.value);
    logs.push_back(slowness(run.value, more_is_better));
  }
  const double most_gain = gain(runs, logs), mean = inference::mean(logs);
  double margin = 0;
  if (options.margin)
    margin = *options.margin;
  else if (options.finds)
    margin = 1 - std::exp(std::ranges::max(logs) - mean - std::log1p(*options.finds) + most_gain);
  else
    margin = margin_by_spread(logs);
  if (!(margin >= 0)) return std::nullopt;
  // On the easier side, unless it would then find less than was asked for.
  const bool up = more_is_better == options.finds.has_value();
  floor.threshold =
      rounded(more_is_better ? floor.threshold * (1 - margin) : floor.threshold / (1 - margin), up);
  if (const auto spread = inference::spread(values))
    floor.note += ", spread " + text::rough_percent(*spread);
  floor.note += "; margin " + text::rough_percent(margin);
  const double slowdown = std::expm1(slowness(floor.threshold, more_is_better) - mean + most_gain);
  if (!std::isfinite(slowdown)) return 0;
  floor.note += fmt::format("; finds what is {} slower", text::rough_percent(slowdown));
  if (options.finds && margin < margin_by_spread(logs))
    floor.note += "; more than 1 of 100 runs of the same code misses it";
  return slowdown;
}

/// Nothing where no floor can be set. An exact count keeps its digits.
std::optional<Floor> propose(const Machines& machines, const Subject& subject,
                             const SuggestOptions& options, double& slowdown) {
  const auto runs = run_values(machines, subject);
  if (runs.empty()) return std::nullopt;
  const bool more_is_better = subject.more_is_better;
  const auto [low, high] = std::ranges::minmax(runs, {}, &RunValue::value);
  const double worst = (more_is_better ? low : high).value;
  const bool is_exact = metrics::is_exact(subject.metric) &&
                        subject.metric != metrics::kInstructions && low.value == high.value;
  if (!is_exact && (!(low.value > 0) || (!options.margin && runs.size() < kFewestRuns)))
    return std::nullopt;
  Floor floor;
  floor.benchmark = escape_pattern(machines.front()->id);
  floor.metric = subject.metric;
  // A backslash would begin a group.
  for (const char c : subject.to) floor.to += c == '\\' ? "\\\\" : std::string(1, c);
  floor.bound = more_is_better ? Floor::Bound::kAtLeast : Floor::Bound::kAtMost;
  floor.tolerance = 0;
  floor.threshold = worst;
  floor.note =
      fmt::format("{} of {}: {}",
                  is_exact         ? "each"
                  : more_is_better ? "lowest"
                                   : "highest",
                  text::counted(runs.size(), "run"),
                  text::quantity(worst, floor.is_ratio() ? std::string_view()
                                                         : metrics::unit_of(floor.metric)));
  if (!is_exact) {
    const auto found = set_by_runs(floor, runs, subject, options);
    if (!found) return std::nullopt;
    slowdown = std::max(slowdown, *found);
  }
  const auto range = floor.is_ratio() ? metrics::kRatioRange : *metrics::floor_range(floor.metric);
  return range.holds(floor.threshold) ? std::optional(floor) : std::nullopt;
}

void require_sound_options(results::Runs runs, const SuggestOptions& options) {
  if (!options.margin && runs.size() < kFewestRuns)
    throw_usage_error(
        "expected at least {} runs, by whose spread the margin is set, or --margin, found {}",
        kFewestRuns, text::counted(runs.size(), "run"));
  if (options.margin && !(*options.margin >= 0 && *options.margin < 1))
    throw_usage_error("--margin: expected a fraction of at least 0 and below 1, found {}",
                      text::plain_number(*options.margin));
  if (options.finds && !(*options.finds > 0 && std::isfinite(*options.finds)))
    throw_usage_error("--finds: expected a fraction above 0, found {}",
                      text::plain_number(*options.finds));
  for (const auto& metric : options.metrics)
    if (metrics::floor_range(metric) == nullptr)
      throw_usage_error("--metrics: expected some of {}, counter:NAME, found \"{}\"{}",
                        fmt::join(metrics::floor_metrics(), ", "), metric,
                        text::did_you_mean(metric, metrics::floor_metrics()));
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
std::vector<BenchmarkOverRuns> good_runs(results::Runs runs, Suggestion& suggestion) {
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
  std::size_t count = 0;
  for (const auto* machine : machines) {
    count += machine->runs.size();
    for (const auto& run : machine->runs) conditions.insert(describe_conditions(*run.benchmark));
  }
  if (conditions.size() > 1) note("the runs were measured in different ways");
  if (count < runs) note(fmt::format("in {} of {} runs", count, runs));
  for (const auto& subject : find_subjects(machines, options))
    if (auto floor = propose(machines, subject, options, suggestion.slowdown)) {
      floor->device = escape_pattern(suggestion.device);
      suggestion.floors.push_back(std::move(*floor));
    } else {
      note(fmt::format("no {}{} that a floor could be set by{}", subject.metric,
                       subject.to.empty() ? "" : " over that of " + subject.to,
                       options.finds ? fmt::format(" that finds what is {} slower",
                                                   text::rough_percent(*options.finds))
                                     : ""));
    }
}

}  // namespace

Suggestion suggest_floors(results::Runs runs, const SuggestOptions& options) {
  require_sound_options(runs, options);
  Suggestion suggestion;
  suggestion.device = the_device(runs, options.device);
  const auto good = good_runs(runs, suggestion);
  std::vector<std::string> ids;
  for (const auto& benchmark : good) ids.push_back(benchmark.id);
  if (!options.ratio_to.empty() && std::ranges::count(ids, options.ratio_to) == 0)
    throw_usage_error("--ratio-to: expected a benchmark of these runs, found \"{}\"{}",
                      options.ratio_to, text::did_you_mean(options.ratio_to, ids));
  std::string_view remark;
  const auto doubted = std::ranges::count_if(good, [&](const BenchmarkOverRuns& benchmark) {
    for (const auto& run : benchmark.runs)
      for (const auto& repetition : run.benchmark->repetitions)
        if (!repetition.condition.empty()) return remark = repetition.condition, true;
    return false;
  });
  if (doubted > 0)
    suggestion.notes.push_back(
        fmt::format("{} of {} benchmarks have a remark on the machine in some run, such as '{}': "
                    "runs on a quiet machine give closer floors",
                    doubted, good.size(), remark));
  Machines all;
  for (const auto& benchmark : good) all.push_back(&benchmark);
  for (const auto& machines : grouped(all, &BenchmarkOverRuns::id))
    propose_all(machines, runs.size(), options, suggestion);
  if (suggestion.floors.empty())
    throw_usage_error("expected results to propose floors from, found none with these metrics{}{}",
                      suggestion.notes.empty() ? "" : ": ", fmt::join(suggestion.notes, "; "));
  return suggestion;
}

}  // namespace tickbench::tools
