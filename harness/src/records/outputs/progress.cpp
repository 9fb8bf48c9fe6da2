// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "outputs/progress.hpp"

#include <fmt/format.h>

#include <cmath>
#include <utility>

namespace tickbench::outputs {

void Progress::listen(
    std::function<void(const std::string& benchmark, const std::string& phase)> on_change) {
  const std::lock_guard lock(mutex_);
  on_change_ = std::move(on_change);
}

void Progress::start(std::size_t total) {
  const std::lock_guard lock(mutex_);
  total_ = total;
  done_ = 0;
  started_ = host_.now();
}

void Progress::begin(const std::string& benchmark) {
  const std::lock_guard lock(mutex_);
  change(benchmark, "starting");
  draw();
}

void Progress::phase(std::string_view phase) {
  const std::lock_guard lock(mutex_);
  change(benchmark_, std::string(phase));
  draw();
}

void Progress::end() {
  const std::lock_guard lock(mutex_);
  ++done_;
  change({}, {});
  wipe();
}

void Progress::clear() {
  const std::lock_guard lock(mutex_);
  wipe();
}

std::string Progress::current_phase() const {
  const std::lock_guard lock(mutex_);
  return phase_;
}

std::size_t Progress::total() const {
  const std::lock_guard lock(mutex_);
  return total_;
}

void Progress::change(std::string benchmark, std::string phase) {
  benchmark_ = std::move(benchmark);
  phase_ = std::move(phase);
  if (on_change_) on_change_(benchmark_, phase_);
}

void Progress::draw() {
  if (columns_ == 0) return;
  wipe();
  const auto line =
      fmt::format("[{}/{}] {}  {}{}", done_ + 1, total_, benchmark_, phase_, remaining_time());
  err_ << line.substr(0, columns_ - 1) << std::flush;
  is_drawn_ = true;
}

void Progress::wipe() {
  if (!is_drawn_) return;
  err_ << "\r\033[K" << std::flush;  // to the line's begin, erase to its end
  is_drawn_ = false;
}

std::string Progress::remaining_time() const {
  if (done_ == 0 || done_ >= total_) return {};
  const Seconds elapsed = host_.now() - started_;
  const auto seconds = std::lround(elapsed.count() / static_cast<double>(done_) *
                                   static_cast<double>(total_ - done_));
  return fmt::format("  {}:{:02} left", seconds / 60, seconds % 60);
}

}  // namespace tickbench::outputs
