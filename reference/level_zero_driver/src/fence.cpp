// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "fence.hpp"

#include "driver.hpp"

namespace zecpu {

void Fence::Signal::set(bool is_set) {
  driver_.monitor().change([&] { is_set_ = is_set; });
}

ze_result_t Fence::synchronize(std::uint64_t timeout_ns) {
  // As for events: see Event::synchronize.
  if (driver_.laboratory().execute_nothing) return ZE_RESULT_SUCCESS;
  return driver_.wait(timeout_ns, [signal = signal_] { return signal->is_set(); });
}

}  // namespace zecpu
