// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <map>

#include "html_report/axis.hpp"
#include "html_report/clean_text.hpp"
#include "html_report/methods.hpp"
#include "html_report/palette.hpp"
#include "html_report/plots.hpp"
#include "html_report/units.hpp"

namespace tickbench::html_report {
namespace {

struct Peaks {
  double bytes = 0, flops = 0;
  double ridge() const { return flops / bytes; }
  double at(double intensity) const { return std::min(flops, bytes * intensity); }
};

bool is_of(const Row& row, const Run& run, const results::Device& device) {
  if (row.run != &run) return false;
  if (!row.benchmark->device_id.empty() && !device.id.empty())
    return row.benchmark->device_id == device.id;
  return row.benchmark->device == device.name;
}

double best(const std::vector<const Row*>& rows, const std::string& metric) {
  double most = 0;
  for (const auto* row : rows)
    if (const auto* found = row->benchmark->metric(metric)) most = std::max(most, found->value);
  return most;
}

/// As the file states them; else of its benchmark `peak`.
Peaks peaks_of(const results::Device& device, const std::vector<const Row*>& rows) {
  std::vector<const Row*> measured;
  for (const auto* row : rows)
    if (row->name.family.starts_with("peak")) measured.push_back(row);
  Peaks peaks{device.peak_bytes_per_second, device.peak_flops_per_second};
  if (!(peaks.bytes > 0)) peaks.bytes = best(measured, "bytes_per_second");
  if (!(peaks.flops > 0)) peaks.flops = best(measured, "flops_per_second");
  return peaks;
}

double intensity_of(const Benchmark& benchmark) {
  const auto* bytes = benchmark.metric("bytes_per_second");
  const auto* flops = benchmark.metric("flops_per_second");
  const bool has_both =
      bytes != nullptr && flops != nullptr && bytes->value > 0 && flops->value > 0;
  return has_both ? flops->value / bytes->value : 0;
}

void add_dots(const std::vector<const Row*>& rows, Plot& plot) {
  std::map<std::string, std::size_t> places;
  plot.table.push_back({"Benchmark", "FLOP a byte", "Reached", "95 % interval", "Method"});
  for (const auto* row : rows) {
    const auto& benchmark = *row->benchmark;
    const double intensity = intensity_of(benchmark);
    if (!(intensity > 0) || row->name.family.starts_with("peak")) continue;  // these are the roof
    const auto [place, is_new] = places.emplace(row->name.series(), plot.series.size());
    if (is_new)
      plot.series.push_back({row->name.series(), Series::Kind::kDots, plot.series.size(), {}});
    const auto& flops = *benchmark.metric("flops_per_second");
    plot.series[place->second].points.push_back({intensity, flops.value, flops.value, flops.value});
    plot.table.push_back(
        {benchmark.id, plain(intensity), metric_value("flops_per_second", flops.value),
         metric_interval("flops_per_second", flops), method_of(benchmark, "flops_per_second")});
  }
}

void add_axes(const Peaks& peaks, Plot& plot) {
  std::vector<double> x{peaks.ridge() / 8, peaks.ridge() * 8}, y{peaks.flops};
  for (const auto& series : plot.series)
    for (const auto& point : series.points) {
      x.push_back(point.x);
      y.push_back(point.y);
    }
  plot.x = log10_axis("FLOP a byte of memory traffic", x, plain_tic);
  y.push_back(peaks.at(plot.x.low));
  plot.y = log10_axis("Floating-point operations a second", y,
                      [](double value) { return si_tic(value, "FLOP/s"); });
}

void add_roof(const Peaks& peaks, Plot& plot) {
  Series roof{"measured peaks", Series::Kind::kLimit, 6, {}};
  for (const double x : {plot.x.low, peaks.ridge(), plot.x.high})
    roof.points.push_back({x, peaks.at(x), peaks.at(x), peaks.at(x)});
  plot.series.push_back(std::move(roof));
}

Plot roofline(const std::string& which, const results::Device& device, const Peaks& peaks,
              const std::vector<const Row*>& rows, std::size_t number) {
  Plot plot;
  plot.name = "roofline-" + std::to_string(number) + "-" + file_slug(device.name);
  plot.heading = "Roofline of " + which;
  const std::string found = metric_value("bytes_per_second", peaks.bytes) + " and " +
                            metric_value("flops_per_second", peaks.flops);
  plot.caption = "Measured peaks: " + found +
                 " (single precision). A marker under the slope is bound by memory, one under the "
                 "flat part by arithmetic. Benchmarks without arithmetic have no place here: see "
                 "their share of the peak in the table of all results. Rates count the bytes that "
                 "the benchmark states, so that a cache can carry a marker above the slope.";
  add_dots(rows, plot);
  add_axes(peaks, plot);
  plot.alt =
      plot.heading + ". Roof: " + found + ", meeting at " + plain(peaks.ridge()) + " FLOP a byte.";
  for (const auto& series : plot.series)
    plot.alt +=
        " " + series.title + " reaches up to " +
        metric_value("flops_per_second",
                     std::max_element(series.points.begin(), series.points.end(),
                                      [](const Point& a, const Point& b) { return a.y < b.y; })
                         ->y) +
        ".";
  add_roof(peaks, plot);
  return plot;
}

}  // namespace

PlotSection roofline_section(const std::vector<Run>& runs, const Rows& rows) {
  PlotSection section{"roofline", "Roofline", {}, {}, {}};
  for (const auto& run : runs)
    for (const auto& device : run.devices) {
      std::vector<const Row*> good;
      for (const auto& row : rows)
        if (is_of(row, run, device) && is_good(*row.benchmark)) good.push_back(&row);
      const bool has_arithmetic = std::any_of(good.begin(), good.end(), [](const Row* row) {
        return intensity_of(*row->benchmark) > 0 && !row->name.family.starts_with("peak");
      });
      if (!has_arithmetic) continue;
      const std::string which =
          device.name + (runs.size() > 1 ? " (" + run.label + ")" : std::string());
      const auto peaks = peaks_of(device, good);
      if (peaks.bytes > 0 && peaks.flops > 0)
        section.plots.push_back(roofline(which, device, peaks, good, section.plots.size() + 1));
      else
        section.notes.push_back(which + ": no roofline, since the file states no measured peaks.");
    }
  return section;
}

}  // namespace tickbench::html_report
