// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "tools/programs.hpp"

#include "tools/compare.hpp"

namespace tickbench::tools {

void add_flags(CLI::App& command, ProgramFlags& flags) {
  command.add_option("--run-timeout", flags.timeout, "Kill a run after this, in seconds")
      ->check(within(0.001, kLongestWait))
      ->capture_default_str();
  command.add_option("--keep", flags.keep, "Keep each run's results and output in this folder");
}

}  // namespace tickbench::tools
