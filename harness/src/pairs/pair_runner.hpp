// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "pairs/ab_run.hpp"
#include "programs/program.hpp"

namespace tickbench::pairs {

struct ProgramPair {
  std::string old_program, new_program;
};

/// Runs the programs: old/0001.json, new/0001.json, with what each printed beside it, and the
/// rehearsal in rehearsal, in the folder of `runner`.
class PairRunner {
 public:
  /// `more`: flags behind those of `runner`.
  PairRunner(ProgramPair programs, const programs::ProgramRunner& runner,
             std::vector<std::string> more = {})
      : programs_(std::move(programs)), runner_(runner), more_(std::move(more)) {}

  /// Throws UsageError that says which run failed, how, and what it printed last. On
  /// process::Interrupted only whole pairs stay, so that they can be compared.
  ProgramRun run(const AbRequest& request) const;

 private:
  std::vector<std::string> flags_of(const AbRequest& request) const;

  ProgramPair programs_;
  const programs::ProgramRunner& runner_;
  std::vector<std::string> more_;
};

}  // namespace tickbench::pairs
