// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <set>
#include <utility>

#include "plots/plots.hpp"
#include "text/escape.hpp"

namespace tickbench::html_report {
namespace {

// Pixels; of texts the most bytes.
constexpr double kWidth = 600, kMargin = 14, kLine = 17, kPlane = 220, kInset = 10, kBar = 38;
constexpr std::size_t kTitle = 240, kLabel = 64, kTick = 20;
constexpr std::string_view kInk = "#1b2430", kMuted = "#5b6673", kGrid = "#dde2e8";
constexpr std::string_view kExchanged = "matrix(0 1 1 0 0 0)";  // x and y

// Colour never stands alone: fifteen looks differ by markers, segments by fill patterns as well.
constexpr const char *kColors[] = {"#0a5cad", "#b04300", "#00705a", "#86308f",
                                   "#8a1538", "#6a5a00", "#36566f", "#5a4a99"},
                     *kDashes[] = {"none", "9 4", "3 4", "11 3 3 3", "6 3", "15 5", "2 2.5"},
                     *kPatterns[] =
                         {"M0 0h8v8h-8z", "M-1 3l6 6M3-1l6 6", "M-1 5l6-6M3 9l6-6", "M4 0v8",
                          "M0 4h8",       "M0 0l8 8M0 8l8-8",  "M0 4h8M4 0v8"},
                     *kMarkers[] = {"m-3 0a3 3 0 1 0 0-.1z", "m-3-3h6v6h-6z",
                                    "m0-4l4 6.5h-8z",        "m0-4l4 4-4 4-4-4z",
                                    "m0 4l4-6.5h-8z",        "m-4 0h8m-4-4v8",
                                    "m-3-3l6 6m0-6l-6 6",    "m-4 0h8m-6-3l4 6m0-6l-4 6",
                                    "m-4-4h8l-8 8h8z",       "m-4-4v8l8-8v8z"};

std::string one_line(std::string_view text, std::size_t most) {
  return text::shortened(text::visible(text), most, most / 2);
}

/// What a usual text takes at most, in a wide font of 13 pixels. Each byte counts as a letter.
double width_of(std::string_view text) {
  double width = 0;
  for (const char c : text)
    width += std::string_view("mwMW%@").find(c) != text.npos ? 13 : c >= 'A' && c <= 'Z' ? 10 : 7.6;
  return width;
}

/// Lines that end behind a blank or a slash, and within a word only where it is too long.
std::vector<std::string> broken(std::string_view text, double room) {
  std::vector<std::string> lines{""};
  for (std::string_view part; !text.empty(); text.remove_prefix(part.size())) {
    part = text.substr(0, std::min(text.find_first_of(" /"), text.size() - 1) + 1);
    if (width_of(part) > room) part = text.substr(0, text::decode(text, 0).length);
    if (width_of(lines.back()) + width_of(part) > room) lines.emplace_back();
    lines.back() += part;
  }
  return lines;
}

std::string words(double x, double y, std::string_view text, std::string_view anchor = "start",
                  std::string_view color = kInk) {
  return fmt::format("<text x='{:.4g}' y='{:.4g}' text-anchor='{}' fill='{}'>{}</text>\n", x, y,
                     anchor, color, text::xml(text));
}

std::string path(std::string_view d, std::string_view stroke, double width,
                 std::string_view fill = "none", std::string_view dashes = "none") {
  if (d.empty()) return {};
  return fmt::format(
      "<path d='{}' stroke='{}' stroke-width='{}' stroke-dasharray='{}' fill='{}'/>\n", d, stroke,
      width, dashes, fill);
}

/// An axis on the picture. Drawn of a value is the value over the divisor, or its exponent.
struct DrawnAxis {
  const PlotAxis& axis;
  bool is_vertical, ends_at_ticks;
  double begin, end;  ///< pixels
  double low = std::numeric_limits<double>::infinity(), high = -low, step = 1;
  std::vector<std::pair<double, std::string>> ticks{};

