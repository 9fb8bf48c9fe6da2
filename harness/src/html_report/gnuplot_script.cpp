// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "html_report/gnuplot_script.hpp"

#include <algorithm>
#include <array>
#include <cstdio>

#include "html_report/clean_text.hpp"
#include "html_report/palette.hpp"

namespace tickbench::html_report {
namespace {

constexpr std::size_t kLongestTitle = 46;  // what fits beside a marker on the narrow plot
constexpr std::size_t kLongestLabel = 52;
constexpr int kKeyRow = 18;     // pixels
constexpr int kBarHeight = 36;  // pixels: the label's line, the bar, the gap

/// All digits, so that the plot is that of the file; locale-free by snprintf in the C locale.
std::string digits(double value) {
  std::array<char, 40> buffer{};
  std::snprintf(buffer.data(), buffer.size(), "%.9g", value);
  return buffer.data();
}

std::string literal(std::string_view text) { return "'" + std::string(text) + "'"; }

std::string terminal(const Plot& plot, Canvas canvas) {
  const bool is_png = canvas.kind == Canvas::Kind::kPng;
  const int scale = is_png ? 2 : 1;  // twice the pixels: sharp on paper and on dense screens
  const std::string size =
      std::to_string(scale * canvas.width()) + "," + std::to_string(scale * canvas.height(plot));
  // In points, 4/3 of a pixel, for PNG. A font of every system; the page puts its own in its place.
  if (is_png)
    return "set terminal pngcairo size " + size +
           " font 'sans-serif,10' fontscale 2 linewidth 2 pointscale 2 noenhanced\n";
  return "set terminal svg size " + size + " dynamic background " + literal(kPaper) + " font " +
         (canvas.is_narrow() ? "'sans-serif,12'" : "'sans-serif,13'") + " noenhanced\n";
}

std::string axis_lines(const std::string& name, const Axis& axis) {
  std::string text;

  if (axis.scale != Scale::kLinear)
    text += "set logscale " + name + (axis.scale == Scale::kLog2 ? " 2\n" : " 10\n");
  text += "set " + name + "range [" + digits(axis.low) + ":" + digits(axis.high) + "]\n";
  text += "set " + name + "label " + literal(axis.label) + " textcolor rgb " + literal(kInk) + "\n";
  text += "set " + name + "tics scale 0.5 nomirror textcolor rgb " + literal(kInk) + " (";
  for (std::size_t i = 0; i < axis.tics.size(); ++i)
    text += (i == 0 ? "" : ", ") + literal(axis.tics[i].label) + " " + digits(axis.tics[i].at);
  return text + ")\n";
}

std::string style(const Style& look, double width) {
  return "lc rgb " + literal(look.light) + " dt " + std::string(look.dashes) + " lw " +
         digits(width) + " pt " + std::to_string(look.marker) + " ps 0.55";
}

std::string drawn(const Series& series, const std::string& source) {
  const Style& look = kStyles[series.style % kStyles.size()];
  const std::string title = " title columnheader(1)";
  switch (series.kind) {
    case Series::Kind::kMeasured:
      // A thin bar for the interval under the line, undashed so that its ends are seen.
      return source + " using 1:2:3:4 with yerrorbars lc rgb " + literal(look.light) +
             " dt 1 lw 1.2 pt -1 notitle, \\\n     " + source + " using 1:2 with linespoints " +
             style(look, 2) + title;
    case Series::Kind::kDots:
      return source + " using 1:2 with points " + style(look, 1) + title;
    case Series::Kind::kLimit:
      return source + " using 1:2 with lines lc rgb " + literal(kInk) + " dt 1 lw 1.8" + title;
    case Series::Kind::kBand:
      return source + " using 1:3:4 with filledcurves fs solid lc rgb " + literal(kBandFill) +
             title;
  }
  return {};
}

std::string series_lines(const Plot& plot) {
  std::string text = "plot ";
  for (std::size_t i = 0; i < plot.series.size(); ++i) {
    const std::string source = literal(plot.name + ".tsv") + " index " + std::to_string(i);
    text += (i == 0 ? "" : ", \\\n     ") + drawn(plot.series[i], source);
  }
  return text + "\n";
}

std::string bar_lines(const Plot& plot) {
  const std::string file = literal(plot.name + ".tsv");
  // Downwards: the first bar on top.
  std::string text =
      "unset ytics\nset yrange [" + digits(double(plot.bars.size()) - 0.1) + ":-0.6]\n";
  if (plot.mark)
    text += "set arrow from " + digits(*plot.mark) + ", graph 0 to " + digits(*plot.mark) +
            ", graph 1 nohead dt 1 lw 1.5 lc rgb " + literal(kMuted) + "\n";
  text += "plot ";
  for (std::size_t i = 0; i < plot.segment_names.size(); ++i) {
    const Style& look = kStyles[i % kStyles.size()];
    text += file + " index " + std::to_string(i) + " using 1:2:3:4:5:6 with boxxyerror lc rgb " +
            literal(look.light) + " lw 1.2 fs pattern " + std::to_string(look.pattern) +
            " border title columnheader(1), \\\n     ";
  }
  if (plot.segment_names.empty())
    text += file + " index 0 using 1:2:3:4 with xerrorbars " + style(kStyles[0], 2) +
            " notitle, \\\n     ";
  const std::size_t labels = plot.segment_names.empty() ? 1 : plot.segment_names.size();
  return text + file + " index " + std::to_string(labels) +
         " using 1:2:3 with labels left offset 0.3,0 textcolor rgb " + literal(kInk) + " notitle\n";
}

std::string preamble() {
  return "# Drawn by: gnuplot plots.gp, in this folder.\n"
         "set encoding utf8\n";
}

std::string block(const std::string& title) {
  return '"' + plot_text(title, kLongestTitle) + "\"\n";
}

constexpr const char* kBlockEnd = "\n\n";  // two empty lines: gnuplot's next index

std::string bar_data(const Plot& plot) {
  std::string text;
  for (std::size_t segment = 0; segment < plot.segment_names.size(); ++segment) {
    text += block(plot.segment_names[segment]);
    for (std::size_t i = 0; i < plot.bars.size(); ++i) {
      double begin = 0;
      for (std::size_t j = 0; j < segment; ++j) begin += plot.bars[i].segments[j];
      const double end = begin + plot.bars[i].segments[segment];
      const double y = double(i);
      text += digits((begin + end) / 2) + " " + digits(y + 0.2) + " " + digits(begin) + " " +
              digits(end) + " " + digits(y) + " " + digits(y + 0.4) + "\n";
    }
    text += kBlockEnd;
  }
  if (plot.segment_names.empty()) {
    text += block("value");
    for (std::size_t i = 0; i < plot.bars.size(); ++i) {
      const auto& dot = plot.bars[i].dot;
      text += digits(dot.x) + " " + digits(double(i) + 0.2) + " " + digits(dot.low) + " " +
              digits(dot.high) + "\n";
    }
    text += kBlockEnd;
  }
  text += block("labels");
  for (std::size_t i = 0; i < plot.bars.size(); ++i)
    text += digits(plot.x.low) + " " + digits(double(i) - 0.3) + " \"" +
            plot_text(plot.bars[i].label, kLongestLabel) + "\"\n";
  return text;
}

/// As gnuplot will lay out the key: as many columns as the longest title allows.
int key_rows(const Plot& plot, Canvas canvas) {
  static constexpr std::size_t kCharacter = 7;  // pixels, of the canvas's font
  static constexpr std::size_t kSample = 60;    // the piece of line beside a title
  std::size_t longest = 1;
  for (const auto& series : plot.series)
    longest = std::max(longest, std::min(series.title.size(), kLongestTitle));
  const std::size_t fitting = std::size_t(canvas.width()) / (kCharacter * longest + kSample);
  const std::size_t columns = std::clamp<std::size_t>(fitting, 1, canvas.most_key_columns());
  return int((plot.series.size() + columns - 1) / columns);
}

}  // namespace

int Canvas::height(const Plot& plot) const {
  static constexpr int kAxisAndKey = 110;
  if (!plot.bars.empty()) return kAxisAndKey + kBarHeight * int(plot.bars.size());
  return (is_narrow() ? 270 : 330) + kKeyRow * key_rows(plot, *this);
}

std::string gnuplot_data(const Plot& plot) {
  if (!plot.bars.empty()) return bar_data(plot);
  std::string text;
  for (const auto& series : plot.series) {
    text += block(series.title);
    for (const auto& point : series.points)
      text += digits(point.x) + " " + digits(point.y) + " " + digits(point.low) + " " +
              digits(point.high) + "\n";
    text += kBlockEnd;
  }
  return text;
}

std::string gnuplot_script(const std::vector<Plot>& plots, Canvas canvas) {
  std::string text = preamble();
  for (const auto& plot : plots) {
    text += "\nreset\n" + terminal(plot, canvas);
    // A name may begin with what gnuplot would take for a comment.
    text += "set datafile separator whitespace\nset datafile commentschars ''\n";
    text += "set output " + literal(plot.name + canvas.ending()) + "\n";
    text += "set border 3 lc rgb " + literal(kMuted) + "\n";
    text += "set grid " + std::string(plot.bars.empty() ? "xtics ytics" : "xtics") +
            " lt 1 dt 1 lw 1 lc rgb " + literal(kGrid) + "\n";
    text +=
        "set pointintervalbox 0\nset key top center outside horizontal Left reverse samplen 4 "
        "textcolor rgb " +
        literal(kInk) + " maxcols " + std::to_string(canvas.most_key_columns()) + "\n";
    if (plot.series.size() == 1) text += "unset key\n";  // the heading names it
    text += axis_lines("x", plot.x);
    text += plot.bars.empty() ? axis_lines("y", plot.y) + series_lines(plot) : bar_lines(plot);
    text += "unset output\n";
  }
  return text;
}

}  // namespace tickbench::html_report
