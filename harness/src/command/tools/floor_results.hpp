// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "floors/floor.hpp"
#include "floors/verdict.hpp"
#include "results/result_file.hpp"

namespace tickbench::tools {

/// Gives the benchmarks of a run the ids and devices that floors have. `plain_device`: on which
/// plain Google Benchmark rows were measured; empty: on the processor that the file names, or on
/// this one where it is of this host. Throws UsageError where it is neither.
void prepare(results::ResultFile& run, const std::string& plain_device = {});
/// All runs of a file.
std::vector<results::ResultFile> read_prepared(const std::filesystem::path& path,
                                               const std::string& plain_device = {});

/// What a row says of a floor's metric, its interval as it stands there.
std::optional<Evidence> evidence(const results::Repetition& repetition, std::string_view metric);

/// Judges every benchmark that is not skipped, in the order of the runs, which are prepared: over
/// all runs of one machine together.
///
/// Of a plain benchmark the repetitions of a run are samples. A file of tickbench's holds intervals
/// at 95 %, no samples: where several floors judge a benchmark, they are widened to the level that
/// is needed as if the median's logarithm were normal. A ratio of two benchmarks, not sampled in
/// turn, is bounded by the ends of both intervals; over several runs it is that of each run.
std::vector<FloorReport> check_results(results::Runs runs, std::span<const FloorFile> floors);

/// Exposed for its test. Never narrows.
Evidence widened(Evidence evidence, double level);

struct SuggestOptions {
  /// A floor is met at 1 - margin times the speed of the worst run. Nothing: by the spread of at
  /// least three runs, so that one of a hundred new runs of the same code misses it.
  std::optional<double> margin{};
  /// Empty: the first rate that a benchmark states, and the time of one that states none.
  std::vector<std::string> metrics{};
  std::string device{};    ///< a part of its name; empty: the only one
  std::string ratio_to{};  ///< the benchmark that the times of all others are compared with
  std::vector<std::string> higher_is_better{};  ///< names of counters
  /// The floor finds code that is slower by this fraction in 95 of 100 runs; with no `margin`.
  std::optional<double> finds{};
};

struct Suggestion {
  std::string device;
  std::vector<Floor> floors;
  std::vector<std::string> notes;  ///< what was left out, and what a reader must know
  /// Each floor finds code that is so much slower in 95 of 100 runs; 0: unknown.
  double slowdown = 0;
};

/// From several runs of one suite: the worst value of each metric over all runs and repetitions,
/// less the margin, rounded to three digits on the easier side. Rates: at least worst x (1 -
/// margin). Times: at most worst / (1 - margin). The tolerance is 0: the margin is all there is.
/// Throws UsageError where the devices are mixed, or nothing is left to propose.
Suggestion suggest_floors(results::Runs runs, const SuggestOptions& options);

}  // namespace tickbench::tools
