// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "results/record.hpp"
#include "tickbench/verdict.hpp"

namespace tickbench::floors {

/// The floor files of a run, and what became of each benchmark's floors. The reports are read by
/// the watchdog's thread too.
class FloorsOfRun {
 public:
  /// Throws UsageError for a file that is not right.
  explicit FloorsOfRun(const std::vector<std::string>& paths);

  bool is_empty() const noexcept { return files_.empty(); }
  /// Throws UsageError for a floor that judges none of the program's benchmarks.
  void require_benchmarks(const std::vector<std::string>& ids) const;

  /// The judge of a benchmark's floors, the same in all of its repetitions. `looks`: in each.
  FloorJudge& judge(const results::Case& benchmark_case, int looks);
  /// Ends a repetition.
  void end_repetition(const results::Case& benchmark_case);
  /// Whatever was judged before: none of its floors is measured. Also on the watchdog's thread.
  void fail(const results::Case& benchmark_case, Outcome outcome);
  /// Over all repetitions that have ended; nothing where there was none.
  std::optional<FloorReport> report(const results::Case& benchmark_case) const;

 private:
  struct Entry {
    FloorJudge judge;
    FloorReport report;
  };
  FloorSelection select(const results::Case& benchmark_case) const;

  std::vector<FloorFile> files_;
  std::map<const results::Case*, Entry> entries_;
  mutable std::mutex mutex_;
  std::map<const results::Case*, FloorReport> reports_;
};

}  // namespace tickbench::floors
