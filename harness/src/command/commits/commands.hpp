// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "commits/builds.hpp"
#include "flags/flags.hpp"

namespace tickbench::history {

/// The commands `history` and `bisect`, as `tools::add_commands` takes them.
void add_history(CLI::App& app, tools::ToolContext& context);
void add_bisect(CLI::App& app, tools::ToolContext& context);

struct BuildFlags {
  BuildSettings settings;
  programs::ProgramFlags program_flags;
  bool all = false;  ///< measures equal code too
};

/// What the commands that build have in common; the build command stands behind --.
void add_flags(CLI::App& command, BuildFlags& flags);
/// With what they tell `ab`: the budget and the error rate of an answer.
void add_flags(CLI::App& command, BuildFlags& flags, pairs::AbSettings& ab);

}  // namespace tickbench::history
