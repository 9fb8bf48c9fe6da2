// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <thread>

#include "process/held_signals.hpp"

namespace tickbench::process {

/// SIGINT, SIGTERM and SIGHUP while it lives: `on_signal` runs once, on a thread of its own where
/// anything may be called, and is expected to leave the process.
///
/// The trap: it must stand before the first driver is loaded, whose threads would take the signals.
class Interruption {
 public:
  explicit Interruption(std::function<void(int signal)> on_signal);
  ~Interruption();
  Interruption(const Interruption&) = delete;
  Interruption& operator=(const Interruption&) = delete;

 private:
  void wait();

  std::function<void(int signal)> on_signal_;
  HeldSignals signals_;
  std::thread thread_;  // last: it uses the others
};

}  // namespace tickbench::process
