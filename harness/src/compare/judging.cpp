// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "compare/compare.hpp"
#include "compare/table.hpp"
#include "statistics/inference.hpp"

namespace tickbench::compare {
namespace {

std::vector<double> logs_of(const std::vector<RunValue>& runs, double shift = 0) {
  std::vector<double> logs;
  for (const auto& run : runs) logs.push_back(std::log(run.value) - shift);
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

// Within one run as between runs: values that round alike do not average out.
double squared_error_of(const RunValue& run) {
  return std::max(run.log_error * run.log_error, inference::rounding_variance(run.step));
}

/// How the interval of one benchmark is found.
enum class Method { kSignedRank, kStudent, kRankSum, kWelch, kKnownSpread, kWithinRuns };

bool has_known_spread(const Options& options) {
  return options.run_spread && *options.run_spread > 0;
}

Method method_of(const Sides& sides, const Options& options, double alpha) {
  const auto before = sides.old_runs.size(), now = sides.new_runs.size();
  if (options.paired && before >= 2)
    // Needs no normality, but more pairs than the error rate has bits.
    return before >= inference::signed_rank_least(alpha) ? Method::kSignedRank : Method::kStudent;
  if (before + now < 3) return Method::kWithinRuns;
  if (has_one_run(sides.row) && has_known_spread(options)) return Method::kKnownSpread;
  // Needs no normality either, but as many orders as the error rate is small.
  return inference::chance_of_parting(before, now) <= alpha ? Method::kRankSum : Method::kWelch;
}

// One run a side: the spread within each, and the spread between runs where it is known.
inference::Centre within_runs(const Sides& sides, const Options& options, double alpha,
                              double shift) {
  const auto &from = sides.old_runs[0], &to = sides.new_runs[0];
  const double estimate = log_ratio(from.value, to.value) - shift;
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

// Of log(new / old) less `shift`.
inference::Centre centre_of(const Sides& sides, const Options& options, Method method, double alpha,
                            double shift = 0) {
  if (method == Method::kWithinRuns) return within_runs(sides, options, alpha, shift);
  if (method == Method::kSignedRank || method == Method::kStudent) {
    auto differences = log_ratios_of_pairs(sides);
    for (double& each : differences) each -= shift;
    return (method == Method::kSignedRank ? inference::signed_rank : inference::student)(
        differences, alpha, step_of_pairs(sides));
  }
  const auto before = logs_of(sides.old_runs), now = logs_of(sides.new_runs, shift);
  if (method == Method::kKnownSpread)
    return inference::difference_of_known_spread(before, now, *options.run_spread, alpha);
  return (method == Method::kRankSum ? inference::rank_sum : inference::welch)(
      before, now, alpha, coarsest_step(sides.old_runs), coarsest_step(sides.new_runs));
}

SpreadSource source_of(const Sides& sides, Method method) {
  if (method == Method::kSignedRank || method == Method::kStudent) return SpreadSource::kPairs;
  if (method != Method::kWithinRuns) return SpreadSource::kRuns;
  return std::max(sides.old_runs[0].source, sides.new_runs[0].source);
}

// What the interval cannot know.
void limit(Row& row, const Options& options) {
  if (!std::isnormal(row.ratio->estimate))
    row.reason = "the sides lie too far apart for a ratio";
  else if (!std::isfinite(row.ratio->interval.high) && row.reason.empty())
    row.reason = "equal values: too few for a spread, at this error rate";
  if (!has_one_run(row) || options.run_spread || row.source == SpreadSource::kNone) return;
  row.verdict = Verdict::kUnclear;
  row.reason = "one run cannot show the spread between runs: nothing is claimed";
  row.is_noted = true;
}

/// One benchmark on its way to a verdict.
struct Judged {
  Sides* sides;
  Method method;
  inference::Centre centre;
};

Judged judged_alone(Sides& sides, const Options& options, std::optional<metrics::Direction> better,
                    double alpha) {
  auto& row = sides.row;
  const auto method = method_of(sides, options, alpha);
  row.source = source_of(sides, method);
  Judged judged{&sides, method, {}};
  if (row.source == SpreadSource::kNone && !options.run_spread) {
    const double ratio = sides.new_runs[0].value / sides.old_runs[0].value;
    row.ratio = Ratio{ratio, {0, std::numeric_limits<double>::infinity(), 1}};
    row.reason = "one value a side, and nothing on its spread";
    row.is_noted = true;
  } else {
    judged.centre = centre_of(sides, options, method, alpha);
    row.ratio = ratio_of(judged.centre);
  }
  row.verdict = judge(*row.ratio, options.effect, better);
  limit(row, options);
  return judged;
}

bool claims_a_difference(Verdict verdict) {
  return verdict == Verdict::kSlower || verdict == Verdict::kFaster || verdict == Verdict::kChanged;
}

// Where fewer benchmarks are left than all: the rest of the error rate is theirs.
void judge_again(const Judged& judged, const inference::HolmStep& step, const Options& options,
                 std::optional<metrics::Direction> better) {
  auto& row = judged.sides->row;
  if (step.p_adjusted > options.error_rate || claims_a_difference(row.verdict)) return;
  const double alpha = options.error_rate / static_cast<double>(step.left);
  const auto ratio = ratio_of(centre_of(*judged.sides, options, judged.method, alpha));
  const auto verdict = judge(ratio, options.effect, better);
  if (!claims_a_difference(verdict)) return;
  row.verdict = verdict;
  row.ratio = ratio;
}

double p_of_sameness(const Judged& judged, const Options& options, double alpha) {
  const double effect = std::log1p(options.effect);
  return std::max(centre_of(*judged.sides, options, judged.method, alpha, effect).p,
                  centre_of(*judged.sides, options, judged.method, alpha, -effect).p);
}

bool may_claim(const Sides& sides, const Options& options) {
  return sides.can_be_judged && (!has_one_run(sides.row) || options.run_spread);
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

void judge_all(std::span<Sides> all, const Options& options,
               std::optional<metrics::Direction> better) {
  const auto claiming = static_cast<double>(
      std::ranges::count_if(all, [&](const Sides& sides) { return may_claim(sides, options); }));
  const auto judged = static_cast<double>(std::ranges::count(all, true, &Sides::can_be_judged));
  const double alpha = options.error_rate / (claiming > 0 ? claiming : judged);
  std::vector<Judged> claims;
  std::vector<double> p;
  for (auto& sides : all) {
    if (!sides.can_be_judged) continue;
    const auto one = judged_alone(sides, options, better, alpha);
    if (!may_claim(sides, options)) continue;
    claims.push_back(one);
    p.push_back(one.centre.p);
  }
  const auto steps = inference::holm(p);
  for (std::size_t i = 0; i < claims.size(); ++i) {
    judge_again(claims[i], steps[i], options, better);
    auto& row = claims[i].sides->row;
    row.p_adjusted = row.verdict == Verdict::kSame
                         ? std::min(1.0, claiming * p_of_sameness(claims[i], options, alpha))
                         : steps[i].p_adjusted;
  }
}

}  // namespace tickbench::compare
