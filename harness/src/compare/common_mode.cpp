// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <vector>

#include "compare/compare.hpp"
#include "compare/sequential.hpp"
#include "tickbench/statistics.hpp"

namespace tickbench::compare {
namespace {

constexpr double kAbsent = std::numeric_limits<double>::quiet_NaN();

// Where others have nothing in common with it, taking that out adds noise.
constexpr double kWorthwhile = 0.5;  // of the variance

using Series = std::vector<double>;  // by pair

// The variance about 0: the same whichever side of a pair is called the new one.
double mean_square(const Series& series) {
  double sum = 0, count = 0;
  for (const double value : series)
    if (!std::isnan(value)) {
      sum += value * value;
      ++count;
    }
  return count > 0 ? sum / count : 0;
}

std::vector<Series> series_of(std::span<const Sides> all) {
  std::size_t pairs = 0;
  for (const auto& sides : all)
    for (const auto& run : sides.old_runs) pairs = std::max<std::size_t>(pairs, run.file + 1);
  std::vector<Series> series(all.size(), Series(pairs, kAbsent));
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (!all[i].can_be_judged) continue;
    const auto ratios = log_ratios_of_pairs(all[i]);
    for (std::size_t k = 0; k < ratios.size(); ++k) series[i][all[i].old_runs[k].file] = ratios[k];
  }
  return series;
}

/// In each pair the median of the others, in their own standard deviations; 0 where they are few.
Series common(const std::vector<Series>& units, std::size_t besides) {
  Series medians(units[besides].size());
  for (std::size_t pair = 0; pair < medians.size(); ++pair) {
    std::vector<double> others;
    for (std::size_t j = 0; j < units.size(); ++j)
      if (j != besides && !std::isnan(units[j][pair])) others.push_back(units[j][pair]);
    if (others.size() >= kFewestCompanions) medians[pair] = median(others);
  }
  return medians;
}

// Least squares through 0, and what is left.
Series residuals(const Series& series, const Series& cause) {
  double products = 0, squares = 0;
  for (std::size_t pair = 0; pair < series.size(); ++pair)
    if (!std::isnan(series[pair])) {
      products += series[pair] * cause[pair];
      squares += cause[pair] * cause[pair];
    }
  const double slope = squares > 0 ? products / squares : 0;
  Series left = series;
  for (std::size_t pair = 0; pair < left.size(); ++pair) left[pair] -= slope * cause[pair];
  return left;
}

}  // namespace

std::vector<std::vector<double>> relative_log_ratios(std::span<const Sides> all) {
  const auto series = series_of(all);
  auto units = series;
  for (auto& each : units) {
    const double deviation = std::sqrt(mean_square(each));
    for (double& value : each) value = deviation > 0 ? value / deviation : 0 * value;
  }
  std::vector<std::vector<double>> relative(all.size());
  for (std::size_t i = 0; i < all.size(); ++i) {
    auto left = residuals(series[i], common(units, i));
    if (!(mean_square(left) < kWorthwhile * mean_square(series[i]))) continue;
    std::erase_if(left, [](double value) { return std::isnan(value); });
    relative[i] = std::move(left);
  }
  return relative;
}

}  // namespace tickbench::compare
