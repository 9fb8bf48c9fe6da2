// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "event.hpp"

#include <algorithm>

#include "driver.hpp"

namespace zecpu {

EventPool::EventPool(Driver& driver, std::uint32_t count, bool has_timestamps)
    : driver_(driver), has_timestamps_(has_timestamps), taken_(count) {}

void EventPool::take(std::uint32_t index) {
  const std::lock_guard lock(mutex_);
  // A second event of one index would be the same memory on a device.
  require(index < taken_.size() && !taken_[index], ZE_RESULT_ERROR_INVALID_ARGUMENT);
  taken_[index] = true;
}

void EventPool::give_back(std::uint32_t index) {
  const std::lock_guard lock(mutex_);
  taken_[index] = false;
}

bool EventPool::is_empty() const {
  const std::lock_guard lock(mutex_);
  return std::find(taken_.begin(), taken_.end(), true) == taken_.end();
}

Event::Event(EventPool& pool, std::uint32_t index) : pool_(pool), index_(index) {
  pool.take(index);
}

Event::~Event() { pool_.give_back(index_); }

void Event::signal(const Interval& interval) {
  pool_.driver().monitor().change([&] {
    start_ns_ = interval.start_ns;
    end_ns_ = interval.end_ns;
    signalled_.store(true, std::memory_order_release);
  });
}

void Event::reset() {
  pool_.driver().monitor().change([&] { signalled_ = false; });
}

ze_result_t Event::synchronize(std::uint64_t timeout_ns) {
  Driver& driver = pool_.driver();
  // Drivers that execute nothing end every wait with success, and the event stays as it is.
  if (driver.laboratory().execute_nothing) return ZE_RESULT_SUCCESS;
  return driver.wait(timeout_ns, [this] { return is_signalled(); });
}

ze_kernel_timestamp_result_t Event::timestamps() const {
  if (!is_signalled()) return {};
  const DeviceClock& clock = pool_.driver().clock();
  const std::uint64_t start = start_ns_, end = end_ns_;
  return {{clock.kernel(start), clock.kernel(end)}, {clock.context(start), clock.context(end)}};
}

}  // namespace zecpu
