// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "plots/plots.hpp"
#include "process/files.hpp"

namespace tickbench::html_report {

/// A folder written beside its name and renamed: a reader never sees half a report. Only an empty
/// folder or a report is replaced. Without `publish` nothing is left behind.
class OutputFolder : private NonCopyable {
 public:
  /// Throws UsageError where `path` is no place for a report.
  explicit OutputFolder(const std::filesystem::path& path);
  ~OutputFolder() {
    process::remove_folder(staging_);  // published: the old report, or nothing
  }

  void write(const std::filesystem::path& name, const std::string& text) const;
  void publish();

 private:
  std::filesystem::path path_, staging_;
};

/// The whole document: no link, script, style or picture from elsewhere. Its text stands in
/// page.mustache; names from outside come in escaped.
std::string page(const std::string& title, const std::vector<RunSummary>& runs,
                 const std::vector<PlotSection>& sections,
                 const std::vector<RunComparison>& comparisons);

struct ReportOptions {
  std::vector<std::string> results;
  std::vector<std::string> samples;  ///< the i-th belongs to the i-th result file
  std::vector<std::string> labels;   ///< of the runs; "A", "B", ... where fewer are given
  std::filesystem::path folder;
  std::string group;  ///< draws this group's figures alone; empty: all figures
  std::string title = "Benchmark report";
  bool has_plots = true;
};

/// Writes index.html, and plots/ with every picture and its numbers. Throws UsageError, and then
/// leaves `folder` as it was.
void write_report(const ReportOptions& options);

}  // namespace tickbench::html_report
