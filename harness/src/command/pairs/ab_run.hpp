// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "compare/compare.hpp"
#include "results/result_file.hpp"
#include "tickbench/seconds.hpp"

namespace tickbench::pairs {

/// Signed-rank intervals are computed exactly, at a cost that grows with the cube of the pairs.
inline constexpr std::size_t kMostPairs = 500;

/// What one run is to take.
struct AbRequest {
  bool is_new = false;
  std::size_t number = 0;          ///< of its pair; 0 is the rehearsal
  std::vector<std::string> ids{};  ///< only these benchmarks; empty: all
  std::size_t repetitions = 0;     ///< of each benchmark; 0: as the program has it
};

/// One run of one of the two programs.
struct ProgramRun {
  results::ResultFile results;
  Seconds wall{};
};

/// What the runs need of the world; replaced in tests.
struct AbWorld {
  /// Runs OLD or NEW. Throws UsageError where the run fails.
  std::function<ProgramRun(const AbRequest&)> run;
  std::function<Seconds()> elapsed;                     ///< since it began
  std::function<void(const std::string&)> on_progress;  ///< for standard error
};

/// What `ab` and `calibrate` are told.
struct PairSettings {
  compare::Options options{};
  std::size_t pairs = 0;  ///< of runs, at most
  Seconds budget{600};
  std::uint64_t seed = 0;
};

struct AbSettings : PairSettings {
  // 3 % under the recorded noise takes up to 120.
  AbSettings() : PairSettings{.pairs = 300} {}
  bool divides_runs = true;  ///< says how many repetitions a run has
};

/// Runs both sides, and adds their files where both ended well. Returns the wall time of both.
Seconds take_pair(const AbWorld& world, AbRequest request, bool old_first,
                  std::vector<results::ResultFile>& old_files,
                  std::vector<results::ResultFile>& new_files);

/// Runs both programs in pairs, in a balanced random order, until every benchmark's verdict is
/// clear, or the pairs or the budget are spent. Once the mean of all is clear, or a third of the
/// budget is spent, a benchmark whose verdict is clear, or that cannot have one, is left out of the
/// next pairs, and what it took goes to the others.
///
/// A first pair is a rehearsal: it fills the caches of files and built kernels, and shows what
/// there is to compare. Its times are not judged.
compare::Comparison run_ab(const AbSettings& settings, const AbWorld& world);

}  // namespace tickbench::pairs
