// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <string_view>

namespace tickbench::html_report {

/// One look of a series. Colour never stands alone: dashes, marker and fill pattern differ as well.
struct Style {
  std::string_view light;   ///< on white, contrast at least 4.5
  std::string_view dashes;  ///< gnuplot's (on, off, ...), or a number
  int marker = 7;           ///< gnuplot's point type
  int pattern = 1;          ///< gnuplot's fill pattern in SVG
};

inline constexpr std::array<Style, 15> kStyles{{
    {"#0a5cad", "1", 7, 3},
    {"#b04300", "(14,6)", 5, 4},
    {"#00705a", "(4,5)", 9, 5},
    {"#86308f", "(16,5,4,5)", 13, 6},
    {"#8a1538", "(8,4)", 11, 7},
    {"#6a5a00", "(16,4,4,4,4,4)", 6, 2},
    {"#36566f", "(2,3)", 4, 1},
    {"#5a4a99", "(22,8)", 8, 4},
    // More for many lines (a plot of every pair of memories has fifteen): a colour again, with
    // other dashes and another marker.
    {"#0a5cad", "(4,5)", 12, 5},
    {"#b04300", "1", 10, 6},
    {"#00705a", "(14,6)", 15, 7},
    {"#86308f", "1", 2, 2},
    {"#8a1538", "(22,8)", 14, 3},
    {"#6a5a00", "(8,4)", 1, 5},
    {"#36566f", "(14,6)", 3, 6},
}};

// Stand for the page's colours in what gnuplot draws; svg_inline.cpp exchanges all of these for the
// page's variables, which know light, dark and print.
inline constexpr std::string_view kInk = "#1b2430";
inline constexpr std::string_view kMuted = "#5b6673";
inline constexpr std::string_view kGrid = "#dde2e8";
inline constexpr std::string_view kPaper = "#fefefe";
inline constexpr std::string_view kBandFill = "#cfe0f2";

}  // namespace tickbench::html_report
