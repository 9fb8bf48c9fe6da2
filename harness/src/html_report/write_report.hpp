// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace tickbench::html_report {

struct ReportOptions {
  std::vector<std::string> results;
  std::vector<std::string> samples;  ///< the i-th belongs to the i-th result file
  std::vector<std::string> labels;   ///< of the runs; "A", "B", ... where fewer are given
  std::filesystem::path folder;
  std::string title = "Benchmark report";
  std::string gnuplot = "gnuplot";
  bool has_plots = true;
  bool has_png = false;  ///< PNG files beside the SVG ones
};

/// Writes index.html, and plots/ with every picture, its data and the script that draws it. Throws
/// UsageError, and then leaves `folder` as it was.
void write_report(const ReportOptions& options);

}  // namespace tickbench::html_report
