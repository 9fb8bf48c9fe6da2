// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "tickbench/statistics.hpp"

#include <algorithm>
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

double quantile_of_sorted(const std::vector<double>& values, double p) {
  const double place = p * static_cast<double>(values.size() - 1);
  const auto below = static_cast<std::size_t>(place);
  const std::size_t above = std::min(below + 1, values.size() - 1);
  return std::lerp(values[below], values[above], place - static_cast<double>(below));
}

}  // namespace

double median(std::span<const double> values) { return quantile(values, 0.5); }

double quantile(std::span<const double> values, double p) {
  if (!(p >= 0 && p <= 1))
    throw std::invalid_argument("quantile: expected p in [0, 1], found " + std::to_string(p));
  return quantile_of_sorted(sorted(values), p);
}

double noise(std::span<const double> values) {
  const auto ordered = sorted(values);
  const double middle = quantile_of_sorted(ordered, 0.5);
  const double range = quantile_of_sorted(ordered, 0.75) - quantile_of_sorted(ordered, 0.25);
  return range == 0 ? 0 : range / 2 / std::abs(middle);
}

double lag1_autocorrelation(std::span<const double> values) {
  if (values.empty()) throw std::invalid_argument("statistics: expected at least one value");
  if (values.size() < 3) return 0;
  double mean = 0;
  for (const double value : values) mean += value / static_cast<double>(values.size());
  double products = 0;
  double squares = 0;
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

Interval noise_interval(double noise, std::size_t samples, double level) {
  if (samples == 0) throw std::invalid_argument("noise interval: expected samples");
  // For normal samples the standard error of their interquartile range is 1.573 s / sqrt(n), and
  // the range 1.349 s.
  constexpr double kRelativeErrorOfRange = 1.573 / 1.349;
  const double factor = std::exp(inference::normal_quantile(1 - level) * kRelativeErrorOfRange /
                                 std::sqrt(static_cast<double>(samples)));
  return {noise / factor, noise * factor, level};
}

RatioEstimate paired_ratio(std::span<const double> numerators,
                           std::span<const double> denominators) {
  if (numerators.size() != denominators.size())
    throw std::invalid_argument("paired ratio: expected pairs, found " +
                                std::to_string(numerators.size()) + " numerators and " +
                                std::to_string(denominators.size()) + " denominators");
  std::vector<double> ratios;
  ratios.reserve(numerators.size());
  for (std::size_t i = 0; i < numerators.size(); ++i) {
    if (!(denominators[i] > 0))
      throw std::invalid_argument("paired ratio: expected denominators above 0, found " +
                                  std::to_string(denominators[i]));
    ratios.push_back(numerators[i] / denominators[i]);
  }
  return {median(ratios), median_interval(ratios)};
}

}  // namespace tickbench
