// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "tickbench/backend/backend.hpp"

namespace tickbench::fakes {

/// Time that passes only when someone lets it pass: every reading costs 100 ns.
class SimulatedTime final : public HostClock {
 public:
  std::chrono::nanoseconds now() override { return now_ += std::chrono::nanoseconds(100); }
  void sleep_for(Seconds duration) override {
    pass(duration);
    slept_ += std::chrono::duration_cast<std::chrono::nanoseconds>(duration);
  }
  std::chrono::nanoseconds busy_time() override { return now_ - slept_; }
  void pass(Seconds duration) {
    now_ += std::chrono::duration_cast<std::chrono::nanoseconds>(duration);
  }
  std::chrono::nanoseconds peek() const { return now_; }

 private:
  std::chrono::nanoseconds now_{1'000'000'000}, slept_{};
};

/// What a fake device is and how it misbehaves. All devices of a backend share it, but for `info`.
struct Behaviour {
  double clock_rate = 1;  ///< device seconds a host second; 0: it stands still
  bool has_time_line = true;
  bool has_phases = false;     ///< events tell the phases of a launch: a quarter, a quarter, it ran
  Seconds launch_time{10e-6};  ///< of every launch, on the host's time line
  std::function<double()> noise;           ///< a factor of each launch's time; empty: none
  std::map<std::string, double> slowness;  ///< a factor of each launch's time, by its kernel
  std::map<std::string, std::vector<std::string>> declared;  ///< a function's arguments
  std::map<std::string, std::string> code;                   ///< of a kernel; else its name
  Seconds host_cost{20e-6};                                  ///< of a bracket, beside its launches
  std::size_t memory_left = std::size_t{1} << 30;
  bool executes = true;               ///< false: every call succeeds and nothing happens
  bool hangs = false;                 ///< a launch never ends
  std::function<void()> as_it_hangs;  ///< empty: nothing happens then
  bool listing_hangs = false;
  bool closing_hangs = false;
  std::size_t part_alignment = 0;  ///< 0: it has no parts of an allocation
  /// A launch with more is refused; 0: there is no kernel that fills it.
  std::size_t most_local_memory = 0;
  int failing_launches = 0;  ///< so many of the next ones fail
  std::string listing_fails;
  std::string open_fails;  ///< with this message
};

/// What happened, for tests to look at.
struct Journal {
  std::size_t live_bytes = 0;
  std::size_t most_bytes = 0;
  int live_allocations = 0;
  int opened = 0;
  int enumerated = 0;
  std::int64_t launches = 0;
  std::vector<std::string> kernels;  ///< launched, in order
  int failed_launches = 0;
  int refused_launches = 0;  ///< for their local memory
  std::int64_t brackets = 0;
  std::vector<int> allocations_at_drops;  ///< that were live when work was dropped
};

/// A back end whose kernels are functions on the host and whose clock is simulated.
///
/// The kernels: `saxpy` (float a, x, y, ulong n), `saxpy_wrong` (its element 7 is off by one half),
/// `saxpy_nothing`, `saxpy_zeros`, `double_it` (y: doubles in place, so overflows), `sum` (x, out,
/// ulong n), `scale` (float a, x, out, ulong n), `overrun` (the same, and one element more),
/// `saxpy_there` (as `saxpy`, under a name of its own), `forty_two` (out), and `broken`, which does
/// not build.
class FakeBackend final : public backend::Backend {
 public:
  FakeBackend(std::string name, SimulatedTime& time);

  std::string_view name() const noexcept override { return name_; }
  std::vector<backend::DeviceInfo> devices(backend::NotListed& not_listed) override;
  /// Two halves for each device, listed or not, but for one called "whole".
  std::optional<backend::DeviceInfo> describe(std::string_view index) override;
  std::unique_ptr<backend::Device> open(const backend::DeviceInfo& device) override;
  std::vector<backend::Setting> settings() const override { return offered; }
  void choose(std::string_view setting, std::string_view value) override {
    chosen[std::string(setting)] = value;
  }

  /// One more device; the first has the index "0".
  backend::DeviceInfo& add_device(const std::string& name,
                                  backend::DeviceType type = backend::DeviceType::kGpu);

  std::vector<backend::DeviceInfo> infos;
  std::string no_device_reason = "no platform";
  Behaviour behaviour;
  Journal journal;
  std::vector<backend::Setting> offered;
  std::map<std::string, std::string> chosen;

 private:
  std::string name_;
  SimulatedTime& time_;
};

}  // namespace tickbench::fakes
