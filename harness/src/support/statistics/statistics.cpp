// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "statistics/statistics.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <boost/math/distributions/binomial.hpp>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>
#include <stdexcept>
#include <vector>

#include "statistics/inference.hpp"

namespace tickbench {
namespace {

std::vector<double> sorted(std::span<const double> values) {
  if (values.empty()) throw std::invalid_argument("statistics: expected at least one value");
  std::vector<double> result(values.begin(), values.end());
  std::sort(result.begin(), result.end());
  return result;
}

double sorted_quantile(const std::vector<double>& values, double p) {
  const double place = p * static_cast<double>(values.size() - 1);
  const auto below = static_cast<std::size_t>(place);
  const std::size_t above = std::min(below + 1, values.size() - 1);
  return std::lerp(values[below], values[above], place - static_cast<double>(below));
}

/// Below this there are no 8 blocks of two to judge a correlation by.
constexpr std::size_t kFewestForBlocks = 16;

/// One end of an interval: the rank-th value from that side, 1 being the extreme, and how often the
/// quantile lies beyond it.
struct End {
  std::size_t rank = 1;
  double miss = 0;
};

/// The count of independent values on the outer side of the quantile is binomial (count, share).
End independent_end(std::size_t count, double share, double tail) {
  const auto n = static_cast<double>(count);
  // Not even the extreme is surely beyond: all of 5 values lie above their median in 1 of 2^5.
  if (const double extreme_miss = std::pow(1 - share, n); extreme_miss > tail)
    return {1, extreme_miss};
  const boost::math::binomial outer(n, share);
  auto rank = static_cast<std::size_t>(boost::math::quantile(outer, tail));
  while (rank > 1 && cdf(outer, static_cast<double>(rank - 1)) > tail) --rank;
  while (cdf(outer, static_cast<double>(rank)) <= tail) ++rank;
  return {std::max<std::size_t>(rank, 1), tail};
}

/// 1 below the quantile, 1/2 at it, 0 above: the sum is the count below it.
std::vector<double> below_quantile(std::span<const double> values, double p) {
  const double place = quantile(values, p);
  std::vector<double> result;
  for (const double value : values) result.push_back(value < place ? 1 : value == place ? 0.5 : 0);
  return result;
}

/// Of values whose count on one side of the quantile varies as that of these `sides`.
End correlated_end(std::span<const double> sides, double share, double tail) {
  const LongRunVariance variance = batch_means_variance(sides);
  const boost::math::students_t student(variance.degrees_of_freedom);
  const auto n = static_cast<double>(sides.size());
  const double deviation = std::sqrt(n * variance.per_value);
  const double rank = std::floor(n * share - quantile(complement(student, tail)) * deviation);
  if (rank >= 1) return {static_cast<std::size_t>(rank), tail};
  // Not even the extreme is far enough: say how sure it is, and rather too little.
  const auto most = batch_means_variance(sides, Bias::kStrongCorrelation);
  const double least_sure = (n * share - 1) / std::sqrt(n * most.per_value);
  return {1, std::max(tail, cdf(complement(student, least_sure)))};
}

}  // namespace

double median(std::span<const double> values) { return quantile(values, 0.5); }

double quantile(std::span<const double> values, double p) {
  if (!(p >= 0 && p <= 1))
    throw std::invalid_argument(fmt::format("quantile: expected p in [0, 1], found {:f}", p));
  return sorted_quantile(sorted(values), p);
}

double noise(std::span<const double> values) {
  const auto ordered = sorted(values);
  const double middle = sorted_quantile(ordered, 0.5);
  const double range = sorted_quantile(ordered, 0.75) - sorted_quantile(ordered, 0.25);
  return range == 0 ? 0 : range / 2 / std::abs(middle);
}

double lag1_autocorrelation(std::span<const double> values) {
  if (values.empty()) throw std::invalid_argument("statistics: expected at least one value");
  if (values.size() < 3) return 0;
  const double mean = inference::mean(values);
  double products = 0, squares = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const double difference = values[i] - mean;
    squares += difference * difference;
    if (i > 0) products += difference * (values[i - 1] - mean);
  }
  // Equal values leave only the rounding of their mean.
  const double rounding = std::abs(mean) * 1e-14;
  if (squares <= static_cast<double>(values.size()) * rounding * rounding) return 0;
  return products / squares;
}

