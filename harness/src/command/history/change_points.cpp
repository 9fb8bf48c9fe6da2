// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <map>
#include <mutex>
#include <random>

#include "history/series.hpp"
#include "statistics/statistics.hpp"

namespace tickbench::history {
namespace {

constexpr std::size_t kFewest = 3;       // values before and after a step
constexpr std::size_t kShortest = 8;     // values: of fewer, equal ones are too likely by chance
constexpr std::size_t kFewestDrift = 6;  // values of a drift: fewer cannot be told from a step
// A finer spread is that of rounding, not of a machine.
constexpr double kLeastDeviation = 1e-4;

/// The standard deviation of independent normal values by their successive differences.
double deviation(std::span<const double> values) {
  static constexpr double kOfMedian = 0.6745;  // a normal value's median distance from its centre
  return typical_change(values) / (kOfMedian * std::sqrt(2.0));
}

/// Each within three deviations of the median of itself and its four nearest.
std::vector<double> clipped(std::span<const double> values, double deviation) {
  static constexpr std::size_t kWindow = 5;
  static constexpr double kFar = 3;
  std::vector<double> result(values.begin(), values.end());
  if (values.size() < kWindow) return result;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const auto begin = std::min(i < 2 ? 0 : i - 2, values.size() - kWindow);
    std::array<double, kWindow> window{};
    std::ranges::copy(values.subspan(begin, kWindow), window.begin());
    std::ranges::nth_element(window, window.begin() + kWindow / 2);
    const double centre = window.at(kWindow / 2);
    result[i] = std::clamp(values[i], centre - kFar * deviation, centre + kFar * deviation);
  }
  return result;
}

/// A model of a change at an index, and by how much it lessens the sum of squares.
struct Fit {
  std::size_t index = 0;
  double gain = 0, size = 0;  ///< size: of the step, or of the drift from one value to the next
};

/// Successive values between two changes, and the fits of them, each in constant time.
struct Segment {
  double spread;
  std::vector<double> kept;

  explicit Segment(std::span<const double> values)
      : spread(std::max(deviation(values), kLeastDeviation)),
        kept(clipped(values, spread)),
        sums_(kept.size() + 1),
        moments_(sums_) {
    for (std::size_t i = kept.size(); i-- > 0;) {
      sums_[i] = sums_[i + 1] + kept[i];
      moments_[i] = moments_[i + 1] + static_cast<double>(i) * kept[i];
    }
  }

  double variance() const { return spread * spread; }
  Fit step(std::size_t index) const {
    const auto after = static_cast<double>(kept.size() - index);
    return fit(index, after, after, sums_[index]);
  }
  /// The value at the index is the first one on the line.
  Fit drift(std::size_t index) const {
    const auto after = static_cast<double>(kept.size() - index);
    return fit(index, after * (after + 1) / 2, after * (after + 1) * (2 * after + 1) / 6,
               moments_[index] - (static_cast<double>(index) - 1) * sums_[index]);
  }
  Fit best_step() const { return best(kFewest, &Segment::step); }
  Fit best_drift() const { return best(kFewestDrift, &Segment::drift); }

 private:
  /// Least squares on a constant and a regressor, of which the sums are given.
  Fit fit(std::size_t index, double sum, double squares, double products) const {
    const auto count = static_cast<double>(kept.size());
    const double covariance = products - sum * sums_[0] / count;
    const double variance = squares - sum * sum / count;
    return {index, covariance * covariance / variance, covariance / variance};
  }
  /// Whose index leaves enough values before and after it.
  Fit best(std::size_t least_after, Fit (Segment::*model)(std::size_t) const) const {
    Fit best;
    for (auto index = kFewest; index + least_after <= kept.size(); ++index)
      if (const auto found = (this->*model)(index); found.gain > best.gain) best = found;
    return best;
  }

