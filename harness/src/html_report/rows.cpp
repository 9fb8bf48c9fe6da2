// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "html_report/rows.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "html_report/axis.hpp"
#include "html_report/methods.hpp"
#include "html_report/units.hpp"

namespace tickbench::html_report {
namespace {

// Within this factor a linear axis from 0 shows every value; beyond it the small ones vanish.
constexpr double kLinearUpTo = 8;

std::vector<double> all_of(const std::vector<Series>& series, double Point::*member) {
  std::vector<double> values;
  for (const auto& each : series)
    for (const auto& point : each.points) values.push_back(point.*member);
  return values;
}

std::string axis_unit(const std::string& metric) {
  if (metric == "bytes_per_second") return "B/s";
  if (metric == "flops_per_second") return "FLOP/s";
  if (metric.ends_with("_per_second")) return "/s";
  return metric.starts_with("speedup") ? "×" : "s";
}

}  // namespace

std::string size_text(double size, const std::string& unit) {
  return unit == "n" ? "n = " + plain(size) : binary(size, unit);
}

Rows rows_of(const std::vector<Run>& runs) {
  std::vector<const Benchmark*> all;
  Rows rows;
  for (const auto& run : runs)
    for (const auto& benchmark : run.benchmarks) {
      all.push_back(&benchmark);
      rows.push_back({&run, &benchmark, {}});
    }
  auto names = take_apart(all);
  for (std::size_t i = 0; i < rows.size(); ++i) rows[i].name = std::move(names[i]);
  return rows;
}

bool is_good(const Benchmark& benchmark) {
  return benchmark.outcome.empty() || benchmark.outcome == "passed" ||
         benchmark.outcome == "nothing_to_check";
}

std::string device_name(const Benchmark& benchmark) {
  if (!benchmark.device.empty()) return benchmark.device;
  return benchmark.device_id.empty() ? "host" : benchmark.device_id;
}

bool is_told_by_backend(const std::vector<const Row*>& rows) {
  std::set<std::string> backends;
  std::set<std::pair<std::string, std::string>> places;
  for (const auto* row : rows) {
    backends.insert(row->benchmark->backend);
    places.emplace(row->benchmark->backend, device_name(*row->benchmark));
  }
  return places.size() == backends.size();
}

std::vector<Curve> curves_of(const std::vector<const Row*>& rows) {
  std::map<std::tuple<std::string, std::string, std::string, std::string>, Curve> groups;
  std::vector<const Curve*> order;
  std::set<std::string> runs, devices, families, series, backends;
  for (const auto* row : rows) {
    const auto& benchmark = *row->benchmark;
    auto [place, is_new] = groups.try_emplace(
        {row->run->label, device_name(benchmark), benchmark.backend, row->name.series()});
    if (is_new) order.push_back(&place->second);
    place->second.rows.push_back(row);
    runs.insert(row->run->label);
    devices.insert(device_name(benchmark));
    families.insert(row->name.family);
    series.insert(row->name.series());
    backends.insert(benchmark.backend);
  }
  const bool says_device = devices.size() > 1 && !is_told_by_backend(rows);
  std::vector<Curve> result;
  for (const auto* curve : order) {
    const Row& row = *curve->rows.front();
    std::vector<std::string> parts;
    const bool is_plain_variant = families.size() == 1 && !row.name.variant.empty();
    if (series.size() > 1) parts.push_back(is_plain_variant ? row.name.variant : row.name.series());
    if (says_device) parts.push_back(device_name(*row.benchmark));
    if (backends.size() > 1) parts.push_back(row.benchmark->backend);
    if (runs.size() > 1) parts.push_back(row.run->label);
    if (parts.empty()) parts.push_back(row.name.series());
    Curve titled{{}, curve->rows};
    for (const auto& part : parts) titled.title += (titled.title.empty() ? "" : ", ") + part;
    std::stable_sort(titled.rows.begin(), titled.rows.end(), [](const Row* a, const Row* b) {
      return a->name.size.value_or(0) < b->name.size.value_or(0);
    });
    result.push_back(std::move(titled));
  }
  return result;
}

Series series_of(const Curve& curve, const std::string& metric, const std::string& title) {
  Series series{title, Series::Kind::kMeasured, 0, {}};
  for (const auto* row : curve.rows) {
    const auto* found = row->benchmark->metric(metric);
    // Both axes may be logarithmic.
    if (found == nullptr || !(found->value > 0) || !(row->name.size.value_or(0) > 0)) continue;
    const auto ends = found->interval.value_or(Interval{found->value, found->value, 0.95});
    const double low = ends.low > 0 ? ends.low : found->value;
    series.points.push_back({*row->name.size, found->value, low, ends.high});
  }
  return series;
}

std::string described(const std::vector<Series>& series, const std::string& metric,
                      const std::string& size_unit) {
  std::string text;
  for (const auto& each : series) {
    if (each.points.empty() || each.kind != Series::Kind::kMeasured) continue;
    const auto& first = each.points.front();
    const auto& last = each.points.back();
    const auto best = std::max_element(each.points.begin(), each.points.end(),
                                       [](const Point& a, const Point& b) { return a.y < b.y; });
    text += each.title + ": from " + metric_value(metric, first.y) + " at " +
            size_text(first.x, size_unit) + " to " + metric_value(metric, last.y) + " at " +
            size_text(last.x, size_unit) + ", at most " + metric_value(metric, best->y) + ". ";
  }
  return text;
}

void add_to_table(const Curve& curve, const std::string& metric, const std::string& title,
                  const std::string& size_unit, Plot& plot) {
  if (plot.table.empty())
    plot.table.push_back({"Line", "Size", "Value", "95 % interval", "Method"});
  for (const auto* row : curve.rows) {
    const auto* found = row->benchmark->metric(metric);
    if (found == nullptr || !row->name.size) continue;
    plot.table.push_back({title, size_text(*row->name.size, size_unit),
                          metric_value(metric, found->value), metric_interval(metric, *found),
                          method_of(*row->benchmark, metric)});
  }
}

Axis metric_axis(const std::string& metric, const std::string& label,
                 const std::vector<Series>& series) {
  auto values = all_of(series, &Point::low);
  const auto high = all_of(series, &Point::high);
  values.insert(values.end(), high.begin(), high.end());
  const std::string unit = axis_unit(metric);
  const TicLabel tic = [unit](double value) {
    return unit == "×" ? plain_tic(value) + "×" : si_tic(value, unit);
  };
  const auto [low, largest] = std::minmax_element(values.begin(), values.end());
  if (values.empty() || *largest < kLinearUpTo * *low) return linear_axis(label, values, tic, true);
  return log10_axis(label, values, tic);
}

Axis size_axis(const std::string& label, const std::string& unit,
               const std::vector<Series>& series) {
  return log2_axis(label, all_of(series, &Point::x), [unit](double value) {
    return unit == "n" ? plain_tic(value) : binary(value, unit);
  });
}

}  // namespace tickbench::html_report
