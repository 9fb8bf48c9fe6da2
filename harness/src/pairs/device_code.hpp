// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "pairs/ab_run.hpp"
#include "pairs/pair_runner.hpp"
#include "programs/program.hpp"
#include "results/result_file.hpp"

namespace tickbench::pairs {

/// What a table of such pairs says of itself.
inline constexpr const char* kDeviceCodeNote =
    "Device code only: NEW launched the kernels of both programs, in one process a pair and in "
    "turn (A B B A). What differs in the host code of the two is not measured.";

/// One of the two sides of a run of NEW with OLD's modules: what compares two programs' files reads
/// it. A benchmark without a kernel of a module is there without a time, as unsupported, and says
/// why; of kernels that differ it says what they are.
results::ResultFile extract_side(const results::ResultFile& both, bool is_new);

/// Runs NEW alone, with the kernels of OLD beside its own: one process is both runs of a pair.
class DeviceCodeRunner {
 public:
  /// Asks OLD for its modules. Throws UsageError where it has none to give.
  DeviceCodeRunner(const ProgramPair& programs, const programs::ProgramRunner& runner);

  /// Of the two requests of a pair the first one runs it. Throws UsageError as PairRunner does.
  ProgramRun run(const AbRequest& request);

 private:
  std::optional<PairRunner> runner_;
  std::optional<results::ResultFile> taken_;  ///< of which the other side is not asked for yet
};

}  // namespace tickbench::pairs
