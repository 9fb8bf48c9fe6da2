// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <ostream>
#include <sstream>
#include <string>
#include <vector>

#include "google/augment.hpp"
#include "google/google_benchmark.hpp"
#include "google/table_columns.hpp"

namespace tickbench::google {

/// Wraps one of Google Benchmark's reporters. A table for the display goes out row by row; what
/// goes into a file, and all JSON and CSV, is collected and delivered whole by `finish`.
///
/// The watchdog calls `add_unreported` and `finish` from its thread, so everything locks.
class Reporter final : public benchmark::BenchmarkReporter {
 public:
  struct Settings {
    Format format = Format::kConsole;
    bool color = false;
    bool tabular = false;
    std::size_t columns = 0;       ///< of the terminal that a table goes to; 0: of no terminal
    std::ostream* live = nullptr;  ///< null: collect everything
    std::ostream* err = nullptr;
    std::function<void()> before_output;              ///< wipes the progress line
    std::function<void(const std::string&)> deliver;  ///< takes what was collected
    std::function<results::Json()> context;
    std::function<results::Json(const EntryKey&)> entry;
    std::function<std::size_t(std::int64_t family)> label;  ///< room for it on a terminal
  };
  explicit Reporter(Settings settings);

  bool ReportContext(const Context& context) override;
  void ReportRuns(const std::vector<Run>& runs) override;
  /// Nothing: `finish` may throw, and Google Benchmark would skip the other reporter then.
  void Finalize() override {}

  /// Adds those of `runs` that were not reported, where Google Benchmark will not do it any more.
  void add_unreported(std::vector<Run> runs);
  /// Delivers what there is. Once. Throws what `deliver` throws.
  void finish();

 private:
  void say_what_is_left_out() const;
  std::vector<Run> for_console(std::vector<Run> runs);

  Settings settings_;
  std::unique_ptr<benchmark::BenchmarkReporter> inner_;
  std::ostringstream collected_;
  std::vector<EntryKey> keys_;
  std::vector<Run> csv_runs_;
  std::optional<TableColumns> columns_;
  std::recursive_mutex mutex_;
  bool is_display_ = false;
  bool has_context_ = false;
  bool is_finished_ = false;
};

}  // namespace tickbench::google
