// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "html_report/plots.hpp"

namespace tickbench::html_report {

enum class Picture { kSvg, kPng };

/// A gnuplot script that draws all plots, each into NAME.svg or NAME.png. Names from outside are in
/// the data files, where gnuplot does not interpret them. The one that is here, that of an axis,
/// loses every character that could end its quotes.
std::string gnuplot_script(const std::vector<Plot>& plots, Picture picture);

/// NAME.tsv, which the script reads: a block for each series.
std::string gnuplot_data(const Plot& plot);

/// Runs `PROGRAM script` in `folder`, without a shell and without the user's gnuplot settings.
///
/// Throws UsageError naming the package where there is no such program, and with gnuplot's own
/// words where it fails or takes over five minutes.
void run_gnuplot(const std::string& program, const std::filesystem::path& folder,
                 const std::string& script);

/// gnuplot's SVG with the plot's title and description instead of gnuplot's. Throws UsageError
/// where it has none.
std::string described_svg(std::string svg, const Plot& plot);

}  // namespace tickbench::html_report
