// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "compare/notes.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "compare/percent.hpp"
#include "statistics/inference.hpp"

namespace tickbench::compare {

namespace {

template <typename IsOne>
std::size_t number_of(const Comparison& comparison, const IsOne& is_one) {
  return static_cast<std::size_t>(
      std::count_if(comparison.rows.begin(), comparison.rows.end(),
                    [&](const Row& row) { return row.ratio.has_value() && is_one(row); }));
}

std::string sources_of(const Comparison& comparison) {
  static constexpr std::array kSources{Source::kPairs,       Source::kRuns,      Source::kSamples,
                                       Source::kRepetitions, Source::kIntervals, Source::kNone};
  std::string text;
  for (const auto source : kSources)
    if (number_of(comparison, [&](const Row& row) { return row.source == source; }) > 0)
      text += (text.empty() ? "" : ", ") + std::string(to_string(source));
  return text;
}

std::string on_one_run(std::size_t rows, const Options& options) {
  if (options.run_spread)
    return "One run cannot show the spread between runs: " + percent(*options.run_spread) +
           " was given (--run-spread).";
  const auto least = percent(options.one_run_effect);
  return "One run cannot show the spread between runs: below " + least +
         " nothing is claimed, and beyond, since equal code can differ by more than that from one "
         "run to the next, no rate of false alarms is promised, for " +
         std::to_string(rows) + " compared. Give several runs on both sides, taken in turn.";
}

// `condition` follows the number of rows.
std::string promise(const Comparison& comparison, const std::string& condition) {
  return "Chance of any false alarm in this table: at most " + percent(comparison.error_rate) +
         ", over " + std::to_string(comparison.promised) + " compared" + condition + ".";
}

double error_rate_of_a_row(const Comparison& comparison) {
  const auto rows = number_of(comparison, [](const Row&) { return true; });
  return comparison.error_rate / static_cast<double>(rows);
}

// Where order alone cannot show a difference at this rate, the shape of the noise is relied upon.
std::string on_few_runs(const Comparison& comparison, const std::string& link) {
  double chance = 0;
  for (const auto& row : comparison.rows)
    if (row.ratio && !has_one_run(row))
      chance = std::max(chance, inference::chance_of_parting(row.old_runs, row.new_runs));
  if (chance <= error_rate_of_a_row(comparison)) return {};
  return link + " the runs' logarithms vary normally (runs of two kinds, of clocks or placement, " +
         "part by chance in up to 1 of " + std::to_string(std::llround(1 / chance)) +
         " benchmarks)";
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
  switch (order) {
    case RunOrder::kInTurn:
      return promise(comparison, ", their runs taken in turn" + on_few_runs(comparison, ", if"));
    case RunOrder::kUnknown:
      return promise(comparison,
                     ", if no drift of the machine parts the sides: runs taken in turn" +
                         on_few_runs(comparison, ", and if"));
    case RunOrder::kParted:
      break;
  }
  comparison.promised = 0;
  return "No rate of false alarms is promised: the runs were not taken in turn, and a drift of the "
         "machine between the sides looks like a difference. `tickbench ab` takes them in turn.";
}

}  // namespace

void add_notes(Comparison& comparison, RunOrder order, const Options& options) {
  const auto sources = sources_of(comparison);
  if (!sources.empty()) comparison.notes.push_back("The spread is taken from: " + sources + ".");
  const auto on_one = number_of(comparison, has_one_run);
  if (on_one > 0) comparison.notes.push_back(on_one_run(on_one, options));
  const auto single = number_of(comparison, [](const Row& row) {
    return row.source == Source::kNone && row.verdict == Verdict::kUnclear;
  });
  if (single > 0 && !options.run_spread)
    comparison.notes.push_back(
        "One value a side says nothing on its spread: nothing is claimed for " +
        std::to_string(single) + " compared.");
  comparison.promised = number_of(comparison, [](const Row& row) { return !has_one_run(row); });
  if (comparison.promised > 0)
    comparison.notes.push_back(on_several_runs(comparison, order, options));
}

}  // namespace tickbench::compare
