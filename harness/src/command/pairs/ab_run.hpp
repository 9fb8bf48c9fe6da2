// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "compare/compare.hpp"
#include "compare/sides.hpp"
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

// How `ab` divides its time between processes and repetitions within one.

/// Where the noise of a benchmark comes from: the variances of the logarithm of one repetition.
struct VarianceShares {
  /// Between runs, without what their repetitions bring: at most, one standard error above what was
  /// seen, since a few runs that happen to agree do not show that all of them do.
  double between = 0;
  double within = 0;  ///< between the repetitions of one run
};

/// From pairs of runs that had several repetitions; nothing where none had.
std::optional<VarianceShares> variance_shares(const compare::Sides& sides);

/// What a run costs, seen from runs of different sizes: least squares of its wall time over the
/// repetitions of benchmarks that it took.
class RunCosts {
 public:
  void add(double repetitions, Seconds wall);
  struct Costs {
    double start = 0;       ///< seconds of a process before and after its benchmarks
    double repetition = 0;  ///< of one benchmark
  };
  /// Nothing before two sizes have been seen.
  std::optional<Costs> costs() const;

 private:
  double count_ = 0, sum_ = 0, squares_ = 0, wall_ = 0, products_ = 0;
};

/// More say little: what is left is the variance between processes.
inline constexpr std::size_t kMostRepetitions = 20;

/// How many repetitions a process takes, so that its interval is narrowest for the time spent:
/// sqrt(start / repetition * within / between), with the costs of a process and of a repetition of
/// what it runs. Source: Kalibera and Jones, Rigorous Benchmarking in Reasonable Time, ISMM 2013,
/// section 6.2.
std::size_t best_repetitions(const VarianceShares& shares, double start, double repetition);

/// Runs both programs in pairs, in a balanced random order, until every benchmark's verdict is
/// clear, or the pairs or the budget are spent. Once the mean of all is clear, or a third of the
/// budget is spent, a benchmark whose verdict is clear, or that cannot have one, is left out of the
/// next pairs, and what it took goes to the others.
///
/// A first pair is a rehearsal: it fills the caches of files and built kernels, and shows what
/// there is to compare. Its times are not judged.
compare::Comparison run_ab(const AbSettings& settings, const AbWorld& world);

}  // namespace tickbench::pairs