  std::vector<double> sums_, moments_;  ///< from each index to the end
};

double largest_step(const Segment& segment) {
  return std::sqrt(segment.best_step().gain) / segment.spread;
}

/// Under no change; of lengths between powers of two in eight steps, the longer one.
double critical_value(std::size_t size) {
  static constexpr std::size_t kMostSimulated = 1024, kSeries = 2000;
  static std::map<std::size_t, double> known;
  static std::mutex mutex;
  const auto grain = std::max<std::size_t>(std::bit_floor(size) / 8, 1);
  size = (size + grain - 1) / grain * grain;
  // Beyond what is simulated it grows as the largest of a standardised Brownian motion does
  // (Darling and Erdos, Duke Math. J. 23, 1956).
  const auto growth = [](std::size_t n) {
    return std::sqrt(2 * std::log(std::log(static_cast<double>(n))));
  };
  if (size > kMostSimulated)
    return critical_value(kMostSimulated) + growth(size) - growth(kMostSimulated);
  const std::lock_guard lock(mutex);
  if (const auto found = known.find(size); found != known.end()) return found->second;
  std::mt19937_64 random(size);
  std::normal_distribution<double> normal;
  std::vector<double> largest(kSeries), values(size);
  for (auto& result : largest) {
    for (auto& value : values) value = normal(random);
    result = largest_step(Segment(values));
  }
  return known[size] = quantile(largest, 1 - kProposalRate);
}

// In variances: what a line is to gain over a step, and what a second step gains by chance.
constexpr double kAdvantage = 3, kSecondStep = 10;
// -2 log(1 - sqrt(0.95)), and the quantile of chi squared with one degree of freedom. Both are
// wider: the deviation is often a tenth too small, and the indices beside a drift are few.
constexpr double kSiegmund = 7.35 * 1.25, kChiSquared = 3.84 * 1.6;

/// A line may follow the noise around a step, and also two steps.
bool is_drift(const Segment& segment, const Fit& step) {
  const auto kept = std::span(segment.kept);
  const double second = std::max(Segment(kept.first(step.index)).best_step().gain,
                                 Segment(kept.subspan(step.index)).best_step().gain);
  return segment.best_drift().gain >
         step.gain +
             std::max(kAdvantage * segment.variance(), second - kSecondStep * segment.variance());
}

/// Of the values from `begin` to `end`. The interval has the indices of a step and of a drift,
/// where both may be.
ChangePoint dated(std::span<const double> values, std::size_t begin, std::size_t end,
                  bool is_drift) {
  const Segment segment(values.subspan(begin, end - begin));
  const auto best = is_drift ? segment.best_drift() : segment.best_step();
  const auto size = end - begin, at = begin + best.index;
  ChangePoint change{.index = at, .first = at, .last = at, .is_drift = is_drift};
  const auto add = [&](const Fit& fit, double limit) {
    if (best.gain - fit.gain > limit * segment.variance()) return;
    change.first = std::min(change.first, begin + fit.index);
    change.last = std::max(change.last, begin + fit.index);
  };
  for (std::size_t index = 1; index < size; ++index) {
    add(segment.step(index), kSiegmund);
    if (index + kFewestDrift / 2 < size) add(segment.drift(index), kChiSquared);
  }
  if (is_drift)  // what it adds
    change.after = best.size * static_cast<double>(size - best.index);
  return change;
}

class Search {
 public:
  explicit Search(std::span<const double> values) : values_(values) {}

  std::vector<ChangePoint> run() {
    search(0, values_.size());
    std::ranges::sort(found_, {}, &ChangePoint::index);
    for (std::size_t i = 0; i < found_.size(); ++i) refine(i);
    return std::move(found_);
  }

 private:
  void search(std::size_t begin, std::size_t end) {
    if (end - begin < kShortest) return;
    const Segment segment(values_.subspan(begin, end - begin));
    if (!(largest_step(segment) > critical_value(end - begin))) return;
    found_.push_back(dated(values_, begin, end, is_drift(segment, segment.best_step())));
    const auto change = found_.back();
    search(begin, change.index);
    if (!change.is_drift) search(change.index, end);
  }

  /// Between its neighbours, whose changes were in the segment in which it was found.
  void refine(std::size_t place) {
    auto& change = found_[place];
    const auto begin = place == 0 ? 0 : found_[place - 1].index;
    const auto end = place + 1 == found_.size() ? values_.size() : found_[place + 1].index;
    const bool is_after_drift = place > 0 && found_[place - 1].is_drift;
    if (!is_after_drift && end - begin >= kShortest)
      change = dated(values_, begin, end, change.is_drift);
    const auto level = [&](std::size_t from, std::size_t to) {
      return median(values_.subspan(from, to - from));
    };
    change.before = is_after_drift ? found_[place - 1].after : level(begin, change.index);
    change.after = change.is_drift ? change.before + change.after : level(change.index, end);
  }

  std::span<const double> values_;
  std::vector<ChangePoint> found_;
};

}  // namespace

double typical_change(std::span<const double> values) {
  std::vector<double> changes;
  for (std::size_t i = 1; i < values.size(); ++i)
    changes.push_back(std::abs(values[i] - values[i - 1]));
  return median(changes);
}

std::vector<ChangePoint> find_change_points(std::span<const double> values) {
  return Search(values).run();
}

}  // namespace tickbench::history
