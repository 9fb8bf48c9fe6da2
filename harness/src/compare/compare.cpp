// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "compare/compare.hpp"

#include <algorithm>
#include <cmath>

#include "compare/notes.hpp"
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

double coarsest_step(const std::vector<RunValue>& runs) {
  double step = 0;
  for (const auto& run : runs) step = std::max(step, run.step);
  return step;
}

inference::Centre by_pairs(const Sides& sides, double alpha) {
  std::vector<double> differences;
  for (std::size_t i = 0; i < sides.old_runs.size(); ++i)
    differences.push_back(std::log(sides.new_runs[i].value / sides.old_runs[i].value));
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
  const double estimate = std::log(to.value / from.value);
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
  if (row.source == Source::kNone && !options.run_spread) {
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
  if (!std::isfinite(row.ratio->interval.high) && row.reason.empty())
    row.reason = "equal values: too few for a spread, at this error rate";
  if (!has_one_run(row) || options.run_spread || row.verdict == Verdict::kUnclear) return;
  const double least = options.one_run_effect;
  if (row.ratio->estimate > 1 + least || row.ratio->estimate < 1 / (1 + least)) return;
  row.verdict = Verdict::kUnclear;
  row.reason = "one run cannot show the spread between runs: below " + percent(least) +
               " nothing is claimed";
  row.is_noted = true;
}

void judge_sides(Sides& sides, const Options& options, results::Direction better, double alpha) {
  auto& row = sides.row;
  if (options.paired && sides.old_runs.size() >= 2) {
    row.source = Source::kPairs;
    row.ratio = ratio_of(by_pairs(sides, alpha));
  } else if (sides.old_runs.size() + sides.new_runs.size() >= 3) {
    row.source = Source::kRuns;
    row.ratio = ratio_of(by_runs(sides, options, alpha));
  } else {
    rate_single_runs(sides, options, alpha);
  }
  row.verdict = judge(*row.ratio, options.effect, better);
  limit(row, options);
}

}  // namespace

double step_of_pairs(const Sides& sides) {
  return std::hypot(coarsest_step(sides.old_runs), coarsest_step(sides.new_runs));
}

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
  add_notes(comparison, run_order(old_files, new_files), options);
  return comparison;
}

}  // namespace tickbench::compare
