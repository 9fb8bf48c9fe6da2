// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "signal_commands.hpp"

#include <cstring>

#include "engine.hpp"
#include "event.hpp"

namespace zecpu {

Interval SignalCommand::execute(Engine& engine) const {
  return signal == nullptr ? Interval{} : engine.measure([] {});
}

Interval ResetEventCommand::execute(Engine& engine) const {
  return engine.measure([this] { event_.reset(); });
}

Interval WriteGlobalTimestampCommand::execute(Engine& engine) const {
  Driver& driver = engine.driver();
  return engine.measure([&] {
    const std::uint64_t ticks = driver.clock().global(host_now_ns());
    std::memcpy(driver.memory().view(to_), &ticks, sizeof ticks);
  });
}

Interval QueryTimestampsCommand::execute(Engine& engine) const {
  Memory& memory = engine.driver().memory();
  return engine.measure([&] {
    for (std::size_t i = 0; i < events_.size(); ++i) {
      const ze_kernel_timestamp_result_t stamps = events_[i]->timestamps();
      std::memcpy(memory.view(static_cast<char*>(to_) + offsets_[i]), &stamps, sizeof stamps);
    }
  });
}

}  // namespace zecpu
