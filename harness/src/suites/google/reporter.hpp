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
#include <set>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "google/registry.hpp"
#include "results/write.hpp"

namespace tickbench::google {

/// How wide Google Benchmark's column CPU is: a number and its unit.
inline constexpr std::size_t kCpuColumn = 16;

/// Google Benchmark's table, without the column CPU where it is asked to leave that out: it says
/// how long Google Benchmark's own loop took, which times nothing here.
class NarrowConsole final : public benchmark::ConsoleReporter {
 public:
  using ConsoleReporter::ConsoleReporter;
  void omit_cpu() { omits_cpu_ = true; }

 protected:
  void PrintHeader(const Run& run) override;
  void PrintRunData(const Run& run) override;

 private:
  std::string printed(const std::function<void()>& print);

  bool omits_cpu_ = false;
};

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

/// Which counters a row of Google Benchmark's table shows where it has so many columns. Those that
/// do not fit beside the name, the times and the label are taken out, the least important first.
///
/// Google Benchmark prints the header again wherever a row's counters differ from the
/// last one's. So a row keeps room for the words that others of its kind may end with.
class TableColumns {
 public:
  /// `names`: of the widest name, as Google Benchmark pads it.
  TableColumns(std::size_t columns, std::size_t names);

  /// Whether the column CPU must go, for a rate to fit.
  bool omits_cpu() const { return omits_cpu_; }

  /// `label`: the least room to keep for it. The most important counter goes before it: a label
  /// that wraps can still be read.
  void fit(Run& run, std::size_t label);

  /// Which were left out of any row, the most important first.
  std::vector<std::string> omitted() const;

 private:
  std::size_t columns_;
  std::size_t names_;
  bool omits_cpu_;
  std::set<std::string> omitted_;
};

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
  /// Whether Google Benchmark has begun to report: from then on there is a result to write.
  bool has_begun();

 private:
  void print_omitted() const;
  std::vector<Run> for_console(std::vector<Run> runs);

  Settings settings_;
  std::unique_ptr<benchmark::BenchmarkReporter> inner_;
  NarrowConsole* console_ = nullptr;  ///< the same, where it is one
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
