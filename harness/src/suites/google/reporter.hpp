// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <benchmark/benchmark.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <ostream>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "google/table.hpp"
#include "results/write.hpp"

namespace tickbench::google {

/// Which repetition an entry of Google Benchmark's output belongs to.
struct EntryKey {
  std::int64_t family = 0;
  std::int64_t repetition = 0;
  bool is_aggregate = false;
};

/// Google Benchmark's JSON with `context` added to its context and one object for each entry, all
/// under the name `tickbench`.
std::string augment(std::string_view json, const std::vector<EntryKey>& keys,
                    const results::Json& context,
                    const std::function<results::Json(const EntryKey&)>& entry);

/// Wraps one of Google Benchmark's reporters, or prints tickbench's own table. A table for the
/// display goes out row by row; what goes into a file, and all JSON and CSV, is collected and
/// delivered whole by `finish`.
///
/// The watchdog calls `add_unreported` and `finish` from its thread, so everything locks.
class Reporter final : public benchmark::BenchmarkReporter {
 public:
  struct Settings {
    Format format = Format::kConsole;  ///< the own table only with `live`
    bool color = false;
    bool tabular = false;
    std::size_t columns = 0;       ///< of the terminal that a table goes to; 0: of no terminal
    std::ostream* live = nullptr;  ///< null: collect everything
    std::ostream* err = nullptr;
    std::function<void()> before_output;              ///< wipes the progress line
    std::function<void(const std::string&)> deliver;  ///< takes what was collected
    std::function<results::Json()> context;
    std::function<results::Json(const EntryKey&)> entry;
    std::vector<std::string> ids;                        ///< of all rows of the own table
    std::function<RowSubject(const EntryKey&)> subject;  ///< of a row of it
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
  /// Whether Google Benchmark has begun to report: from then on there is a result to write.
  bool has_begun() {
    const std::lock_guard lock(mutex_);
    return has_context_;
  }

 private:
  Settings settings_;
  std::unique_ptr<benchmark::BenchmarkReporter> inner_;
  std::ostringstream collected_;
  std::vector<EntryKey> keys_;
  std::vector<Run> csv_runs_;
  std::optional<Table> table_;
  std::recursive_mutex mutex_;
  bool is_display_ = false;
  bool has_context_ = false;
  bool has_heading_ = false;  ///< of the own table
  bool is_finished_ = false;
};

}  // namespace tickbench::google
