// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "results/write.hpp"
#include "tickbench/backend.hpp"

namespace tickbench::outputs {

/// The run as a timeline in the Chrome trace format, which Perfetto opens: a process a device, in
/// it a lane of the host (enqueue, wait) and one of the device (queued, submitted, running), all on
/// the host's clock.
///
/// No viewer opens an hour of launches that are microseconds long: at most kMostTracedSamples of a
/// repetition and mode are drawn, evenly spread.
inline constexpr std::size_t kMostTracedSamples = 100;
std::string trace_of(const std::vector<const results::Record*>& records,
                     const std::vector<backend::DeviceInfo>& devices, const results::Json& context);

}  // namespace tickbench::outputs
