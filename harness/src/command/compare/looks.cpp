// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "compare/looks.hpp"

#include <algorithm>
#include <boost/math/distributions/normal.hpp>
#include <cmath>
#include <map>
#include <utility>

namespace tickbench::compare {
namespace {

// Below, Student's interval is as wide as the door.
constexpr std::size_t kFirstLook = 4;

// Of the grid on which the motion's density is kept: error rates are right to 0.1 %.
constexpr std::size_t kGridPoints = 201;

/// A Brownian motion that has stayed within the boundaries of all looks so far.
class Motion {
 public:
  /// The boundary at `time`, in standard deviations, beyond which it lies with this probability.
  double boundary(double time, double probability) const {
    double low = 0, high = kFarthest;
    for (int i = 0; i < kBisections; ++i) {
      const double middle = (low + high) / 2;
      (leaving(time, middle) > probability ? low : high) = middle;
    }
    return high;
  }

  double leaving(double time, double boundary) const {
    const double at = boundary * std::sqrt(time), step = std::sqrt(time - time_);
    double sum = 0;
    for (std::size_t i = 0; i < places_.size(); ++i)
      sum += weights_[i] * beyond((at - places_[i]) / step);  // both sides, by symmetry
    return sum;
  }

  void go_on(double time, double boundary) {
    const double edge = boundary * std::sqrt(time), step = std::sqrt(time - time_);
    const boost::math::normal_distribution<> normal(0, step);
    std::vector<double> places(kGridPoints), weights(kGridPoints);
    const double width = 2 * edge / static_cast<double>(kGridPoints - 1);
    for (std::size_t i = 0; i < kGridPoints; ++i) {
      places[i] = -edge + static_cast<double>(i) * width;
      double density = 0;
      for (std::size_t j = 0; j < places_.size(); ++j)
        density += weights_[j] * pdf(normal, places[i] - places_[j]);
      // Simpson's rule.
      const double part = i == 0 || i + 1 == kGridPoints ? 1 : i % 2 == 1 ? 4 : 2;
      weights[i] = density * part * width / 3;
    }
    places_ = std::move(places);
    weights_ = std::move(weights);
    time_ = time;
  }

 private:
  static constexpr double kFarthest = 12;  // beyond any rate that can be asked for
  static constexpr int kBisections = 50;

  static double beyond(double z) { return std::erfc(z / std::sqrt(2.0)); }  // on either side