Interval quantile_interval(std::span<const double> values, double p, double level) {
  const auto ordered = sorted(values);
  const double tail = (1 - level) / 2;
  End low = independent_end(values.size(), p, tail),
      high = independent_end(values.size(), 1 - p, tail);
  const auto below = below_quantile(values, p);
  // The noise of the middle hides how the values of a tail follow each other.
  if (values.size() >= kFewestForBlocks && is_correlated(p == 0.5 ? values : below)) {
    // Never narrower than for independent values: a negative correlation is not trusted to last.
    for (auto [end, share] : {std::pair(&low, p), std::pair(&high, 1 - p)})
      if (const End wider = correlated_end(below, share, tail); wider.rank < end->rank)
        *end = wider;
  }
  return {ordered[low.rank - 1], ordered[ordered.size() - high.rank], 1 - (low.miss + high.miss)};
}

Interval noise_interval(double noise, std::size_t samples, double level) {
  if (samples == 0) throw std::invalid_argument("noise interval: expected samples");
  // For normal samples the standard error of their interquartile range is 1.573 s / sqrt(n), and
  // the range 1.349 s.
  constexpr double kRelativeRangeError = 1.573 / 1.349;
  const double factor = std::exp(inference::normal_quantile(1 - level) * kRelativeRangeError /
                                 std::sqrt(static_cast<double>(samples)));
  return {noise / factor, noise * factor, level};
}

Evidence quantile_evidence(std::span<const double> samples, double p, double level) {
  return {{quantile(samples, p), quantile_interval(samples, p, level)}, samples.size()};
}

Evidence median_evidence(std::span<const double> samples, double level, bool is_count) {
  auto all = quantile_evidence(samples, 0.5, level);
  const auto [lowest, highest] = std::ranges::minmax(samples);
  all.lowest = lowest;
  all.highest = highest;
  all.is_exact = is_count && equal_counts(lowest, highest);
  return all;
}

Evidence paired_ratio(std::span<const double> numerators, std::span<const double> denominators,
                      double level) {
  if (numerators.size() != denominators.size())
    throw std::invalid_argument(
        fmt::format("paired ratio: expected pairs, found {} numerators and {} denominators",
                    numerators.size(), denominators.size()));
  std::vector<double> ratios;
  for (std::size_t i = 0; i < numerators.size(); ++i) {
    if (!(denominators[i] > 0))
      throw std::invalid_argument(
          fmt::format("paired ratio: expected denominators above 0, found {:f}", denominators[i]));
    ratios.push_back(numerators[i] / denominators[i]);
  }
  return median_evidence(ratios, level);
}

Evidence quotient(const Evidence& top, const Evidence& bottom) {
  Evidence ratio;
  ratio.value = top.value / bottom.value;
  ratio.interval = {top.interval.low / bottom.interval.high,
                    top.interval.high / bottom.interval.low,
                    std::max(0.0, top.interval.level + bottom.interval.level - 1)};
  ratio.samples = std::min(top.samples, bottom.samples);
  if (std::isfinite(top.lowest) && std::isfinite(bottom.lowest)) {
    ratio.lowest = top.lowest / bottom.highest;
    ratio.highest = top.highest / bottom.lowest;
  }
  ratio.step = std::hypot(top.step, bottom.step);
  ratio.resolved = top.resolved && bottom.resolved;
  ratio.is_exact = top.is_exact && bottom.is_exact;
  return ratio;
}

}  // namespace tickbench
