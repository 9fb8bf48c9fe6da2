// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "compare/compare.hpp"
#include "flags/tool.hpp"
#include "programs/program.hpp"

/// The flags that several commands have.
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

/// The files that are run or read. Throws UsageError where --out is one, or --strict stands alone.
std::vector<process::TakenFile> require_sound(const JudgingFlags& flags,
                                              const std::vector<std::string>& programs);

/// What `compare` and `ab` have in common: how to judge, and where to print it.
struct CompareFlags {
  compare::Options options;
  compare::ExitPolicy policy;
  std::string format = "table";
  std::optional<std::string> margin;           ///< of --fail-above
  std::vector<std::string> lower, higher;      ///< metrics of which less, or more, is better
  std::map<std::string, std::string> outputs;  ///< files, by format; empty: none
};

/// To standard error, a line each, with the command's name.
std::function<void(const std::string&)> make_progress(const std::string& command,
                                                      ToolContext& context);

/// Takes numbers of this range alone: no NaN.
CLI::Validator within(double low, double high);

/// A time in seconds, no shorter than `least`.
CLI::Option* add_seconds(CLI::App& command, const std::string& name, Seconds& into, double least,
                         const std::string& help, double most = kLongestWait);

void add_flags(CLI::App& command, CompareFlags& flags);
void add_error_rate(CLI::App& command, compare::Options& options);

/// After parsing: the options with everything that the flags say.
compare::Options make_options(const CompareFlags& flags);

/// Throws UsageError where an output would take the place of another one or of one of `inputs`.
void check_outputs(const CompareFlags& flags, const std::vector<std::string>& inputs);

/// Prints to the tool's output in the chosen format, and into the files that were asked for;
/// each is written beside and renamed. Sets its status.
void print(const compare::Comparison& comparison, const CompareFlags& flags, ToolContext& context);

}  // namespace tickbench::tools
