// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>

#include "compare/sides.hpp"
#include "tickbench/seconds.hpp"

/// How `ab` divides its time between processes and repetitions within one.
namespace tickbench::pairs {

/// Where the noise of a benchmark comes from: the variances of the logarithm of one repetition.
struct VarianceShares {
  /// Between runs, without what their repetitions bring: at most, one standard error above what was
  /// seen, since a few runs that happen to agree do not show that all of them do.
  double between = 0;
  double within = 0;  ///< between the repetitions of one run
};

/// From pairs of runs that had several repetitions; nothing where none had.
std::optional<VarianceShares> variance_shares(const compare::Sides& sides);

/// What a run costs, seen from runs of different sizes: least squares of its wall time over the
/// repetitions of benchmarks that it took.
class RunCosts {
 public:
  void add(double repetitions, Seconds wall);
  struct Costs {
    double start = 0;       ///< seconds of a process before and after its benchmarks
    double repetition = 0;  ///< of one benchmark
  };
  /// Nothing before two sizes have been seen.
  std::optional<Costs> costs() const;

 private:
  double count_ = 0, sum_ = 0, squares_ = 0, wall_ = 0, products_ = 0;
};

/// More say little: what is left is the variance between processes.
inline constexpr std::size_t kMostRepetitions = 20;

/// How many repetitions a process takes, so that its interval is narrowest for the time spent:
/// sqrt(start / repetition * within / between), with the costs of a process and of a repetition of
/// what it runs. Source: Kalibera and Jones, Rigorous Benchmarking in Reasonable Time, ISMM 2013,
/// section 6.2.
std::size_t best_repetitions(const VarianceShares& shares, double start, double repetition);

}  // namespace tickbench::pairs
