// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "google/reporter.hpp"
#include "suite/run_state.hpp"

namespace tickbench::suite {

/// The commit, where it is known: $TICKBENCH_COMMIT, or that of the source tree as configured.
std::string version();
std::string commit();

/// All that a run writes: the table or JSON on standard output, the files, the summary.
class RunOutputs {
 public:
  explicit RunOutputs(RunState& state);

  /// Before anything is measured: a name that cannot be written costs nothing. Throws UsageError.
  void open();
  void make_reporters();
  google::Reporter* display() noexcept { return display_.get(); }
  google::Reporter* file() noexcept { return file_.get(); }
  /// A table's rows are written as they come, so that a reader who has left is noticed.
  bool has_no_reader() const {
    return !state_.environment.out->good() && !results_file_ && !samples_file_ && !trace_file_;
  }
  /// Hands the reporters what Google Benchmark will not report any more.
  void add_unreported();
  /// Each output by itself: a full disk must not take the others along. Whether all went well.
  bool write();

 private:
  /// The object `tickbench` of the context: what identifies program, host and devices.
  results::Json context() const;
  results::Json entry(const google::EntryKey& key) const;
  std::string ctest_text() const;
  /// Rows of which no floor was decided, nor in the run whose result file this one replaces.
  std::vector<std::string> undecided_again() const;
  bool has_next_step(const results::Records& records) const;

  RunState& state_;
  std::string started_;                     ///< in UTC, as ISO 8601 writes it
  std::set<std::string> undecided_before_;  ///< ids with devices
  std::unique_ptr<process::OutputFile> results_file_;
  std::unique_ptr<process::OutputFile> samples_file_;
  std::unique_ptr<process::OutputFile> trace_file_;
  std::unique_ptr<google::Reporter> display_;
  std::unique_ptr<google::Reporter> file_;
};

}  // namespace tickbench::suite
