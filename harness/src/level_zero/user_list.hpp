// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "level_zero/device_list.hpp"
#include "level_zero/queue_timer.hpp"
#include "tickbench/device_timer.hpp"

namespace tickbench::level_zero {

/// Throws Error (kInvalidBenchmark) naming the handle that is null. `what` begins the message.
void require_handles(const UserList& list, const char* what);

/// The driver that a device belongs to: found among all, since no handle tells. Throws Error
/// (kInvalidBenchmark) for a device that no driver offers.
DriverDevice owner_of(ze_device_handle_t device);

}  // namespace tickbench::level_zero
