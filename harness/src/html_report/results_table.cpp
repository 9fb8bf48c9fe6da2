// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <set>

#include "html_report/methods.hpp"
#include "html_report/outcome_badge.hpp"
#include "html_report/page.hpp"
#include "html_report/table.hpp"
#include "html_report/units.hpp"

namespace tickbench::html_report {
namespace {

struct Column {
  const char* metric;
  const char* heading;
};
constexpr std::array<Column, 13> kColumns{{
    {"time", "Time"},
    {"isolated_time", "Isolated time"},
    {"host_time", "Host time"},
    {"launch_overhead", "Launch overhead"},
    {"bytes_per_second", "Bytes/s"},
    {"flops_per_second", "FLOP/s"},
    {"items_per_second", "Items/s"},
    {"fraction_of_peak", "Of the peak"},
    {"speedup_tbb", "Over TBB"},
    {"speedup_host_tbb", "Over TBB, host time"},
    {"speedup_serial", "Over one thread"},
    {"speedup_host_serial", "Over one thread, host time"},
    {"noise", "Noise"},
}};

/// Only what a file has.
std::vector<Column> columns_of(const std::vector<Run>& runs) {
  std::vector<Column> columns;
  for (const auto& column : kColumns) {
    const auto has = [&](const Benchmark& benchmark) {
      return benchmark.metric(column.metric) != nullptr;
    };
    if (std::any_of(runs.begin(), runs.end(), [&](const Run& run) {
          return std::any_of(run.benchmarks.begin(), run.benchmarks.end(), has);
        }))
      columns.push_back(column);
  }
  return columns;
}

/// What is the same in every row is not repeated.
struct Naming {
  bool run = false, device = false;
};

Naming naming_of(const std::vector<Run>& runs) {
  std::set<std::string> devices;
  for (const auto& run : runs)
    for (const auto& benchmark : run.benchmarks) devices.insert(device_name(benchmark));
  return {runs.size() > 1, devices.size() > 1};
}

Html name_cell(const Run& run, const Benchmark& benchmark, Naming naming) {
  auto cell = element("span", {{"class", "id"}}, breakable(benchmark.id));
  std::string where = naming.device ? device_name(benchmark) : "";
  if (naming.run) where += (where.empty() ? "" : ", ") + run.label;
  return where.empty() ? cell : cell + element("small", where);
}

Html outcome_cell(const Benchmark& benchmark) {
  auto cell = outcome_badge(benchmark.outcome);
  if (benchmark.converged == false)
    cell += element("span", {{"class", "badge care"}}, text("! not converged"));
  if (const auto sampling = sampling_of(benchmark); !sampling.empty())
    cell += element("small", sampling);
  return cell;
}

}  // namespace

Html results_table(const std::vector<Run>& runs) {
  const auto columns = columns_of(runs);
  const auto naming = naming_of(runs);
  Table table("All results: medians, 95 % intervals, methods");
  table.add_heading("Benchmark", false);
  for (const auto& column : columns) table.add_heading(column.heading, true);
  table.add_heading("Outcome and samples", false);
  for (const auto& run : runs)
    for (const auto& benchmark : run.benchmarks) {
      table.begin_row();
      table.add_name(name_cell(run, benchmark, naming));
      for (const auto& column : columns) {
        const auto* found = benchmark.metric(column.metric);
        table.add_number(number_with_method(benchmark, column.metric),
                         found == nullptr ? std::nullopt : std::optional(found->value));
      }
      table.add_cell(outcome_cell(benchmark));
    }
  return table.finished();
}

Html comparison_table(const SideBySide& both) {
  const std::string old_label = both.old_run->label, new_label = both.new_run->label;
  Table table(new_label + " beside " + old_label + ": time, and its ratio");
  table.add_heading("Benchmark", false);
  table.add_heading(old_label, true);
  table.add_heading(new_label, true);
  table.add_heading(new_label + " over " + old_label, true);
  table.add_heading("Note", false);
  for (const auto& pair : both.pairs) {
    table.begin_row();
    table.add_name(element("span", {{"class", "id"}}, breakable(pair.id)) +
                   (pair.device.empty() ? Html() : element("small", pair.device)));
    for (const auto* side : {pair.old_one, pair.new_one}) {
      const auto* time = side == nullptr ? nullptr : side->metric("time");
      table.add_number(side == nullptr ? text("–") : number_with_method(*side, "time"),
                       time == nullptr ? std::nullopt : std::optional(time->value));
    }
    if (pair.ratio)
      table.add_number(
          element("span", {{"class", "value"}}, text(metric_value("speedup", pair.ratio->value))) +
              element("small", metric_interval("speedup", *pair.ratio)) +
              element("small", {{"class", "method"}}, text("ratio of the medians")),
          pair.ratio->value);
    else
      table.add_number(text("–"), {});
    table.add_cell(text(pair.note));
  }
  return table.finished();
}

}  // namespace tickbench::html_report
