// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "html_report/html.hpp"
#include "html_report/plot.hpp"

namespace tickbench::html_report {

/// gnuplot's SVG made part of a page: its own ids (a page holds many), the page's colours and font,
/// a title and a description, no width of its own. Throws UsageError where `svg` is none.
Html inline_svg(const std::string& svg, const Plot& plot, const std::string& css_class);

/// The same file for standing alone, with the plot's title and description instead of gnuplot's.
std::string described_svg(const std::string& svg, const Plot& plot);

}  // namespace tickbench::html_report
