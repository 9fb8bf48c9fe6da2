// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>

#include "result.hpp"

namespace zecpu {

class CommandQueue;
class Driver;

/// Tells the host that lists handed to its queue in one call have been executed.
class Fence {
 public:
  /// A submission shares it: clients destroy a fence that is not signalled yet, although the
  /// specification forbids it.
  class Signal {
   public:
    Signal(Driver& driver, bool is_set) : driver_(driver), is_set_(is_set) {}
    void set(bool is_set);
    bool is_set() const { return is_set_; }

   private:
    Driver& driver_;
    std::atomic<bool> is_set_;
  };

  Fence(Driver& driver, const CommandQueue& queue, bool signalled)
      : driver_(driver), queue_(&queue), signal_(std::make_shared<Signal>(driver, signalled)) {}

  const std::shared_ptr<Signal>& signal() const { return signal_; }
  void reset() { signal_->set(false); }
  bool is_of(const CommandQueue& queue) const { return queue_ == &queue; }
  bool is_signalled() const { return signal_->is_set(); }
  ze_result_t synchronize(std::uint64_t timeout_ns);

 private:
  Driver& driver_;
  const CommandQueue* queue_;  // compared only: it may go first
  std::shared_ptr<Signal> signal_;
};

}  // namespace zecpu
