// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <map>

#include "html_report/clean_text.hpp"
#include "html_report/line_plot.hpp"
#include "html_report/plots.hpp"

namespace tickbench::html_report {
namespace {

// A page that is still read, and drawn in seconds.
constexpr std::size_t kMostThroughputPlots = 48;
// Above it even a modest device's arithmetic, not its memory, is what a kernel is about; a copy has
// 0, saxpy 1/6, a matrix product of n = 64 has over 10.
constexpr double kArithmeticBound = 4;
constexpr double kLargestSmallTransfer = 4 << 20;

bool is_transfer(const Row& row) { return row.name.family.starts_with("transfer"); }
bool is_matmul(const Row& row) { return row.name.family.starts_with("matmul"); }
bool is_peak(const Row& row) { return row.name.family.starts_with("peak"); }

// Up to here "2048" reads better than "2 Ki".
constexpr double kLargestPlainSize = 8192;

using Group = std::vector<const Row*>;

bool any_has(const Group& group, const std::string& metric) {
  return std::any_of(group.begin(), group.end(),
                     [&](const Row* row) { return row->benchmark->metric(metric) != nullptr; });
}

/// What the benchmark is about: see kArithmeticBound.
std::string throughput_metric(const Group& group) {
  double intensity = 0;
  for (const auto* row : group) {
    const auto* bytes = row->benchmark->metric("bytes_per_second");
    const auto* flops = row->benchmark->metric("flops_per_second");
    if (bytes != nullptr && flops != nullptr && bytes->value > 0)
      intensity = std::max(intensity, flops->value / bytes->value);
  }
  const bool has_bytes = any_has(group, "bytes_per_second");
  if (any_has(group, "flops_per_second") && (!has_bytes || intensity > kArithmeticBound))
    return "flops_per_second";
  if (has_bytes) return "bytes_per_second";
  return any_has(group, "items_per_second") ? "items_per_second" : "time";
}

double largest_size(const Group& group) {
  double largest = 0;
  for (const auto* row : group) largest = std::max(largest, row->name.size.value_or(0));
  return largest;
}

std::string axis_label(const std::string& metric) {
  if (metric == "bytes_per_second") return "Bytes read and written a second";
  if (metric == "flops_per_second") return "Floating-point operations a second";
  if (metric == "items_per_second") return "Items a second";
  return "Time a launch";
}

Plot throughput_frame(const std::string& family, const std::string& metric, std::size_t number) {
  Plot frame;
  frame.name = "throughput-" + std::to_string(number) + "-" + file_slug(family);
  frame.heading = family + (metric == "time" ? ": time against size" : ": throughput against size");
  frame.caption = "Medians with 95 % intervals.";
  frame.x.label = "Size (argument of the benchmark)";
  frame.y.label = axis_label(metric);
  return frame;
}

Plot speedup_frame(const std::string& reference, const std::string& over) {
  Plot frame;
  frame.name = "speedup-" + reference;
  frame.heading = "Matrix product: speed-up over " + over;
  frame.caption =
      "Kernel time is the device's batched time; host time is from enqueue to the end of the wait. "
      "Samples of device and reference were taken in turn; intervals are those of the paired "
      "ratios. Above 1× the device is faster.";
  frame.x.label = "n";
  frame.y.label = "Speed-up over " + over;
  return frame;
}

void add_unity(Plot& plot) {
  Series unity{"as fast as the reference", Series::Kind::kLimit, 0, {}};
  unity.points = {{plot.x.low, 1, 1, 1}, {plot.x.high, 1, 1, 1}};
  plot.series.push_back(unity);
  // The line must be on the plot.
  auto shown = plot.series;
  plot.y = metric_axis("speedup", plot.y.label, shown);
}

}  // namespace

PlotSection throughput_section(const Rows& rows) {
  PlotSection section{
      "throughput",
      "Throughput against size",
      "One plot a benchmark, a line a device. A benchmark whose arithmetic outweighs "
      "its bytes (over 4 FLOP a byte) is shown in FLOP/s, the others in bytes/s.",
      {},
      {}};
  std::map<std::string, Group> groups;
  std::vector<std::string> order;
  for (const auto& row : rows) {
    if (!is_good(*row.benchmark) || !row.name.size || is_transfer(row) || is_peak(row)) continue;
    auto& group = groups[row.name.family];
    if (group.empty()) order.push_back(row.name.family);
    group.push_back(&row);
  }
  std::size_t left_out = 0;
  for (const auto& family : order) {
    const auto metric = throughput_metric(groups[family]);
    const auto frame = throughput_frame(family, metric, section.plots.size() + 1);
    const std::string unit = largest_size(groups[family]) <= kLargestPlainSize ? "n" : "";
    for (auto& plot : line_plots(groups[family], {{metric, ""}}, frame, unit)) {
      if (!has_a_line(plot)) continue;  // one size alone is in the table
      if (section.plots.size() < kMostThroughputPlots)
        section.plots.push_back(std::move(plot));
      else
        ++left_out;
    }
  }
  if (left_out > 0)
    section.notes.push_back(std::to_string(left_out) + " further plots are not drawn (at most " +
                            std::to_string(kMostThroughputPlots) +
                            " are); their numbers are in the table of all results.");
  return section;
}

PlotSection speedup_section(const Rows& rows) {
  PlotSection section{"speedup", "Matrix product against the CPU", {}, {}, {}};
  Group group;
  for (const auto& row : rows)
    if (is_matmul(row) && row.name.size && is_good(*row.benchmark)) group.push_back(&row);
  for (const auto& [reference, over] :
       {std::pair("serial", "one CPU thread"), std::pair("tbb", "TBB")}) {
    const std::string name = reference;
    for (auto& plot : line_plots(
             group, {{"speedup_" + name, "kernel time"}, {"speedup_host_" + name, "host time"}},
             speedup_frame(name, over), "n")) {
      add_unity(plot);
      section.plots.push_back(std::move(plot));
    }
  }
  return section;
}

PlotSection transfer_section(const Rows& rows) {
  PlotSection section{"transfer", "Transfers", "A line a pair of memories.", {}, {}};
  Group small, large;
  for (const auto& row : rows)
    if (is_transfer(row) && row.name.size && is_good(*row.benchmark))
      (*row.name.size <= kLargestSmallTransfer ? small : large).push_back(&row);
  for (const auto& [group, name, range] : {std::tuple(&small, "small", "8 KiB to 4 MiB"),
                                           std::tuple(&large, "large", "8 MiB to 1 GiB")}) {
    Plot frame;
    frame.name = "transfer-" + std::string(name);
    frame.heading = "Transfer throughput, " + std::string(range);
    frame.caption =
        "The bytes that the benchmark states over the median time, with 95 % intervals.";
    frame.x.label = "Bytes moved";
    frame.y.label = "Bytes a second";
    for (auto& plot : line_plots(*group, {{"bytes_per_second", ""}}, frame, "B"))
      section.plots.push_back(has_a_line(plot) ? std::move(plot)
                                               : as_dots(std::move(plot), "bytes_per_second"));
  }
  return section;
}

}  // namespace tickbench::html_report
