// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tickbench/device.hpp"
#include "tickbench/timed_queue.hpp"

namespace tickbench::peak {

/// What the update kernel runs on.
struct UpdateArrays {
  Buffer<float> x, y;
  Launch update;
};

/// The floats of so many bytes that make whole work-groups, no more than one launch may have.
std::size_t update_floats_in(std::uint64_t bytes, const backend::DeviceInfo& device);

/// Two arrays of so many floats, all of whose pages are written to: pages that nothing was written
/// to may all be one, and in the cache. `floats` is of update_floats_in.
UpdateArrays update_arrays(Device& device, std::size_t floats);

/// Far above every clock's step, and long enough for a processor to raise its clock.
inline constexpr Seconds kBracket{0.02};

/// The shortest time of one launch among several brackets, some tenths of a second in all. Nothing
/// where no bracket gave a plausible time.
std::optional<Seconds> shortest_launch(TimedQueue& queue, const Work& work, HostClock& host,
                                       Seconds of_bracket = kBracket);

}  // namespace tickbench::peak
