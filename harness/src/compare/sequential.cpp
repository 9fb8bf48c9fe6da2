// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "compare/sequential.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "statistics/inference.hpp"

namespace tickbench::compare {
namespace {

// Below, Student's interval is as wide as the door.
constexpr std::size_t kFewestPairs = 4;

// Of the error rate, for the pairs that fit with all benchmarks. The rest is for those that make
// room for more.
constexpr double kShareOfAll = 0.5;

// By a seventh, and to an even number: whole blocks of the balanced order.
std::size_t next_look(std::size_t look) {
  return (look + std::max<std::size_t>(look / 7, 1) + 1) / 2 * 2;
}

// Of the grid on which the motion's density is kept: error rates are right to 0.1 %.
constexpr std::size_t kGridPoints = 201;

/// A Brownian motion that has stayed within the boundaries of all looks so far.
class Motion {
 public:
  /// Goes on to `time`, and stops where it is farther out than the boundary, which lies so that it
  /// stops with this probability. Returns the boundary, in standard deviations.
  double go_on(double time, double probability) {
    const double before = time_, step = std::sqrt(time - before);
    time_ = time;
    const auto stops = [&](double at) { return before > 0 ? leaves(at, step) : beyond(at / step); };
    double low = 0, high = kFarthest * std::sqrt(time);
    for (int i = 0; i < kBisections; ++i) {
      const double middle = (low + high) / 2;
      (stops(middle) > probability ? low : high) = middle;
    }
    keep_within(high, before > 0, step);
    return high / std::sqrt(time);
  }

 private:
  static constexpr double kFarthest = 12;  // beyond any rate that can be asked for
  static constexpr int kBisections = 50;

  // On either side.
  static double beyond(double z) { return std::erfc(z / std::sqrt(2.0)); }

  static double density_at(double distance, double step) {
    static const double kNormal = 1 / std::sqrt(2 * std::acos(-1.0));
    const double z = distance / step;
    return kNormal / step * std::exp(-z * z / 2);
  }

  double leaves(double at, double step) const {
    double sum = 0;
    for (std::size_t i = 0; i < places_.size(); ++i)
      sum += weights_[i] * beyond((at - places_[i]) / step);  // both sides, by symmetry
    return sum;
  }

  void keep_within(double edge, bool has_density, double step) {
    std::vector<double> places(kGridPoints), weights(kGridPoints);
    const double width = 2 * edge / static_cast<double>(kGridPoints - 1);
    for (std::size_t i = 0; i < kGridPoints; ++i) {
      places[i] = -edge + static_cast<double>(i) * width;
      double density = has_density ? 0 : density_at(places[i], step);
      for (std::size_t j = 0; has_density && j < places_.size(); ++j)
        density += weights_[j] * density_at(places[i] - places_[j], step);
      // Simpson's rule.
      const double part = i == 0 || i + 1 == kGridPoints ? 1 : i % 2 == 1 ? 4 : 2;
      weights[i] = density * part * width / 3;
    }
    places_ = std::move(places);
    weights_ = std::move(weights);
  }

