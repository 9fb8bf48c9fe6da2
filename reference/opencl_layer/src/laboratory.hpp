// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "laboratory/settings.hpp"

namespace cllab {

/// What becomes of the time stamps of an event; README.md says it of each.
enum class Profiling { kRight, kZero, kHuge, kEqual, kFrozen, kBackward, kSwapped };

/// What the environment asks of this layer: each CLLAB_... of the README.
struct Laboratory {
  std::vector<lab::PlannedFailure> failures;
  std::vector<lab::PlannedFailure> losses;
  std::vector<lab::PlannedCall> hangs;
  std::vector<lab::PlannedCall> stalls;
  std::vector<lab::PlannedCall> skips;
  Profiling profiling = Profiling::kRight;
  bool execute_nothing = false;
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

/// CL_OUT_OF_RESOURCES, or a number below zero.
std::optional<int> parse_status(std::string_view text);

}  // namespace cllab
