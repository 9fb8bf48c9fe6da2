// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0

#include <fmt/ranges.h>

#include <algorithm>
#include <set>

#include "metrics/metric_info.hpp"
#include "plots/plots.hpp"
#include "results/fields.hpp"
#include "summaries/wording.hpp"

/// Metrics against size.
namespace tickbench::html_report {
namespace {

// Beyond it the eye follows no line: each run and device gets its own plot.
constexpr std::size_t kMostLines = 10;

// Up to here "2048" reads better than "2 Ki".
constexpr double kLargestPlainSize = 8192;
constexpr double kNear = 1e-9;

/// How the sizes of some benchmarks are called and written: by the axis that they declare.
class Sizes {
 public:
  explicit Sizes(const RowGroup& rows) {
    for (const auto* row : rows) {
      const bool is_first = row == rows.front();
      const double size = row->size.value_or(0);
      const auto axis = row->benchmark->axis.value_or(results::Axis());
      smallest_ = is_first ? size : std::min(smallest_, size);
      largest_ = std::max(largest_, size);
      if (is_first) named_ = axis;
      if (axis.name != named_.name) named_.name.clear();
      if (axis.unit != named_.unit) named_.unit.clear();
    }
  }

  /// "8 KiB" in bytes, "n = 64" or "256 Ki" without a unit.
  std::string text(double size) const {
    const auto digits = named_.unit.empty() && largest_ <= kLargestPlainSize
                            ? fmt::format("{:g}", size)
                            : binary(size, named_.unit);
    return named_.unit.empty() && !named_.name.empty() ? named_.name + " = " + digits : digits;
  }

  /// "8 KiB to 4 MiB".
  std::string range() const {
    return smallest_ == largest_ ? text(smallest_) : text(smallest_) + " to " + text(largest_);
  }

  PlotAxis axis() const {
    PlotAxis axis{named_.name.empty() ? "Size (argument of the benchmark)" : named_.name};
    // Labelled steps between its ends, of which a reader needs two.
    const auto steps = [&](double base) {
      return std::floor(std::log(largest_) / std::log(base) + kNear) -
             std::ceil(std::log(smallest_) / std::log(base) - kNear);
    };
    const bool is_plain = named_.unit.empty(),
               is_decimal = std::fmod(smallest_, 10) == 0 && std::fmod(largest_, 10) == 0;
    if (is_plain && smallest_ > 0 && is_decimal && steps(10) >= 1)
      return log10_axis(axis.label, " ");
    if (!is_plain || largest_ > kLargestPlainSize)
      axis.text = [unit = named_.unit](double size) { return binary(size, unit); };
    if (smallest_ <= 0 || steps(2) >= 1) axis.scale = Scale::kLog2;
    return axis;
  }

