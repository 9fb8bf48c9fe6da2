// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "history/git.hpp"
#include "history/store.hpp"

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
/// segment's length under independent normal noise. Where it is exceeded, least squares date the
/// change, as a step or as a level and a line that leaves it; and both parts are searched, the one
/// behind a drift without its line (binary segmentation: Vostrikova, Sov. Math. Dokl. 24, 1981).
///
/// The interval of a step holds the gaps whose likelihood lies within that of the best one by the
/// quantile of Siegmund's limit (Stat. Sci. 3, 1988; section 3). For a drift the quantile is chi
/// squared's. Where the change may be either, the interval holds the gaps of both.
///
/// Noise that is correlated from commit to commit proposes more: a step is decided by `ab`.
std::vector<ChangePoint> find_change_points(std::span<const double> values);

/// "saxpy on GPU of host", as it is.
std::string name_text(const SeriesKey& key);

/// All runs of one commit.
struct Point {
  std::size_t place = 0;     ///< of its commit on the line
  double value = 0;          ///< the median over the runs
  double low = 0, high = 0;  ///< from the lowest end of the runs' intervals to the highest
  double canary = 0;         ///< the median over the runs; 0: not known of all of them
  std::size_t runs = 0;
  std::string digest{};  ///< of all runs' launches; empty: none, or several
};

struct Series {
  SeriesKey key;
  std::vector<Point> points;    ///< in the order of their commits
  bool divides_canary = false;  ///< the canary explains noise: `levels` are without it
  bool higher_is_better = false;

  /// The logarithms of the values, without what the canary shows of the machine.
  std::vector<double> levels() const;
};

/// Between the last point of one series and the first point of the next one. It is not judged.
struct Break {
  std::size_t before = 0, after = 0;  ///< series
  std::string what;                   ///< "driver: 1 before, 2 now"
  double ratio = 1;                   ///< of the medians of up to five points on each side
};

struct History {
  Line line;
  std::vector<Series> series;  ///< by their keys
  std::vector<Break> breaks;
  std::size_t elsewhere = 0;  ///< commits with results that are not on the line
};

/// Those of the store along the line. `metric`: that of the values, if one was asked for.
History make_history(const StoredValues& values, Line line, bool higher_is_better);

}  // namespace tickbench::history
