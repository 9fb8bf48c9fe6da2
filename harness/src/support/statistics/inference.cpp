// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "statistics/inference.hpp"

#include <algorithm>
#include <array>
#include <boost/math/distributions/normal.hpp>
#include <boost/math/distributions/students_t.hpp>
#include <boost/math/statistics/univariate_statistics.hpp>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>
#include <stdexcept>
#include <utility>

namespace tickbench {
namespace {

double variance(std::span<const double> values) {
  return boost::math::statistics::sample_variance(values.begin(), values.end());
}

/// In standard deviations, 1 / sqrt(n), of the autocorrelation of independent values. So low, for
/// missing a correlation makes the interval wrong, and seeing one that is not there only a little
/// wide: at 1.645, coverage at rho 0.5 and 30 values falls from 0.956 to 0.945.
constexpr double kSignificance = 1.0;

/// Above this the estimate of what correlation does is worth nothing.
constexpr double kLargest = 0.95;

/// With fewer blocks their own variance is too uncertain: Student's t quantile passes 2.4.
constexpr std::size_t kFewestBlocks = 8;

std::vector<double> block_means(std::span<const double> values, std::size_t length) {
  std::vector<double> means;
  for (std::size_t begin = 0; begin + length <= values.size(); begin += length)
    means.push_back(inference::mean(values.subspan(begin, length)));
  return means;
}

}  // namespace

bool is_correlated(std::span<const double> values) {
  return lag1_autocorrelation(values) >
         kSignificance / std::sqrt(static_cast<double>(values.size()));
}

double variance_inflation(std::span<const double> values, Bias bias) {
  const auto n = static_cast<double>(values.size());
  // The estimate of r is low by about (1 + 3 r) / n (Kendall, Biometrika 41, 1954).
  const double slope = bias == Bias::kStrongCorrelation ? std::min(3 / n, kLargest) : 0;
  const double r = std::clamp((lag1_autocorrelation(values) + 1 / n) / (1 - slope), 0.0, kLargest);
  return (1 + r) / (1 - r);
}

double effective_count(std::span<const double> values) {
  const auto count = static_cast<double>(values.size());
  return is_correlated(values) ? count / variance_inflation(values) : count;
}

LongRunVariance batch_means_variance(std::span<const double> values, Bias bias) {
  std::size_t length = 1;
  std::vector<double> means(values.begin(), values.end());
  while (is_correlated(means) && values.size() / (2 * length) >= kFewestBlocks) {
    length *= 2;
    means = block_means(values, length);
  }
  return {static_cast<double>(length) * variance(means) * variance_inflation(means, bias),
          static_cast<int>(means.size()) - 1};
}

namespace inference {
namespace {

void check_alpha(double alpha) {
  if (!(alpha > 0 && alpha < 1)) throw std::invalid_argument("alpha must lie between 0 and 1");
}

/// More values that spread by less than half a step do not average the rounding out.
bool round_alike(double variance, double step) { return variance < step * step / 4; }

// Of the mean of n values.
double squared_error(double variance, double n, double step) {
  return round_alike(variance, step) ? std::max(variance / n, rounding_variance(step))
                                     : variance / n;
}

// From here on, and on sides not too unlike in number, recorded noise holds the error rate with
// Welch's degrees of freedom (compare's simulation); with outliers among fewer it does not.
constexpr std::size_t kFewestForWelch = 5;

double welch_freedom(std::size_t n_from, std::size_t n_to, double a, double b) {
  const auto [fewer, more] = std::minmax(n_from, n_to);
  if (fewer < kFewestForWelch || more >= 2 * fewer) return static_cast<double>(fewer) - 1;
  return (a + b) * (a + b) /
         (a * a / static_cast<double>(n_from - 1) + b * b / static_cast<double>(n_to - 1));
}

// `chance`: of so many equal values.
Centre equal_value_centre(double estimate, double chance, double alpha) {
  auto centre = chance > alpha ? unlimited(estimate, alpha)
                               : Centre{{estimate, {estimate, estimate, 1 - alpha}}, 1};
  if (estimate != 0) centre.p = std::min(1.0, chance);
  return centre;
}

// From here on what needs no normal values: Wilcoxon's tests, inverted.

/// A statistic that lies as often as far below its middle as above it: P(V <= k) for k below it.
using Cumulative = std::vector<double>;

// V is the sum of those ranks 1..n that carry a plus, each with probability 1/2.
Cumulative signed_rank_distribution(std::size_t n) {
  const std::size_t most = n * (n + 1) / 2;
  // Only the lower half is needed: a tail below one half ends there.
  std::vector<double> probability(most / 2 + 1);
  probability[0] = 1;
  for (std::size_t rank = 1; rank <= n; ++rank)
    for (std::size_t sum = probability.size(); sum-- > 0;)
      probability[sum] = 0.5 * (probability[sum] + (sum >= rank ? probability[sum - rank] : 0.0));
  std::partial_sum(probability.begin(), probability.end(), probability.begin());
  return probability;
}

// Up to here the exact distribution takes some milliseconds: 270 values on both sides.
constexpr double kMostSteps = 2e7;

// V is the number of pairs, of one value of each side, in which the value of the first side is the
// larger one. The numbers of orders with V = k are the coefficients of the Gaussian binomial
// coefficient (n + m over n), the product over i of (1 - q^(m + i)) / (1 - q^i).
Cumulative rank_sum_distribution(std::size_t n, std::size_t m) {
  const auto [fewer, more] = std::minmax(n, m);
  std::vector<double> orders(n * m / 2 + 1);
  orders[0] = 1;
  double all = 1;
  for (std::size_t i = 1; i <= fewer; ++i) {
    for (std::size_t k = orders.size(); k-- > more + i;) orders[k] -= orders[k - more - i];
    for (std::size_t k = i; k < orders.size(); ++k) orders[k] += orders[k - i];
    all *= static_cast<double>(more + i) / static_cast<double>(i);
  }
  for (double& each : orders) each /= all;
  std::partial_sum(orders.begin(), orders.end(), orders.begin());
  return orders;
}

Cumulative normal_rank_sum_distribution(std::size_t n, std::size_t m) {
  const auto product = static_cast<double>(n) * static_cast<double>(m);
  const boost::math::normal normal(product / 2,
                                   std::sqrt(product * static_cast<double>(n + m + 1) / 12));
  Cumulative cumulative(n * m / 2 + 1);
  for (std::size_t k = 0; k < cumulative.size(); ++k)
    cumulative[k] = cdf(normal, static_cast<double>(k) + 0.5);
  return cumulative;
}

// The looks of a comparison come back to the same numbers of pairs for every benchmark.
const Cumulative& cached_signed_rank_distribution(std::size_t n) {
  thread_local std::map<std::size_t, Cumulative> known;
  auto& cumulative = known[n];
  if (cumulative.empty()) cumulative = signed_rank_distribution(n);
  return cumulative;
}

const Cumulative& cached_rank_sum_distribution(std::size_t n, std::size_t m) {
  thread_local std::pair<std::size_t, std::size_t> sizes;
  thread_local Cumulative last;
  if (sizes != std::pair(n, m)) {
    const double steps = static_cast<double>(std::min(n, m)) * static_cast<double>(n * m);
    last = steps <= kMostSteps ? rank_sum_distribution(n, m) : normal_rank_sum_distribution(n, m);
    sizes = {n, m};
  }
  return last;
}

/// Those of rising ranks, counted from 0; orders no more than it takes.
std::array<double, 4> order_statistics(std::vector<double>& values,
                                       const std::array<std::size_t, 4>& ranks) {
  std::array<double, 4> found{};
  auto begin = values.begin();
  for (std::size_t i = 0; i < ranks.size(); ++i) {
    const auto place = values.begin() + static_cast<std::ptrdiff_t>(ranks[i]);
    std::nth_element(begin, place, values.end());
    found[i] = *(begin = place);
  }
  return found;
}

// How many of the lowest values together are no likelier than half of alpha.
std::size_t find_cut(const Cumulative& cumulative, double alpha) {
  const auto within = std::ranges::upper_bound(cumulative, alpha / 2);
  return static_cast<std::size_t>(within - cumulative.begin());
}

// As many of the differences lie on either side of the true centre as the statistic says:
// [W(c), W(N + 1 - c)] counted from 1, with P(V <= c - 1) <= alpha / 2.
Centre inverted(std::vector<double> differences, const Cumulative& cumulative, double alpha) {
  const auto cut = find_cut(cumulative, alpha);
  if (cut == 0) throw std::invalid_argument("too few values for ranks at this level");
  const auto rarer = static_cast<std::size_t>(
      std::min(std::ranges::count_if(differences, [](double each) { return each <= 0; }),
               std::ranges::count_if(differences, [](double each) { return each >= 0; })));
  const auto size = differences.size();
  const auto [low, left, right, high] =
      order_statistics(differences, {cut - 1, (size - 1) / 2, size / 2, size - cut});
  return {std::midpoint(left, right),
          {low, high, 1 - alpha},
          rarer < cumulative.size() ? std::min(1.0, 2 * cumulative[rarer]) : 1};
}

// Values that round alike rank alike as well: no narrower than what a step leaves open.
Centre no_narrower(Centre centre, double standard_error, double freedom, double alpha) {
  const auto least = around(centre.value, standard_error, freedom, alpha);
  centre.interval.low = std::min(centre.interval.low, least.interval.low);
  centre.interval.high = std::max(centre.interval.high, least.interval.high);
  centre.p = std::max(centre.p, least.p);
  return centre;
}

std::vector<double> pairwise_means(std::span<const double> values) {
  std::vector<double> means;
  means.reserve(values.size() * (values.size() + 1) / 2);
  for (std::size_t i = 0; i < values.size(); ++i)
    for (std::size_t j = i; j < values.size(); ++j) means.push_back((values[i] + values[j]) / 2);
  return means;
}

std::vector<double> all_differences(std::span<const double> from, std::span<const double> to) {
  std::vector<double> differences;
  differences.reserve(from.size() * to.size());
  for (const double before : from)
    for (const double now : to) differences.push_back(now - before);
  return differences;
}

}  // namespace

double mean(std::span<const double> values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

std::optional<double> spread(std::span<const double> values) {
  std::vector<double> logs;
  for (const double value : values) {
    if (!std::isfinite(value) || value <= 0) return std::nullopt;
    logs.push_back(std::log(value));
  }
  return logs.size() < 2 ? std::nullopt : std::optional(std::sqrt(variance(logs)));
}

Centre student(std::span<const double> values, double alpha, double step) {
  check_alpha(alpha);
  if (values.size() < 2) throw std::invalid_argument("Student's interval takes two values");
  const auto n = static_cast<double>(values.size());
  const double squared = squared_error(variance(values), n, step);
  if (squared > 0) return around(mean(values), std::sqrt(squared), n - 1, alpha);
  return equal_value_centre(mean(values), std::exp2(1 - n), alpha);
}

Centre welch(std::span<const double> from, std::span<const double> to, double alpha,
             double from_step, double to_step) {
  check_alpha(alpha);
  if (from.empty() || to.empty() || from.size() + to.size() < 3)
    throw std::invalid_argument("a difference takes values on both sides, and three in all");
  const double estimate = mean(to) - mean(from);
  const auto n_from = static_cast<double>(from.size()), n_to = static_cast<double>(to.size());
  const bool has_single_value = from.size() == 1 || to.size() == 1;
  const auto& known = from.size() == 1 ? to : from;
  const double a = squared_error(variance(has_single_value ? known : from), n_from, from_step);
  const double b = squared_error(variance(has_single_value ? known : to), n_to, to_step);
  if (a + b == 0)
    return equal_value_centre(estimate, separation_probability(from.size(), to.size()), alpha);
  const double freedom = has_single_value ? static_cast<double>(known.size()) - 1
                                          : welch_freedom(from.size(), to.size(), a, b);
  return around(estimate, std::sqrt(a + b), freedom, alpha);
}

double separation_probability(std::size_t n, std::size_t m) {
  double chance = 2;
  for (std::size_t i = 1; i <= n; ++i)
    chance *= static_cast<double>(i) / static_cast<double>(m + i);
  return chance;
}

Centre known_spread_difference(std::span<const double> from, std::span<const double> to,
                               double deviation, double alpha) {
  const auto n_from = static_cast<double>(from.size()), n_to = static_cast<double>(to.size());
  return around(mean(to) - mean(from), deviation * std::sqrt(1 / n_from + 1 / n_to),
                std::numeric_limits<double>::infinity(), alpha);
}

Centre unlimited(double estimate, double alpha) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  return {estimate, {-kInfinity, kInfinity, 1 - alpha}, 1};
}

Centre around(double estimate, double standard_error, double freedom, double alpha) {
  check_alpha(alpha);
  const boost::math::students_t distribution(freedom);
  const double half = quantile(complement(distribution, alpha / 2)) * standard_error;
  Centre centre{{estimate, {estimate - half, estimate + half, 1 - alpha}}, 1};
  if (estimate != 0)
    centre.p = standard_error > 0
                   ? 2 * cdf(complement(distribution, std::abs(estimate) / standard_error))
                   : 0;
  return centre;
}

double normal_quantile(double alpha) {
  check_alpha(alpha);
  return quantile(complement(boost::math::normal(), alpha / 2));
}

std::size_t signed_rank_least(double alpha) {
  check_alpha(alpha);
  return static_cast<std::size_t>(std::ceil(1 - std::log2(alpha)));
}

double signed_rank_level(std::size_t values, double alpha) {
  check_alpha(alpha);
  const auto& cumulative = cached_signed_rank_distribution(values);
  const auto cut = find_cut(cumulative, alpha);
  return cut == 0 ? 0 : 2 * cumulative[cut - 1];
}

Centre signed_rank(std::span<const double> values, double alpha, double step) {
  if (values.size() < signed_rank_least(alpha))
    throw std::invalid_argument("too few values for a signed-rank interval at this level");
  const auto centre =
      inverted(pairwise_means(values), cached_signed_rank_distribution(values.size()), alpha);
  if (!round_alike(variance(values), step)) return centre;
  return no_narrower(centre, std::sqrt(rounding_variance(step)),
                     static_cast<double>(values.size()) - 1, alpha);
}

std::size_t rank_sum_least(double alpha) {
  check_alpha(alpha);
  std::size_t least = 1;
  while (separation_probability(least, least) > alpha) ++least;
  return least;
}

Centre rank_sum(std::span<const double> from, std::span<const double> to, double alpha,
                double from_step, double to_step) {
  check_alpha(alpha);
  if (from.empty() || to.empty()) throw std::invalid_argument("ranks take values on both sides");
  const auto centre = inverted(all_differences(from, to),
                               cached_rank_sum_distribution(from.size(), to.size()), alpha);
  double rounding = 0;
  for (const auto& [values, step] : {std::pair(from, from_step), std::pair(to, to_step)})
    if (values.size() > 1 && round_alike(variance(values), step))
      rounding += rounding_variance(step);
  if (rounding == 0) return centre;
  return no_narrower(centre, std::sqrt(rounding),
                     static_cast<double>(std::min(from.size(), to.size())) - 1, alpha);
}

}  // namespace inference
}  // namespace tickbench
