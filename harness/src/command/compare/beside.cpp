// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <boost/math/statistics/univariate_statistics.hpp>
#include <cmath>
#include <iterator>

#include "compare/table.hpp"

namespace tickbench::compare {
namespace {

constexpr double kAbsent = std::numeric_limits<double>::quiet_NaN();

// A slope other than 1 that explains less than this is likely to be chance.
constexpr double kWorthwhile = 0.5;  // of the variance

// A line through fewer explains much by chance.
constexpr std::size_t kFewestForSlope = 6;

using Series = std::vector<double>;

bool has_value(double value) { return !std::isnan(value); }

Series present(std::span<const double> series) {
  Series values;
  std::ranges::copy_if(series, std::back_inserter(values), has_value);
  return values;
}

double series_mean(std::span<const double> series) {
  const auto values = present(series);
  return values.empty() ? 0 : inference::mean(values);
}

using Ranked = std::vector<std::pair<double, std::size_t>>;  // sorted: a value, and whose it is

// Without the one at `without`; of all where that is none.
double median_without(const Ranked& sorted, std::size_t without) {
  const auto count = sorted.size() - (without < sorted.size() ? 1 : 0);
  const auto at = [&](std::size_t rank) { return sorted[rank + (rank >= without ? 1 : 0)].first; };
  return (at((count - 1) / 2) + at(count / 2)) / 2;
}

/// In each pair, for each benchmark, the median of the others.
std::vector<Series> companion_medians(const std::vector<Series>& all,
                                      const std::vector<bool>& is_ground) {
  const auto pairs = all.empty() ? 0 : all.front().size();
  std::vector<Series> medians(all.size(), Series(pairs, kAbsent));
  for (std::size_t pair = 0; pair < pairs; ++pair) {
    Ranked sorted;
    for (std::size_t i = 0; i < all.size(); ++i)
      if (is_ground[i] && has_value(all[i][pair])) sorted.emplace_back(all[i][pair], i);
    std::ranges::sort(sorted);
    std::vector<std::size_t> ranks(all.size(), sorted.size());
    for (std::size_t rank = 0; rank < sorted.size(); ++rank) ranks[sorted[rank].second] = rank;
    for (std::size_t i = 0; i < all.size(); ++i)
      if (sorted.size() >= kMinCompanions + (ranks[i] < sorted.size() ? 1 : 0))
        medians[i][pair] = median_without(sorted, ranks[i]);
  }
  return medians;
}

Series difference(const Series& from, const Series& other, double slope) {
  Series rest = from;
  for (std::size_t pair = 0; pair < rest.size(); ++pair) rest[pair] -= slope * other[pair];
  return rest;
}

double find_slope(const Series& levels, const Series& others) {
  double products = 0, squares = 0;
  std::size_t count = 0;
  for (std::size_t pair = 0; pair < levels.size(); ++pair)
    if (has_value(levels[pair]) && has_value(others[pair])) {
      products += levels[pair] * others[pair];
      squares += others[pair] * others[pair];
      ++count;
    }
  if (count < kFewestForSlope || squares == 0) return 1;
  const double slope = products / squares;
  const bool is_worthwhile = series_variance(difference(levels, others, slope)) <
                             kWorthwhile * series_variance(difference(levels, others, 1));
  return is_worthwhile ? slope : 1;
}

}  // namespace

PairSeries make_series(const Sides& sides, std::size_t pairs) {
  PairSeries series{Series(pairs, kAbsent), Series(pairs, kAbsent), pair_step(sides)};
  const auto ratios = pair_log_ratios(sides);
  for (std::size_t i = 0; i < ratios.size(); ++i) {
    const auto &before = sides.old_runs[i], &now = sides.new_runs[i];
    series.ratios[before.file] = ratios[i];
    series.levels[before.file] = std::log(before.value) + std::log(now.value);
  }
  return series;
}

double series_variance(std::span<const double> series) {
  const auto values = present(series);
  return values.size() > 1 ? boost::math::statistics::sample_variance(values) : 0;
}

double standard_score(std::span<const double> series) {
  const double variance = series_variance(series);
  const auto count = static_cast<double>(present(series).size());
  return variance > 0 ? series_mean(series) / std::sqrt(variance / count) : 0;
}

std::vector<std::vector<double>> relative_ratios(std::span<const PairSeries> all,
                                                 const std::vector<bool>& is_ground) {
  std::vector<Series> ratios, levels;
  for (const auto& one : all) {
    ratios.push_back(one.ratios);
    const double mean = series_mean(one.levels);
    for (double& level : levels.emplace_back(one.levels)) level -= mean;
  }
  const auto ratio_medians = companion_medians(ratios, is_ground);
  const auto level_medians = companion_medians(levels, is_ground);
  std::vector<Series> beside(all.size());
  for (std::size_t i = 0; i < all.size(); ++i)
    if (std::ranges::any_of(ratio_medians[i], has_value))
      beside[i] = difference(ratios[i], ratio_medians[i], find_slope(levels[i], level_medians[i]));
  return beside;
}

}  // namespace tickbench::compare
