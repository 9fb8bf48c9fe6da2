// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "results/result.hpp"
#include "tickbench/verdict.hpp"

namespace tickbench::suite {

/// The floor files of a run, and what became of each benchmark's floors. The reports are read by
/// the watchdog's thread too.
class FloorBook {
 public:
  /// Throws UsageError for a file that is not right.
  explicit FloorBook(const std::vector<std::string>& paths);

  bool is_empty() const noexcept { return files_.empty(); }
  /// Throws UsageError for a floor that judges none of the program's benchmarks.
  void require_benchmarks(const std::vector<std::string>& ids) const;

  /// The judge of a benchmark's floors, the same in all of its repetitions. `looks`: in each.
  FloorJudge& judge(const Case& of, int looks);
  /// Ends a repetition.
  void end_repetition(const Case& of);
  /// Whatever was judged before: none of its floors is measured. Also on the watchdog's thread.
  void fail(const Case& of, Outcome outcome);
  /// Over all repetitions that have ended; nothing where there was none.
  std::optional<FloorReport> report(const Case& of) const;

 private:
  struct Entry {
    FloorJudge judge;
    FloorReport report;
  };
  FloorSelection select(const Case& of) const;

  std::vector<FloorFile> files_;
  std::map<const Case*, Entry> entries_;
  mutable std::mutex mutex_;
  std::map<const Case*, FloorReport> reports_;
};

}  // namespace tickbench::suite
