// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <boost/math/statistics/univariate_statistics.hpp>
#include <cmath>
#include <map>
#include <set>
#include <tuple>

#include "base/throw_error.hpp"
#include "compare/table.hpp"
#include "results/fields.hpp"
#include "results/former_ids.hpp"
#include "text/plain_names.hpp"

namespace tickbench::compare {
namespace {

using results::ResultFile;
using Settings = std::vector<results::Setting>;

// No time and no rate is a denormal number, whose digits are lost.
bool is_usable(double value) { return std::isnormal(value) && value > 0; }

// Half the interval's width on the logarithmic scale, as a standard error of a normal estimate.
double log_error(const Interval& interval) {
  if (!is_usable(interval.low) || !is_usable(interval.high)) return 0;
  return std::log(interval.high / interval.low) / 2 /
         inference::normal_quantile(1 - interval.level);
}

std::vector<double> read_samples(const results::Repetition& repetition, const std::string& metric) {
  const auto& info = metrics::info_of(metric);
  const bool is_host = info.kind == metrics::MetricKind::kHost;
  if (!is_host && info.kind != metrics::MetricKind::kDevice) return {};
  const auto find = [&](std::string_view mode) {
    return std::ranges::find(repetition.samples, mode, &results::RawSamples::mode);
  };
  const bool is_shown = info.source == metrics::SampleSource::kShown;
  auto samples = find(is_shown ? results::fields::kBatched : results::fields::kIsolated);
  // What is shown is the isolated mode where no other was taken.
  if (samples == repetition.samples.end() && is_shown) samples = find(results::fields::kIsolated);
  if (samples == repetition.samples.end()) return {};
  return is_host ? samples->host_seconds : samples->device_seconds;
}

// The fewest samples whose interval says something: below, order statistics give no 95 %.
constexpr std::size_t kFewestSamples = 6;
constexpr double kLevel = 0.95;
constexpr std::string_view kTooFewSamples =
    ": its samples are too few or too correlated (--benchmark_min_time=500x takes 500)";

std::optional<RunValue> from_samples(const results::Benchmark& benchmark,
                                     const std::string& metric) {
  std::vector<double> all;
  for (const auto& repetition : benchmark.repetitions) {
    const auto samples = read_samples(repetition, metric);
    if (samples.empty()) return std::nullopt;
    all.insert(all.end(), samples.begin(), samples.end());
  }
  if (all.size() < kFewestSamples || !std::ranges::all_of(all, is_usable)) return std::nullopt;
  const double p = metrics::info_of(metric).quantile;
  // The interval knows that successive samples are correlated.
  const auto interval = quantile_interval(all, p);
  if (p != 0.5 && interval.level < kLevel) return std::nullopt;
  return RunValue{quantile(all, p), SpreadSource::kSamples, 0, log_error(interval)};
}

RunValue from_repetitions(const std::vector<double>& values) {
  std::vector<double> logs;
  for (const double value : values) logs.push_back(std::log(value));
  const auto n = static_cast<double>(values.size());
  const double variance = boost::math::statistics::sample_variance(logs);
  return {median(values), SpreadSource::kRepetitions, 0, std::sqrt(variance / n), n - 1};
}

RunValue single_value(const results::Metric& metric) {
  if (!metric.has_interval()) return {metric.value};
  return {metric.value, SpreadSource::kIntervals, 0, log_error(metric.interval)};
}

std::optional<RunValue> from_aggregates(const results::Benchmark& benchmark,
                                        const std::string& metric) {
  const auto* centre = results::find_named(benchmark.median, metric);
  if (centre == nullptr) centre = results::find_named(benchmark.mean, metric);
  if (centre == nullptr || !is_usable(centre->value)) return std::nullopt;
  const auto* deviation = results::find_named(benchmark.standard_deviation, metric);
  const auto n = static_cast<double>(benchmark.aggregated_repetitions);
  if (centre->has_interval() || deviation == nullptr || n < 2) return single_value(*centre);
  return RunValue{centre->value, SpreadSource::kRepetitions, 0,
                  deviation->value / centre->value / std::sqrt(n), n - 1};
}

std::optional<RunValue> run_value(const results::Benchmark& benchmark, const std::string& metric,
                                  std::string& reason) {
  if (auto sampled = from_samples(benchmark, metric)) return sampled;
  std::vector<double> values;
  const results::Metric* recorded = nullptr;
  for (const auto& repetition : benchmark.repetitions) {
    recorded = results::find_named(repetition.metrics, metric);
    if (recorded == nullptr) break;
    values.push_back(recorded->value);
  }
  if (!benchmark.repetitions.empty() && recorded == nullptr) {
    const bool is_percentile = metrics::info_of(metric).quantile != 0.5;
    reason = fmt::format("has no {}{}", metric, is_percentile ? kTooFewSamples : "");
    return std::nullopt;
  }
  if (!std::ranges::all_of(values, is_usable)) {
    reason = "its " + metric + " is not above 0";
    return std::nullopt;
  }
  if (values.size() >= 2) return from_repetitions(values);
  if (values.size() == 1) return single_value(*recorded);
  auto aggregated = from_aggregates(benchmark, metric);
  if (!aggregated) reason = "has no " + metric + " above 0";
  return aggregated;
}

/// One benchmark in one run.
struct Occurrence {
  std::uint32_t file = 0;  ///< its place among the side's
  const results::Context* context = nullptr;
  const results::Benchmark* benchmark = nullptr;
  std::string baseline{};  ///< by its id now
};

/// What is compared with what, in the order of the files.
struct Match {
  std::vector<std::string> names;  ///< its id, and those that it had
  std::string_view device, machine;
  std::vector<Occurrence> old_runs{}, new_runs{};
};

std::vector<Match> match_exactly(Runs old_files, Runs new_files) {
  std::vector<Match> matches;
  const bool has_machines = are_by_machine(old_files, new_files);
  const results::FormerIds former(new_files, old_files);
  std::map<std::tuple<std::string_view, std::string_view, std::string_view>, std::size_t> index;
  const auto add = [&](Runs files, auto side_runs) {
    for (std::uint32_t i = 0; i < files.size(); ++i)
      for (const auto& benchmark : files[i].benchmarks) {
        const std::string_view machine = has_machines ? files[i].context.host : std::string_view();
        const auto& id = former.now(benchmark.id);
        const auto [found, is_new] =
            index.try_emplace({id, benchmark.device, machine}, matches.size());
        if (is_new) matches.push_back({former.names({id}), benchmark.device, machine});
        auto& runs = matches[found->second].*side_runs;
        // Of two devices of one name the last one. Beside the id now a former one was another's.
        if (!runs.empty() && runs.back().file == i) {
          if (id != benchmark.id) continue;
          runs.pop_back();
        }
        runs.push_back(
            {i, &files[i].context, &benchmark, former.now(std::string(benchmark.baseline))});
      }
  };
  add(old_files, &Match::old_runs);
  add(new_files, &Match::new_runs);
  return matches;
}

// By id and device. An id that ran on a device of one name before and of another name now is
// matched, so that the difference is named. In the order of the old files, then of the new ones.
std::vector<Match> match(Runs old_files, Runs new_files) {
  auto matches = match_exactly(old_files, new_files);
  std::map<std::pair<std::string_view, std::string_view>, std::vector<Match*>> unmatched;
  for (auto& match : matches)
    if (match.old_runs.empty() || match.new_runs.empty())
      unmatched[{match.names[0], match.machine}].push_back(&match);
  for (const auto& [id, found] : unmatched)
    if (found.size() == 2 && found[1]->old_runs.empty())
      found[0]->new_runs.swap(found[1]->new_runs);
  std::erase_if(
      matches, [](const Match& match) { return match.old_runs.empty() && match.new_runs.empty(); });
  return matches;
}

void add_difference(std::vector<std::string>& found, std::string_view what, std::string_view before,
                    std::string_view now) {
  if (before == now) return;
  auto text = fmt::format("{}: {} before, {} now", what, before.empty() ? "none" : before,
                          now.empty() ? "none" : now);
  if (std::ranges::find(found, text) == found.end()) found.push_back(std::move(text));
}

void add_differences(std::vector<std::string>& found, std::string_view what, const Settings& before,
                     const Settings& now) {
  if (before == now) return;
  const auto value = [](const Settings& settings, std::string_view name) {
    const auto* setting = results::find_named(settings, name);
    return setting == nullptr ? "none" : setting->value;
  };
  for (const auto* settings : {&before, &now})
    for (const auto& each : *settings)
      add_difference(found, fmt::format("{} {}", what, each.name), value(before, each.name),
                     value(now, each.name));
}

void compare_occurrences(const Occurrence& before, const Occurrence& now, const std::string& metric,
                         std::vector<std::string>& found) {
  const auto &a = *before.benchmark, &b = *now.benchmark;
  add_difference(found, "device", a.device, b.device);
  add_difference(found, "driver", a.driver, b.driver);
  add_differences(found, "method", a.methods, b.methods);
  add_differences(found, "setting", a.settings, b.settings);
  add_differences(found, "kernel", a.kernels, b.kernels);
  if (metric == metrics::kSpeedupBaseline)
    add_difference(found, results::fields::kBaseline, before.baseline, now.baseline);
  const auto &from = *before.context, &to = *now.context;
  const auto kind = [](const auto& of) {
    return of.is_tickbench ? "tickbench" : "Google Benchmark";
  };
  add_difference(found, "kind of file", kind(from), kind(to));
  if (!a.device.empty() && !metrics::info_of(metric).depends_on_host()) return;
  add_difference(found, "host's processor", from.cpu, to.cpu);
  add_difference(found, "host's number of CPUs", std::to_string(from.cpus),
                 std::to_string(to.cpus));
  add_difference(found, "library's build type", from.build_type, to.build_type);
  if (!from.cpu_scaling.empty() && !to.cpu_scaling.empty())
    add_difference(found, "CPU frequency scaling", from.cpu_scaling, to.cpu_scaling);
}

// "driver: 570.1 before, 580.2 now". Runs of one side are compared with each other as well.
std::vector<std::string> differences(const Match& match, const std::string& metric) {
  std::vector<std::string> found;
  if (match.old_runs.empty()) return found;
  for (const auto* runs : {&match.old_runs, &match.new_runs})
    for (const auto& run : *runs) compare_occurrences(match.old_runs.front(), run, metric, found);
  return found;
}

struct Values {
  std::vector<RunValue> runs;
  std::string reason;  ///< the last one of a run without a value; a failed run's goes first
  std::size_t failed = 0;
};

Values read_values(const std::vector<Occurrence>& runs, const std::string& metric) {
  Values values;
  for (const auto& [file, context, benchmark, baseline] : runs) {
    std::string reason;
    if (!benchmark->is_good()) {
      reason = fmt::format("{}{}{}", benchmark->outcome, benchmark->message.empty() ? "" : ": ",
                           benchmark->message);
    } else if (auto value = run_value(*benchmark, metric, reason)) {
      value->file = file;
      for (const auto& repetition : benchmark->repetitions)
        value->step = std::max(value->step, find_clock_step(repetition, metric));
      values.runs.push_back(*value);
    }
    if (benchmark->is_failed()) ++values.failed;
    if (!reason.empty() && (values.failed == 0 || benchmark->is_failed()))
      values.reason = std::move(reason);
  }
  if (values.failed > 0 && runs.size() > 1)
    values.reason =
        fmt::format("{} of {} runs failed: {}", values.failed, runs.size(), values.reason);
  return values;
}

void keep_files(std::vector<RunValue>& runs, const std::vector<RunValue>& wanted) {
  std::erase_if(runs, [&](const RunValue& run) {
    return std::ranges::find(wanted, run.file, &RunValue::file) == wanted.end();
  });
}

std::vector<double> to_numbers(const std::vector<RunValue>& runs) {
  std::vector<double> values;
  for (const auto& run : runs) values.push_back(run.value);
  return values;
}

// Empty where a row has not failed. What failed in every run before and in none now is mended.
std::string find_failure(const Match& match, const Values& before, const Values& now) {
  if (before.failed + now.failed == 0) return {};
  if (now.failed == 0 && before.failed == match.old_runs.size()) return {};
  return fmt::format("{}{}{}", before.failed > 0 ? "old: " + before.reason : "",
                     before.failed > 0 && now.failed > 0 ? "; " : "",
                     now.failed > 0 ? "new: " + now.reason : "");
}

Clocks read_clocks(const std::vector<Occurrence>& runs) {
  Clocks clocks;
  for (const auto& [kind, to] : {std::pair(&results::Repetition::core_clock, &clocks.core),
                                 std::pair(&results::Repetition::memory_clock, &clocks.memory)}) {
    std::vector<double> values;
    for (const auto& run : runs)
      for (const auto& repetition : run.benchmark->repetitions)
        if (repetition.*kind > 0) values.push_back(repetition.*kind);
    if (!values.empty()) *to = median(values);
  }
  return clocks;
}

void set_verdict(Row& row, const Match& match, const Values& before, const Values& now) {
  row.reason = find_failure(match, before, now);
  if (!row.reason.empty()) {
    row.verdict = Verdict::kFailed;
  } else if (row.old_runs > 0) {
    row.verdict = Verdict::kMissing;
    if (!match.new_runs.empty()) row.reason = "new: " + now.reason;
  } else {
    // Measured on neither side, nothing got lost, and nothing can be said.
    const bool was_run = !match.old_runs.empty();
    row.verdict = row.new_runs == 0 && was_run ? Verdict::kUnclear : Verdict::kNew;
    if (was_run || row.new_runs == 0)
      row.reason = was_run ? "old: " + before.reason : "new: " + now.reason;
  }
}

bool has_cpu_time(const results::Benchmark& benchmark) {
  const auto has = [](const std::vector<results::Metric>& metrics) {
    return results::find_named(metrics, metrics::kCpuTime) != nullptr;
  };
  return benchmark.repetitions.empty() ? has(benchmark.median) || has(benchmark.mean)
                                       : has(benchmark.repetitions.front().metrics);
}

std::string_view row_metric(const Match& match, const Options& options) {
  if (!options.metric.empty()) return options.metric;
  if (text::is_timed_by_wall(match.names[0])) return metrics::kTime;
  for (const auto* runs : {&match.old_runs, &match.new_runs})
    for (const auto& run : *runs)
      if (!run.benchmark->is_plain || (run.benchmark->is_good() && !has_cpu_time(*run.benchmark)))
        return metrics::kTime;
  return metrics::kCpuTime;
}

void add_wall_times(const Match& match, Sides& sides) {
  if (sides.old_runs.empty() || sides.new_runs.empty()) return;
  sides.row.uses_cpu_time = true;
  const std::string time(metrics::kTime);
  auto before = read_values(match.old_runs, time).runs,
       now = read_values(match.new_runs, time).runs;
  keep_files(before, sides.old_runs);
  keep_files(now, sides.new_runs);
  if (before.size() == sides.old_runs.size() && now.size() == sides.new_runs.size())
    sides.wall =
        std::make_shared<decltype(sides.wall)::element_type>(std::move(before), std::move(now));
}

/// Of every run the code and the launches are the same, and the metric follows from them alone.
bool is_equal_code(const Match& match, const std::string& metric) {
  std::set<std::string_view> digests;
  for (const auto* runs : {&match.old_runs, &match.new_runs}) {
    if (runs->empty()) return false;
    for (const auto& run : *runs)
      digests.insert(run.benchmark->is_good() ? run.benchmark->launch_digest : "");
  }
  return digests.size() == 1 && !digests.contains("") && follows_from_launches(metric) &&
         differences(match, metric).empty();
}

Sides make_sides(const Match& match, const Options& options) {
  const std::string metric(row_metric(match, options));
  auto before = read_values(match.old_runs, metric), now = read_values(match.new_runs, metric);
  // A pair of which one is missing is no pair.
  if (options.paired && !before.runs.empty() && !now.runs.empty()) {
    keep_files(before.runs, now.runs);
    keep_files(now.runs, before.runs);
  }
  Sides sides{{}, std::move(before.runs), std::move(now.runs), {}, false};
  auto& row = sides.row;
  if (options.metric.empty() && metric == metrics::kCpuTime) add_wall_times(match, sides);
  row.id = match.names[0];
  row.former_ids = {match.names.begin() + 1, match.names.end()};
  row.device = match.device;
  row.machine = match.machine;
  if (!match.new_runs.empty()) row.driver = match.new_runs.front().benchmark->driver;
  row.old_value = median_value(sides.old_runs);
  row.new_value = median_value(sides.new_runs);
  row.old_runs = sides.old_runs.size();
  row.new_runs = sides.new_runs.size();
  row.old_clocks = read_clocks(match.old_runs);
  row.new_clocks = read_clocks(match.new_runs);
  row.old_spread = inference::spread(to_numbers(sides.old_runs));
  row.new_spread = inference::spread(to_numbers(sides.new_runs));
  if (!options.all && is_equal_code(match, metric)) {
    row.is_equal_code = true;
    row.verdict = Verdict::kSame;
    if (options.margin) row.is_within_margin = true;
    return sides;
  }
  // Then nothing was measured, by force either.
  if (std::ranges::any_of(match.new_runs,
                          [](const Occurrence& run) { return !run.benchmark->kernels.empty(); })) {
    row.differences = differences(match, metric);
    row.verdict = Verdict::kNotComparable;
    return sides;
  }
  if (row.old_runs == 0 || row.new_runs == 0 || !find_failure(match, before, now).empty()) {
    set_verdict(row, match, before, now);
    return sides;
  }
  row.differences = differences(match, metric);
  sides.can_be_judged = row.differences.empty() || options.force;
  row.verdict = sides.can_be_judged ? Verdict::kUnclear : Verdict::kNotComparable;
  return sides;
}

}  // namespace

bool follows_from_launches(std::string_view metric) {
  return metric.empty() || metrics::info_of(metric).kind == metrics::MetricKind::kDevice;
}

double find_clock_step(const results::Repetition& repetition, std::string_view metric) {
  const auto& info = metrics::info_of(metric);
  if (info.kind != metrics::MetricKind::kDevice && info.kind != metrics::MetricKind::kRate)
    return 0;
  const bool is_isolated = info.source == metrics::SampleSource::kIsolated;
  const auto* time = results::find_named(repetition.metrics,
                                         is_isolated ? metrics::kIsolatedTime : metrics::kTime);
  if (time == nullptr || !is_usable(time->value)) return 0;
  const bool is_batched = !is_isolated && repetition.batched_step > 0;
  const auto launches =
      is_batched ? static_cast<double>(std::max<std::int64_t>(repetition.batch, 1)) : 1.0;
  const double step = is_batched ? repetition.batched_step : repetition.isolated_step;
  // A step as long as the time, and all beyond, leaves nothing to be known.
  return std::clamp(step / launches / time->value, 0.0, 1.0);
}

std::optional<double> median_value(const std::vector<RunValue>& runs) {
  return runs.empty() ? std::nullopt : std::optional(median(to_numbers(runs)));
}

bool are_by_machine(Runs old_files, Runs new_files) {
  const auto is_mixed = [](const ResultFile& file) { return file.has_several_machines; };
  return std::ranges::any_of(old_files, is_mixed) || std::ranges::any_of(new_files, is_mixed);
}

std::vector<Sides> make_sides(Runs old_files, Runs new_files, const Options& options) {
  if (options.paired && old_files.size() != new_files.size())
    throw_usage_error(
        "expected as many new runs as old ones to make pairs, found {} old and {} new",
        old_files.size(), new_files.size());
  std::vector<Sides> all;
  for (const auto& each : match(old_files, new_files)) all.push_back(make_sides(each, options));
  return all;
}

}  // namespace tickbench::compare
