// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include <cmath>
#include <cstdio>
#include <locale>
#include <regex>
#include <set>

#include "html_report/files.hpp"
#include "plots/plots.hpp"
#include "summaries/wording.hpp"

/// The pictures: what stands where.
namespace tickbench::html_report {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::Ge;
using testing::HasSubstr;
using testing::Le;
using testing::Not;
using testing::SizeIs;

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr double kNear = 0.11;  // coordinates have a digit behind the point

struct Text {
  double x = 0, y = 0;
  std::string words;
};

/// In `text`, which must outlive them.
std::vector<std::smatch> all_matches(const std::string& text, const char* pattern) {
  const std::regex regex(pattern);
  return {std::sregex_iterator(text.begin(), text.end(), regex), {}};
}

/// All texts, in their order: the key, the name of y, ticks of x, ticks of y, labels, the name of
/// x.
std::vector<Text> texts_in(const std::string& picture) {
  std::vector<Text> all;
  for (const auto& match :
       all_matches(picture, "<text x='([^']*)' y='([^']*)'[^>]*>([^<]*)</text>"))
    all.push_back({std::stod(match[1]), std::stod(match[2]), match[3]});
  return all;
}

std::vector<std::string> words_in(const std::string& picture) {
  std::vector<std::string> all;
  for (const auto& text : texts_in(picture)) all.push_back(text.words);
  return all;
}

Text text_of(const std::string& picture, const std::string& words) {
  for (const auto& text : texts_in(picture))
    if (text.words == words) return text;
  ADD_FAILURE() << words << " is not in " << picture;
  return {};
}

/// Where circles, the markers of the first look, have their centres; from left to right.
std::vector<std::pair<double, double>> circles_in(const std::string& picture) {
  std::vector<std::pair<double, double>> all;
  for (const auto& match : all_matches(picture, "M([0-9.]+) ([0-9.]+)m-3 0a3 3"))
    all.emplace_back(std::stod(match[1]), std::stod(match[2]));
  std::ranges::sort(all);
  return all;
}

/// Of one series without intervals.
Plot line_of(const std::vector<std::pair<double, double>>& points, Scale x = Scale::kLinear,
             Scale y = Scale::kLinear) {
  Plot plot{"name", "heading"};
  plot.x = {.label = "x", .scale = x};
  plot.y = {.label = "y", .scale = y};
  Series series{"line"};
  for (const auto& [at, value] : points) series.points.push_back({at, value, value, value});
  plot.series.push_back(std::move(series));
  return plot;
}

/// One of everything that a plot of series may have.
Plot full_plot() {
  Plot plot{"name", "Heading <&>"};
  plot.alt = "What it \"shows\".";
  plot.x = {"size", [](double size) { return binary(size, "B"); }, Scale::kLog2};
  plot.y = log10_axis("Rate", "B/s");
  plot.series = {
      {"band", Series::Kind::kBand, 0, {{1024, 3e6, 2e6, 4e6}, {65536, 3e6, 2e6, 4e6}}},
      {"measured", Series::Kind::kMeasured, 0, {{1024, 1e6, 9e5, 2e6}, {65536, 1e9, 1e9, 1e9}}},
      {"dots", Series::Kind::kDots, 8, {{4096, 1e7, 1e7, 1e7}}},
      {"limit", Series::Kind::kLimit, 1, {{1024, 1e9, 1e9, 1e9}, {65536, 1e9, 1e9, 1e9}}}};
  return plot;
}

Plot bar_plot() {
  Plot plot{"name", "Bars"};
  plot.x = linear_axis("Time", "s", {4e-6});
  plot.x.from = 0;
  plot.segment_names = {"first", "second"};
  plot.bars = {{"a", {1e-6, 3e-6}}, {"b & c", {2e-6, 0}}};
  return plot;
}

Plot dot_plot() {
  Plot plot{"name", "Dots"};
  plot.x = log10_axis("Rate", "B/s");
  plot.bars = {{"a", {}, {2e6, 0, 1e6, 4e6}}, {"b", {}, {5e8, 0, 5e8, 5e8}}};
  return plot;
}

TEST(Svg, IsAsAgreed) {
  test::expect_golden("lines.svg", svg(full_plot()));
  test::expect_golden("bars.svg", svg(bar_plot()));
  test::expect_golden("dots.svg", svg(dot_plot()));
}

TEST(Numbers, AreTheWholeFigure) {
  EXPECT_EQ(numbers(bar_plot()), "bar\tvalues\na\t1e-06\t3e-06\nb & c\t2e-06\t0\n");
  EXPECT_EQ(numbers(dot_plot()),
            "bar\tvalues\na\t2000000\t1000000\t4000000\nb\t500000000\t500000000\t500000000\n");
  auto plot = line_of({{1, 0.1}});
  plot.series[0].title = "a\tb";
  EXPECT_EQ(numbers(plot), "line\tx\ty\tlow\thigh\na\\x09b\t1\t0.1\t0.1\t0.1\n");
}

TEST(Svg, TicksAreRound) {
  EXPECT_THAT(words_in(svg(line_of({{0, 0}, {35, 0.7}}))),
              ElementsAre("y", "0", "5", "10", "15", "20", "25", "30", "35", "0", "0.1", "0.2",
                          "0.3", "0.4", "0.5", "0.6", "0.7", "x"));
  EXPECT_THAT(words_in(svg(line_of({{-3, -40}, {1, 90}}))),
              ElementsAre("y", "-3", "-2.5", "-2", "-1.5", "-1", "-0.5", "0", "0.5", "1", "-40",
                          "-20", "0", "20", "40", "60", "80", "100", "x"));
}

TEST(Svg, TicksOfALogarithmicAxisArePowers) {
  EXPECT_THAT(words_in(svg(full_plot())),
              ElementsAre("band", "measured", "dots", "limit", "Rate", "1 KiB", "2 KiB", "4 KiB",
                          "8 KiB", "16 KiB", "32 KiB", "64 KiB", "100 kB/s", "1 MB/s", "10 MB/s",
                          "100 MB/s", "1 GB/s", "size"));
  EXPECT_THAT(words_in(svg(line_of({{1, 1e-30}, {1 << 20, 1e30}}, Scale::kLog2, Scale::kLog10))),
              ElementsAre("y", "1", "32", "1024", "32768", "1048576", "1e-30", "1e-20", "1e-10",
                          "1", "1e+10", "1e+20", "1e+30", "x"));
}

TEST(Svg, TickLabelsDoNotMeet) {
  auto plot = line_of({{1, 1}, {9, 9}});
  plot.x.text = [](double tick) { return "a value of " + std::to_string(static_cast<int>(tick)); };
  double last = -200;
  for (const auto& text : texts_in(svg(plot)))
    if (text.words.starts_with("a value of ")) {
      EXPECT_GT(text.x - last, 90) << "the width of 12 letters";
      last = text.x;
    }
  EXPECT_GT(last, 0);
}

TEST(Svg, PointsStandWhereTheirValuesAre) {
  const auto linear = svg(line_of({{0, 0}, {4, 50}, {10, 100}}));
  const auto points = circles_in(linear);
  ASSERT_THAT(points, SizeIs(3));
  EXPECT_NEAR(points[1].first, text_of(linear, "4").x, kNear);
  EXPECT_NEAR(2 * points[1].second, points[0].second + points[2].second, 2 * kNear);
  const auto steep =
      circles_in(svg(line_of({{1, 10}, {32, 100}, {1024, 1e5}}, Scale::kLog2, Scale::kLog10)));
  ASSERT_THAT(steep, SizeIs(3));
  EXPECT_NEAR(2 * steep[1].first, steep[0].first + steep[2].first, 2 * kNear);
  EXPECT_NEAR(4 * (steep[0].second - steep[1].second), steep[0].second - steep[2].second,
              8 * kNear);
}

TEST(Svg, AnIntervalReachesFromItsLowEndToItsHigh) {
  auto plot = line_of({{0, 0}, {1, 100}});
  plot.series[0].points.push_back({0.5, 50, 25, 100});
  const auto picture = svg(plot);
  const auto intervals = all_matches(picture, "M([0-9.]+) ([0-9.]+)h6m-3 0V([0-9.]+)m-3 0h6");
  ASSERT_THAT(intervals, SizeIs(1)) << "none where both ends are the value";
  const auto points = circles_in(picture);
  const double bottom = points[0].second, top = points[2].second;  // 0 and 100
  EXPECT_NEAR(std::stod(intervals[0][2]), bottom + (top - bottom) / 4, 2 * kNear);
  EXPECT_NEAR(std::stod(intervals[0][3]), top, kNear);
}

TEST(Svg, SegmentsAreAsLongAsTheirValuesAndStandInLine) {
  const auto picture = svg(bar_plot());
  const auto boxes =
      all_matches(picture, "M([0-9.]+) ([0-9.]+)H([0-9.]+)v12H[0-9.]+z' stroke='([^']+)'");
  ASSERT_THAT(boxes, SizeIs(5)) << "two in the key; a segment of no length is none";
  const auto number = [&](std::size_t box, std::size_t part) {
    return std::stod(boxes[box][part]);
  };
  EXPECT_NEAR(number(2, 1), text_of(picture, "0").x, kNear);
  EXPECT_NEAR(number(2, 3), number(3, 1), kNear);
  EXPECT_NEAR(3 * (number(2, 3) - number(2, 1)), number(3, 3) - number(3, 1), 4 * kNear);
  EXPECT_NEAR(number(4, 3) - number(4, 1), 2 * (number(2, 3) - number(2, 1)), 4 * kNear);
  EXPECT_GT(number(4, 2), number(2, 2) + 12) << "the bars below each other";
  EXPECT_THAT(text_of(picture, "b &amp; c").y, AllOf(Ge(number(2, 2) + 12), Le(number(4, 2))));
}

TEST(Svg, NamesAreTextAndStayInside) {
  const std::string hostile = "</text><script>\xff\x1b[31m\n'\"& \u202E" + std::string(5000, 'W');
  auto plot = full_plot();
  plot.heading = plot.alt = plot.x.label = plot.y.label = hostile;
  plot.x.text = plot.y.text = [&](double) { return hostile; };
  for (auto& series : plot.series) series.title = hostile;
  auto bars = bar_plot();
  bars.segment_names = {hostile, hostile};
  bars.bars[0].label = hostile;
  for (const auto& picture : {svg(plot), svg(bars)}) {
    EXPECT_THAT(picture, HasSubstr("&lt;script&gt;\\xff\\x1b[31m\\n&#39;&quot;&amp; \\u{202e}W"));
    for (const char* part : {"<script", "\x1b", "\u202E"})
      EXPECT_THAT(picture, Not(HasSubstr(part)));
    EXPECT_LT(picture.size(), 60000u);
  }
}

TEST(Svg, TheKeyBreaksLongTitlesAndOverlapsNothing) {
  auto plot = full_plot();
  plot.series[0].title =
      "words of a title that goes on and on, over more than one line, and then on";
  plot.series[1].title = std::string(100, 'W');
  const auto texts = texts_in(svg(plot));
  const auto name = std::ranges::find(texts, "Rate", &Text::words);
  ASSERT_NE(name, texts.end());
  std::string first;
  double last = 0;
  for (auto text = texts.begin(); text != name; ++text) {
    EXPECT_GE(text->y, last + 17) << text->words;
    EXPECT_LE(text->x + (text->words[0] == 'W' ? 13 : 7) * static_cast<double>(text->words.size()),
              600);
    if (last < texts[0].y + 18) first += text->words;
    last = text->y;
  }
  EXPECT_GE(name->y, last + 17);
  EXPECT_THAT(first, testing::StartsWith(plot.series[0].title)) << "whole";
}

TEST(Svg, AKeyOfShortTitlesHasColumns) {
  Plot plot;
  for (const char* title : {"a", "b", "c"}) plot.series.push_back({title});
  const auto texts = texts_in(svg(plot));
  EXPECT_EQ(texts[0].y, texts[2].y);
  EXPECT_GT(texts[1].x, texts[0].x + 40) << "with room for the sample of the line";
}

TEST(Svg, WhatHasNoPlaceIsAbsent) {
  const auto picture =
      svg(line_of({{1, 1}, {2, kNaN}, {kNaN, 1}, {3, 0}, {4, -1}, {0, 1}, {5, 1000}, {6, HUGE_VAL}},
                  Scale::kLog10, Scale::kLog10));
  EXPECT_THAT(circles_in(picture), SizeIs(2));
  for (const char* part : {"nan", "inf"}) EXPECT_THAT(picture, Not(HasSubstr(part)));
}

TEST(Svg, FewValuesAreDrawn) {
  for (const auto scale : {Scale::kLinear, Scale::kLog2, Scale::kLog10})
    for (const double value : {1e-300, 3.0, 1e300}) {
      const auto picture = svg(line_of({{value, value}, {value, value}}, scale, scale));
      ASSERT_THAT(circles_in(picture), SizeIs(1)) << value;
      EXPECT_THAT(circles_in(picture)[0].first, AllOf(Ge(14), Le(586))) << value;
      EXPECT_THAT(picture, Not(HasSubstr("nan"))) << picture;
    }
  for (const auto& plot : {Plot(), line_of({}), line_of({{kNaN, kNaN}}), line_of({{0, 0}})}) {
    EXPECT_THAT(svg(plot), testing::EndsWith("</svg>\n"));
    EXPECT_THAT(svg(plot), Not(HasSubstr("nan")));
  }
}

TEST(Svg, AHundredThousandSamplesAreASmallFile) {
  std::vector<std::pair<double, double>> points;
  unsigned state = 1;
  for (int i = 0; i < 100000; ++i) {
    state = 1664525 * state + 1013904223;
    points.emplace_back(i, state >> 8);
  }
  auto plot = line_of(points);
  plot.series[0].kind = Series::Kind::kDots;
  const auto picture = svg(plot);
  EXPECT_LT(picture.size(), 1500000u);
  EXPECT_GT(circles_in(picture).size(), 5000u);
}

TEST(Svg, IsTheSameInEveryLocale) {
  struct Commas : std::numpunct<char> {
    char do_decimal_point() const override { return ','; }
    std::string do_grouping() const override { return "\3"; }
  };
  const auto before = svg(full_plot()) + svg(bar_plot());
  const auto locale = std::locale::global(std::locale(std::locale::classic(), new Commas));
  const auto after = svg(full_plot()) + svg(bar_plot());
  std::locale::global(locale);
  EXPECT_EQ(before, after);
}

/// What tells fifteen series apart: colours, and all else.
struct Looks {
  std::set<std::string> colors, others;
};

Looks looks_of(Series::Kind kind) {
  Looks looks;
  for (std::size_t style = 0; style < 15; ++style) {
    auto plot = line_of({{1, 1}});
    plot.series[0].kind = kind;
    plot.series[0].style = style;
    const auto picture = svg(plot);
    const auto marker = all_matches(
        picture, "<path d='M[0-9.]+ [0-9.]+(m[^']*)' stroke='(#[^']*)'[^>]*fill='(#[^']*)'");
    EXPECT_THAT(marker, SizeIs(1));
    looks.colors.insert(marker[0][2]);
    looks.others.insert(marker[0][1].str() + (marker[0][3] == "#ffffff" ? "open" : "filled"));
  }
  return looks;
}

TEST(Looks, AgreeInNoMarker) {
  EXPECT_THAT(looks_of(Series::Kind::kMeasured).others, SizeIs(15));
  EXPECT_THAT(looks_of(Series::Kind::kDots).others, SizeIs(15));
}

TEST(Looks, SegmentsHavePatterns) {
  auto plot = bar_plot();
  plot.segment_names = {"a", "b", "c", "d", "e", "f", "g"};
  std::set<std::string> patterns;
  const auto picture = svg(plot);
  for (const auto& match : all_matches(picture, "<pattern id='p.'[^>]*>\n<path d='([^']*)'"))
    patterns.insert(match[1]);
  EXPECT_THAT(patterns, SizeIs(7));
}

TEST(Looks, EveryLineStandsOutFromWhite) {
  const auto looks = looks_of(Series::Kind::kMeasured);
  EXPECT_GE(looks.colors.size(), 7u);
  for (const auto& color : looks.colors) {
    unsigned rgb[3] = {};
    ASSERT_EQ(sscanf(color.c_str(), "#%2x%2x%2x", &rgb[0], &rgb[1], &rgb[2]), 3);
    const auto linear = [](unsigned part) {
      const double c = part / 255.0;
      return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
    };
    const double luminance =
        0.2126 * linear(rgb[0]) + 0.7152 * linear(rgb[1]) + 0.0722 * linear(rgb[2]);
    EXPECT_GE(1.05 / (luminance + 0.05), 4.5) << color;  // WCAG 2.1, level AA for text
  }
}

}  // namespace
}  // namespace tickbench::html_report
