// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "process/signals.hpp"
#include "tools/ab_run.hpp"

namespace tickbench::tools {

struct Programs {
  std::string old_program, new_program;
  std::vector<std::string> flags;  ///< given to both
  Seconds timeout{600};            ///< of one run
};

/// Runs the programs and reads what they write: `folder`/old/0001.json, `folder`/new/0001.json,
/// with what each printed beside it, and the rehearsal in `folder`/rehearsal.
class ProgramRunner {
 public:
  /// Throws UsageError where the flags already say where results go.
  ProgramRunner(Programs programs, std::string folder);

  /// Throws UsageError that says which run failed, how, and what it printed last.
  ProgramRun run(bool is_new, std::size_t number) const;

 private:
  Programs programs_;
  std::string folder_;
  process::HeldSignals signals_{SIGCHLD};
};

}  // namespace tickbench::tools
