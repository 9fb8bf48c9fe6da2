// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "results/metric.hpp"

namespace tickbench::compare {

struct Options {
  std::string metric = "time";
  std::optional<results::Direction> better;  ///< for a metric whose name does not tell
  /// The smallest relevant effect. Below it a difference is real at most, never worth a stop: other
  /// code placement alone moves a benchmark by about 1 %.
  double effect = 0.015;
  /// Of raising any false alarm in the whole table. 1 in 100: a project that compares daily sees a
  /// false alarm in some months, so that an alarm is still believed.
  double error_rate = 0.01;
  /// Below this, one run a side shows nothing: the same program differs that much between two runs
  /// (placement of memory, clocks, neighbours).
  double one_run_effect = 0.05;
  /// The standard deviation between runs of one program, as a fraction, where it is known.
  std::optional<double> run_spread;
  bool force = false;   ///< compare what is not comparable
  bool paired = false;  ///< the i-th run of one side was taken next to the i-th of the other
};

}  // namespace tickbench::compare
