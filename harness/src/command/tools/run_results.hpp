// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "floors/verdict.hpp"
#include "outputs/ctest_elements.hpp"
#include "results/result_file.hpp"
#include "text/table.hpp"

namespace tickbench::tools {

/// One benchmark on one device of one machine, in all runs that have it.
struct BenchmarkOverRuns {
  struct InRun {
    const results::ResultFile* file;
    const results::Benchmark* benchmark;
  };
  std::string id, device, machine;
  std::vector<InRun> runs;
  std::size_t suite_runs = 0;  ///< of its program on that machine, with those that lack it

  /// The metric in each run where it is good: the median over its repetitions.
  std::vector<double> values(std::string_view metric) const;
  /// What a reader of the values must know, a line each: that the runs were timed by several
  /// methods, and what their rows say, such as `host-bound`, with how many of the runs.
  std::vector<std::string> remarks() const;
};

/// In the order in which the runs have them. They view `runs`.
std::vector<BenchmarkOverRuns> over_runs(results::Runs runs);

/// Each benchmark over all runs: the median of its time, how well one run knows it (half of the 95
/// % interval), the spread between runs, and of how many. Names from outside are text.
void print_runs(results::Runs runs, std::ostream& out, const text::Terminal& terminal = {});

/// What CTest takes of all runs together: as of one run, each metric the median over the runs, and
/// `runs` and `spread`, that of the time, beside them. `benchmark`: the one that the test is for.
std::string ctest_text(results::Runs runs, std::span<const FloorReport> reports,
                       const std::string& benchmark, bool is_strict);

}  // namespace tickbench::tools
