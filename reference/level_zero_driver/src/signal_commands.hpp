// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <level_zero/ze_api.h>

#include <cstddef>
#include <cstdint>
#include <vector>

#include "command.hpp"

namespace zecpu {

/// Waits for its events and signals its own: nothing else.
class SignalCommand : public Command {
 public:
  Interval execute(Engine& engine) const override;
};

/// In the usual order everything before it is done when it runs; kernels that are started stay in
/// order.
class BarrierCommand final : public SignalCommand {
 public:
  bool is_barrier() const override { return true; }
};

class ResetEventCommand final : public Command {
 public:
  explicit ResetEventCommand(Event& event) : event_(event) {}
  Interval execute(Engine& engine) const override;

 private:
  Event& event_;
};

class WriteGlobalTimestampCommand final : public Command {
 public:
  explicit WriteGlobalTimestampCommand(std::uint64_t* to) : to_(to) {}
  Interval execute(Engine& engine) const override;

 private:
  std::uint64_t* to_;
};

/// Writes the stamps of events; an event that is not signalled has zeros.
class QueryTimestampsCommand final : public Command {
 public:
  QueryTimestampsCommand(std::vector<Event*> events, void* to, std::vector<std::size_t> offsets)
      : events_(std::move(events)), to_(to), offsets_(std::move(offsets)) {}
  Interval execute(Engine& engine) const override;

 private:
  std::vector<Event*> events_;
  void* to_;
  std::vector<std::size_t> offsets_;  // in bytes
};

}  // namespace zecpu
