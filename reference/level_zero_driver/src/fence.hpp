// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>

#include "result.hpp"

namespace zecpu {

class Driver;

/// Tells the host that lists handed to a queue in one call have been executed.
class Fence {
 public:
  Fence(Driver& driver, bool signalled) : driver_(driver), signalled_(signalled) {}

  void signal();
  void reset();
  bool is_signalled() const { return signalled_; }
  ze_result_t synchronize(std::uint64_t timeout_ns);

 private:
  Driver& driver_;
  std::atomic<bool> signalled_;
};

}  // namespace zecpu
