// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0

#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include "metrics/metric_info.hpp"
#include "plots/line_plots.hpp"
#include "plots/plots.hpp"
#include "summaries/wording.hpp"

namespace tickbench::html_report {
namespace {

// A page that is still read, and drawn in seconds.
constexpr std::size_t kMostPlots = 48;
// Above it even a modest device's arithmetic, not its memory, is what a kernel is about; a copy has
// 0, saxpy 1/6, a matrix product of n = 64 has over 10.
constexpr double kArithmeticBound = 4;
// Sizes farther apart are two plots: the large ones' throughput would flatten the small ones'.
constexpr double kLargestOverSmallest = 1024;

bool any_has(const RowGroup& rows, std::string_view metric) {
  return std::ranges::any_of(
      rows, [&](const Row* row) { return row->benchmark->metric(metric) != nullptr; });
}

/// What the benchmarks are about: see kArithmeticBound.
std::string_view throughput_metric(const RowGroup& rows) {
  const bool has_bytes = any_has(rows, metrics::kBytesPerSecond);
  const bool is_arithmetic = std::ranges::any_of(rows, [](const Row* row) {
    return arithmetic_intensity(*row->benchmark) > kArithmeticBound;
  });
  if (any_has(rows, metrics::kFlopsPerSecond) && (!has_bytes || is_arithmetic))
    return metrics::kFlopsPerSecond;
  if (has_bytes) return metrics::kBytesPerSecond;
  return any_has(rows, metrics::kItemsPerSecond) ? metrics::kItemsPerSecond : metrics::kTime;
}

Plot throughput_frame(const std::string& name, const std::string& heading, std::string_view metric,
                      bool is_plain) {
  const char* label = metric == metrics::kBytesPerSecond   ? "Bytes read and written a second"
                      : metric == metrics::kFlopsPerSecond ? "Floating-point operations a second"
                      : metric == metrics::kItemsPerSecond ? "Items a second"
                      : is_plain                           ? "Time an iteration"
                                                           : "Time a launch";
  return {.name = name,
          .heading = heading,
          .caption = is_plain ? "Medians; a bar reaches from the lowest to the highest value."
                              : "Medians with 95 % intervals.",
          .y = {label}};
}

/// "speed-up over serial"; of several references "serial and tbb".
Plot speedup_frame(const std::string& family, const std::string& reference, std::size_t number) {
  return {.name = fmt::format("speedup-{}-{}-{}", number, file_slug(family), file_slug(reference)),
          .heading = family + ": speed-up over " + reference,
          .caption =
              "Kernel time is the device's batched time; host time is from enqueue to the "
              "end of the wait. Samples of device and reference were taken in turn; "
              "intervals are those of the paired ratios. Above 1× the device is faster.",
          .y = {"Speed-up over " + reference}};
}

/// The line at 1, which must be on the plot.
void add_unity(Plot& plot) {
  auto values = interval_ends(plot.series);
  values.push_back(1);
  std::vector<double> sizes;
  for (const auto& series : plot.series)
    for (const auto& point : series.points) sizes.push_back(point.x);
  const auto [first, last] = std::ranges::minmax(sizes);
  plot.series.push_back(
      {"as fast as the reference", Series::Kind::kLimit, 0, {{first, 1, 1, 1}, {last, 1, 1, 1}}});
  plot.y = metric_axis("speedup", plot.y.label, values);
}

std::set<std::string> reference_names(const RowGroup& rows) {
  std::set<std::string> references;
  for (const auto* row : rows)
    for (const auto& [name, value] : row->benchmark->metrics)
      if (const auto over = metrics::reference_name(name); !over.empty()) references.emplace(over);
  return references;
}

PlotSection with_few_plots(PlotSection section) {
  keep_first(section.plots, kMostPlots,
             "{} further plots are not drawn (at most {} are); their numbers are in the table of "
             "all results.",
             section);
  return section;
}

}  // namespace

PlotSection throughput_section(const Rows& rows) {
  PlotSection section{"throughput", "Throughput against size"};
  const auto without_memories =
      rows_where(rows, [](const Row& row) { return is_sized(row) && !row.benchmark->memories; });
  for (const auto& family : grouped(without_memories, &Row::family)) {
    const auto& name = family.front()->name.family;
    const auto metric = throughput_metric(family);
    const auto frame = throughput_frame(
        fmt::format("throughput-{}-{}", section.plots.size() + 1, file_slug(name)),
        fmt::format("{}: {} against size", name, metric == metrics::kTime ? "time" : "throughput"),
        metric, family.front()->benchmark->is_plain);
    for (auto& plot : line_plots(family, {{std::string(metric), ""}}, frame))
      if (has_a_line(plot)) section.plots.push_back(std::move(plot));  // else it is in the table
  }
  return with_few_plots(std::move(section));
}

PlotSection speedup_section(const Rows& rows, bool is_one_plot) {
  PlotSection section{"speedup", "Speed-up over the references"};
  const auto add = [&](const RowGroup& family, const std::string& references,
                       const std::vector<Shown>& shown) {
    const auto frame =
        speedup_frame(family.front()->name.family, references, section.plots.size() + 1);
    for (auto& plot : line_plots(family, shown, frame)) {
      if (has_a_line(plot))
        add_unity(plot);
      else
        plot = as_dots(std::move(plot), shown.front().metric, Sizes(family));
      section.plots.push_back(std::move(plot));
    }
  };
  for (const auto& family : grouped(rows_where(rows, is_sized), &Row::family)) {
    const auto references = reference_names(family);
    std::vector<Shown> all;
    for (const auto& reference : references) {
      const std::string over = is_one_plot ? " over " + reference : "";
      const std::vector<Shown> shown{
          {fmt::format("{}{}", metrics::kSpeedup, reference), "kernel time" + over},
          {fmt::format("{}{}", metrics::kSpeedupHost, reference), "host time" + over}};
      if (!is_one_plot) add(family, reference, shown);
      all.insert(all.end(), shown.begin(), shown.end());
    }
    if (is_one_plot && !all.empty())
      add(family, fmt::format("{}", fmt::join(references, " and ")), all);
  }
  return with_few_plots(std::move(section));
}

PlotSection memory_section(const Rows& rows) {
  PlotSection section{"memories", "Between memories"};
  const auto all =
      rows_where(rows, [](const Row& row) { return is_sized(row) && row.benchmark->memories; });
  if (all.empty()) return section;
  const auto size_of = [](const Row* row) { return *row->name.size; };
  const auto [least, most] = std::ranges::minmax(all, {}, size_of);
  const double first = size_of(least), last = size_of(most),
               small = first > 0 && last > kLargestOverSmallest * first ? std::sqrt(first * last)
                                                                        : last;
  std::size_t number = 0;
  for (const bool is_large : {false, true}) {
    auto group = all;
    std::erase_if(group, [&](const Row* row) { return (size_of(row) > small) != is_large; });
    if (group.empty()) continue;
    const auto metric = throughput_metric(group);
    const Sizes sizes(group);
    const auto frame = throughput_frame(
        fmt::format("memories-{}", ++number),
        fmt::format("{} between memories, {}", metric == metrics::kTime ? "Time" : "Throughput",
                    sizes.range()),
        metric, false);
    for (auto& plot : line_plots(group, {{std::string(metric), ""}}, frame))
      section.plots.push_back(has_a_line(plot) ? std::move(plot)
                                               : as_dots(std::move(plot), metric, sizes));
  }
  return section;
}

}  // namespace tickbench::html_report
