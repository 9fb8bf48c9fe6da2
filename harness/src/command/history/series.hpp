// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "history/git.hpp"
#include "history/store.hpp"

namespace tickbench::history {

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
History make_history(StoredValues values, Line line, bool higher_is_better);

}  // namespace tickbench::history
