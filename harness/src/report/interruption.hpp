// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csignal>
#include <functional>
#include <thread>

namespace tickbench::report {

/// SIGINT, SIGTERM and SIGHUP while it lives: `on_signal` runs once, on a thread of its own where
/// anything may be called, and is expected to leave the process.
///
/// The trap: threads inherit what is held back, so it must stand before the first driver is loaded.
class Interruption {
 public:
  explicit Interruption(std::function<void(int signal)> on_signal);
  ~Interruption();
  Interruption(const Interruption&) = delete;
  Interruption& operator=(const Interruption&) = delete;

 private:
  void wait();

  std::function<void(int signal)> on_signal_;
  sigset_t awaited_{};
  sigset_t before_{};
  std::thread thread_;
};

}  // namespace tickbench::report
