// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>

#include "pairs/ab_run.hpp"
#include "programs/program.hpp"

namespace tickbench::pairs {

struct ProgramPair {
  std::string old_program, new_program;
};

/// Runs the programs and reads what they write: `folder`/old/0001.json, `folder`/new/0001.json,
/// with what each printed beside it, and the rehearsal in `folder`/rehearsal.
class PairRunner {
 public:
  PairRunner(ProgramPair programs, programs::ProgramFlags flags, std::filesystem::path folder);

  /// Throws UsageError that says which run failed, how, and what it printed last. On
  /// process::Interrupted only whole pairs stay, so that they can be compared.
  ProgramRun run(const AbRequest& request) const;

 private:
  void forget(const std::string& name) const;

  ProgramPair programs_;
  programs::ProgramRunner runner_;
  std::filesystem::path folder_;
};

/// Whether the flags themselves say how many repetitions a run has.
bool says_repetitions(const programs::ProgramFlags& flags);

}  // namespace tickbench::pairs
