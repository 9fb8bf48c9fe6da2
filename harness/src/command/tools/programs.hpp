// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "programs/program.hpp"

namespace tickbench::tools {

using programs::JudgingFlags;
using programs::ProgramFlags;

/// A day: beyond any run that someone waits for, and far from the clock's limits.
inline constexpr double kLongestWait = 86400;

void add_skip_pattern(CLI::App& command, std::string& pattern);

/// --run-timeout, --keep and --skip-pattern.
void add_flags(CLI::App& command, ProgramFlags& flags);

/// --floors, --strict, --out and --ctest. Returns the last.
CLI::Option* add_flags(CLI::App& command, JudgingFlags& flags);

/// Throws UsageError where --strict stands alone, or --out would replace what is run or read.
/// Returns these files.
std::vector<process::TakenFile> require_sound(const JudgingFlags& flags,
                                              const std::vector<std::string>& programs);

}  // namespace tickbench::tools
