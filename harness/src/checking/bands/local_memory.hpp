// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "tickbench/backend/backend.hpp"

namespace tickbench::bands {

/// What was filled of the local memory of each compute unit.
struct FilledLocalMemory {
  std::size_t bytes = 0;
  std::size_t asked = 0;     ///< all of it
  std::string why_not = {};  ///< the driver's answer, where it is less
};

/// Fills the local memory of one device, which outlives it. Keeps how much its driver takes.
class LocalMemoryFiller {
 public:
  explicit LocalMemoryFiller(backend::Device& device) : device_(device) {}

  /// Leaves a word in the local memory of all compute units, for the launch behind it to find where
  /// the device keeps it, and where that launch's own lies in the same place. A driver that keeps
  /// some of it for itself, and refuses all of it to one kernel, is asked for less. Throws Error:
  /// kUnsupported where the device has no local memory, or there is no kernel for it. A processor
  /// is given so many times the work that all of its threads take part in where it is idle.
  FilledLocalMemory fill(std::uint32_t word, int times);

 private:
  backend::Device& device_;
  std::optional<FilledLocalMemory> taken_;  ///< by the last one that did not fail
};

}  // namespace tickbench::bands
