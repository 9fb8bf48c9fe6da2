// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "tools/programs.hpp"

#include <re2/re2.h>

#include "tickbench/error.hpp"
#include "tools/compare.hpp"

namespace tickbench::tools {

void add_skip_pattern(CLI::App& command, std::string& pattern) {
  command
      .add_option("--skip-pattern", pattern,
                  "A plain benchmark whose SkipWithError has such a message is skipped (RE2)")
      ->check([](const std::string& text) {
        const re2::RE2 compiled(text, re2::RE2::Quiet);
        return compiled.ok() ? "" : "expected a regular expression (RE2): " + compiled.error();
      });
}

void add_flags(CLI::App& command, ProgramFlags& flags) {
  command.add_option("--run-timeout", flags.timeout, "Kill a run after this, in seconds")
      ->check(within(0.001, kLongestWait))
      ->capture_default_str();
  command.add_option("--keep", flags.keep, "Keep each run's results and output in this folder");
  add_skip_pattern(command, flags.skip_pattern);
}

CLI::Option* add_flags(CLI::App& command, JudgingFlags& flags) {
  command.add_option("--floors", flags.floors, "A floor file; repeatable")->allow_extra_args(false);
  command.add_flag("--strict", flags.is_strict, "What is inconclusive or doubtful fails");
  command.add_option("--out", flags.out, "The file of all runs (JSON)");
  return command.add_flag("--ctest", flags.is_ctest,
                          "End with the measurements and files that CTest submits to a dashboard");
}

std::vector<process::TakenFile> require_sound(const JudgingFlags& flags,
                                              const std::vector<std::string>& programs) {
  if (flags.is_strict && flags.floors.empty())
    throw UsageError("--strict: expected --floors beside it, found none");
  std::vector<process::TakenFile> inputs;
  for (const auto& program : programs) inputs.push_back({program, "is a program to run"});
  for (const auto& file : flags.floors) inputs.push_back({file, "is that of --floors"});
  process::require_own_file("out", flags.out, inputs);
  return inputs;
}

}  // namespace tickbench::tools
