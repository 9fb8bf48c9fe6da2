// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "measurement/bracketer.hpp"
#include "measurement/stopping_rule.hpp"
#include "tickbench/measurement.hpp"

namespace tickbench {

struct Sampling {
  std::vector<Sample> samples;
  StopReason stop_reason = StopReason::kBudget;
};

/// A bracket of so many launches as a sample.
Sample per_launch(const Bracket& bracket, std::int64_t launches);

/// Takes brackets of so many launches until the rule says stop; `begin` is when the wall budget
/// began to run.
Sampling take_samples(Bracketer& bracketer, Mode mode, std::int64_t launches, StoppingRule& rule,
                      std::chrono::nanoseconds begin);

}  // namespace tickbench
