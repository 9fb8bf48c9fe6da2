// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <utility>

#include "../command_list.hpp"
#include "table.hpp"

namespace zecpu {

/// The last three arguments of most appends.
struct Events {
  ze_event_handle_t signal = nullptr;
  std::uint32_t count = 0;
  ze_event_handle_t* waits = nullptr;
};
void add_events(Command& command, const Events& events);

/// `append<CopyCommand>(list, {signal, count, waits}, to, from, size)`.
template <class AnyCommand, class... Args>
void append(ze_command_list_handle_t list, const Events& events, Args&&... args) {
  CommandList& target = object<CommandList>(list);
  auto command = std::make_unique<AnyCommand>(std::forward<Args>(args)...);
  add_events(*command, events);
  target.append(std::move(command));
}

void set_memory_commands(ze_command_list_dditable_t& table);
void set_launch_commands(ze_command_list_dditable_t& table);

}  // namespace zecpu
