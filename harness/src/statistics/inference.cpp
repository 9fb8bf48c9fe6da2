// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "statistics/inference.hpp"

#include <algorithm>
#include <boost/math/distributions/normal.hpp>
#include <boost/math/distributions/students_t.hpp>
#include <boost/math/statistics/univariate_statistics.hpp>
#include <cmath>
#include <limits>
#include <numeric>
#include <stdexcept>
#include <vector>

namespace tickbench {
namespace {
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
  const double slope = bias == Bias::kOfStrongCorrelation ? std::min(3 / n, kLargest) : 0;
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
  const double middle = inference::mean(means);
  double squares = 0;
  for (const double value : means) squares += (value - middle) * (value - middle);
  const double variance = squares / static_cast<double>(means.size() - 1);
  return {static_cast<double>(length) * variance * variance_inflation(means, bias),
          static_cast<int>(means.size()) - 1};
}

namespace inference {
namespace {

void check_alpha(double alpha) {
  if (!(alpha > 0 && alpha < 1)) throw std::invalid_argument("alpha must lie between 0 and 1");
}

double variance(std::span<const double> values) {
  return boost::math::statistics::sample_variance(values.begin(), values.end());
}

// They spread by less than half a step.
bool round_alike(double variance, double step) { return variance < step * step / 4; }

// Of the mean of n values.
double squared_error(double variance, double n, double step) {
  return round_alike(variance, step) ? std::max(variance / n, rounding_variance(step))
                                     : variance / n;
}

// From here on, and on sides not too unlike in number, recorded noise holds the error rate with
// Welch's degrees of freedom (compare's simulation); with outliers among fewer it does not.
constexpr std::size_t kFewestForWelch = 5;

double freedom_of(std::size_t n_from, std::size_t n_to, double a, double b) {
  const auto [fewer, more] = std::minmax(n_from, n_to);
  if (fewer < kFewestForWelch || more >= 2 * fewer) return static_cast<double>(fewer) - 1;
  return (a + b) * (a + b) /
         (a * a / static_cast<double>(n_from - 1) + b * b / static_cast<double>(n_to - 1));
}

// P(V <= k) for the signed-rank statistic V of n values is at most `tail`: the number of such k.
// V is the sum of those ranks 1..n that carry a plus, each with probability 1/2.
std::size_t ranks_cut_off(std::size_t n, double tail) {
  const std::size_t most = n * (n + 1) / 2;
  // Only the lower half is needed: a tail below one half ends there.
  std::vector<double> probability(most / 2 + 1);
  probability[0] = 1;
  for (std::size_t rank = 1; rank <= n; ++rank)
    for (std::size_t sum = probability.size(); sum-- > 0;)
      probability[sum] = 0.5 * (probability[sum] + (sum >= rank ? probability[sum - rank] : 0.0));
  double cumulative = 0;
  for (std::size_t k = 0; k < probability.size(); ++k) {
    cumulative += probability[k];
    if (cumulative > tail) return k;
  }
  return probability.size();
}

std::vector<double> pairwise_means(std::span<const double> values) {
  std::vector<double> means;
  means.reserve(values.size() * (values.size() + 1) / 2);
  for (std::size_t i = 0; i < values.size(); ++i)
    for (std::size_t j = i; j < values.size(); ++j) means.push_back((values[i] + values[j]) / 2);
  std::sort(means.begin(), means.end());
  return means;
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

std::size_t signed_rank_least(double alpha) {
  check_alpha(alpha);
  return static_cast<std::size_t>(std::ceil(1 - std::log2(alpha)));
}

Centre signed_rank(std::span<const double> values, double alpha, double step) {
  if (values.size() < signed_rank_least(alpha))
    throw std::invalid_argument("too few values for a signed-rank interval at this level");
  const auto means = pairwise_means(values);
  const auto cut = ranks_cut_off(values.size(), alpha / 2);
  // [W(c), W(N + 1 - c)] counted from 1, with c = cut: P(V <= cut - 1) <= alpha / 2.
  Centre centre{median(means), {means[cut - 1], means[means.size() - cut], 1 - alpha}};
  if (!round_alike(variance(values), step)) return centre;
  // Values that round alike rank alike as well.
  const auto least = around(centre.estimate, std::sqrt(rounding_variance(step)),
                            static_cast<double>(values.size()) - 1, alpha);
  centre.interval.low = std::min(centre.interval.low, least.interval.low);
  centre.interval.high = std::max(centre.interval.high, least.interval.high);
  return centre;
}

Centre student(std::span<const double> values, double alpha, double step) {
  check_alpha(alpha);
  if (values.size() < 2) throw std::invalid_argument("Student's interval takes two values");
  const auto n = static_cast<double>(values.size());
  const double squared = squared_error(variance(values), n, step);
  if (squared == 0 && values.size() < signed_rank_least(alpha))
    return unlimited(mean(values), alpha);
  return around(mean(values), std::sqrt(squared), n - 1, alpha);
}

Centre difference(std::span<const double> from, std::span<const double> to, double alpha,
                  double from_step, double to_step) {
  check_alpha(alpha);
  if (from.empty() || to.empty() || from.size() + to.size() < 3)
    throw std::invalid_argument("a difference takes values on both sides, and three in all");
  const double estimate = mean(to) - mean(from);
  const auto n_from = static_cast<double>(from.size()), n_to = static_cast<double>(to.size());
  const bool is_one_sided = from.size() == 1 || to.size() == 1;
  const auto& known = from.size() == 1 ? to : from;
  const double a = squared_error(variance(is_one_sided ? known : from), n_from, from_step);
  const double b = squared_error(variance(is_one_sided ? known : to), n_to, to_step);
  if (a + b == 0)
    return chance_of_parting(from.size(), to.size()) > alpha
               ? unlimited(estimate, alpha)
               : Centre{estimate, {estimate, estimate, 1 - alpha}};
  const double freedom = is_one_sided ? static_cast<double>(known.size()) - 1
                                      : freedom_of(from.size(), to.size(), a, b);
  return around(estimate, std::sqrt(a + b), freedom, alpha);
}

double chance_of_parting(std::size_t n, std::size_t m) {
  double chance = 2;
  for (std::size_t i = 1; i <= n; ++i)
    chance *= static_cast<double>(i) / static_cast<double>(m + i);
  return chance;
}

Centre difference_of_known_spread(std::span<const double> from, std::span<const double> to,
                                  double deviation, double alpha) {
  check_alpha(alpha);
  const auto n_from = static_cast<double>(from.size()), n_to = static_cast<double>(to.size());
  return around(mean(to) - mean(from), deviation * std::sqrt(1 / n_from + 1 / n_to),
                std::numeric_limits<double>::infinity(), alpha);
}

Centre unlimited(double estimate, double alpha) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  return {estimate, {-kInfinity, kInfinity, 1 - alpha}};
}

Centre around(double estimate, double standard_error, double freedom, double alpha) {
  check_alpha(alpha);
  const boost::math::students_t distribution(freedom);
  const double half = quantile(complement(distribution, alpha / 2)) * standard_error;
  return {estimate, {estimate - half, estimate + half, 1 - alpha}};
}

double normal_quantile(double alpha) {
  check_alpha(alpha);
  return quantile(complement(boost::math::normal(), alpha / 2));
}

}  // namespace inference
}  // namespace tickbench
