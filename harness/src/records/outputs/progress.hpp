// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fmt/format.h>

#include <chrono>
#include <cmath>
#include <mutex>
#include <ostream>
#include <utility>

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
      std::function<void(const std::string& benchmark, const std::string& phase)> on_change) {
    const std::lock_guard lock(mutex_);
    on_change_ = std::move(on_change);
  }
  void start(std::size_t total) {
    const std::lock_guard lock(mutex_);
    total_ = total;
    done_ = 0;
    started_ = host_.now();
  }
  void begin(const std::string& benchmark) {
    const std::lock_guard lock(mutex_);
    change(benchmark, "starting");
    draw();
  }
  void phase(std::string_view phase) {
    const std::lock_guard lock(mutex_);
    change(benchmark_, std::string(phase));
    draw();
  }
  void end() {
    const std::lock_guard lock(mutex_);
    ++done_;
    change({}, {});
    wipe();
  }
  /// Wipes the line, before anything else is printed.
  void clear() {
    const std::lock_guard lock(mutex_);
    wipe();
  }

  std::string current_phase() const {
    const std::lock_guard lock(mutex_);
    return phase_;
  }
  std::size_t total() const {
    const std::lock_guard lock(mutex_);
    return total_;
  }

 private:
  void change(std::string benchmark, std::string phase) {
    benchmark_ = std::move(benchmark);
    phase_ = std::move(phase);
    if (on_change_) on_change_(benchmark_, phase_);
  }
  void draw() {
    if (columns_ == 0) return;
    wipe();
    const auto line =
        fmt::format("[{}/{}] {}  {}{}", done_ + 1, total_, benchmark_, phase_, remaining_time());
    err_ << line.substr(0, columns_ - 1) << std::flush;
    is_drawn_ = true;
  }
  void wipe() {
    if (!is_drawn_) return;
    err_ << "\r\033[K" << std::flush;  // to the line's begin, erase to its end
    is_drawn_ = false;
  }
  std::string remaining_time() const {
    if (done_ == 0 || done_ >= total_) return {};
    const Seconds elapsed = host_.now() - started_;
    const auto seconds = std::lround(elapsed.count() / static_cast<double>(done_) *
                                     static_cast<double>(total_ - done_));
    return fmt::format("  {}:{:02} left", seconds / 60, seconds % 60);
  }

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
