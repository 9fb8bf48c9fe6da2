// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "plots/line_plots.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "metrics/metric_info.hpp"
#include "summaries/wording.hpp"

namespace tickbench::html_report {
namespace {

// Beyond it the eye follows no line: each run and device gets its own plot.
constexpr std::size_t kMostLines = 10;

/// The curve's sizes against a metric. Rows without the metric are left out.
Series series_of(const Curve& curve, const Shown& shown, const std::string& title) {
  Series series{title};
  for (const auto* row : curve.rows) {
    const auto found = shown.of(*row->benchmark);
    // Both axes may be logarithmic.
    if (!found || !(found->value > 0) || !(row->name.size.value_or(0) > 0)) continue;
    const auto ends = found->ends();
    const double low = ends.low > 0 ? ends.low : found->value;
    series.points.push_back({*row->name.size, found->value, low, ends.high});
  }
  return series;
}

/// "saxpy: from 12.1 GB/s at 1 Ki to 4.30 TB/s at 256 Mi, at most 4.32 TB/s. "
std::string described(const Series& series, std::string_view metric, const Sizes& sizes) {
  const auto &first = series.points.front(), &last = series.points.back();
  return fmt::format("{}: from {} at {} to {} at {}, at most {}. ", series.title,
                     metric_value(metric, first.y), sizes.text(first.x),
                     metric_value(metric, last.y), sizes.text(last.x),
                     metric_value(metric, highest(series)));
}

void add_to_table(const Curve& curve, const Shown& shown, const std::string& title,
                  const Sizes& sizes, Plot& plot) {
  for (const auto* row : curve.rows)
    if (const auto found = shown.of(*row->benchmark); found && row->name.size)
      plot.table.push_back(
          {title, sizes.text(*row->name.size), metric_value(shown.metric, found->value),
           metric_interval(shown.metric, *found), timing_text(*row->benchmark, shown.metric)});
}

Plot line_plot(const RowGroup& rows, const std::vector<Shown>& shown, Plot plot) {
  const Sizes sizes(rows);
  const auto& main_metric = shown.front().metric;
  plot.table.push_back({"Line", "Size", "Value", "95 % interval", "Method"});
  plot.alt = plot.heading + ". ";
  for (const auto& curve : make_curves(rows))
    for (const auto& one : shown) {
      const std::string title = one.word.empty() ? curve.title : curve.title + ", " + one.word;
      auto series = series_of(curve, one, title);
      if (series.points.empty()) continue;
      series.style = plot.series.size();
      plot.alt += described(series, main_metric, sizes);
      add_to_table(curve, one, title, sizes, plot);
      plot.series.push_back(std::move(series));
    }
  plot.x = sizes.axis();
  plot.y = metric_axis(main_metric, plot.y.label, interval_ends(plot.series));
  return plot;
}

/// What the lines do not say: the device that they have in common, or that of each back end.
std::string devices_in(const RowGroup& rows) {
  std::map<std::string_view, std::string> by_backend;
  for (const auto* row : rows) by_backend[row->backend()] = row->device();
  if (grouped(rows, &Row::device).size() == 1) return by_backend.begin()->second + ". ";
  if (!is_told_by_backend(rows)) return {};
  std::string text;
  for (const auto& [backend, device] : by_backend)
    text += fmt::format("{}{} on {}", text.empty() ? "" : ", ", backend, device);
  return text + ". ";
}

}  // namespace

std::optional<RunsEstimate> Shown::of(const BenchmarkSummary& benchmark) const {
  const auto* found = benchmark.metric(metric);
  if (found == nullptr) return std::nullopt;
  RunsEstimate estimate = *found;
  if (!is_per_item) return estimate;
  const auto *rate = benchmark.metric(metrics::kItemsPerSecond),
             *time = benchmark.metric(metrics::kTime);
  const double items = rate != nullptr && time != nullptr ? rate->value * time->value : 0;
  if (!(items > 0)) return std::nullopt;
  estimate.value /= items;
  estimate.interval.low /= items;
  estimate.interval.high /= items;
  return estimate;
}

bool has_a_line(const Plot& plot) {
  return std::ranges::any_of(plot.series, [](const auto& line) { return line.points.size() > 1; });
}

std::vector<Plot> line_plots(const RowGroup& rows, const std::vector<Shown>& shown,
                             const Plot& frame) {
  std::vector<RowGroup> groups{rows};
  if (make_curves(rows).size() * shown.size() > kMostLines)
    groups = grouped(rows, [](const Row& row) { return std::pair(row.run, row.device()); });
  const bool has_single_run = grouped(rows, &Row::run).size() == 1;
  std::vector<Plot> plots;
  for (std::size_t i = 0; i < groups.size(); ++i) {
    Plot one = frame;
    if (groups.size() > 1) {
      const auto& row = *groups[i].front();
      one.heading += ": " + row.device() + (has_single_run ? "" : ", " + row.run->label);
      one.name += fmt::format("-{}", i + 1);
    }
    one.caption = devices_in(groups[i]) + one.caption;
    one = line_plot(groups[i], shown, std::move(one));
    if (!one.series.empty()) plots.push_back(std::move(one));
  }
  return plots;
}

Plot as_dots(Plot plot, std::string_view metric, const Sizes& sizes) {
  plot.caption = "Size " + sizes.range() + ". " + plot.caption;
  const auto ends = interval_ends(plot.series);
  for (const auto& [title, kind, style, points] : plot.series)
    plot.bars.push_back({title, {}, {points[0].y, 0, points[0].low, points[0].high}});
  plot.x = metric_axis(metric, plot.y.label, ends);
  // Whole powers of ten: only they are labelled.
  if (!plot.x.from) {
    plot.x.from = std::pow(10, std::ceil(std::log10(std::ranges::min(ends))) - 1);
    plot.x.to = std::pow(10, std::ceil(std::log10(std::ranges::max(ends))));
  }
  plot.series.clear();
  return plot;
}

}  // namespace tickbench::html_report
