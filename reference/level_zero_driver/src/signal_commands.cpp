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
  const DeviceClock& clock = engine.driver().clock();
  const auto write = [&clock, to = engine.driver().memory().view(to_)] {
    const std::uint64_t ticks = clock.global(host_now_ns());
    std::memcpy(to, &ticks, sizeof ticks);
  };
  if (signal != nullptr) return engine.measure(write);
  engine.stamp(write);
  return {};
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
