// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "plots/plots.hpp"

/// Metrics against size.
namespace tickbench::html_report {

/// One metric to draw of each curve, and what to call it there ("kernel time"; empty: nothing).
struct Shown {
  std::string metric, word;
  bool is_per_item = false;  ///< divided by the items of a launch

  /// Of a benchmark; nothing where it has no such metric, or states no items to divide by.
  std::optional<RunsEstimate> of(const BenchmarkSummary& benchmark) const;
};

/// Measured, and of a size.
inline bool is_sized(const Row& row) { return row.benchmark->is_good() && row.name.size; }

/// As lines. Too many of them become a plot a run and device. `frame` has the name, the heading and
/// the vertical axis's label.
std::vector<Plot> line_plots(const RowGroup& rows, const std::vector<Shown>& shown,
                             const Plot& frame);

/// Some line has more than one size.
bool has_a_line(const Plot& plot);

/// Instead of markers above each other, a dot with its interval a line, where no line has two
/// sizes.
Plot as_dots(Plot plot, std::string_view metric, const Sizes& sizes);

}  // namespace tickbench::html_report
