// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "clock/phases.hpp"

namespace tickbench {
namespace {

thread_local PhaseClock* current_clock = nullptr;

bool times_launches(Phase phase) {
  return phase == Phase::kWarmUp || phase == Phase::kSampling || phase == Phase::kReferenceSampling;
}

}  // namespace

PhaseClock::PhaseClock(HostClock& host) : host_(host), outer_(current_clock), since_(host.now()) {
  current_clock = this;
}

PhaseClock::~PhaseClock() { current_clock = outer_; }

InPhase::InPhase(Phase phase) {
  if (current_clock == nullptr || times_launches(current_clock->phase_)) return;
  // What is built to open a device, or for a check, is no kernel of the benchmark's.
  if (phase == Phase::kBuild && current_clock->phase_ != Phase::kOther) return;
  clock_ = current_clock;
  before_ = clock_->phase_;
  clock_->enter(phase);
}

}  // namespace tickbench