  double drawn(double value) const {
    if (axis.scale == Scale::kLinear) return value / axis.divisor;
    return axis.scale == Scale::kLog2 ? std::log2(value) : std::log10(value);
  }
  double pixel(double place) const {
    const double part = (place - low) / (high - low);
    return std::isfinite(part) ? begin + (end - begin) * std::clamp(part, 0.0, 1.0) : part;
  }
  /// Not finite for what has no place: NaN, and zero where the axis is logarithmic.
  double at(double value) const { return pixel(drawn(value)); }
  double widest() const {
    double width = 0;
    for (const auto& [place, text] : ticks) width = std::max(width, width_of(text));
    return width;
  }
  DrawnAxis& fit(const std::vector<double>& values) {
    set_ends(values);
    for (int most = is_vertical ? 7 : 9; most > 0; --most) {
      set_ticks(most);
      if (is_vertical || widest() + kMargin < (end - begin) * step / (high - low)) break;
    }
    return *this;
  }
  /// From the least to the largest of the values, or as the axis says.
  void set_ends(const std::vector<double>& values) {
    for (const double value : values)
      if (const double place = drawn(value); std::isfinite(place)) {
        low = std::min(low, place);
        high = std::max(high, place);
      }
    if (axis.from) low = drawn(*axis.from);
    if (axis.to) high = drawn(*axis.to);
    if (low < high) return;
    const double only = std::isfinite(low) ? low : 0, room = std::max(0.5, 1e-3 * std::abs(only));
    low = axis.from ? only : only - room;
    high = only + room;
  }
  /// At 1, 2 or 5 times a power of ten; of exponents at whole ones.
  void set_ticks(int most) {
    static constexpr double kSlack = 1e-9;
    const bool is_linear = axis.scale == Scale::kLinear;
    const double least = (high - low) / most * (1 - kSlack),
                 power = std::pow(10, std::floor(std::log10(least))), digits = least / power,
                 base = axis.scale == Scale::kLog2 ? 2 : 10;
    step = power * (digits <= 1 ? 1 : digits <= 2 ? 2 : digits <= 5 ? 5 : 10);
    if (!is_linear) step = std::max(1.0, step);
    if (ends_at_ticks) low = step * std::floor(low / step + kSlack);
    if (ends_at_ticks) high = step * std::ceil(high / step - kSlack);
    ticks.clear();
    for (double i = std::ceil(low / step - kSlack); i <= high / step + kSlack && ticks.size() < 20;
         ++i) {
      const double tick = i * step + 0.0;  // no -0
      ticks.emplace_back(tick, one_line(axis.text(is_linear ? tick : std::pow(base, tick)), kTick));
    }
  }
  /// A line where the axis is, and from its ticks to the other border.
  std::string lines(double border, double other) const {
    const double out = border > other ? 1 : -1, inset = is_vertical ? 0 : kInset;
    auto edge = fmt::format("M{:.4g} {:.4g}H{:.4g}", begin - inset, border, end + inset);
    std::string grid, labels;
    for (const auto& [tick, text] : ticks) {
      const double place = pixel(tick), x = std::min(place, kWidth - (width_of(text) + kInset) / 2);
      grid += fmt::format("M{:.4g} {:.4g}V{:.4g}", place, border + 4 * out, other);
      const int digits = axis.scale == Scale::kLog10 && step == 1 && tick < high ? 10 : 0;
      for (int digit = 2; digit < digits; ++digit)
        edge += fmt::format("M{:.4g} {:.4g}v{}", pixel(tick + std::log10(digit)), border, 3 * out);
      labels += is_vertical ? words(border - 8, place + 4.5, text, "end", kMuted)
                            : words(x, border + kLine, text, "middle", kMuted);
    }
    return fmt::format("<g transform='{}'>\n{}{}</g>\n{}", is_vertical ? kExchanged : "scale(1)",
                       path(grid, kGrid, 1), path(edge, kMuted, 1), labels);
  }
};

/// In pixels; of very many points in fewer, since each is drawn once.
std::vector<Point> placed(const Series& series, const DrawnAxis& x, const DrawnAxis& y) {
  static constexpr std::size_t kMany = 4000;
  const double grid = series.points.size() > kMany ? 2 : 0.1;
  const auto at = [&](const DrawnAxis& axis, double value) {
    return grid * std::round(axis.at(value) / grid);
  };
  std::vector<Point> all;
  for (const auto& point : series.points) {
    const Point one{at(x, point.x), at(y, point.y), at(y, point.low), at(y, point.high)};
    if (std::isfinite(one.x + one.y + one.low + one.high)) all.push_back(one);
  }
  return all;
}

/// A series, or its sample in the key: a line or band through `points`, and the markers.
std::string drawn(const Series& series, const std::vector<Point>& points,
                  const std::vector<Point>& marked) {
  using enum Series::Kind;
  const auto look = series.style % 15;
  const char *color = kColors[look % 8], *dashes = kDashes[look % 7],
             *marker = kMarkers[look < 10 ? look % 5 : look - 5];  // filled, open, others
  std::string line, back, intervals;
  std::set<std::string> markers;
  for (const auto& [x, y, low, high] : points) {
    line += fmt::format("{}{:.4g} {:.4g}", line.empty() ? 'M' : 'L', x,
                        series.kind == kBand ? high : y);
    if (series.kind == kBand) back.insert(0, fmt::format("L{:.4g} {:.4g}", x, low));
  }
  for (const auto& [x, y, low, high] : marked) {
    markers.insert(fmt::format("M{:.4g} {:.4g}{}", x, y, marker));
    if (low != high)
      intervals += fmt::format("M{0:.4g} {1:.4g}h6m-3 0V{2:.4g}m-3 0h6", x - 3, low, high);
  }
  const auto dots =
      path(fmt::format("{}", fmt::join(markers, "")), color, 1.2, look < 5 ? color : "#ffffff");
  if (series.kind == kBand) return path(line + back, "none", 0, "#cfe0f2");
  if (series.kind == kLimit) return path(line, kInk, 1.8, "none", dashes);
  if (series.kind == kDots) return dots;
  return path(intervals, color, 1.2) + path(line, color, 2, "none", dashes) + dots;
}

std::string box(double left, double right, double top, std::size_t segment) {
  return path(fmt::format("M{0:.4g} {1:.4g}H{2:.4g}v12H{0:.4g}z", left, top, right),
              kColors[segment % 8], 1, fmt::format("url(#p{})", segment));
}

std::string bars(const Plot& plot, const DrawnAxis& x, double top) {
  std::string all;
  for (std::size_t i = 0; i < plot.segment_names.size(); ++i)
    all += fmt::format(
        "<pattern id='p{}' width='8' height='8' patternUnits='userSpaceOnUse'>\n{}</pattern>\n", i,
        path(kPatterns[i % 7], kColors[i % 8], 1.6, kColors[i % 8]));
  for (const auto& [label, segments, dot] : plot.bars) {
    all += words(x.begin + 4, top + 15, one_line(label, kLabel));
    double sum = 0;
    for (std::size_t i = 0; i < segments.size(); ++i) {
      const double left = x.at(sum), right = x.at(sum += segments[i]);
      if (right > left) all += box(left, right, top + 20, i);
    }
    if (const double at = x.at(dot.x); segments.empty() && std::isfinite(at))
      all += fmt::format("<g transform='{}'>\n{}</g>\n", kExchanged,
                         drawn({}, {}, {{top + 26, at, x.at(dot.low), x.at(dot.high)}}));
    top += kBar;
  }
  return all;
}

/// Above the plot, in columns of one width; `top` moves below it.
std::string key(const Plot& plot, double& top) {
  static constexpr double kAll = kWidth - 2 * kMargin, kSample = 34, kIndent = 42, kGap = 18;
  std::vector<std::string> titles = plot.segment_names;
  for (const auto& series : plot.series) titles.push_back(series.title);
  if (titles.size() < 2) return {};  // the heading names a single line
  double width = 0, x = kMargin, y = top;
  for (auto& title : titles) {
    title = one_line(title, kTitle);
    width = std::min(kAll, std::max(width, kIndent + width_of(title) + kGap));
  }
  std::string all;
  for (std::size_t i = 0; i < titles.size(); ++i, x += width) {
    if (x + width > kWidth - kMargin + kGap) {
      x = kMargin;
      y = top;
    }
    const double middle = y + kLine / 2;
    const auto at = [&](double part, double half = 0) {
      return Point{x + part * kSample, middle, middle + half, middle - half};
    };
    all += plot.series.empty() ? box(x, x + kSample, middle - 6, i)
                               : drawn(plot.series[i], {at(0, 5), at(1, 5)}, {at(0.5)});
    double base = y + 13;
    for (const auto& line : broken(titles[i], width - kIndent))
      all += words(x + kIndent, std::exchange(base, base + kLine), line);
    top = std::max(top, base - 13);
  }
  top += 8;
  return all;
}

}  // namespace

std::string svg(const Plot& plot) {
  std::vector<double> xs, ys;
  for (const auto& series : plot.series)
    for (const auto& [x, y, low, high] : series.points) {
      xs.push_back(x);
      ys.insert(ys.end(), {y, low, high});
    }
  for (const auto& [label, segments, dot] : plot.bars)
    xs.insert(xs.end(),
              {dot.x, dot.low, dot.high, std::accumulate(segments.begin(), segments.end(), 0.0)});
  const bool has_bars = !plot.bars.empty();
  double top = kMargin, left = kMargin + kInset;
  std::string all = key(plot, top);
  double bottom = top + kBar * static_cast<double>(plot.bars.size()) + 6;
  if (!has_bars) {
    all += words(kMargin, top + 11, one_line(plot.y.label, kLabel));
    top += kLine + 8;
    bottom = top + kPlane;
  }
  const auto y = DrawnAxis{plot.y, true, true, bottom, top}.fit(ys);
  if (!has_bars) left += y.widest() + 8;
  const auto x = DrawnAxis{plot.x, false, has_bars, left, kWidth - kMargin - kInset}.fit(xs);
  all += x.lines(bottom, top);
  if (!has_bars) all += y.lines(left - kInset, x.end + kInset);
  for (const auto& series : plot.series) {
    const auto points = placed(series, x, y);
    all += drawn(series, points, points);
  }
  all += bars(plot, x, top);
  all += words((left + x.end) / 2, bottom + 40, one_line(plot.x.label, kLabel), "middle");
  return fmt::format(
      "<svg xmlns='http://www.w3.org/2000/svg' width='{0}' height='{1:.4g}' viewBox='0 0 {0} "
      "{1:.4g}' role='img' font-family='sans-serif' font-size='13'>\n<title>{2}</title>\n"
      "<desc>{3}</desc>\n<rect width='100%' height='100%' fill='#ffffff'/>\n{4}</svg>\n",
      kWidth, bottom + 54, text::xml(plot.heading), text::xml(plot.alt), all);
}

}  // namespace tickbench::html_report
