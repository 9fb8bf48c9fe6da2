// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <level_zero/ze_api.h>

namespace zecpu {

class Device;

/// Throws Failure where a queue or an immediate list cannot be as described.
void check(const Device& device, const ze_command_queue_desc_t& desc);

}  // namespace zecpu
