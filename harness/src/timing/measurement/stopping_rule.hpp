// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "measurement/measurement.hpp"

namespace tickbench {

/// The sample counts at which the interval is looked at: 30, then growing by half.
///
/// Every look is a chance to stop at an interval that is narrow by luck: looking after every sample
/// brings a "95 %" interval down to 91 %.
class LookSchedule {
 public:
  /// Below this the order statistics of a 95 % interval lie in the tails.
  static constexpr std::size_t kFirst = 30;

  /// True once a scheduled count is reached; the next one is then half as many again.
  bool is_due(std::size_t count) noexcept {
    if (count < next_) return false;
    while (next_ <= count) next_ += (next_ + 1) / 2;
    return true;
  }
  std::size_t next() const noexcept { return next_; }

 private:
  std::size_t next_ = kFirst;
};

/// Half the width over the median; infinite where the median is not above 0.
double relative_half_width(const Interval& interval, double median);

/// Whether samples give their median to within the precision: the half width of the 95 % interval
/// is no more, and there are at least 30 independent samples' worth of them. Fewer, but correlated
/// ones, give no sound interval: then all of them have to lie that close together.
bool is_precise(std::span<const double> samples, const Interval& interval, double precision);

/// Notices that more samples no longer narrow the interval: drift and bursts do not average out.
///
/// Independent noise narrows it as 1 / sqrt(n), by 0.82 from a look to the next one. Where two
/// successive looks find it no narrower than before, it has stopped. Simulated up to 2000 samples:
/// normal and lognormal noise ends so in 1 % of measurements, noise that stays correlated over 200
/// samples in 91 %. A bound below 1 would see it sooner, and end 5 % of the former at 0.95.
class NoiseFloor {
 public:
  /// `half_width`: of the interval at this look.
  void look(std::size_t count, double half_width);
  bool is_reached() const noexcept { return stalled_ >= kLooks; }

 private:
  static constexpr int kLooks = 2;
  int stalled_ = 0;
  std::optional<double> last_;
};

/// Says after every sample whether to stop, and why. The public functions count and keep the
/// budget; a rule of another kind overrides the hooks.
///
///     StoppingRule rule(settings);
///     do rule.add(launch_time, bracket_time); while (!rule.judge(elapsed));
class StoppingRule {
 public:
  explicit StoppingRule(const MeasurementSettings& settings)
      : settings_(settings), limit_(settings.budget) {}
  virtual ~StoppingRule() = default;

  /// `sample`: device time a launch; `measured`: of its whole bracket.
  void add(Seconds sample, Seconds measured) {
    samples_.push_back(sample.count());
    measured_ += measured;
  }
  /// Forgets all samples but the first ones, of which `measured` was the device time.
  void keep(std::size_t count, Seconds measured) {
    samples_.resize(count);
    measured_ = measured;
    floor_ = {};
  }
  std::size_t count() const noexcept { return samples_.size(); }
  Seconds measured() const noexcept { return measured_; }
  /// Exactly so many samples as were asked for.
  bool has_fixed_count() const noexcept { return settings_.samples > 0; }
  bool is_in_budget(Seconds elapsed) const noexcept { return elapsed < settings_.budget; }
  /// Also the time that wide samples have beyond the budget.
  bool has_time(Seconds elapsed) const noexcept { return elapsed < limit_; }
  /// `elapsed`: wall time of the measurement so far.
  std::optional<StopReason> judge(Seconds elapsed);

 protected:
  /// At a look: whether the samples suffice, or never will.
  virtual std::optional<StopReason> do_look(const std::vector<double>& samples) {
    const Interval interval = median_interval(samples);
    if (is_precise(samples, interval, settings_.precision)) return StopReason::kPrecision;
    floor_.look(samples.size(), (interval.high - interval.low) / 2);
    if (floor_.is_reached()) return StopReason::kNoiseFloor;
    return std::nullopt;
  }

 private:
  bool is_wide() const;

  MeasurementSettings settings_;
  Seconds limit_;
  LookSchedule looks_;
  NoiseFloor floor_;
  std::vector<double> samples_;
  Seconds measured_{};
};

}  // namespace tickbench