 private:
  results::Axis named_;
  double smallest_ = 0, largest_ = 0;
};

std::vector<double> interval_ends(const std::vector<Series>& all) {
  std::vector<double> ends;
  for (const auto& series : all)
    for (const auto& point : series.points) ends.insert(ends.end(), {point.low, point.high});
  return ends;
}

/// Nothing where the benchmark has no such metric, or states no items to divide by.
std::optional<RunsEstimate> find(const Shown& shown, const BenchmarkSummary& benchmark) {
  const auto *found = benchmark.metric(shown.metric),
             *rate = benchmark.metric(metrics::kItemsPerSecond),
             *time = benchmark.metric(metrics::kTime);
  const double items = !shown.is_per_item                   ? 1
                       : rate != nullptr && time != nullptr ? rate->value * time->value
                                                            : 0;
  if (found == nullptr || !(items > 0)) return std::nullopt;
  RunsEstimate estimate = *found;
  estimate.value /= items;
  estimate.interval.low /= items;
  estimate.interval.high /= items;
  return estimate;
}

/// The curve's sizes against a metric: a line, its numbers, and in words "saxpy: from 12.1 GB/s at
/// 1 Ki to 4.30 TB/s at 256 Mi, at most 4.32 TB/s. ". Rows without the metric are left out.
void add_line(const Curve& curve, const Shown& shown, const Sizes& sizes, Plot& plot) {
  Series series{shown.word.empty() ? curve.title : curve.title + ", " + shown.word,
                Series::Kind::kMeasured, plot.series.size()};
  for (const auto* row : curve.rows) {
    const auto found = find(shown, *row->benchmark);
    if (!found || !row->size) continue;
    const double size = *row->size;
    plot.table.push_back({series.title, sizes.text(size), metric_value(shown.metric, found->value),
                          metric_interval(shown.metric, *found),
                          timing_text(*row->benchmark, shown.metric)});
    // Both axes may be logarithmic.
    if (!(found->value > 0) || !(size > 0)) continue;
    const auto ends = found->ends();
    series.points.push_back(
        {size, found->value, ends.low > 0 ? ends.low : found->value, ends.high});
  }
  if (series.points.empty()) return;
  const auto &first = series.points.front(), &last = series.points.back();
  const auto value = [&](double y) { return metric_value(shown.metric, y); };
  plot.alt +=
      fmt::format("{}: from {} at {} to {} at {}, at most {}. ", series.title, value(first.y),
                  sizes.text(first.x), value(last.y), sizes.text(last.x), value(highest(series)));
  plot.series.push_back(std::move(series));
}

Plot line_plot(const RowGroup& rows, const std::vector<Shown>& shown, Plot plot) {
  const Sizes sizes(rows);
  plot.table.push_back({"Line", "Size", "Value", "95 % interval", "Method"});
  plot.alt = plot.heading + ". ";
  for (const auto& curve : make_curves(rows))
    for (const auto& one : shown) add_line(curve, one, sizes, plot);
  plot.x = sizes.axis();
  plot.y = metric_axis(shown.front().metric, plot.y.label, interval_ends(plot.series));
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

/// A dot with its interval a line, instead of markers above each other.
Plot as_dots(Plot plot, const Sizes& sizes) {
  plot.caption = "Size " + sizes.range() + ". " + plot.caption;
  for (const auto& [title, kind, style, points] : plot.series)
    plot.bars.push_back({title, {}, {points[0].y, 0, points[0].low, points[0].high}});
  plot.x = plot.y;
  plot.series.clear();
  return plot;
}

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

Plot throughput_frame(std::string_view metric, bool is_plain = false) {
  const char* label = metric == metrics::kBytesPerSecond   ? "Bytes read and written a second"
                      : metric == metrics::kFlopsPerSecond ? "Floating-point rate"
                      : metric == metrics::kItemsPerSecond ? "Items a second"
                      : is_plain                           ? "Time an iteration"
                                                           : "Time a launch";
  return {.heading = metric == metrics::kTime ? "time against size" : "throughput against size",
          .caption = is_plain ? "Medians; a bar reaches from the lowest to the highest value."
                              : "Medians with 95 % intervals.",
          .y = {label}};
}

/// "speed-up over serial"; of several references "serial and tbb".
Plot speedup_frame(const std::string& reference) {
  return {.name = "-" + file_slug(reference),
          .heading = "speed-up over " + reference,
          .caption =
              "Kernel time is the device's batched time; host time is from enqueue to the "
              "end of the wait. Samples of both sides were taken in turn; intervals are those of "
              "the paired ratios. Above 1× the benchmark is faster.",
          .y = {"Speed-up over " + reference}};
}

/// The line at 1, which must be on the plot.
void add_unity(Plot& plot) {
  std::vector<Point> all;
  for (const auto& series : plot.series)
    all.insert(all.end(), series.points.begin(), series.points.end());
  const auto [first, last] = std::ranges::minmax(all, {}, &Point::x);
  plot.series.push_back({plot.y.label.ends_with(results::fields::kBaseline)
                             ? "as fast as the baseline"
                             : "as fast as the reference",
                         Series::Kind::kLimit,
                         0,
                         {{first.x, 1, 1, 1}, {last.x, 1, 1, 1}}});
  plot.y = metric_axis("speedup", plot.y.label, interval_ends(plot.series));
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

/// Lines, or dots where no line has two sizes; too many become a plot a run and device.
void add_lines(const RowGroup& rows, const std::vector<Shown>& shown, const Plot& frame,
               PlotSection& section, bool keeps_dots = true) {
  std::vector<RowGroup> groups{rows};
  if (make_curves(rows).size() * shown.size() > kMostLines)
    groups = grouped(rows, [](const Row& row) { return std::pair(row.run, row.device()); });
  const bool has_single_run = grouped(rows, &Row::run).size() == 1;
  for (std::size_t i = 0; i < groups.size(); ++i) {
    Plot one = frame;
    if (groups.size() > 1) {
      const auto& row = *groups[i].front();
      one.heading += ": " + row.device() + (has_single_run ? "" : ", " + row.run->label);
      one.name += fmt::format("-{}", i + 1);
    }
    one.caption = devices_in(groups[i]) + one.caption;
    one = line_plot(groups[i], shown, std::move(one));
    if (one.series.empty()) continue;
    const bool has_a_line =
        std::ranges::any_of(one.series, [](const Series& line) { return line.points.size() > 1; });
    if (has_a_line || keeps_dots)
      section.plots.push_back(has_a_line ? std::move(one) : as_dots(std::move(one), Sizes(rows)));
  }
}

}  // namespace

void add_family(const RowGroup& family, const std::vector<Shown>& shown, Plot frame,
                PlotSection& section, bool keeps_dots) {
  const auto& name = family.front()->family;
  frame.name =
      fmt::format("{}-{}-{}{}", section.id, section.plots.size() + 1, file_slug(name), frame.name);
  frame.heading = name + ": " + frame.heading;
  add_lines(family, shown, frame, section, keeps_dots);
}

PlotSection throughput_section(const Rows& rows) {
  PlotSection section{"throughput", "Throughput against size"};
  const auto without_memories =
      rows_where(rows, [](const Row& row) { return is_sized(row) && !row.benchmark->memories; });
  for (const auto& family : grouped(without_memories, &Row::family)) {
    const auto metric = throughput_metric(family);
    add_family(family, {{std::string(metric), ""}},
               throughput_frame(metric, family.front()->benchmark->is_plain), section, false);
  }
  return with_few_plots(std::move(section));
}

PlotSection speedup_section(const Rows& rows, bool is_one_plot) {
  PlotSection section{"speedup", "Speed-up over references and baselines"};
  for (const auto& family : grouped(rows_where(rows, is_sized), &Row::family)) {
    const auto references = reference_names(family);
    std::vector<Shown> all;
    for (const auto& reference : references) {
      const std::string over = is_one_plot ? " over " + reference : "";
      const std::vector<Shown> shown{
          {fmt::format("{}{}", metrics::kSpeedup, reference), "kernel time" + over},
          {fmt::format("{}{}", metrics::kSpeedupHost, reference), "host time" + over}};
      if (!is_one_plot) add_family(family, shown, speedup_frame(reference), section);
      all.insert(all.end(), shown.begin(), shown.end());
    }
    if (is_one_plot && !all.empty())
      add_family(family, all, speedup_frame(fmt::format("{}", fmt::join(references, " and "))),
                 section);
  }
  for (auto& plot : section.plots)
    if (plot.bars.empty()) add_unity(plot);
  return with_few_plots(std::move(section));
}

PlotSection memory_section(const Rows& rows) {
  PlotSection section{"memories", "Between memories"};
  const auto all =
      rows_where(rows, [](const Row& row) { return is_sized(row) && row.benchmark->memories; });
  if (all.empty()) return section;
  const auto size_of = [](const Row* row) { return *row->size; };
  const auto [least, most] = std::ranges::minmax(all, {}, size_of);
  const double first = size_of(least), last = size_of(most),
               small = first > 0 && last > kLargestOverSmallest * first ? std::sqrt(first * last)
                                                                        : last;
  for (const bool is_large : {false, true}) {
    auto group = all;
    std::erase_if(group, [&](const Row* row) { return (size_of(row) > small) != is_large; });
    if (group.empty()) continue;
    const auto metric = throughput_metric(group);
    auto frame = throughput_frame(metric);
    frame.name = fmt::format("memories-{}", section.plots.empty() ? 1 : 2);
    frame.heading =
        fmt::format("{} between memories, {}", metric == metrics::kTime ? "Time" : "Throughput",
                    Sizes(group).range());
    add_lines(group, {{std::string(metric), ""}}, frame, section);
  }
  return section;
}

}  // namespace tickbench::html_report
