// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "compare/compare.hpp"
#include "compare/comparison.hpp"
#include "results/result_file.hpp"
#include "tickbench/seconds.hpp"

namespace tickbench::tools {

/// One run of one of the two programs.
struct ProgramRun {
  results::ResultFile results;
  Seconds wall{};
};

/// What the run needs of the world; replaced in tests.
struct AbWorld {
  /// Runs OLD or NEW; `run` is 0 for the rehearsal. Throws UsageError where the run fails.
  std::function<ProgramRun(bool is_new, std::size_t run)> run;
  std::function<Seconds()> elapsed;                     ///< since it began
  std::function<void(const std::string&)> on_progress;  ///< for standard error
};

struct AbSettings {
  compare::Options options;
  std::size_t pairs = 120;  ///< at most; what finds 3 % under the recorded noise
  Seconds budget{600};
  std::uint64_t seed = 0;
};

/// Runs both programs in pairs, in a balanced random order, until every benchmark's verdict is
/// clear, or the pairs or the budget are spent.
///
/// A first pair is a rehearsal: it fills the caches of files and built kernels, shows what there is
/// to compare, and tells how many pairs the budget allows. Its times are not judged, so that the
/// plan depends on none of those that are.
compare::Comparison run_ab(const AbSettings& settings, const AbWorld& world);

}  // namespace tickbench::tools
