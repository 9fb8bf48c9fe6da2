// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <boost/math/distributions/binomial.hpp>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>
#include <stdexcept>
#include <vector>

#include "statistics/batch_means.hpp"
#include "statistics/correlation.hpp"
#include "tickbench/statistics.hpp"

namespace tickbench {
namespace {

/// Below this there are no 8 blocks of two to judge a correlation by.
constexpr std::size_t kFewestForBlocks = 16;

/// An interval from the rank-th smallest value to the rank-th largest, 1 being the extremes.
struct Ranks {
  std::size_t rank = 1;
  double level = 0;
};

/// The count of values below the median of independent values is binomial (n, 1/2).
Ranks independent_ranks(std::size_t count, double level) {
  const auto n = static_cast<double>(count);
  // Not even the extremes enclose the median surely enough: 5 values with 1 - 2 / 2^5 = 0.9375.
  if (const double of_extremes = 1 - std::exp2(1 - n); of_extremes < level) return {1, of_extremes};
  const double tail = (1 - level) / 2;
  const boost::math::binomial below(n, 0.5);
  auto rank = static_cast<std::size_t>(boost::math::quantile(below, tail));
  while (rank > 1 && cdf(below, static_cast<double>(rank - 1)) > tail) --rank;
  while (cdf(below, static_cast<double>(rank)) <= tail) ++rank;
  return {std::max<std::size_t>(rank, 1), level};
}

/// 1 below the median, 1/2 at it, 0 above: the sum is the count below the median.
std::vector<double> below_median(std::span<const double> values) {
  const double middle = median(values);
  std::vector<double> result;
  result.reserve(values.size());
  for (const double value : values)
    result.push_back(value < middle ? 1 : value == middle ? 0.5 : 0);
  return result;
}

Ranks correlated_ranks(std::span<const double> values, double level) {
  const LongRunVariance variance = batch_means_variance(below_median(values));
  const boost::math::students_t student(variance.degrees_of_freedom);
  const auto n = static_cast<double>(values.size());
  const double deviation = std::sqrt(n * variance.per_value);
  const double rank =
      std::floor(n / 2 - quantile(complement(student, (1 - level) / 2)) * deviation);
  if (rank >= 1) return {static_cast<std::size_t>(rank), level};
  // Not even the extremes are far enough apart: say how sure they are.
  return {1, std::min(level, 1 - 2 * cdf(complement(student, (n / 2 - 1) / deviation)))};
}

}  // namespace

Interval median_interval(std::span<const double> values, double level) {
  if (values.empty()) throw std::invalid_argument("statistics: expected at least one value");
  Ranks ranks = independent_ranks(values.size(), level);
  if (values.size() >= kFewestForBlocks && is_correlated(values)) {
    const Ranks wider = correlated_ranks(values, level);
    // Never narrower than for independent values: a negative correlation is not trusted to last.
    if (wider.rank < ranks.rank) ranks = wider;
  }
  std::vector<double> ordered(values.begin(), values.end());
  std::sort(ordered.begin(), ordered.end());
  return {ordered[ranks.rank - 1], ordered[ordered.size() - ranks.rank], ranks.level};
}

}  // namespace tickbench
