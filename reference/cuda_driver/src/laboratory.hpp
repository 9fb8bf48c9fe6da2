// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "laboratory/settings.hpp"

namespace cuhost {

/// What the environment asks of this driver: each CUHOST_LAB_... of the README.
struct Laboratory {
  /// Throws std::invalid_argument, naming the setting: for an unknown one too.
  static Laboratory from(const char* const* environment);

  std::vector<lab::PlannedFailure> failures;
  std::string calls_out;          ///< the file for how often each call was made
  std::string sequence_out;       ///< the file for the name of each call
  std::uint64_t crash_after = 0;  ///< so many kernels run well; the next one ends the context
  std::uint64_t devices = 1;
  std::uint64_t clock_percent = 100;  ///< how fast the device's clocks run
  std::uint64_t queue_depth = 1020;
  bool execute_nothing = false;  ///< and say that every wait succeeded
};

const Laboratory& laboratory();

}  // namespace cuhost
