// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>

#include "backend/stream.hpp"
#include "cuda/event.hpp"

namespace tickbench::cuda {

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
