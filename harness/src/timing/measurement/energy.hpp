// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "conditions/clock_watch.hpp"
#include "conditions/device_monitor.hpp"
#include "measurement/measurement.hpp"

namespace tickbench {

/// Runs launches of a work for at least a second more, in brackets of 10 ms that are not held, and
/// reads the device's energy between them. `like`: how the work was measured. Nothing where the
/// device does not tell.
std::optional<conditions::Energy> measure_energy(TimedQueue& queue, const Work& work,
                                                 const Measurement& like,
                                                 conditions::WatchedDevice& device,
                                                 HostClock& host);

}  // namespace tickbench
