// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "html_report/benchmark_name.hpp"
#include "html_report/plot.hpp"
#include "html_report/run.hpp"

namespace tickbench::html_report {

/// One benchmark with what the plots need to know of it. Points into the runs.
struct Row {
  const Run* run = nullptr;
  const Benchmark* benchmark = nullptr;
  BenchmarkName name;
};
using Rows = std::vector<Row>;

/// All benchmarks of all runs, in the files' order.
Rows rows_of(const std::vector<Run>& runs);

/// Measured, and its result not known to be wrong: only these are plotted.
bool is_good(const Benchmark& benchmark);

/// How the device is named to a reader: its name, else its id, else "host".
std::string device_name(const Benchmark& benchmark);

/// Whether each back end has one device in them, so that its name tells the device, in fewer words.
bool is_told_by_backend(const std::vector<const Row*>& rows);

/// Rows of one run, device and series, by growing size: one line of a plot.
struct Curve {
  std::string title;  ///< only what tells it apart from the other curves
  std::vector<const Row*> rows;
};
std::vector<Curve> curves_of(const std::vector<const Row*>& rows);

/// One line: the curve's sizes against a metric. Rows without the metric are left out.
Series series_of(const Curve& curve, const std::string& metric, const std::string& title);

/// "8 KiB" in bytes, "256 Ki" without a unit, "n = 64" where the unit is n.
std::string size_text(double size, const std::string& unit);

/// "saxpy: from 12.1 GB/s at 1 Ki to 4.30 TB/s at 256 Mi, at most 4.32 TB/s" for every line.
std::string described(const std::vector<Series>& series, const std::string& metric,
                      const std::string& size_unit);

/// The numbers of a plot: curve, size, value, interval, method; a heading row first.
void add_to_table(const Curve& curve, const std::string& metric, const std::string& title,
                  const std::string& size_unit, Plot& plot);

/// The vertical axis of a metric: from 0 where the values are of one size, else logarithmic.
Axis metric_axis(const std::string& metric, const std::string& label,
                 const std::vector<Series>& series);
Axis size_axis(const std::string& label, const std::string& unit,
               const std::vector<Series>& series);

}  // namespace tickbench::html_report
