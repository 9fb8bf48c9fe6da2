// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

/// Plots as data: what is drawn, not how. `gnuplot_script` turns them into gnuplot's language.
namespace tickbench::html_report {

enum class Scale { kLinear, kLog2, kLog10 };

struct Tic {
  double at = 0;
  std::string label;  ///< of this program's own making: digits, units
};

struct Axis {
  std::string label;  ///< of this program's own making
  Scale scale = Scale::kLinear;
  double low = 0, high = 1;
  std::vector<Tic> tics;
};

struct Point {
  double x = 0, y = 0, low = 0,
         high = 0;  ///< the interval of y; both equal to y where there is none
};

struct Series {
  enum class Kind {
    kMeasured,  ///< a line, markers and intervals
    kDots,      ///< markers alone
    kLimit,     ///< a heavy line without markers: a roof, a median
    kBand       ///< the area between low and high
  };
  std::string title;  ///< may hold names from outside
  Kind kind = Kind::kMeasured;
  std::size_t style = 0;  ///< colour, dashes and marker: see palette.hpp
  std::vector<Point> points;
};

/// A bar of a horizontal chart, or a dot with its interval where there are no segments.
struct Bar {
  std::string label;             ///< may hold names from outside
  std::vector<double> segments;  ///< stacked from 0
  Point dot;                     ///< its y is unused: x, and low and high of x
};

/// One picture. Its `name` becomes a file's; heading, caption and alt are the page's.
struct Plot {
  std::string name;
  std::string heading, caption;
  std::string alt;  ///< what the picture shows, in words
  Axis x, y;
  std::vector<Series> series;
  std::vector<Bar> bars;                        ///< instead of series
  std::optional<double> mark;                   ///< a vertical line through the bars
  std::vector<std::string> segment_names;       ///< one for each segment of a bar
  std::vector<std::vector<std::string>> table;  ///< the numbers, a heading row first
};

}  // namespace tickbench::html_report
