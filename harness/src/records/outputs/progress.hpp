// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <functional>
#include <mutex>
#include <ostream>
#include <string>
#include <string_view>

#include "tickbench/timed_queue.hpp"

namespace tickbench::outputs {

/// The line that says where a run is: `[3/12] opencl/saxpy/1024  sampling  0:42 left`, rewritten in
/// place, and cut where it would wrap. Only a terminal gets it, but the phase is always known, for
/// the watchdog. Thread-safe.
class Progress {
 public:
  /// `columns`: of the terminal that `err` is; 0: it is none.
  Progress(std::ostream& err, std::size_t columns, HostClock& host)
      : err_(err), columns_(columns), host_(host) {}

  /// `on_change` is told the benchmark and its phase whenever they change; empty ones at its end.
  void listen(
      std::function<void(const std::string& benchmark, const std::string& phase)> on_change);
  void start(std::size_t total);
  void begin(const std::string& benchmark);
  void phase(std::string_view phase);
  void end();
  /// Wipes the line, before anything else is printed.
  void clear();

  std::string current_phase() const;
  std::size_t total() const;

 private:
  void change(std::string benchmark, std::string phase);
  void draw();
  void wipe();
  std::string remaining_time() const;

  std::ostream& err_;
  std::size_t columns_;
  HostClock& host_;
  mutable std::mutex mutex_;
  std::size_t total_ = 0;
  std::size_t done_ = 0;
  std::chrono::nanoseconds started_{};
  std::string benchmark_;
  std::string phase_;
  std::function<void(const std::string& benchmark, const std::string& phase)> on_change_;
  bool is_drawn_ = false;
};

}  // namespace tickbench::outputs