  double time_ = 0;
  std::vector<double> places_{0}, weights_{1};  ///< weights: probability
};

struct Boundaries {
  Motion motion{};
  double spent = 0;                  ///< of the error rate
  std::optional<double> look_alpha;  ///< of the last look; nothing where it is left out
  bool is_ranked = true;
};

bool is_last(double spent) { return spent >= 1; }

/// `look`: at a number of values.
Boundaries next(Boundaries boundaries, const Look& look, double alpha) {
  const auto& [values, spent] = look;
  const auto time = static_cast<double>(values);
  const double boundary = boundaries.motion.boundary(time, alpha * (spent - boundaries.spent));
  // A rate on the edge of what so many values allow may be rounded to beyond it.
  const double own = std::min(std::erfc(boundary / std::sqrt(2.0)), 0.999);
  boundaries.is_ranked = values >= inference::signed_rank_least(own);
  boundaries.look_alpha.reset();
  if (!boundaries.is_ranked && !is_last(spent)) return boundaries;
  boundaries.look_alpha = own;
  if (is_last(spent)) return boundaries;
  // Few ranks have few sums: what they cannot spend is left to the looks to come.
  boundaries.look_alpha = inference::signed_rank_level(values, own);
  const double used = inference::normal_quantile(*boundaries.look_alpha);
  boundaries.spent += boundaries.motion.leaving(time, used) / alpha;
  boundaries.motion.go_on(time, used);
  return boundaries;
}

// A table's benchmarks and simulated comparisons have the same looks: each is computed once.
const Boundaries& find_boundaries(const std::vector<Look>& looks, double alpha) {
  static constexpr std::size_t kMostKnown = 4000;
  using Key = std::pair<double, std::vector<Look>>;
  thread_local std::map<Key, Boundaries> known;
  if (const auto found = known.find(Key(alpha, looks)); found != known.end()) return found->second;
  const std::vector<Look> before(looks.begin(), looks.end() - 1);
  auto boundaries =
      next(before.empty() ? Boundaries{} : find_boundaries(before, alpha), looks.back(), alpha);
  if (known.size() >= kMostKnown) known.clear();
  return known.emplace(Key(alpha, looks), std::move(boundaries)).first->second;
}

// Two looks that exclude each other: one of them is the error that the rate allows for.
void intersect(Interval& with, const Interval& before) {
  const double low = std::max(with.low, before.low), high = std::min(with.high, before.high);
  if (low <= high) with = {low, high, with.level};
}

/// Values without gaps, and after how many of them a look came. Of looks at the same values the
/// last one counts: it would reject all that the others did.
struct Seen {
  std::vector<double> values;
  std::vector<Look> looks;  ///< at values in place of pairs
};

Seen seen_at(std::span<const Look> looks, std::span<const double> series, double shift) {
  static constexpr std::size_t kFewestValues = 2;  // a spread takes two
  Seen seen;
  std::size_t pair = 0;
  for (const auto& look : looks) {
    for (; pair < std::min(look.pairs, series.size()); ++pair)
      if (!std::isnan(series[pair])) seen.values.push_back(series[pair] - shift);
    const auto count = seen.values.size();
    if (count < kFewestValues) continue;
    if (!seen.looks.empty() && seen.looks.back().pairs == count) seen.looks.pop_back();
    seen.looks.push_back({count, look.spent});
  }
  return seen;
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

// By a seventh, and to an even number: whole blocks of the balanced order.
std::size_t next_look(std::size_t pairs) {
  if (pairs < kFirstLook) return kFirstLook;
  return (pairs + std::max<std::size_t>(pairs / 7, 1) + 1) / 2 * 2;
}

double spending(double share) { return std::pow(std::clamp(share, 0.0, 1.0), 2); }

std::vector<Look> planned_looks(std::size_t pairs) {
  std::vector<Look> looks;
  for (auto look = next_look(0); look < pairs; look = next_look(look))
    looks.push_back({look, spending(static_cast<double>(look) / static_cast<double>(pairs))});
  looks.push_back({pairs, 1});
  return looks;
}

std::optional<inference::Centre> centre_over(std::span<const Look> looks,
                                             std::span<const double> series, double alpha,
                                             double step, double shift) {
  const auto seen = seen_at(looks, series, shift);
  std::optional<inference::Centre> all;
  std::vector<Look> counts;
  for (const auto& look : seen.looks) {
    counts.push_back(look);
    const auto& boundaries = find_boundaries(counts, alpha);
    if (!boundaries.look_alpha) continue;
    const auto values = std::span(seen.values).first(look.pairs);
    auto latest = (boundaries.is_ranked ? inference::signed_rank : inference::student)(
        values, *boundaries.look_alpha, step);
    latest.p = std::min(1.0, latest.p * alpha / *boundaries.look_alpha);
    latest.interval.level = 1 - alpha;
    if (all) {
      latest.p = std::min(latest.p, all->p);
      intersect(latest.interval, all->interval);
      latest.value = std::clamp(latest.value, latest.interval.low, latest.interval.high);
    }
    all = latest;
  }
  if (!all && !seen.looks.empty())
    return inference::unlimited(inference::mean(std::span(seen.values)), alpha);
  return all;
}

bool assumes_normal(std::span<const Look> looks, std::span<const double> series, double alpha) {
  const auto seen = seen_at(looks, series, 0);
  if (seen.looks.empty()) return false;
  const auto& last = find_boundaries(seen.looks, alpha);
  return last.look_alpha && !last.is_ranked;
}

}  // namespace tickbench::compare
