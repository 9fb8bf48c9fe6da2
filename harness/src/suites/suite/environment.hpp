// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ostream>

#include "canary/canary.hpp"
#include "conditions/device_monitor.hpp"
#include "tickbench/peak.hpp"
#include "tickbench/registration.hpp"
#include "tickbench/state.hpp"

namespace tickbench::suite {

/// All that a session takes from outside, so that tests can give it another.
struct Environment {
  std::vector<backend::Backend*> backends;
  std::vector<const Registration*> registrations;
  std::ostream* out = nullptr;
  std::ostream* err = nullptr;
  std::size_t out_columns = 0;  ///< of the terminal it is; 0: it is none
  std::size_t err_columns = 0;  ///< 0 also for a terminal on which no line can be replaced
  bool has_colour = true;       ///< where a terminal has it, and nobody has said otherwise
  HostClock* host = nullptr;
  std::function<Peaks(backend::Device&)> peaks;
  /// Measured at both ends of a run, and looked at between; empty: there is none.
  std::function<std::unique_ptr<canary::Canary>(backend::Device&)> canary;
  /// Reads a device's state; empty, or null: nothing is read.
  std::function<std::unique_ptr<conditions::DeviceMonitor>(const backend::DeviceInfo&)> monitor;
  /// The folder above /proc and /sys; nothing: the host's state is not read.
  std::optional<std::string> host_root;
  std::string lock_folder;
  /// Whether a measuring run tries each registration's smallest benchmark first, for its checks.
  bool tries_the_smallest = false;
  /// Keeps what drivers and bodies print out of `out`; empty: nothing does.
  std::function<void()> take_output;
  std::function<void(int status)> leave;  ///< ends the process without touching a driver
  /// Whether interruptions, crashes and calls of exit are the session's: they then tell what ran.
  bool owns_process = false;
};

/// The whole of a suite's main. Returns the exit status.
int run_session(const std::vector<std::string>& arguments, const Environment& environment);

}  // namespace tickbench::suite
