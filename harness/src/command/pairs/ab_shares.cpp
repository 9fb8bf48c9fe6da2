// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "compare/beside.hpp"
#include "pairs/pairs.hpp"

namespace tickbench::pairs {
namespace {

/// Of one repetition, and of a run's value: the mean over the runs.
struct WithinRuns {
  double repetition_variance = 0, run_variance = 0;
};

std::optional<WithinRuns> within_runs(const compare::Sides& sides) {
  WithinRuns sums;
  double repeated = 0, single = 0, all = 0;
  for (const auto* runs : {&sides.old_runs, &sides.new_runs})
    for (const auto& run : *runs) {
      const double squared = run.log_error * run.log_error;
      ++all;
      if (run.source != compare::SpreadSource::kRepetitions) {
        ++single;
        continue;
      }
      sums.run_variance += squared;
      // A single repetition shows nothing of the next one.
      if (!std::isfinite(run.freedom)) continue;
      ++repeated;
      sums.repetition_variance += squared * (run.freedom + 1);
    }
  if (repeated == 0) return std::nullopt;
  sums.repetition_variance /= repeated;
  sums.run_variance = (sums.run_variance + single * sums.repetition_variance) / all;
  return sums;
}

}  // namespace

std::optional<VarianceShares> variance_shares(const compare::Sides& sides) {
  const auto within = within_runs(sides);
  const auto ratios = compare::pair_log_ratios(sides);
  if (!within || ratios.size() < 2) return std::nullopt;
  // Of a pair: twice that of a run.
  const double run_variance = compare::series_variance(ratios) / 2;
  // Of a variance that was taken from n - 1 degrees of freedom.
  const double error = std::max(run_variance, within->run_variance) *
                       std::sqrt(2 / static_cast<double>(ratios.size() - 1));
  return VarianceShares{std::max(0.0, run_variance - within->run_variance) + error,
                        within->repetition_variance};
}

void RunCosts::add(double repetitions, Seconds wall) {
  ++count_;
  sum_ += repetitions;
  squares_ += repetitions * repetitions;
  wall_ += wall.count();
  products_ += repetitions * wall.count();
}

std::optional<RunCosts::Costs> RunCosts::costs() const {
  const double spread = count_ * squares_ - sum_ * sum_;
  if (!(spread > 1e-9 * squares_)) return std::nullopt;
  Costs costs;
  costs.repetition = std::max(0.0, (count_ * products_ - sum_ * wall_) / spread);
  costs.start = std::max(0.0, (wall_ - costs.repetition * sum_) / count_);
  return costs;
}

std::size_t best_repetitions(const VarianceShares& shares, double start, double repetition) {
  if (shares.within <= 0) return 1;
  if (shares.between <= 0 || repetition <= 0) return kMostRepetitions;
  const double best = std::sqrt(start / repetition * shares.within / shares.between);
  return static_cast<std::size_t>(
      std::lround(std::clamp(best, 1.0, static_cast<double>(kMostRepetitions))));
}

}  // namespace tickbench::pairs
