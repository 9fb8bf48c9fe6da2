// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <condition_variable>
#include <deque>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "engine.hpp"
#include "fence.hpp"

namespace zecpu {

/// What one call hands to a queue.
struct Submission {
  std::vector<std::shared_ptr<const Recording>> lists;
  std::shared_ptr<Fence::Signal> fence{};
};

/// Executes submissions in order: a synchronous queue in the caller's thread, since handing work to
/// another costs more than an empty kernel; an asynchronous one in a thread of its own, so that
/// queues overlap.
class CommandQueue {
 public:
  CommandQueue(Device& device, std::uint32_t group, bool is_synchronous);
  ~CommandQueue();
  CommandQueue(const CommandQueue&) = delete;
  CommandQueue& operator=(const CommandQueue&) = delete;

  Driver& driver() { return driver_; }
  std::uint32_t group() const { return group_; }

  void submit(Submission submission);
  ze_result_t synchronize(std::uint64_t timeout_ns);
  /// Ends the thread, after the command that it is executing; what is left is dropped.
  void stop();

 private:
  void execute(const std::vector<Submission>& submissions);
  void work(const std::stop_token& stop);
  std::vector<Submission> take(const std::stop_token& stop);

  Driver& driver_;
  std::uint32_t group_;
  bool is_synchronous_;
  std::stop_source stop_;
  Engine engine_;
  std::mutex execution_;  // of a synchronous queue that several threads use

  std::mutex mutex_;
  std::condition_variable_any arrived_;
  std::deque<Submission> waiting_;
  std::atomic<std::uint64_t> submitted_{0};
  std::uint64_t completed_ = 0;  // under the monitor
  std::thread worker_;
};

}  // namespace zecpu
