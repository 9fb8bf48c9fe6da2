// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "laboratory/settings.hpp"

namespace vklab {

/// What the environment asks of this layer: each VKLAB_... of the README.
struct Laboratory {
  std::vector<lab::PlannedFailure> failures;
  std::vector<lab::PlannedCall> losses;
  bool execute_nothing = false;
  int valid_bits = 0;  ///< 0: as the driver says
  double period = 0;   ///< of a tick, in nanoseconds; 0: as the driver says
  std::string calls_out;
  std::string objects_out;
  std::string sequence_out;

  /// Throws std::invalid_argument, naming the setting: for an unknown one too.
  static Laboratory from(const char* const* environment);
};

/// The process's own. Where its settings are wrong, everything is off and `settings_are_wrong`:
/// then standard error has said why.
const Laboratory& laboratory();
bool settings_are_wrong();

/// VK_ERROR_UNKNOWN, or a number below zero.
std::optional<int> parse_result(std::string_view text);

}  // namespace vklab
