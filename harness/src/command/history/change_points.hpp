// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace tickbench::history {

/// Where a series changes its level: at once, or as the beginning of a drift.
struct ChangePoint {
  std::size_t index = 0;            ///< of the first value after the change
  std::size_t first = 0, last = 0;  ///< the index lies within these at 95 %
  double before = 0, after = 0;     ///< the levels; of a drift that at its end
  bool is_drift = false;
};

/// The median change from one value to the next, which steps do not move.
double typical_change(std::span<const double> values);

/// Of so many series without a change, a change is proposed.
inline constexpr double kProposalRate = 0.02;

/// The changes of a series of logarithms, in their order.
///
/// A segment is tested by the largest standardised difference of the means before and after each
/// of its gaps. The standard deviation is that of successive differences, which a step does not
/// widen; a value beyond three of them from the median of itself and its four neighbours counts as
/// that far, so that single outliers weigh little. The critical value is simulated for the
/// segment's length under independent normal noise. Where it is exceeded, the change is dated by
/// least squares, as a step or as a level and a line that leaves it, whichever leaves less; and
/// both parts are searched (binary segmentation: Vostrikova, Sov. Math. Dokl. 24, 1981), the one
/// behind a drift without its line.
///
/// The interval of a step holds the gaps whose likelihood lies within that of the best one by the
/// quantile of Siegmund's limit (Stat. Sci. 3, 1988; section 3), of a drift by chi squared; those
/// of both, where either may be.
///
/// Noise that is correlated from commit to commit proposes more: a step is decided by `ab`.
std::vector<ChangePoint> find_change_points(std::span<const double> values);

}  // namespace tickbench::history
