// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <stop_token>
#include <vector>

#include "command.hpp"
#include "driver.hpp"
#include "executor.hpp"

namespace zecpu {

/// Executes commands in the calling thread, one after the other; the laboratory can have it change
/// the order between barriers. Kernels that nothing waits for are only started: the lane keeps
/// their order, and whatever is neither a kernel nor a time stamp finishes the lane first.
class Engine {
 public:
  Engine(Device& device, std::stop_token stop);

  Driver& driver() { return driver_; }
  /// For a launch, behind everything before it.
  Lane& lane();

  using Order = std::vector<const Command*>;
  /// Throws Failure; Cancelled where a stop was requested while it waited.
  void run(const Order& commands);
  void finish();

  /// Calls `write` when everything before it is done, and before anything behind it begins. Next to
  /// kernels the lane does so: a thread that has to wake up between a stamp and a kernel would be
  /// in the time between two stamps.
  void stamp(std::function<void()> write);

  /// Does work that is not a kernel, after all kernels before it: when it was done.
  template <class Work>
  Interval measure(Work&& work) {
    finish();
    Interval interval;
    interval.start_ns = host_now_ns();
    work();
    interval.end_ns = host_now_ns();
    return interval;
  }

 private:
  void run_in_turn(const Order& commands);
  void run(const Command& command);
  void run_out_of_order(std::span<const Command* const> segment);
  void wait_for(const std::vector<Event*>& events);

  Driver& driver_;
  std::stop_token stop_;
  std::unique_ptr<Lane> lane_;
  std::function<void()> stamp_;  // whose place is known with the next command
};

/// The queue is destroyed, or the driver unloaded, while a command waits for an event.
struct Cancelled {};

}  // namespace zecpu
