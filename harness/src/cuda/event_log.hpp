// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>

#include "backend/stream.hpp"
#include "cuda/event.hpp"

namespace tickbench::cuda {

/// Two events for each command of a bracket, one before it and one behind it. CUDA's commands have
/// none of their own. They are kept from bracket to bracket: making one costs more than recording
/// it.
class EventLog final : public backend::EventLog {
 public:
  explicit EventLog(const backend::DeviceInfo& info) : info_(info) {}

  /// `command()` enqueues one command on the stream.
  template <class Command>
  void enqueue(CUstream_st* stream, const Command& command) {
    if (!is_keeping_) return command();
    if (used_ == pairs_.size()) pairs_.emplace_back(info_);
    auto& pair = pairs_[used_];
    pair.before.record(stream);
    command();
    pair.behind.record(stream);
    ++used_;
  }

  void begin(std::int64_t /*launches*/) override {
    is_keeping_ = true;
    used_ = 0;
  }
  void end() noexcept override { is_keeping_ = false; }
  std::int64_t commands() const override { return static_cast<std::int64_t>(used_); }
  Seconds duration(std::size_t command) const override {
    return pairs_[command].before.until(pairs_[command].behind);
  }
  /// No event tells when a command was submitted.
  std::optional<LaunchTimes> phases(std::chrono::nanoseconds /*host_begin*/) override {
    return std::nullopt;
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
  std::deque<Pair> pairs_;
};

}  // namespace tickbench::cuda
