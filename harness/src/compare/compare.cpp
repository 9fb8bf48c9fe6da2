// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "compare/compare.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include "text/wording.hpp"
#include "tickbench/error.hpp"

namespace tickbench::compare {
namespace {

std::vector<double> logs_of(const std::vector<RunValue>& runs) {
  std::vector<double> logs;
  for (const auto& run : runs) logs.push_back(std::log(run.value));
  return logs;
}

double log_ratio(double from, double to) {
  const double ratio = to / from;
  // The ratio of two numbers may be none.
  return std::isnormal(ratio) ? std::log(ratio) : std::log(to) - std::log(from);
}

double coarsest_step(const std::vector<RunValue>& runs) {
  return runs.empty() ? 0 : std::ranges::max(runs, {}, &RunValue::step).step;
}

inference::Centre by_pairs(const Sides& sides, double alpha) {
  const auto differences = log_ratios_of_pairs(sides);
  const double step = step_of_pairs(sides);
  // The signed-rank interval needs no normality, but more pairs than the error rate has bits.
  return differences.size() >= inference::signed_rank_least(alpha)
             ? inference::signed_rank(differences, alpha, step)
             : inference::student(differences, alpha, step);
}

inference::Centre by_runs(const Sides& sides, const Options& options, double alpha) {
  const auto before = logs_of(sides.old_runs), now = logs_of(sides.new_runs);
  if (options.run_spread && *options.run_spread > 0 && has_one_run(sides.row))
    return inference::difference_of_known_spread(before, now, *options.run_spread, alpha);
  return inference::difference(before, now, alpha, coarsest_step(sides.old_runs),
                               coarsest_step(sides.new_runs));
}

// Within one run as between runs: values that round alike do not average out.
double squared_error_of(const RunValue& run) {
  return std::max(run.log_error * run.log_error, inference::rounding_variance(run.step));
}

// One run a side: the spread within each, and the spread between runs where it is known.
inference::Centre by_single_runs(const Sides& sides, const Options& options, double alpha) {
  const auto &from = sides.old_runs[0], &to = sides.new_runs[0];
  const double estimate = log_ratio(from.value, to.value);
  const double a = squared_error_of(from), b = squared_error_of(to);
  const double between = 2 * std::pow(options.run_spread.value_or(0), 2);
  // Welch and Satterthwaite's degrees of freedom.
  const double spent = a * a / from.freedom + b * b / to.freedom;
  const double total = a + b + between;
  if (total == 0) return inference::unlimited(estimate, alpha);  // equal repetitions
  const double freedom =
      spent > 0 ? total * total / spent : std::numeric_limits<double>::infinity();
  return inference::around(estimate, std::sqrt(total), freedom, alpha);
}

void rate_single_runs(Sides& sides, const Options& options, double alpha) {
  auto& row = sides.row;
  row.source = std::max(sides.old_runs[0].source, sides.new_runs[0].source);
  if (row.source == SpreadSource::kNone && !options.run_spread) {
    const double ratio = sides.new_runs[0].value / sides.old_runs[0].value;
    row.ratio = Ratio{ratio, {0, std::numeric_limits<double>::infinity(), 1}};
    row.reason = "one value a side, and nothing on its spread";
    row.is_noted = true;
    return;
  }
  row.ratio = ratio_of(by_single_runs(sides, options, alpha));
}

// What the interval cannot know.
void limit(Row& row, const Options& options) {
  if (!std::isnormal(row.ratio->estimate))
    row.reason = "the sides lie too far apart for a ratio";
  else if (!std::isfinite(row.ratio->interval.high) && row.reason.empty())
    row.reason = "equal values: too few for a spread, at this error rate";
  if (!has_one_run(row) || options.run_spread || row.verdict == Verdict::kUnclear) return;
  const double least = options.one_run_effect;
  if (row.ratio->estimate > 1 + least || row.ratio->estimate < 1 / (1 + least)) return;
  row.verdict = Verdict::kUnclear;
  row.reason =
      fmt::format("one run cannot show the spread between runs: below {} nothing is claimed",
                  text::percent(least));
  row.is_noted = true;
}

void judge_sides(Sides& sides, const Options& options, std::optional<metrics::Direction> better,
                 double alpha) {
  auto& row = sides.row;
  if (options.paired && sides.old_runs.size() >= 2) {
    row.source = SpreadSource::kPairs;
    row.ratio = ratio_of(by_pairs(sides, alpha));
  } else if (sides.old_runs.size() + sides.new_runs.size() >= 3) {
    row.source = SpreadSource::kRuns;
    row.ratio = ratio_of(by_runs(sides, options, alpha));
  } else {
    rate_single_runs(sides, options, alpha);
  }
  row.verdict = judge(*row.ratio, options.effect, better);
  limit(row, options);
}

constexpr std::string_view kTimePattern = "dddd-dd-ddTdd:dd:dd";

// Both Google Benchmark's dates and tickbench's begin so; a zone follows.
bool is_time(std::string_view text) {
  return text.size() > kTimePattern.size() &&
         std::equal(kTimePattern.begin(), kTimePattern.end(), text.begin(),
                    [](char wanted, char c) {
                      return wanted == 'd' ? c >= '0' && c <= '9' : c == wanted;
                    });
}

template <typename IsOne>
std::size_t number_of(const Comparison& comparison, const IsOne& is_one) {
  return static_cast<std::size_t>(std::ranges::count_if(
      comparison.rows, [&](const Row& row) { return row.ratio.has_value() && is_one(row); }));
}

std::string sources_of(const Comparison& comparison) {
  std::set<SpreadSource> sources;  // the best first
  for (const auto& row : comparison.rows)
    if (row.ratio) sources.insert(row.source);
  std::vector<std::string_view> names;
  for (const auto source : sources) names.push_back(to_string(source));
  return fmt::format("{}", fmt::join(names, ", "));
}

std::string on_one_run(std::size_t rows, const Options& options) {
  if (options.run_spread)
    return fmt::format("One run cannot show the spread between runs: {} was given (--run-spread).",
                       text::percent(*options.run_spread));
  return fmt::format(
      "One run cannot show the spread between runs: below {} nothing is claimed, and beyond, since "
      "equal code can differ by more than that from one run to the next, no rate of false alarms "
      "is promised, for {} compared. Give several runs on both sides, taken in turn.",
      text::percent(options.one_run_effect), rows);
}

// `condition` follows the number of rows.
std::string promise(const Comparison& comparison, const std::string& condition) {
  return fmt::format("Chance of any false alarm in this table: at most {}, over {} compared{}.",
                     text::percent(comparison.error_rate), comparison.promised, condition);
}

double error_rate_of_a_row(const Comparison& comparison) {
  const auto rows = number_of(comparison, [](const Row&) { return true; });
  return comparison.error_rate / static_cast<double>(rows);
}

// Welch's interval relies on the shape of the noise, and most where order alone cannot show a
// difference at this rate.
std::string on_shape(const Comparison& comparison, const std::string& link) {
  const auto condition = link + " the runs' logarithms vary normally";
  double chance = 0;
  for (const auto& row : comparison.rows)
    if (row.ratio && !has_one_run(row))
      chance = std::max(chance, inference::chance_of_parting(row.old_runs, row.new_runs));
  if (chance <= error_rate_of_a_row(comparison)) return condition;
  return fmt::format(
      "{} (runs of two kinds, of clocks or placement, part by chance in up to 1 of {} benchmarks)",
      condition, std::llround(1 / chance));
}

std::string on_pairs(const Comparison& comparison) {
  const auto least = inference::signed_rank_least(error_rate_of_a_row(comparison));
  const bool is_normal = number_of(comparison, [&](const Row& row) {
                           return !has_one_run(row) && row.old_runs < least;
                         }) > 0;
  return std::string(", if each pair was taken together, now the one side first, now the other") +
         (is_normal ? ", and the ratios' logarithms vary normally" : "");
}

std::string on_several_runs(Comparison& comparison, RunOrder order, const Options& options) {
  if (options.paired) return promise(comparison, on_pairs(comparison));
  if (order == RunOrder::kInTurn)
    return promise(comparison, ", their runs taken in turn" + on_shape(comparison, ", if"));
  if (order == RunOrder::kUnknown)
    return promise(comparison, ", if no drift of the machine parts the sides: runs taken in turn" +
                                   on_shape(comparison, ", and if"));
  comparison.promised = 0;
  return "No rate of false alarms is promised: the runs were not taken in turn, and a drift of the "
         "machine between the sides looks like a difference. `tickbench ab` takes them in turn.";
}

// What the spread is taken from, and what is promised of false alarms: no more than the order of
// the runs and their number allow. Sets `promised`.
void add_notes(Comparison& comparison, RunOrder order, const Options& options) {
  const auto sources = sources_of(comparison);
  if (!sources.empty())
    comparison.notes.push_back(fmt::format("The spread is taken from: {}.", sources));
  const auto on_one = number_of(comparison, has_one_run);
  if (on_one > 0) comparison.notes.push_back(on_one_run(on_one, options));
  const auto single = number_of(comparison, [](const Row& row) {
    return row.source == SpreadSource::kNone && row.verdict == Verdict::kUnclear;
  });
  if (single > 0 && !options.run_spread)
    comparison.notes.push_back(fmt::format(
        "One value a side says nothing on its spread: nothing is claimed for {} compared.",
        single));
  comparison.promised = number_of(comparison, [](const Row& row) { return !has_one_run(row); });
  if (comparison.promised > 0)
    comparison.notes.push_back(on_several_runs(comparison, order, options));
}

}  // namespace

std::vector<double> log_ratios_of_pairs(const Sides& sides) {
  std::vector<double> log_ratios;
  for (std::size_t i = 0; i < sides.old_runs.size(); ++i)
    log_ratios.push_back(log_ratio(sides.old_runs[i].value, sides.new_runs[i].value));
  return log_ratios;
}

double step_of_pairs(const Sides& sides) {
  return std::hypot(coarsest_step(sides.old_runs), coarsest_step(sides.new_runs));
}

Comparison empty_comparison(const Options& options) {
  const auto* known = metrics::find_metric(options.metric);
  const auto better = options.better || known == nullptr ? options.better : known->better;
  return {options.metric, better, options.effect, options.error_rate, {}, {}};
}

Comparison compare(std::span<const results::ResultFile> old_files,
                   std::span<const results::ResultFile> new_files, const Options& options) {
  auto comparison = empty_comparison(options);
  results::refuse_repeats(old_files);
  results::refuse_repeats(new_files);
  auto all = sides_of(old_files, new_files, options);
  const auto judged = static_cast<double>(std::ranges::count(all, true, &Sides::can_be_judged));
  for (auto& sides : all) {
    if (sides.can_be_judged)
      judge_sides(sides, options, comparison.better, options.error_rate / judged);
    comparison.rows.push_back(std::move(sides.row));
  }
  add_notes(comparison, run_order(old_files, new_files), options);
  for (auto& note : canary_notes(old_files, new_files, options.effect))
    comparison.notes.push_back(std::move(note));
  return comparison;
}

RunOrder run_order(std::span<const results::ResultFile> old_files,
                   std::span<const results::ResultFile> new_files) {
  std::vector<std::pair<std::string_view, bool>> runs;
  for (const auto& file : old_files) runs.emplace_back(file.context.started, false);
  for (const auto& file : new_files) runs.emplace_back(file.context.started, true);
  const auto zone = [](const auto& run) { return run.first.substr(kTimePattern.size()); };
  for (const auto& run : runs)
    if (!is_time(run.first) || zone(run) != zone(runs.front())) return RunOrder::kUnknown;
  std::sort(runs.begin(), runs.end());
  std::size_t changes = 0;
  for (std::size_t i = 1; i < runs.size(); ++i) {
    if (runs[i].second == runs[i - 1].second) continue;
    if (runs[i].first == runs[i - 1].first) return RunOrder::kUnknown;
    ++changes;
  }
  return changes >= std::min(old_files.size(), new_files.size()) ? RunOrder::kInTurn
                                                                 : RunOrder::kParted;
}

}  // namespace tickbench::compare
