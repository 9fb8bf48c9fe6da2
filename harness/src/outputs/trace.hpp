// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>
#include <string>
#include <vector>

#include "results/record_json.hpp"

namespace tickbench::suite {

/// The run as a timeline in the Chrome trace format, which Perfetto opens: a process a device, in
/// it a lane of the host (enqueue, wait) and one of the device (queued, submitted, running), all on
/// the host's clock.
///
/// The trap: a launch that is milliseconds long beside an hour of others. At most
/// kMostTracedSamples of a repetition and mode are drawn, evenly spread.
inline constexpr std::size_t kMostTracedSamples = 100;
std::string trace_of(const std::vector<const Record*>& records, const std::deque<DeviceSlot>& slots,
                     const Json& context);

}  // namespace tickbench::suite
