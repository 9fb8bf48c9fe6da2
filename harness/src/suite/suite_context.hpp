// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>
#include <string>

#include "results/write.hpp"
#include "suite/device_slot.hpp"
#include "suite/options.hpp"

namespace tickbench::suite {

/// The project's version, and the commit where it is known: $TICKBENCH_COMMIT, or that of the
/// source tree when it was configured.
std::string version();
std::string commit();

/// The object `tickbench` of the context: what identifies the program, the host and the devices.
results::Json suite_context(const Options& options, const std::deque<DeviceSlot>& slots,
                            const std::vector<backend::Backend*>& backends,
                            const std::string& started);

/// Now, in UTC, as ISO 8601 writes it.
std::string time_stamp();

}  // namespace tickbench::suite
