// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "html_report/axis.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace tickbench::html_report {
namespace {

// Labels like "256 Ki" side by side on the narrow plot: more would touch.
constexpr double kMostTics = 6;

std::pair<double, double> positive_range(const std::vector<double>& values) {
  double low = 0, high = 0;
  for (const double value : values) {
    if (!(value > 0)) continue;
    low = low == 0 ? value : std::min(low, value);
    high = std::max(high, value);
  }
  if (low == 0) return {1, 10};
  return {low, high};
}

/// A little room, so that markers do not sit on the frame.
void add_room(Axis& axis, double factor) {
  axis.low /= factor;
  axis.high *= factor;
}

}  // namespace

Axis log2_axis(const std::string& label, const std::vector<double>& values, const TicLabel& tic) {
  const auto [low, high] = positive_range(values);
  Axis axis{label, Scale::kLog2, low, high, {}};
  const int first = static_cast<int>(std::ceil(std::log2(low) - 1e-9));
  const int last = static_cast<int>(std::floor(std::log2(high) + 1e-9));
  const int step = std::max(1, static_cast<int>(std::ceil((last - first) / (kMostTics - 1))));
  for (int power = first; power <= last; power += step)
    axis.tics.push_back({std::exp2(power), tic(std::exp2(power))});
  add_room(axis, 1.25);
  return axis;
}

Axis log10_axis(const std::string& label, const std::vector<double>& values, const TicLabel& tic) {
  const auto [low, high] = positive_range(values);
  Axis axis{label, Scale::kLog10, low, high, {}};
  add_room(axis, 1.5);
  const double decades = std::log10(axis.high) - std::log10(axis.low);
  const int first = static_cast<int>(std::floor(std::log10(axis.low)));
  const int last = static_cast<int>(std::floor(std::log10(axis.high)));
  const int step = std::max(1, static_cast<int>(std::ceil(decades / (kMostTics + 1))));
  for (int power = first; power <= last; power += step)
    for (const double digit : {1.0, 2.0, 5.0}) {
      const double at = digit * std::pow(10.0, power);
      const bool is_wanted = digit == 1 || decades < 2.2;
      if (is_wanted && at >= axis.low && at <= axis.high) axis.tics.push_back({at, tic(at)});
    }
  return axis;
}

Axis linear_axis(const std::string& label, const std::vector<double>& values, const TicLabel& tic,
                 bool from_zero) {
  double low = values.empty() ? 0 : *std::min_element(values.begin(), values.end());
  double high = values.empty() ? 1 : *std::max_element(values.begin(), values.end());
  if (from_zero) {
    low = std::min(low, 0.0);
    high = std::max(high, 0.0);
  }
  // Equal values: half as much on either side.
  if (!(high > low)) {
    const double half = high == 0 ? 1 : std::abs(high) / 2;
    low = from_zero ? low : low - half;
    high += half;
  }
  const double raw = (high - low) / (kMostTics - 1);
  const double power = std::pow(10.0, std::floor(std::log10(raw)));
  double step = 10 * power;
  for (const double nice : {5.0, 2.0, 1.0})
    if (nice * power >= raw) step = nice * power;
  Axis axis{label, Scale::kLinear, low, high, {}};
  const double room = 0.04 * (high - low);
  if (!(from_zero && low == 0)) axis.low -= room;
  axis.high += room;
  const auto count = static_cast<int>((axis.high - axis.low) / step) + 1;
  const double first = std::ceil(axis.low / step);
  for (int i = 0; i < count; ++i) {
    const double at = (first + i) * step + 0.0;  // -0 becomes 0
    if (at <= axis.high) axis.tics.push_back({at, tic(at)});
  }
  return axis;
}

}  // namespace tickbench::html_report
