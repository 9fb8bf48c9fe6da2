// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "html_report/rows.hpp"

namespace tickbench::html_report {

/// A part of the page: plots under a heading, and what a reader must know.
struct PlotSection {
  std::string id, heading, introduction;
  std::vector<Plot> plots;
  std::vector<std::string> notes;  ///< what is not drawn, and why
};

/// Against size, one plot a benchmark: bytes/s, or flop/s where arithmetic outweighs the bytes.
PlotSection throughput_section(const Rows& rows);
/// The matrix product's, of kernel time and of host time, over serial and over TBB.
PlotSection speedup_section(const Rows& rows);
/// Bytes/s of every pair of memories, small sizes and large ones apart.
PlotSection transfer_section(const Rows& rows);
/// Flop/s against flop/byte under the measured peaks, one plot a device.
PlotSection roofline_section(const std::vector<Run>& runs, const Rows& rows);
/// Queued, submitted, started, ended: the smallest size of every benchmark.
PlotSection phase_section(const Rows& rows);
/// Every sample in the order taken, of the noisiest measurements.
PlotSection sample_section(const std::vector<Run>& runs);

/// All of them that have something to show or to say.
std::vector<PlotSection> plot_sections(const std::vector<Run>& runs);

}  // namespace tickbench::html_report
