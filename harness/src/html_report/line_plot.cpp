// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "html_report/line_plot.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

namespace tickbench::html_report {
namespace {

// Beyond it the eye follows no line: each run and device gets its own plot.
constexpr std::size_t kMostLines = 10;

Plot line_plot(const std::vector<Curve>& curves, const std::vector<Shown>& shown, Plot plot,
               const std::string& size_unit) {
  for (const auto& curve : curves)
    for (const auto& [metric, word] : shown) {
      const std::string title = word.empty() ? curve.title : curve.title + ", " + word;
      auto series = series_of(curve, metric, title);
      if (series.points.empty()) continue;
      series.style = plot.series.size();
      plot.series.push_back(std::move(series));
      add_to_table(curve, metric, title, size_unit, plot);
    }
  plot.x = size_axis(plot.x.label, size_unit, plot.series);
  plot.y = metric_axis(shown.front().metric, plot.y.label, plot.series);
  plot.alt = plot.heading + ". " + described(plot.series, shown.front().metric, size_unit);
  return plot;
}

/// What the lines do not say: the device that they have in common, or that of each back end.
std::string devices_of(const std::vector<const Row*>& rows) {
  std::map<std::string, std::string> by_backend;
  std::set<std::string> devices;
  for (const auto* row : rows) {
    by_backend[row->benchmark->backend] = device_name(*row->benchmark);
    devices.insert(device_name(*row->benchmark));
  }
  if (devices.size() == 1) return *devices.begin();
  if (!is_told_by_backend(rows)) return "";
  std::string text;
  for (const auto& [backend, device] : by_backend) {
    text += text.empty() ? "" : ", ";
    text.append(backend).append(" on ").append(device);
  }
  return text;
}

/// As many curves at once as there are looks.
std::vector<Plot> chunks(const std::vector<const Row*>& rows, const std::vector<Shown>& shown,
                         const Plot& frame, const std::string& size_unit) {
  const auto curves = curves_of(rows);
  const std::size_t at_once = std::max<std::size_t>(1, kStyles.size() / shown.size());
  const std::size_t parts = (curves.size() + at_once - 1) / at_once;
  std::vector<Plot> plots;
  for (std::size_t part = 0; part < parts; ++part) {
    const auto begin = curves.begin() + static_cast<std::ptrdiff_t>(part * at_once);
    const auto end =
        curves.begin() + static_cast<std::ptrdiff_t>(std::min(curves.size(), (part + 1) * at_once));
    Plot plot = frame;
    if (parts > 1) {
      plot.heading += " (" + std::to_string(part + 1) + " of " + std::to_string(parts) + ")";
      plot.name += "-part-" + std::to_string(part + 1);
    }
    if (const auto devices = devices_of(rows); !devices.empty())
      plot.caption = devices + ". " + plot.caption;
    plot = line_plot({begin, end}, shown, std::move(plot), size_unit);
    if (!plot.series.empty()) plots.push_back(std::move(plot));
  }
  return plots;
}

std::vector<std::vector<const Row*>> by_run_and_device(const std::vector<const Row*>& rows) {
  std::vector<std::vector<const Row*>> groups;
  std::map<std::pair<std::string, std::string>, std::size_t> places;
  for (const auto* row : rows) {
    const auto key = std::pair(row->run->label, device_name(*row->benchmark));
    const auto [place, is_new] = places.emplace(key, groups.size());
    if (is_new) groups.emplace_back();
    groups[place->second].push_back(row);
  }
  return groups;
}

bool has_several_runs(const std::vector<const Row*>& rows) {
  return std::any_of(rows.begin(), rows.end(),
                     [&](const Row* row) { return row->run != rows.front()->run; });
}

}  // namespace

bool has_a_line(const Plot& plot) {
  return std::any_of(plot.series.begin(), plot.series.end(),
                     [](const Series& series) { return series.points.size() > 1; });
}

Plot as_dots(Plot plot, const std::string& metric) {
  const auto& first = plot.series.front().points.front();
  plot.caption = "Size " + size_text(first.x, "B") + ". " + plot.caption;
  plot.x = metric_axis(metric, plot.y.label, plot.series);
  for (const auto& series : plot.series) {
    const auto& point = series.points.front();
    plot.bars.push_back({series.title, {}, {point.y, 0, point.low, point.high}});
  }
  plot.series.clear();
  return plot;
}

std::vector<Plot> line_plots(const std::vector<const Row*>& rows, const std::vector<Shown>& shown,
                             const Plot& frame, const std::string& size_unit) {
  if (curves_of(rows).size() * shown.size() <= kMostLines)
    return chunks(rows, shown, frame, size_unit);
  std::vector<Plot> plots;
  const auto groups = by_run_and_device(rows);
  for (std::size_t i = 0; i < groups.size(); ++i) {
    Plot one = frame;
    if (groups.size() > 1) {
      const Row& row = *groups[i].front();
      one.heading += ": " + device_name(*row.benchmark);
      if (has_several_runs(rows)) one.heading += ", " + row.run->label;
      one.name += "-" + std::to_string(i + 1);
    }
    for (auto& plot : chunks(groups[i], shown, one, size_unit)) plots.push_back(std::move(plot));
  }
  return plots;
}

}  // namespace tickbench::html_report
