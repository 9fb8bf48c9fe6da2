// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <utility>

#include "conditions/device_monitor.hpp"

namespace tickbench::fakes {

/// What a planted device says of itself.
struct FakeState {
  std::function<conditions::DeviceReading()> reading = [] {
    return conditions::DeviceReading{.core_hertz = 2e9, .memory_hertz = 1e9};
  };
  std::function<conditions::DeviceState()> state = [] { return conditions::DeviceState{}; };
  int readings = 0;
  double memory_bandwidth = 0;
};

/// Reads a FakeState, which outlives it.
class FakeMonitor final : public conditions::DeviceMonitor {
 public:
  explicit FakeMonitor(FakeState& state) : state_(state) {}
  std::string_view source() const noexcept override { return "fake"; }
  conditions::DeviceReading read() override {
    ++state_.readings;
    return state_.reading();
  }
  conditions::PowerReading power() override { return state_.state().power; }
  conditions::DeviceState state() override { return state_.state(); }
  double memory_bandwidth() override { return state_.memory_bandwidth; }

 private:
  FakeState& state_;
};

}  // namespace tickbench::fakes
