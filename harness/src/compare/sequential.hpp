// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <random>
#include <span>
#include <vector>

#include "compare/comparison.hpp"

/// Judging pairs of runs while they are taken, without paying for having looked more than once.
namespace tickbench::compare {

/// Which side of each pair runs first: `true` for OLD. In every two pairs each side is first once,
/// so that a drift cancels, and which of the two pairs is which is drawn.
std::vector<bool> balanced_order(std::size_t pairs, std::mt19937_64& random);

/// When to look, and how much of the error rate each look may spend.
///
/// The spending function is Kim and DeMets' a t^2 (Biometrika 74, 1987), t being the part of the
/// planned pairs that is taken: early looks stop on large differences only. The looks' errors are
/// added (Bonferroni), so nothing is assumed of how they depend on each other; Lan and DeMets'
/// boundaries (Biometrika 70, 1983) would be narrower by less than 7 %. The plan must be fixed
/// before the first judged pair.
class Plan {
 public:
  /// At most `pairs` pairs, an error rate of `alpha` for one benchmark.
  Plan(std::size_t pairs, double alpha);

  std::size_t pairs() const { return pairs_; }
  /// After how many pairs to look: growing by half, the last after all.
  const std::vector<std::size_t>& looks() const { return looks_; }
  /// What has been spent after a look at `pairs` pairs.
  double spent(std::size_t pairs) const;
  /// Too few pairs for the signed-rank interval: Student's is taken, which assumes normal noise.
  bool assumes_normal() const { return assumes_normal_; }

 private:
  std::size_t pairs_;
  double alpha_;
  bool assumes_normal_ = false;
  std::vector<std::size_t> looks_;
};

/// One benchmark's verdict over the looks of a plan.
class SequentialTest {
 public:
  SequentialTest(const Plan& plan, double effect, std::optional<metrics::Direction> better)
      : plan_(&plan), effect_(effect), better_(better) {}

  /// `log_ratios`: log(new / old) of every pair so far. A look that is too early for an interval is
  /// none. `step`: what the clock rounds them to.
  void look(std::span<const double> log_ratios, double step = 0);

  /// Once it is clear it stays.
  Verdict verdict() const { return verdict_; }
  bool has_ratio() const { return has_ratio_; }
  /// The last look's estimate; the interval lies within those of all looks, which hold together.
  const Ratio& ratio() const { return ratio_; }

 private:
  const Plan* plan_;
  double effect_;
  std::optional<metrics::Direction> better_;
  double spent_ = 0;
  bool has_ratio_ = false;
  Verdict verdict_ = Verdict::kUnclear;
  Ratio ratio_;
};

}  // namespace tickbench::compare
