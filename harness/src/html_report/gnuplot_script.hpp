// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "html_report/plot.hpp"

namespace tickbench::html_report {

/// How large a picture is, and what draws it.
struct Canvas {
  enum class Kind { kWideSvg, kNarrowSvg, kPng } kind = Kind::kWideSvg;
  int width() const { return kind == Kind::kNarrowSvg ? 360 : 660; }
  int height(const Plot& plot) const;
  bool is_narrow() const { return kind == Kind::kNarrowSvg; }
  unsigned most_key_columns() const { return is_narrow() ? 1 : 3; }
  const char* ending() const { return kind == Kind::kPng ? ".png" : ".svg"; }
};

/// A gnuplot script that draws all plots, each into NAME.svg or NAME.png. No character of it comes
/// from outside: names that do are in the data files alone, where gnuplot does not interpret them.
std::string gnuplot_script(const std::vector<Plot>& plots, Canvas canvas);

/// NAME.tsv, which the script reads: a block for each series.
std::string gnuplot_data(const Plot& plot);

}  // namespace tickbench::html_report
