// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>
#include <mutex>
#include <optional>
#include <vector>

#include "clock.hpp"
#include "result.hpp"

namespace zecpu {

class Context;
class Driver;

/// Room for a number of events; indices are taken by events and given back.
class EventPool {
 public:
  EventPool(Driver& driver, std::uint32_t count, bool has_timestamps);

  void take(std::uint32_t index);
  void give_back(std::uint32_t index);
  bool has_timestamps() const { return has_timestamps_; }
  bool is_empty() const;
  Driver& driver() const { return driver_; }

 private:
  Driver& driver_;
  bool has_timestamps_;
  mutable std::mutex mutex_;
  std::vector<bool> taken_;
};

/// A flag that the host and the device set, reset and wait for, with the times of the command that
/// set it.
class Event {
 public:
  Event(EventPool& pool, std::uint32_t index);
  ~Event();
  Event(const Event&) = delete;
  Event& operator=(const Event&) = delete;

  void signal(const Interval& interval);
  void reset();
  bool is_signalled() const { return signalled_.load(std::memory_order_acquire); }
  ze_result_t synchronize(std::uint64_t timeout_ns);

  bool has_timestamps() const { return pool_.has_timestamps(); }
  /// Zeros while it is not signalled.
  ze_kernel_timestamp_result_t timestamps() const;

 private:
  EventPool& pool_;
  std::uint32_t index_;
  std::atomic<bool> signalled_{false};
  std::atomic<std::uint64_t> start_ns_{0}, end_ns_{0};
};

}  // namespace zecpu
