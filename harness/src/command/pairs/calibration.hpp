// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <iosfwd>
#include <span>
#include <string>
#include <vector>

#include "compare/compare.hpp"
#include "pairs/ab_run.hpp"
#include "results/result_file.hpp"

/// What one machine's noise between runs allows `ab`, `compare` and floors to see.
namespace tickbench::pairs {

struct CalibrationSettings : PairSettings {
  CalibrationSettings() : PairSettings{.pairs = 20} {}
  double slowdown = 0.03;  ///< that has to be found
};

/// One benchmark's noise: of runs, each of them one value.
struct CalibratedBenchmark {
  std::string id, device;
  double spread = 0;  ///< the standard deviation of the runs' logarithms
  double range = 0;   ///< from the lowest to the highest, of the logarithms
  std::size_t pairs = 0;
  /// Of 100 simulated comparisons by the proposed pairs, how many find the proposed slowdown.
  std::size_t found = 0;
};

/// One that was run, and of which too few runs are good.
struct ExcludedBenchmark {
  std::string id, why;
  bool is_failed = false;
};

struct Calibration {
  std::vector<CalibratedBenchmark> benchmarks;
  std::vector<ExcludedBenchmark> left_out;
  std::size_t pairs_taken = 0;
  double slowdown = 0;             ///< found in 95 of 100 with the proposals, of every benchmark
  bool is_enough = false;          ///< it is the slowdown that was asked for
  double effect = 0;               ///< --effect: half of the slowdown
  std::size_t pairs = 0;           ///< --pairs
  std::size_t found_together = 0;  ///< of 100, where all are slower by it
  double margin = 0;               ///< --margin of `floors suggest`
  double missed_by = 0;  ///< a slowdown that misses floors of that margin in every run seen
  double error_rate = 0;
};

/// Takes pairs of runs of one program, as `ab` takes those of two, until they are all taken or the
/// budget is spent. Throws UsageError where no benchmark has four pairs.
///
/// The power is simulated: the pairs are drawn again and again (Efron, Ann. Stat. 7, 1979), each
/// with all of its benchmarks and a random sign, since the sides are equal, and are judged as `ab`
/// judges them.
Calibration calibrate(const CalibrationSettings& settings, const AbWorld& world);

void print_table(std::ostream& out, const Calibration& calibration);
void print_json(std::ostream& out, const Calibration& calibration);

}  // namespace tickbench::pairs
