// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "compare/compare.hpp"

#include <algorithm>
#include <cmath>

#include "compare/percent.hpp"
#include "tickbench/error.hpp"

namespace tickbench::compare {

namespace {

using results::ResultFile;

bool have_equal_values(const ResultFile& a, const ResultFile& b) {
  return std::equal(
      a.benchmarks.begin(), a.benchmarks.end(), b.benchmarks.begin(), b.benchmarks.end(),
      [](const results::Benchmark& x, const results::Benchmark& y) {
        return x.id == y.id &&
               std::equal(x.repetitions.begin(), x.repetitions.end(), y.repetitions.begin(),
                          y.repetitions.end(), [](const auto& p, const auto& q) {
                            return std::equal(p.metrics.begin(), p.metrics.end(), q.metrics.begin(),
                                              q.metrics.end(), [](const auto& m, const auto& n) {
                                                return m.name == n.name && m.value == n.value;
                                              });
                          });
      });
}

// A run given twice has no spread between runs, and every difference would look certain.
void refuse_repeats(std::span<const ResultFile> files) {
  for (std::size_t i = 0; i < files.size(); ++i)
    for (std::size_t j = 0; j < i; ++j)
      if (files[i].context.started == files[j].context.started &&
          have_equal_values(files[i], files[j]))
        throw UsageError(files[i].path + ": expected another run than that of " + files[j].path +
                         ", found the same one");
}

std::vector<double> logs_of(const std::vector<RunValue>& runs) {
  std::vector<double> logs;
  logs.reserve(runs.size());
  for (const auto& run : runs) logs.push_back(std::log(run.value));
  return logs;
}

inference::Centre by_pairs(const Sides& sides, double alpha) {
  std::vector<double> differences;
  for (std::size_t i = 0; i < sides.old_runs.size(); ++i)
    differences.push_back(std::log(sides.new_runs[i].value / sides.old_runs[i].value));
  // The signed-rank interval needs no normality, but more pairs than the error rate has bits.
  if (differences.size() >= inference::signed_rank_least(alpha))
    return inference::signed_rank(differences, alpha);
  return inference::student(differences, alpha);
}

// One run a side: the spread within each, and the spread between runs where it is known.
inference::Centre by_single_runs(const Sides& sides, const Options& options, double alpha) {
  const auto &from = sides.old_runs[0], &to = sides.new_runs[0];
  const double estimate = std::log(to.value / from.value);
  const double a = from.log_error * from.log_error, b = to.log_error * to.log_error;
  const double between = 2 * std::pow(options.run_spread.value_or(0), 2);
  // Welch and Satterthwaite's degrees of freedom.
  const double spent = a * a / from.freedom + b * b / to.freedom;
  const double total = a + b + between;
  const double freedom =
      spent > 0 ? total * total / spent : std::numeric_limits<double>::infinity();
  return inference::around(estimate, std::sqrt(total), freedom, alpha);
}

void judge_single_runs(Sides& sides, const Options& options, results::Direction better,
                       double alpha) {
  auto& row = sides.row;
  row.source = std::max(sides.old_runs[0].source, sides.new_runs[0].source);
  if (row.source == Source::kNone && !options.run_spread) {
    const double ratio = sides.new_runs[0].value / sides.old_runs[0].value;
    row.ratio = Ratio{ratio, {0, std::numeric_limits<double>::infinity(), 1}};
    row.reason = "one value a side, and nothing on its spread";
    return;
  }
  row.ratio = ratio_of(by_single_runs(sides, options, alpha));
  row.verdict = judge(*row.ratio, options.effect, better);
  if (options.run_spread || row.verdict == Verdict::kUnclear) return;
  const double limit = options.one_run_effect;
  if (row.ratio->estimate > 1 + limit || row.ratio->estimate < 1 / (1 + limit)) return;
  row.verdict = Verdict::kUnclear;
  row.reason = "one run a side cannot show the spread between runs: below " + percent(limit) +
               " nothing is claimed";
}

void judge_sides(Sides& sides, const Options& options, results::Direction better, double alpha) {
  auto& row = sides.row;
  if (options.paired && sides.old_runs.size() >= 2) {
    row.source = Source::kPairs;
    row.ratio = ratio_of(by_pairs(sides, alpha));
  } else if (sides.old_runs.size() + sides.new_runs.size() >= 3) {
    row.source = Source::kRuns;
    row.ratio =
        ratio_of(inference::difference(logs_of(sides.old_runs), logs_of(sides.new_runs), alpha));
  } else {
    judge_single_runs(sides, options, better, alpha);
    return;
  }
  row.verdict = judge(*row.ratio, options.effect, better);
}

void add_notes(Comparison& comparison, std::size_t judged) {
  const auto uses = [&](Source source) {
    return std::any_of(comparison.rows.begin(), comparison.rows.end(), [&](const Row& row) {
      return row.ratio.has_value() && row.source == source;
    });
  };
  std::string sources;
  for (const auto source : {Source::kPairs, Source::kRuns, Source::kSamples, Source::kRepetitions,
                            Source::kIntervals, Source::kNone})
    if (uses(source)) sources += (sources.empty() ? "" : ", ") + std::string(to_string(source));
  if (!sources.empty()) comparison.notes.push_back("The spread is taken from: " + sources + ".");
  if (uses(Source::kSamples) || uses(Source::kRepetitions) || uses(Source::kIntervals) ||
      uses(Source::kNone))
    comparison.notes.push_back(
        "One run a side cannot show the spread between runs; give several for smaller "
        "differences.");
  const bool knows_runs = uses(Source::kPairs) || uses(Source::kRuns);
  if (judged > 0 && knows_runs)
    comparison.notes.push_back("Chance of any false alarm in this table: at most " +
                               percent(comparison.error_rate) + ", over " + std::to_string(judged) +
                               " compared.");
}

}  // namespace

results::Direction direction_of(const Options& options) {
  if (options.better) return *options.better;
  const auto known = results::better_direction(options.metric);
  if (!known)
    throw UsageError("whether more or less of '" + options.metric +
                     "' is better cannot be told from its name: say it with --better");
  return *known;
}

Comparison compare(std::span<const results::ResultFile> old_files,
                   std::span<const results::ResultFile> new_files, const Options& options) {
  Comparison comparison{
      options.metric, direction_of(options), options.effect, options.error_rate, {}, {}};
  refuse_repeats(old_files);
  refuse_repeats(new_files);
  auto all = sides_of(old_files, new_files, options);
  const auto judged = static_cast<std::size_t>(std::count_if(
      all.begin(), all.end(), [](const Sides& sides) { return sides.can_be_judged; }));
  comparison.rows.reserve(all.size());
  for (auto& sides : all) {
    if (sides.can_be_judged)
      judge_sides(sides, options, comparison.better,
                  options.error_rate / static_cast<double>(judged));
    comparison.rows.push_back(std::move(sides.row));
  }
  add_notes(comparison, judged);
  return comparison;
}

}  // namespace tickbench::compare
