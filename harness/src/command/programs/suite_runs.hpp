// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <ostream>
#include <set>

#include "floors/floor.hpp"
#include "process/guards.hpp"
#include "programs/program.hpp"

namespace tickbench::programs {

struct SuiteRunsSettings {
  std::size_t turns = 0;
  std::vector<std::string> suites;  ///< one process of each a turn
  ProgramFlags program_flags;
  std::vector<FloorFile> floors;
  /// Take no more turns than the floors on the devices that are here ask for.
  bool as_floors_ask = false;
  /// The two suites are builds of one program: which of them is first changes from turn to turn.
  bool has_two_builds = false;
};

// What the suites list as their benchmarks; nothing is measured.

/// Throws UsageError for a floor that matches no benchmark of these suites, whatever part of them
/// the flags choose, and where a suite does not list any.
void require_floor_benchmarks(const SuiteRunsSettings& settings);

/// A ratio takes its second benchmark in the same run: flags are made to choose it too. Returns the
/// ids that are judged; empty: all that run. Throws UsageError for a filter of what not to take.
std::vector<std::string> add_ratio_partners(SuiteRunsSettings& settings);

struct SuiteRun {
  std::size_t suite = 0;                          ///< its place
  process::ExitStatus status = process::kFailed;  ///< how it counts: good, failed or skipped
  std::string why{};                              ///< of one that is not good
  results::RunRecord record{};
};

/// Takes processes of several suites in turn, and keeps what each left, also of those that fail.
class SuiteRuns {
 public:
  /// `err` hears of each run.
  SuiteRuns(const SuiteRunsSettings& settings, std::ostream& err)
      : settings_(settings), err_(err), runner_(settings.program_flags) {}

  /// Throws UsageError where, in the first turn, a suite cannot be started or refuses its flags,
  /// the flags choose no benchmark of any suite, or two suites have one benchmark: then nothing is
  /// kept. process::Interrupted as it comes; what was taken before stays.
  void take();

  std::size_t size() const { return runs_.size(); }
  std::size_t count(process::ExitStatus status) const {
    return static_cast<std::size_t>(std::ranges::count(runs_, status, &SuiteRun::status));
  }
  std::vector<results::RunRecord> records(std::optional<std::size_t> suite = {}) const {
    std::vector<results::RunRecord> records;
    for (const auto& run : runs_)
      if (run.suite == suite.value_or(run.suite)) records.push_back(run.record);
    return records;
  }
  /// Those that left results, as readers see them.
  std::vector<results::ResultFile> results(std::optional<std::size_t> suite = {}) const {
    std::vector<results::ResultFile> results;
    for (const auto& run : runs_)
      if (run.suite == suite.value_or(run.suite) && run.record.results)
        results.push_back(*run.record.results);
    return results;
  }

 private:
  void take(std::size_t place, std::size_t turn);
  ProgramEnd start(const std::string& suite, std::size_t turn) const;
  SuiteRun judge(std::size_t place, std::size_t turn, ProgramEnd ended);
  void refuse_repetition(ProgramEnd& ended) const;
  std::string complaint(const ProgramEnd& ended) const;
  std::string difference(std::size_t place, const results::RunRecord& record) const;
  void refuse_shared_benchmarks() const;
  std::size_t turns_asked() const;

  SuiteRunsSettings settings_;
  std::ostream& err_;
  ProgramRunner runner_;
  std::vector<SuiteRun> runs_;
  std::set<std::string> unchosen_;  ///< suites of which the flags choose no benchmark
};

}  // namespace tickbench::programs
