// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <mutex>

#include "command.hpp"
#include "command_queue.hpp"

namespace zecpu {

/// Commands to be replayed by queues; or, immediate, a list that hands each command to a queue of
/// its own as it is appended.
class CommandList {
 public:
  CommandList(Device& device, std::uint32_t group);
  CommandList(Device& device, std::uint32_t group, bool is_synchronous);

  Device& device() { return device_; }
  std::uint32_t group() const { return group_; }
  bool is_immediate() const { return immediate_ != nullptr; }
  bool is_closed() const { return closed_; }

  void append(std::unique_ptr<Command> command);
  void close();
  void reset();
  /// Throws Failure where it is not immediate.
  ze_result_t synchronize(std::uint64_t timeout_ns);
  /// What a queue executes: it stays as it is when the list is reset meanwhile.
  std::shared_ptr<const Recording> recording() const { return recording_; }

 private:
  Device& device_;
  std::uint32_t group_;
  bool closed_ = false;
  std::shared_ptr<Recording> recording_;
  std::unique_ptr<CommandQueue> immediate_;
};

}  // namespace zecpu
