// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/ranges.h>

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <kainjow/mustache.hpp>

#include "plots/plots.hpp"
#include "plots/templates.hpp"
#include "process/child_process.hpp"
#include "summaries/wording.hpp"
#include "text/escape.hpp"
#include "tickbench/error.hpp"

namespace tickbench::html_report {
namespace {

using kainjow::mustache::data;
using kainjow::mustache::object;

constexpr std::size_t kLongestTitle = 46;  // what fits beside a marker
constexpr std::size_t kLongestLabel = 52;
constexpr std::size_t kFirstValue = 4;  // column of a bar's line
constexpr int kWidth = 600;             // pixels
constexpr int kKeyRow = 18;
constexpr const char* kDigits = "{:.9g}";  // enough for the plot to be that of the file
constexpr int kBarHeight = 36;             // the label's line, the bar, the gap
// Some 50 ms a plot on a slow machine: hundreds of plots fit, a hang does not.
constexpr Seconds kLongest{300};

/// Inside quotes of the script: letters, digits and what cannot end the quotes.
std::string script_text(const std::string& text) {
  static constexpr std::string_view kHarmless = " .,:()/+-_%#*";
  std::string result = plot_text(text, kLongestLabel);
  for (char& c : result)
    if (static_cast<unsigned char>(c) < 0x80 && !text::is_plain(c, kHarmless)) c = '_';
  return result;
}

int picture_height(const Plot& plot) {
  static constexpr int kAxisAndKey = 110, kLines = 310;
  static constexpr std::size_t kInTwoColumns = 24;  // gnuplot puts longer titles below each other
  if (!plot.bars.empty()) return kAxisAndKey + kBarHeight * static_cast<int>(plot.bars.size());
  const bool is_long = std::ranges::any_of(
      plot.series, [](const Series& series) { return series.title.size() > kInTwoColumns; });
  return kLines + kKeyRow * static_cast<int>(plot.series.size() / (is_long ? 1 : 2));
}

data axis_data(const std::string& name, const PlotAxis& axis) {
  const auto end = [&](const std::optional<double>& at) {
    return at ? fmt::format(kDigits, *at / axis.divisor) : std::string("*");
  };
  object result{{"axis", name},       {"base", false},       {"from", end(axis.from)},
                {"to", end(axis.to)}, {"label", axis.label}, {"format", axis.format}};
  if (axis.scale != Scale::kLinear) result["base"] = data(axis.scale == Scale::kLog2 ? "2" : "10");
  return result;
}

/// One line of the script's `plot`, drawn as the template's section `kind` says.
object drawn(std::string_view kind, std::size_t style) {
  const Style& look = kStyles[style % kStyles.size()];
  return object{{std::string(kind), true},
                {"color", std::string(look.color)},
                {"dashes", std::string(look.dashes)},
                {"marker", std::to_string(look.marker)},
                {"pattern", std::to_string(look.pattern)}};
}

data all_drawn(const Plot& plot) {
  static constexpr std::array kKinds{"measured", "dots", "limit", "band"};
  data result(data::type::list);
  for (std::size_t i = 0; i < plot.series.size(); ++i) {
    const auto& [title, kind, style, points] = plot.series[i];
    auto series = drawn(kKinds.at(static_cast<std::size_t>(kind)), style);
    series["index"] = std::to_string(i);
    result << series;
  }
  for (std::size_t i = 0; i < plot.segment_names.size(); ++i) {
    auto segment = drawn("segment", i);
    segment["title"] = plot.segment_names[i];
    segment["begin"] = std::to_string(i + kFirstValue);
    segment["end"] = std::to_string(i + kFirstValue + 1);
    result << segment;
  }
  if (plot.bars.empty()) return result;
  if (plot.segment_names.empty()) result << drawn("interval", 0);
  return result << drawn("labels", 0);
}

data plot_data(const Plot& plot, Picture picture) {
  const bool is_png = picture == Picture::kPng;
  const int scale = is_png ? 2 : 1;  // twice the pixels: sharp on paper and on dense screens
  data axes = data(data::type::list) << axis_data("x", plot.x), bars = false;
  if (plot.bars.empty())
    axes << axis_data("y", plot.y);
  else  // downwards: the first bar on top
    bars = object{{"bottom", fmt::format(kDigits, static_cast<double>(plot.bars.size()) - 0.1)}};
  return object{{"name", plot.name},
                {"is_png", is_png},
                {"ending", is_png ? "png" : "svg"},
                {"width", std::to_string(scale * kWidth)},
                {"height", std::to_string(scale * picture_height(plot))},
                // The heading names a single line.
                {"has_key", plot.series.size() > 1 || plot.segment_names.size() > 1},
                {"axes", axes},
                {"bars", bars},
                {"drawn", all_drawn(plot)},
                {"x", fmt::format(kDigits, plot.x.divisor)},
                {"y", fmt::format(kDigits, plot.y.divisor)}};
}

/// A line a bar: its place, where its label stands, the label, the bounds of its segments or the
/// dot with its interval.
std::string bar_data(const Plot& plot) {
  std::string text;
  for (std::size_t i = 0; i < plot.bars.size(); ++i) {
    const auto& [label, segments, dot] = plot.bars[i];
    std::vector<double> values{0};
    if (segments.empty()) values = {dot.x, dot.low, dot.high};
    for (const double segment : segments) values.push_back(values.back() + segment);
    text += fmt::format("{} {:.9g} \"{}\" {:.9g}\n", i, plot.x.from.value_or(0),
                        plot_text(label, kLongestLabel), fmt::join(values, " "));
  }
  return text;
}

process::ChildResult started(const process::ChildCommand& command,
                             const process::HeldSignals& signals) try {
  return process::run_child(command, signals);
} catch (const UsageError& error) {
  throw UsageError(fmt::format(
      "expected gnuplot, to draw the plots, found: {}\ninstall the package gnuplot-nox (Debian, "
      "Ubuntu), or write the report without plots: --no-plots",
      error.what()));
}

std::string quoted_lines(const std::filesystem::path& log) {
  static constexpr int kMost = 10;
  std::ifstream file(log);
  std::string all, one;
  for (int i = 0; i < kMost && std::getline(file, one); ++i) all += "\n  " + text::visible(one);
  return all;
}

}  // namespace

std::string gnuplot_script(const std::vector<Plot>& plots, Picture picture) {
  data all(data::type::list);
  for (const auto& plot : plots) all << plot_data(plot, picture);
  kainjow::mustache::mustache page{std::string(kPlotsTemplate)};
  page.set_custom_escape(script_text);
  return page.render(
      object{{"script", picture == Picture::kPng ? "plots-png.gp" : "plots.gp"}, {"plots", all}});
}

std::string gnuplot_data(const Plot& plot) {
  if (!plot.bars.empty()) return bar_data(plot);
  std::string text;
  for (const auto& series : plot.series) {
    text += fmt::format("\"{}\"\n", plot_text(series.title, kLongestTitle));
    for (const auto& [x, y, low, high] : series.points)
      text += fmt::format("{:.9g} {:.9g} {:.9g} {:.9g}\n", x, y, low, high);
    text += "\n\n";  // gnuplot's next index
  }
  return text;
}

void run_gnuplot(const std::string& program, const std::filesystem::path& folder,
                 const std::string& script, const process::HeldSignals& signals) {
  const auto log = folder / "gnuplot.log";
  const char* path = std::getenv("PATH");
  const process::ChildCommand command{
      .program = program,
      .searches_path = true,
      .arguments = {"-d", script},
      .folder = folder.string(),
      // Points, not commas.
      .environment = {fmt::format("PATH={}", path == nullptr ? "/usr/bin:/bin" : path),
                      "LC_ALL=C.UTF-8"},
      .output = log.string(),
      .timeout = kLongest};
  const auto child = started(command, signals);
  const auto messages = quoted_lines(log);
  std::filesystem::remove(log);
  if (child.is_success()) return;
  const bool is_exited = child.end == process::ChildResult::End::kExited;
  throw UsageError(fmt::format(
      "{}: expected it to draw {}, found {}{}", program, script,
      is_exited ? fmt::format("exit status {}", child.code) : "that it " + child.text(), messages));
}

std::string described_svg(std::string svg, const Plot& plot) {
  const auto begin = svg.find("<title>"), end = svg.find("</desc>");
  if (begin == std::string::npos || end == std::string::npos || end < begin)
    throw UsageError(
        fmt::format("{}.svg: expected gnuplot's SVG with a description, found none", plot.name));
  return svg.replace(
      begin, end - begin,
      fmt::format("<title>{}</title>\n<desc>{}", text::xml(plot.heading), text::xml(plot.alt)));
}

}  // namespace tickbench::html_report
