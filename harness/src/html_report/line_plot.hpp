// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "html_report/palette.hpp"
#include "html_report/rows.hpp"

namespace tickbench::html_report {

/// One metric to draw of each curve, and what to call it there ("kernel time"; empty: nothing).
struct Shown {
  std::string metric, word;
};

/// Metrics against size, as lines: the base of the throughput, speed-up and transfer plots. Too
/// many lines become a plot a run and device.
std::vector<Plot> line_plots(const std::vector<const Row*>& rows, const std::vector<Shown>& shown,
                             const Plot& frame, const std::string& size_unit);

/// Some line has more than one size.
bool has_a_line(const Plot& plot);

/// The same where it has none: instead of markers above each other, a dot with its interval a
/// curve.
Plot as_dots(Plot plot, const std::string& metric);

}  // namespace tickbench::html_report
