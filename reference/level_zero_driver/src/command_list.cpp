// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "command_list.hpp"

namespace zecpu {

CommandList::CommandList(Device& device, std::uint32_t group)
    : device_(device), group_(group), recording_(std::make_shared<Recording>()) {}

CommandList::CommandList(Device& device, std::uint32_t group, bool is_synchronous)
    : CommandList(device, group) {
  immediate_ = std::make_unique<CommandQueue>(device, group, is_synchronous);
}

void CommandList::append(std::unique_ptr<Command> command) {
  if (is_immediate()) {
    auto single = std::make_shared<Recording>();
    single->push_back(std::move(command));
    immediate_->submit({{std::move(single)}, nullptr});
    return;
  }
  require(!closed_, ZE_RESULT_ERROR_INVALID_ARGUMENT);
  recording_->push_back(std::move(command));
}

void CommandList::close() {
  // An immediate list takes commands all its life: there is nothing to end.
  closed_ = !is_immediate();
}

ze_result_t CommandList::synchronize(std::uint64_t timeout_ns) {
  require(is_immediate(), ZE_RESULT_ERROR_INVALID_ARGUMENT);
  return immediate_->synchronize(timeout_ns);
}

void CommandList::reset() {
  recording_ = std::make_shared<Recording>();
  closed_ = false;
}

}  // namespace zecpu
