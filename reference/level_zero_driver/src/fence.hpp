// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>

#include "result.hpp"

namespace zecpu {

class CommandQueue;
class Driver;

/// Tells the host that lists handed to its queue in one call have been executed.
class Fence {
 public:
  Fence(Driver& driver, const CommandQueue& queue, bool signalled)
      : driver_(driver), queue_(&queue), signalled_(signalled) {}

  void signal();
  void reset();
  bool is_of(const CommandQueue& queue) const { return queue_ == &queue; }
  bool is_signalled() const { return signalled_; }
  ze_result_t synchronize(std::uint64_t timeout_ns);

 private:
  Driver& driver_;
  const CommandQueue* queue_;  // compared only: it may go first
  std::atomic<bool> signalled_;
};

}  // namespace zecpu
