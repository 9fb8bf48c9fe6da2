// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <set>
#include <vector>

#include "affinity.hpp"
#include "clock.hpp"
#include "context.hpp"
#include "device.hpp"
#include "executor.hpp"
#include "laboratory.hpp"
#include "memory.hpp"
#include "monitor.hpp"
#include "processor.hpp"
#include "result.hpp"

namespace zecpu {

class CommandQueue;

/// Everything the process shares: made at the first zeInit, gone when the library is unloaded.
class Driver {
 public:
  explicit Driver(const Laboratory& laboratory);
  ~Driver();
  Driver(const Driver&) = delete;
  Driver& operator=(const Driver&) = delete;

  const Laboratory& laboratory() const { return laboratory_; }
  const Affinity& affinity() const { return affinity_; }
  const Processor& processor() const { return processor_; }
  const DeviceClock& clock() const { return clock_; }
  Executor& executor() { return *executor_; }
  Memory& memory() { return memory_; }
  Monitor& monitor() { return monitor_; }
  Device& device() { return *device_; }
  /// That of clients which make none of their own.
  Context& default_context() { return default_context_; }

  /// Waits until `holds`: success, not ready after the time-out, or the device was lost meanwhile.
  template <class Predicate>
  ze_result_t wait(std::uint64_t timeout_ns, Predicate holds) {
    bool done = false;
    monitor_.wait(timeout_ns, {}, [&] { return (done = holds()) || is_lost(); });
    if (done) return ZE_RESULT_SUCCESS;
    return is_lost() ? ZE_RESULT_ERROR_DEVICE_LOST : ZE_RESULT_NOT_READY;
  }

  /// A launch is about to run: the laboratory may lose the device here, which throws.
  void begin_launch();
  /// The device is lost for the rest of the process; every wait ends. The reason goes to standard
  /// error.
  void lose(const char* reason);
  bool is_lost() const;

  /// Queues with threads of their own, which must end before the code they run is unloaded.
  void add(CommandQueue* queue);
  void remove(CommandQueue* queue);

 private:
  const Laboratory& laboratory_;
  Affinity affinity_;
  Processor processor_;
  DeviceClock clock_;
  std::unique_ptr<Executor> executor_;
  Memory memory_;
  Monitor monitor_;
  std::unique_ptr<Device> device_;
  Context default_context_{*this};
  std::atomic<std::uint64_t> launches_{0};
  std::mutex queues_mutex_;
  std::set<CommandQueue*> queues_;
};

/// The driver; made at the first call, which throws where it cannot work on this machine.
Driver& driver();

}  // namespace zecpu
