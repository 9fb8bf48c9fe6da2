// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "fence.hpp"

#include "driver.hpp"

namespace zecpu {

void Fence::signal() {
  driver_.monitor().change([this] { signalled_ = true; });
}

void Fence::reset() {
  driver_.monitor().change([this] { signalled_ = false; });
}

ze_result_t Fence::synchronize(std::uint64_t timeout_ns) {
  // As for events: see Event::synchronize.
  if (driver_.laboratory().execute_nothing) return ZE_RESULT_SUCCESS;
  return driver_.wait(timeout_ns, [this] { return signalled_.load(); });
}

}  // namespace zecpu
