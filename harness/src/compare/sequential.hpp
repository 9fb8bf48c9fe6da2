// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <random>
#include <span>
#include <vector>

#include "compare/compare.hpp"
#include "statistics/inference.hpp"

/// Pairs of runs that are looked at while they are taken: what `ab` judges by.
namespace tickbench::compare {

/// Which side of each pair runs first: `true` for OLD. In every two pairs each side is first once,
/// so that a drift cancels, and which of the two pairs is which is drawn.
std::vector<bool> balanced_order(std::size_t pairs, std::mt19937_64& random);

/// After how many pairs it is looked, and at which error rate that look's interval stands.
struct Look {
  std::size_t pairs = 0;
  double alpha = 0;
};

/// When to look, fixed before the first judged pair, so that no value changes it.
///
/// Each look may spend a part of the error rate, and the parts add up to it. Up to `pairs_of_all`
/// they grow by Kim and DeMets' spending function t^2 (Biometrika 74, 1987), so that early looks
/// stop on large differences only; what is left of the rate is spent evenly on the pairs beyond. A
/// look's own error rate is larger than its part, since looks at much the same pairs err together:
/// it is that of Lan and DeMets' boundaries (Biometrika 70, 1983) for a Brownian motion, by the
/// recursion of Armitage, McPherson and Rowe (J. R. Stat. Soc. A 132, 1969). Standardised
/// signed-rank sums are such a motion in the limit. The intervals of all looks hold together
/// (Jennison and Turnbull, J. R. Stat. Soc. B 51, 1989), also where the pairs end between two
/// looks.
struct Plan {
  /// `of_all`: pairs that fit into the budget where every run has all benchmarks. `most`: where
  /// fewer and fewer are left. `error_rate`: of one benchmark.
  Plan(std::size_t of_all, std::size_t most, double error_rate);
  Plan(std::size_t all, double error_rate) : Plan(all, all, error_rate) {}

  /// What is spent of the error rate after so many pairs.
  double spent(std::size_t taken) const;
  bool has_look_at(std::size_t taken) const;

  std::size_t pairs_of_all, pairs;
  double alpha;
  std::vector<Look> looks{};  ///< the last after all pairs
  /// Too few pairs for the signed-rank interval: Student's is taken, which assumes normal noise.
  bool assumes_normal = false;
};

/// What all looks so far say together of the centre of the values: the intervals' intersection, the
/// last look's estimate, and the smallest p over the looks, each times the plan's error rate over
/// the look's: below the plan's rate where one look's interval leaves 0 out.
class OverLooks {
 public:
  explicit OverLooks(const Plan& plan) : plan_(&plan) {}
  /// `values`: all so far, of which those that earlier looks have seen stay. Nothing before the
  /// first look.
  const std::optional<inference::Centre>& go_on(std::span<const double> values, double step = 0);

 private:
  const Plan* plan_;
  std::size_t next_ = 0;
  std::optional<inference::Centre> all_;
};

/// With fewer other benchmarks in a pair, what they have in common is not known.
inline constexpr std::size_t kFewestCompanions = 4;

/// The log ratios of each benchmark less what the other benchmarks of the same pairs have in common
/// with it: where a process as a whole is fast or slow (its placement, its clocks), all of them
/// are. That is the median of the others, each in its own standard deviations, times the slope of
/// least squares. Empty where it leaves more than half of the variance.
///
/// Where the code of all is equal, the sides of a pair could change names: slope, deviations and
/// the choice would stay, and every value would change its sign. So the values are symmetric about
/// 0, and the signed-rank test of them is as exact as that of the ratios. Where less than half of
/// the others changed, the median hardly moves; where most did, the slope takes up what is left of
/// a benchmark itself, and nothing is found.
std::vector<std::vector<double>> relative_log_ratios(std::span<const Sides> all);

/// One benchmark's verdict over the looks of a plan. A difference is judged by `relative`, where it
/// is given; what is the same by the ratios themselves.
struct SequentialTest {
  SequentialTest(const Plan& of, double smallest_effect,
                 std::optional<metrics::Direction> which_is_better)
      : plan(&of), effect(smallest_effect), better(which_is_better), looks(of), differences(of) {}

  const Plan* plan;
  double effect;
  std::optional<metrics::Direction> better;
  OverLooks looks, differences;
  Verdict verdict = Verdict::kUnclear;  ///< once it is clear it stays
  std::optional<Ratio> ratio{};
  bool was_relative = false;  ///< some look had `relative`
  bool is_relative = false;   ///< the ratio is
  double p = 1;               ///< how often equal sides would differ as much
  double p_same = 1;  ///< where the verdict is kSame: how often relevantly different ones would not

  /// `log_ratios`: log(new / old) of every pair so far. `step`: what the clock rounds them to.
  void look(std::span<const double> log_ratios, double step = 0,
            std::span<const double> relative = {});
  /// Judges differences by a plan of a larger error rate, which Holm's method leaves where other
  /// benchmarks are clear: becomes faster or slower, or stays.
  void look_again(const inference::Centre& of_larger_plan, bool is_of_relative);
};

}  // namespace tickbench::compare
