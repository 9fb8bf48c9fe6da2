// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include "measurement/look_schedule.hpp"
#include "statistics/noise_floor.hpp"
#include "tickbench/measurement.hpp"

namespace tickbench {

/// Says after every sample whether to stop, and why. The public functions count and keep the
/// budget; a rule of another kind overrides the hooks.
///
///     StoppingRule rule(settings);
///     do rule.add(launch_time, bracket_time); while (!rule.judge(elapsed));
class StoppingRule {
 public:
  explicit StoppingRule(const MeasurementSettings& settings) : settings_(settings) {}
  StoppingRule(const StoppingRule&) = delete;
  StoppingRule& operator=(const StoppingRule&) = delete;
  virtual ~StoppingRule() = default;

  /// `sample`: device time a launch; `measured`: of its whole bracket.
  void add(Seconds sample, Seconds measured);
  /// `elapsed`: wall time of the measurement so far.
  std::optional<StopReason> judge(Seconds elapsed);

 protected:
  /// At a look: whether the samples suffice, or never will.
  virtual std::optional<StopReason> do_look(const std::vector<double>& samples);
  const MeasurementSettings& settings() const noexcept { return settings_; }

 private:
  bool has_minimum_time() const noexcept { return measured_ >= settings_.minimum_time; }

  MeasurementSettings settings_;
  LookSchedule looks_;
  NoiseFloor floor_;
  std::vector<double> samples_;
  Seconds measured_{};
};

}  // namespace tickbench
