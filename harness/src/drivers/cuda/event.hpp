// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>

#include "backend/stream.hpp"
#include "cuda/error.hpp"
#include "tickbench/seconds.hpp"

namespace tickbench::cuda {

/// A mark in a stream. Create it in the stream's context.
///
/// The driver gives the time between two events as a float of milliseconds. That is exact to the
/// clock's 32 ns up to half a second, and to 4 us at a minute: so only two marks of one bracket are
/// compared, never one with an old base.
class Event {
 public:
  explicit Event(const backend::DeviceInfo& info) : info_(&info) {
    CUevent_st* event = nullptr;
    check(driver().cuEventCreate(&event, 0), "cuEventCreate", info);
    handle_ = EventHandle(event);
  }

  void record(CUstream_st* stream) {
    check(driver().cuEventRecord(handle_.get(), stream), "cuEventRecord", *info_);
  }
  /// Once the stream is finished. Throws Error (kDeviceError) where one of them was not executed.
  Seconds until(const Event& later) const;

 private:
  EventHandle handle_;
  const backend::DeviceInfo* info_;
};

/// Two events for each launch of a bracket, one before its first command and one behind its last.
/// CUDA's commands have none of their own. They are kept from bracket to bracket: making one costs
/// more than recording it.
class EventLog final : public backend::EventLog {
 public:
  explicit EventLog(const backend::DeviceInfo& info) : info_(info) {}

  /// `command()` enqueues one command on the stream.
  template <class Command>
  void enqueue(CUstream_st* stream, const Command& command) {
    if (!is_keeping_) return command();
    if (used_ == pairs_.size()) pairs_.emplace_back(info_);
    auto& pair = pairs_[used_];
    const auto place = count_.next();
    if (place.is_first) pair.before.record(stream);
    command();
    if (!place.is_last) return;
    pair.behind.record(stream);
    ++used_;
  }

  void begin(std::int64_t /*launches*/, std::int64_t commands) override {
    is_keeping_ = true;
    used_ = 0;
    count_.begin(commands);
  }
  void end() noexcept override { is_keeping_ = false; }
  std::int64_t commands() const override { return count_.counted(); }
  Seconds duration(std::size_t launch) const override {
    return pairs_[launch].before.until(pairs_[launch].behind);
  }

 private:
  struct Pair {
    explicit Pair(const backend::DeviceInfo& info) : before(info), behind(info) {}
    Event before;
    Event behind;
  };

  const backend::DeviceInfo& info_;
  bool is_keeping_ = false;
  std::size_t used_ = 0;
  backend::CommandCount count_;
  std::deque<Pair> pairs_;
};

}  // namespace tickbench::cuda
