// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tickbench/timed_queue.hpp"

namespace tickbench::peak {

/// The shortest time of one launch among several brackets, some tenths of a second in all. Nothing
/// where no bracket gave a plausible time.
std::optional<Seconds> shortest_launch(TimedQueue& queue, const Work& work, HostClock& host);

}  // namespace tickbench::peak
