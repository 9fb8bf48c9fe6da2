// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "../context.hpp"
#include "../device.hpp"

namespace zecpu {

/// Throws Failure where a queue or an immediate list cannot be as described.
void check(const Device& device, const ze_command_queue_desc_t& desc);

/// The entry point that makes a CommandQueue, or a CommandList that is immediate.
template <class Object, class Handle>
void create_by_queue_desc(ze_context_handle_t context, ze_device_handle_t device_handle,
                          const ze_command_queue_desc_t* desc, Handle* made) {
  object<Context>(context);
  Device& device = object<Device>(device_handle);
  const ze_command_queue_desc_t& wanted = require_pointer(desc);
  require_address(made);
  check(device, wanted);
  *made = handle_of<Handle>(
      new Object(device, wanted.ordinal, wanted.mode == ZE_COMMAND_QUEUE_MODE_SYNCHRONOUS));
}

}  // namespace zecpu
