// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <iosfwd>

#include "compare/table.hpp"
#include "programs/instructions.hpp"
#include "results/result_file.hpp"
#include "tickbench/seconds.hpp"

namespace tickbench::pairs {

/// Signed-rank intervals are computed exactly, at a cost that grows with the cube of the pairs.
inline constexpr std::size_t kMostPairs = 500;

struct AbRequest {
  bool is_new = false;
  std::size_t number = 0;          ///< of its pair; 0 is the rehearsal
  std::vector<std::string> ids{};  ///< only these benchmarks; empty: all
  std::size_t repetitions = 0;     ///< of each benchmark; 0: as the program has it
};

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
  /// OLD and NEW as they check and measure nothing; none where a program cannot. May be null.
  std::function<std::vector<results::ResultFile>()> check{};
};

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
/// budget is spent, a benchmark whose verdict is clear, or that cannot have one, is left out. A
/// first pair, not judged, fills the caches of files and built kernels. What has equal device code
/// and launches on both sides is not run at all.
compare::Comparison run_ab(const AbSettings& settings, const AbWorld& world);

/// Where the noise of a benchmark comes from: the variances of the logarithm of one repetition.
struct VarianceShares {
  /// Between runs, without what their repetitions bring: one standard error above what was seen,
  /// since a few runs may agree by chance.
  double between = 0;
  double within = 0;  ///< between the repetitions of one run
};

/// From pairs of runs that had several repetitions; nothing where none had.
std::optional<VarianceShares> variance_shares(const compare::Sides& sides);

/// What a run costs, seen from runs of different sizes: least squares of its wall time over the
/// repetitions of benchmarks that it took.
class RunCosts {
 public:
  void add(double repetitions, Seconds wall) {
    repetitions_.push_back(repetitions);
    walls_.push_back(wall.count());
  }
  struct Costs {
    double start = 0;       ///< seconds of a process before and after its benchmarks
    double repetition = 0;  ///< of one benchmark
  };
  /// Nothing before two sizes have been seen.
  std::optional<Costs> costs() const;

 private:
  std::vector<double> repetitions_, walls_;
};

/// More say little: what is left is the variance between processes.
inline constexpr std::size_t kMostRepetitions = 20;

/// How many repetitions a process takes, so that its interval is narrowest for the time spent, with
/// the costs of a process and of a repetition: sqrt(start / repetition * within / between)
/// (Kalibera and Jones, Rigorous Benchmarking in Reasonable Time, ISMM 2013, section 6.2).
std::size_t best_repetitions(const VarianceShares& shares, double start, double repetition);

struct ProgramPair {
  std::string old_program, new_program;
};

/// Runs the programs, each into old/0001.json, new/0001.json or rehearsal in the runner's folder.
class PairRunner {
 public:
  PairRunner(ProgramPair programs, const programs::ProgramRunner& runner)
      : programs_(std::move(programs)), runner_(runner) {}

  /// From now on NEW runs alone, with OLD's kernels beside its own: one process is both runs of a
  /// pair, and of the two requests of a pair the first one runs it. Asks OLD for its modules;
  /// throws UsageError where it has none to give.
  void run_new_alone();

  /// From now on of plain programs the instructions of an iteration, in place of times.
  void count_instructions() { counter_.emplace(runner_); }

  std::vector<results::ResultFile> check_both() const;

  /// Throws UsageError that says which run failed, how, and what it printed last. On
  /// process::Interrupted only whole pairs stay, so that they can be compared.
  ProgramRun run(const AbRequest& request);

 private:
  ProgramRun run_program(const AbRequest& request);
  std::vector<std::string> make_flags(const AbRequest& request) const;

  ProgramPair programs_;
  const programs::ProgramRunner& runner_;
  std::optional<std::vector<std::string>> new_alone_;  ///< the flags by which it does
  std::optional<programs::InstructionCounter> counter_;
  std::optional<results::ResultFile> taken_;  ///< of which the other side is not asked for yet
};

/// Of a runner, with the steady clock from now on.
AbWorld make_world(PairRunner& runner, std::function<void(const std::string&)> on_progress);

/// Chooses these benchmarks of a program, and no others.
std::string filter_flag(const std::vector<std::string>& ids);
bool fits_filter(const std::vector<std::string>& ids);

/// One of the two sides of a run of NEW with OLD's modules, as a file of its own. A benchmark
/// without a kernel of a module is unsupported in it, and says why; kernels that differ are named.
results::ResultFile extract_side(const results::ResultFile& both, bool is_new);

struct CalibrationSettings : PairSettings {
  CalibrationSettings() : PairSettings{.pairs = 20} {}
  double slowdown = 0.03;  ///< that has to be found
};

/// One benchmark's noise: of runs, each of them one value.
struct CalibratedBenchmark {
  std::string id, device;
  double spread = 0;  ///< the standard deviation of the runs' logarithms
  double range = 0;   ///< from the lowest to the highest, of the logarithms
  std::size_t pairs = 0;
  /// Of 100 simulated comparisons by the proposed pairs, how many find the proposed slowdown.
  std::size_t found = 0;
};

/// One that was run, and of which too few runs are good.
struct ExcludedBenchmark {
  std::string id, why;
  bool is_failed = false;
};

/// What one machine's noise between runs allows `ab`, `compare` and floors to see.
struct Calibration {
  std::vector<CalibratedBenchmark> benchmarks;
  std::vector<ExcludedBenchmark> left_out;
  std::size_t pairs_taken = 0;
  double slowdown = 0;             ///< found in 95 of 100 with the proposals, of every benchmark
  bool is_enough = false;          ///< it is the slowdown that was asked for
  double effect = 0;               ///< --effect: half of the slowdown
  std::size_t pairs = 0;           ///< --pairs
  std::size_t found_together = 0;  ///< of 100, where all are slower by it
  double margin = 0;               ///< --margin of `floors suggest`
  double missed_by = 0;  ///< a slowdown that misses floors of that margin in every run seen
  double error_rate = 0;
};

/// Takes pairs of runs of one program, as `ab` does of two, within the budget. The power is
/// simulated: pairs are drawn again and again (Efron, Ann. Stat. 7, 1979), each with all of its
/// benchmarks and a random sign, since the sides are equal, and judged as `ab` judges them. Throws
/// UsageError where no benchmark has four pairs.
Calibration calibrate(const CalibrationSettings& settings, const AbWorld& world);

void print_table(std::ostream& out, const Calibration& calibration);
void print_json(std::ostream& out, const Calibration& calibration);

}  // namespace tickbench::pairs
