// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "statistics/statistics.hpp"

namespace tickbench {

/// Whether successive values are correlated more than independent ones appear to be.
bool is_correlated(std::span<const double> values);

/// Which bias of an estimated autocorrelation is corrected: that of a weak one, or all of it.
enum class Bias { kWeakCorrelation, kStrongCorrelation };

/// How much larger correlation makes the variance of the mean: (1 + r) / (1 - r) for the lag-1
/// autocorrelation r of a first-order autoregressive series; never less than 1.
double variance_inflation(std::span<const double> values, Bias bias = Bias::kWeakCorrelation);

/// How many independent values would say as much of the mean; all where they are not correlated.
double effective_count(std::span<const double> values);

/// The variance of the sum of a series, divided by its length: for independent values their
/// variance, for positively correlated ones more.
struct LongRunVariance {
  double per_value = 0;
  int degrees_of_freedom = 1;  ///< for Student's t
};

/// By the method of batch means: the length of blocks is doubled until their means are no longer
/// correlated or 8 blocks are left. What correlation is left between neighbouring means is
/// corrected to first order. At least 8 values.
LongRunVariance batch_means_variance(std::span<const double> values,
                                     Bias bias = Bias::kWeakCorrelation);

}  // namespace tickbench

/// Intervals for a difference between two sides, for independent values: one a run, or one a pair
/// of runs. `alpha` is the two-sided error rate, 1 - level. All throw std::invalid_argument on too
/// few values or an alpha outside (0, 1).
///
/// `step` is what the values are rounded to. Where they spread by less than half of it their
/// rounding errors do not average out (Widrow and Kollar, Quantization Noise, 2008): the standard
/// error of their mean is then at least step / sqrt(12) (JCGM 100:2008, F.2.2.1). Values without
/// any spread, of an unknown step, have an interval of no width only where that many cannot be
/// equal by chance at this alpha; else it is unlimited.
namespace tickbench::inference {

/// The variance of what is rounded to steps of this size.
constexpr double rounding_variance(double step) { return step * step / 12; }

double mean(std::span<const double> values);

/// The spread between runs, as a fraction: the standard deviation (JCGM 100:2008, 4.2.2) of the
/// logarithms of the runs' values, the same for a time and its rate. Nothing of fewer than two
/// values, or where one is not above 0.
std::optional<double> spread(std::span<const double> values);

struct Centre : Estimate {
  /// How often values with a centre of 0 lie this far from it, or farther: the smallest alpha at
  /// which the interval leaves 0 out.
  double p = 1;
};

/// The Hodges-Lehmann estimate (the median of the pairwise means) and the interval that inverts
/// Wilcoxon's signed-rank test, with its exact distribution, of independent values that are
/// symmetric about the centre: as differences between two runs of the same code in random order
/// are, whatever the noise. Source: Hollander, Wolfe and Chicken, Nonparametric Statistical
/// Methods, 3rd ed., sections 3.1 to 3.3. Throws below `signed_rank_least(alpha)` values.
Centre signed_rank(std::span<const double> values, double alpha, double step = 0);

/// The fewest values with which the signed-rank interval exists: 2^(1 - n) <= alpha.
std::size_t signed_rank_least(double alpha);

/// The signed-rank test of so many values at `alpha` errs at this rate: the largest one up to
/// `alpha` that a sum of ranks has.
double signed_rank_level(std::size_t values, double alpha);

/// The shift from `from` to `to`: the Hodges-Lehmann estimate (the median of all differences
/// between a value of the one and a value of the other) and the interval that inverts the rank-sum
/// test of Wilcoxon, Mann and Whitney, with its exact distribution; beyond 270 values on both sides
/// it is taken as normal. Whatever the shape of the noise, outliers and runs of several kinds raise
/// no more alarms than `alpha`. Source: as above, sections 4.1 to 4.3. Throws where all orders are
/// too few for `alpha`: separation_probability(n, m) > alpha.
Centre rank_sum(std::span<const double> from, std::span<const double> to, double alpha,
                double from_step = 0, double to_step = 0);

/// The fewest values a side with which the rank-sum interval exists.
std::size_t rank_sum_least(double alpha);

/// Student's interval of the mean of at least two values; assumes that they are normal.
Centre student(std::span<const double> values, double alpha, double step = 0);

/// mean(to) - mean(from) with Welch's interval (Biometrika 34, 1947); on sides of fewer than five
/// values, or one twice the other or more, with the degrees of freedom of the smaller side alone,
/// which never claims too much (Mickey and Brown, Ann. Math. Stat. 37, 1966). With one value on one
/// side by Student's with the other side's spread. At least three values in all.
Centre welch(std::span<const double> from, std::span<const double> to, double alpha,
             double from_step = 0, double to_step = 0);

/// By chance alone all of `n` values lie beyond all of `m` others, on either side, that often
/// (Fisher's permutation test).
double separation_probability(std::size_t n, std::size_t m);

/// mean(to) - mean(from), where the standard deviation of single values is known.
Centre known_spread_difference(std::span<const double> from, std::span<const double> to,
                               double deviation, double alpha);

/// Says nothing but the estimate.
Centre unlimited(double estimate, double alpha);

/// A normal estimate whose standard error was taken from `freedom` degrees of freedom; infinity:
/// the error is known.
Centre around(double estimate, double standard_error, double freedom, double alpha);

/// The standard normal distribution's two-sided quantile: 1.96 for 0.05.
double normal_quantile(double alpha);

}  // namespace tickbench::inference
