// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "pairs/ab_run.hpp"
#include "programs/program.hpp"
#include "results/result_file.hpp"

namespace tickbench::pairs {

struct ProgramPair {
  std::string old_program, new_program;
};

/// Runs the programs: old/0001.json, new/0001.json, with what each printed beside it, and the
/// rehearsal in rehearsal, in the folder of `runner`.
class PairRunner {
 public:
  PairRunner(ProgramPair programs, const programs::ProgramRunner& runner)
      : programs_(std::move(programs)), runner_(runner) {}

  /// From now on NEW runs alone, with these flags too: one process is both runs of a pair, and of
  /// the two requests of a pair the first one runs it.
  void run_new_alone(std::vector<std::string> flags) { new_alone_ = std::move(flags); }

  /// Throws UsageError that says which run failed, how, and what it printed last. On
  /// process::Interrupted only whole pairs stay, so that they can be compared.
  ProgramRun run(const AbRequest& request);

 private:
  ProgramRun run_program(const AbRequest& request) const;
  std::vector<std::string> make_flags(const AbRequest& request) const;

  ProgramPair programs_;
  const programs::ProgramRunner& runner_;
  std::optional<std::vector<std::string>> new_alone_;
  std::optional<results::ResultFile> taken_;  ///< of which the other side is not asked for yet
};

/// What a table of pairs with `run_new_alone` says of itself.
inline constexpr const char* kDeviceCodeNote =
    "Device code only: NEW launched the kernels of both programs, in one process a pair and in "
    "turn (A B B A). What differs in the host code of the two is not measured.";

/// One of the two sides of a run of NEW with OLD's modules: what compares two programs' files reads
/// it. A benchmark without a kernel of a module is there without a time, as unsupported, and says
/// why; of kernels that differ it says what they are.
results::ResultFile extract_side(const results::ResultFile& both, bool is_new);

/// The flags by which NEW measures OLD's kernels beside its own. Asks OLD for its modules; throws
/// UsageError where it has none to give.
std::vector<std::string> device_code_flags(const std::string& old_program,
                                           const programs::ProgramRunner& runner);

}  // namespace tickbench::pairs
