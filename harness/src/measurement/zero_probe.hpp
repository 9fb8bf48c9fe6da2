// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tickbench/measurement.hpp"

namespace tickbench {

/// For a launch that reads zero in brackets of one: runs longer ones, to tell a launch below the
/// clock's step from a command that the device does not time.
///
/// Returns where the device sees time pass, and less than a step of it a launch. Throws
/// ImplausibleTime (kZero) where the longest bracket still reads zero, or where the launches' own
/// event reads zero for what a bracket sees take more than a step.
void probe_zero(TimedQueue& queue, const Work& work, TimeMethod method, Seconds step,
                HostClock& host);

/// Whether the device's clock is seen to move while nothing is timed. Nothing where the queue
/// cannot tell.
std::optional<bool> clock_moves(TimedQueue& queue, HostClock& host);

}  // namespace tickbench
