// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <CLI/CLI.hpp>

#include "programs/program.hpp"

namespace tickbench::tools {

using programs::flag_value;
using programs::ProgramEnd;
using programs::ProgramFlags;
using programs::ProgramRunner;
using programs::RunFolder;

/// A day: beyond any run that someone waits for, and far from the clock's limits.
inline constexpr double kLongestWait = 86400;

/// --run-timeout and --keep.
void add_flags(CLI::App& command, ProgramFlags& flags);

}  // namespace tickbench::tools
