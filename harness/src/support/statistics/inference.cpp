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

#include "statistics/rounding.hpp"

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
  check_alpha(alpha);
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

}  // namespace inference
}  // namespace tickbench
