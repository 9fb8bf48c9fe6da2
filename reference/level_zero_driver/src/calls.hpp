// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <vector>

#include "laboratory.hpp"

namespace zecpu {

/// How often one entry point was called, and which of its calls are to fail.
class CallCounter {
 public:
  CallCounter(const std::string& name, const Laboratory& laboratory);

  /// Counts a call. Anything but success is what the call returns at once: a planned failure, or
  /// ZE_RESULT_ERROR_DEVICE_LOST for a call that needs a device that is lost.
  ze_result_t begin();

  const std::string& name() const { return name_; }
  std::uint64_t count() const { return count_.load(std::memory_order_relaxed); }

 private:
  std::string name_;
  bool needs_device_;
  std::atomic<std::uint64_t> count_{0};
  std::vector<lab::PlannedFailure> failures_;
};

/// All entry points that were called, by name.
class Calls {
 public:
  explicit Calls(const Laboratory& laboratory);
  CallCounter& counter(const std::string& name);
  /// "zeMemFree 12" a line, sorted, for planning a sweep over every call.
  void write_counts() const;

  /// The device is lost for the rest of the process.
  void lose_device() { lost_ = true; }
  bool device_is_lost() const { return lost_.load(std::memory_order_relaxed); }

 private:
  mutable std::mutex mutex_;
  std::map<std::string, CallCounter> counters_;
  const Laboratory& laboratory_;
  std::atomic<bool> lost_{false};
};

Calls& calls();

}  // namespace zecpu
