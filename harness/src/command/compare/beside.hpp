// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "compare/sides.hpp"

/// Each benchmark of a table beside the others of the same pairs of runs.
namespace tickbench::compare {

/// With fewer other benchmarks in a pair, what they have in common is not known.
inline constexpr std::size_t kMinCompanions = 4;

/// One benchmark, pair by pair: NaN where a pair does not have it.
struct PairSeries {
  std::vector<double> ratios;  ///< log(new / old)
  std::vector<double> levels;  ///< log(new * old), the same whichever side is called the new one
  double step = 0;             ///< what the clock's step rounds the ratios to
};
PairSeries make_series(const Sides& sides, std::size_t pairs);

/// The log ratios of each benchmark less the median of the others' in the same pair. Empty where
/// every pair has too few others. The others are those for which `is_ground` is true: a benchmark
/// that is known to have changed is no ground for the rest.
///
/// Where a process as a whole is fast or slow (its placement, its clocks), all of its benchmarks
/// are, but not all by as much. Where the levels of a benchmark follow those of the others by
/// another factor than 1, and a line through them leaves less than half of the variance that the
/// factor 1 leaves, the median is multiplied by that slope.
///
/// Where the code of all is equal, the two sides of a pair could change names: the levels and so
/// the slope would stay, and every value would change its sign. So the values are symmetric about
/// 0, and the signed-rank test of them is as exact as that of the ratios.
std::vector<std::vector<double>> relative_ratios(std::span<const PairSeries> all,
                                                 const std::vector<bool>& is_ground);

/// The mean of what a series has, in standard errors; 0 where it has no spread.
double standard_score(std::span<const double> series);

/// The variance of what a series has; 0 of fewer than two values.
double series_variance(std::span<const double> series);

}  // namespace tickbench::compare
