// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include "clock.hpp"

namespace zecpu {

class Engine;
class Event;

/// One entry of a command list: what it does, the events it waits for and the one it signals.
/// Immutable once appended, since a list is replayed, perhaps on several queues at once.
class Command {
 public:
  virtual ~Command() = default;

  /// Does the work and says when. The engine has waited for the events before, and signals
  /// afterwards.
  virtual Interval execute(Engine& engine) const = 0;
  /// Commands on both sides of it must not change places.
  virtual bool is_barrier() const { return false; }

  Event* signal = nullptr;
  std::vector<Event*> waits;
};

/// The commands of a list, between two resets.
using Recording = std::vector<std::unique_ptr<const Command>>;

}  // namespace zecpu
