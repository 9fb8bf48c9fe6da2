// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <ostream>
#include <set>
#include <string>
#include <vector>

#include "floors/floor.hpp"
#include "results/merge.hpp"
#include "tools/programs.hpp"

namespace tickbench::tools {

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

/// How a run counts.
enum class RunEnd { kGood, kSkipped, kFailed };

/// Of those that left results, as readers see them.
std::vector<results::ResultFile> collect_results(const std::vector<results::RunRecord>& records);

/// Takes processes of several suites in turn, and keeps what each left. A run that fails ends none
/// of the others.
class SuiteRuns {
 public:
  /// `err` hears of each run.
  SuiteRuns(const SuiteRunsSettings& settings, std::ostream& err);

  /// Throws UsageError where, in the first turn, a suite cannot be started or refuses its flags,
  /// the flags choose no benchmark of any suite, or two suites have one benchmark: then nothing is
  /// kept. process::Interrupted as it comes; what was taken before stays.
  void take();
  const std::vector<results::RunRecord>& records() const { return records_; }
  /// Those of one suite, by its place.
  std::vector<results::RunRecord> suite_records(std::size_t suite) const;
  std::size_t count(RunEnd end) const;

 private:
  struct Taken;
  void take_first_turn();
  void take(std::size_t place, std::size_t turn);
  Taken taken(const std::string& suite, std::size_t turn, std::size_t number);
  void keep(const ProgramEnd& run, Taken& taken) const;
  void read(const ProgramEnd& run, Taken& taken) const;
  void refuse_shared_benchmarks() const;
  std::size_t turns_asked() const;

  SuiteRunsSettings settings_;
  std::ostream& err_;
  RunFolder folder_;
  ProgramRunner runner_;
  std::vector<results::RunRecord> records_;
  std::vector<RunEnd> ends_;         ///< of each record
  std::vector<std::size_t> places_;  ///< of the suite of each record
  std::set<std::string> unchosen_;   ///< suites of which the flags choose no benchmark
};

}  // namespace tickbench::tools