  double time_ = 0;
  std::vector<double> places_, weights_;  ///< weights: probability
};

// A table's benchmarks and simulated comparisons have one plan: it is computed once.
std::vector<Look> with_rates(const Plan& plan, std::vector<Look> looks) {
  struct Known {
    std::size_t pairs_of_all = 0, pairs = 0;
    double alpha = 0;
    std::vector<Look> looks;
  };
  thread_local std::vector<Known> known;
  for (const auto& one : known)
    if (one.pairs_of_all == plan.pairs_of_all && one.pairs == plan.pairs && one.alpha == plan.alpha)
      return one.looks;
  Motion motion;
  double before = 0;
  for (auto& look : looks) {
    const double spent = plan.spent(look.pairs);
    const double boundary =
        motion.go_on(static_cast<double>(look.pairs) / static_cast<double>(plan.pairs),
                     plan.alpha * (spent - before));
    look.alpha = std::erfc(boundary / std::sqrt(2.0));
    before = spent;
  }
  static constexpr std::size_t kMostKnown = 64;
  if (known.size() == kMostKnown) known.clear();
  known.push_back({plan.pairs_of_all, plan.pairs, plan.alpha, looks});
  return looks;
}

bool is_clear(Verdict verdict) { return verdict != Verdict::kUnclear; }

// Two looks that exclude each other: one of them is the error that the rate allows for.
void intersect(Interval& with, const Interval& before) {
  const double low = std::max(with.low, before.low), high = std::min(with.high, before.high);
  if (low <= high) with = {low, high, with.level};
}

}  // namespace

std::vector<bool> balanced_order(std::size_t pairs, std::mt19937_64& random) {
  std::vector<bool> old_first;
  while (old_first.size() < pairs) {
    // The engine's lowest bit: a distribution's draw would differ between standard libraries.
    const bool first = (random() & 1U) != 0;
    old_first.push_back(first);
    old_first.push_back(!first);
  }
  old_first.resize(pairs);
  return old_first;
}

Plan::Plan(std::size_t of_all, std::size_t most, double error_rate)
    : pairs_of_all(of_all), pairs(std::max(of_all, most)), alpha(error_rate) {
  const auto can_look_at = [&](std::size_t n) {
    return n >= inference::signed_rank_least(alpha * spent(n));
  };
  auto first = kFewestPairs;
  while (first < pairs_of_all && !can_look_at(first)) first += 2;
  if (first >= pairs_of_all && !can_look_at(pairs_of_all)) {
    assumes_normal = true;
    first = std::min(kFewestPairs, pairs_of_all);
  }
  std::vector<Look> grid;
  for (auto look = first; look < pairs_of_all; look = next_look(look)) grid.push_back({look});
  for (auto look = pairs_of_all; look < pairs; look = next_look(look)) grid.push_back({look});
  grid.push_back({pairs});
  looks = with_rates(*this, std::move(grid));
  // A rate that lies on the edge of what so many pairs allow may have been rounded below it. What
  // such a look may spend stays unspent.
  if (!assumes_normal)
    std::erase_if(looks, [](const Look& look) {
      return look.pairs < inference::signed_rank_least(look.alpha);
    });
}

double Plan::spent(std::size_t taken) const {
  const auto part = [](std::size_t n, std::size_t of) {
    return std::min(1.0, static_cast<double>(n) / static_cast<double>(of));
  };
  const double of_all = pairs > pairs_of_all ? kShareOfAll : 1;
  if (taken <= pairs_of_all) return of_all * std::pow(part(taken, pairs_of_all), 2);
  return of_all + (1 - of_all) * part(taken - pairs_of_all, pairs - pairs_of_all);
}

bool Plan::has_look_at(std::size_t taken) const {
  return std::ranges::find(looks, taken, &Look::pairs) != looks.end();
}

const std::optional<inference::Centre>& OverLooks::go_on(std::span<const double> values,
                                                         double step) {
  for (; next_ < plan_->looks.size() && plan_->looks[next_].pairs <= values.size(); ++next_) {
    const auto& look = plan_->looks[next_];
    const auto seen = values.first(look.pairs);
    auto latest = (plan_->assumes_normal ? inference::student : inference::signed_rank)(
        seen, look.alpha, step);
    latest.p = std::min(1.0, latest.p * plan_->alpha / look.alpha);
    latest.interval.level = 1 - plan_->alpha;
    if (all_) {
      latest.p = std::min(latest.p, all_->p);
      intersect(latest.interval, all_->interval);
      latest.estimate = std::clamp(latest.estimate, latest.interval.low, latest.interval.high);
    }
    all_ = latest;
  }
  return all_;
}

void SequentialTest::look(std::span<const double> log_ratios, double step,
                          std::span<const double> relative) {
  if (is_clear(verdict)) return;
  const auto& centre = looks.go_on(log_ratios, step);
  // As long as nothing is relative both are one.
  was_relative = was_relative || !relative.empty();
  const auto& difference =
      was_relative ? differences.go_on(relative.empty() ? log_ratios : relative, step) : centre;
  if (!centre || !difference) return;
  ratio = ratio_of(*centre);
  p = difference->p;
  look_again(*difference, !relative.empty());
  if (is_clear(verdict) || judge(*ratio, effect, better) != Verdict::kSame) return;
  verdict = Verdict::kSame;
  p_same = 0;
  for (const double edge : {std::log1p(effect), -std::log1p(effect)}) {
    std::vector<double> shifted(log_ratios.begin(), log_ratios.end());
    for (double& each : shifted) each -= edge;
    p_same = std::max(p_same, OverLooks(*plan).go_on(shifted, step)->p);
  }
}

void SequentialTest::look_again(const inference::Centre& difference, bool is_of_relative) {
  if (is_clear(verdict)) return;
  const auto found = judge(ratio_of(difference), effect, better);
  if (!is_clear(found) || found == Verdict::kSame) return;
  verdict = found;
  ratio = ratio_of(difference);
  is_relative = is_of_relative;
}

}  // namespace tickbench::compare
