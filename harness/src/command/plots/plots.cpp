// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "plots/plots.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <tuple>

#include "base/throw_error.hpp"
#include "metrics/metric_info.hpp"
#include "summaries/wording.hpp"
#include "text/escape.hpp"
#include "text/wording.hpp"
#include "tickbench/figure.hpp"

namespace tickbench::html_report {
namespace {

std::optional<double> number_in(std::string_view segment) {
  segment.remove_prefix(segment.rfind(':') + 1);  // none is one before the first
  const auto value = text::number_in<double>(segment);
  return value && std::isfinite(*value) ? value : std::nullopt;
}

/// A row with its words and arguments.
Row split(const RunSummary& run, const BenchmarkSummary& benchmark) {
  Row row{&run, &benchmark};
  const auto& id = benchmark.id;
  const auto start = fmt::format("{}/", benchmark.backend);
  const bool has_backend = start.size() > 1 && id.starts_with(start);
  for (std::size_t begin = has_backend ? start.size() : 0, end; begin <= id.size();
       begin = end + 1) {
    end = std::min(id.find('/', begin), id.size());
    const std::string segment = id.substr(begin, end - begin);
    const auto value = number_in(segment);
    if (value && !row.words.empty() && !segment.starts_with("threads:"))
      row.arguments.emplace_back(segment, *value);
    else
      row.words.push_back(segment);
  }
  return row;
}

/// Of benchmarks whose words agree: the argument that is the declared size in all of them, else the
/// one of the most values; of several the last.
std::size_t size_argument(const RowGroup& family) {
  std::size_t best = 0, most = 0;
  for (std::size_t i = 0;; ++i) {
    std::set<double> values;
    bool is_declared = true;
    for (const auto* row : family) {
      const auto& axis = row->benchmark->axis;
      const bool has_argument = i < row->arguments.size();
      if (has_argument) values.insert(row->arguments[i].second);
      is_declared &= axis && has_argument && row->arguments[i].second == axis->value;
    }
    if (values.empty()) return best;
    const std::size_t rank = values.size() + (is_declared ? family.size() + 1 : 0);
    if (rank >= most) {
      best = i;
      most = rank;
    }
  }
}

void set_name(Row& row, std::size_t size) {
  row.family = row.words.front();
  std::vector<std::string> variant(row.words.begin() + 1, row.words.end());
  for (std::size_t i = 0; i < row.arguments.size(); ++i)
    if (i == size)
      row.size = row.arguments[i].second;
    else
      variant.push_back(row.arguments[i].first);
  if (row.benchmark->axis) row.size = row.benchmark->axis->value;
  row.variant = fmt::format("{}", fmt::join(variant, "/"));
}

/// What the benchmark moves its bytes between, or else what its id says.
std::string line_name(const Row& row, bool says_family) {
  const auto& memories = row.benchmark->memories;
  const std::string variant = memories ? memories->from + " to " + memories->to : row.variant;
  if (variant.empty()) return row.family;
  return says_family ? row.family + "/" + variant : variant;
}

bool is_shown(const BenchmarkSummary& benchmark, const std::string& group, Figure figure) {
  // Of most benchmarks these say little: they are drawn where one asks for them.
  const bool is_on_request = figure == Figure::kSubmission || figure == Figure::kClocks;
  if (group.empty() && !is_on_request) return true;
  return std::ranges::any_of(benchmark.groups, [&](const results::Group& membership) {
    const auto& [name, figures] = membership;
    if (!group.empty() && name != group) return false;
    if (figures.empty()) return !is_on_request;
    return std::ranges::find(figures, to_string(figure)) != figures.end();
  });
}

std::string groups_in(const RunSummary& run) {
  std::set<std::string> names;
  for (const auto& benchmark : run.benchmarks)
    for (const auto& group : benchmark.groups) names.insert(group.name);
  return names.empty() ? "none of any" : fmt::format("those of {}", fmt::join(names, ", "));
}

}  // namespace

double highest(const Series& series) {
  return std::ranges::max_element(series.points, {}, &Point::y)->y;
}

PlotAxis linear_axis(const std::string& label, const std::string& unit,
                     const std::vector<double>& values) {
  if (unit == "×") return {label, log10_axis(label, unit).text};
  const auto [divisor, shown] = axis_unit(values.empty() ? 1 : std::ranges::max(values), unit);
  return {.label = fmt::format("{} ({})", label, shown), .divisor = divisor};
}

PlotAxis log10_axis(const std::string& label, const std::string& unit) {
  const auto text = [unit](double tick) {
    return !unit.empty() && unit != "×" ? text::quantity(tick, unit, {.micro = "µ"})
                                        : fmt::format("{:g}{}", tick, unit);
  };
  return {label, text, Scale::kLog10};
}

PlotAxis metric_axis(std::string_view metric, const std::string& label,
                     const std::vector<double>& values) {
  // Within this factor a linear axis from 0 shows every value; beyond it the small ones vanish.
  static constexpr double kLinearUpTo = 8;
  const auto [low, high] = std::minmax_element(values.begin(), values.end());
  if (!values.empty() && *high >= kLinearUpTo * *low) return log10_axis(label, metric_unit(metric));
  auto axis = linear_axis(label, metric_unit(metric), values);
  axis.from = 0;
  return axis;
}

Rows make_rows(const std::vector<RunSummary>& runs) {
  Rows rows;
  for (const auto& run : runs)
    for (const auto& benchmark : run.benchmarks) rows.push_back(split(run, benchmark));
  std::map<std::vector<std::string>, std::size_t> sizes;
  for (const auto& family : grouped(rows_where(rows, [](const Row&) { return true; }), &Row::words))
    sizes[family.front()->words] = size_argument(family);
  for (auto& row : rows) set_name(row, sizes[row.words]);
  return rows;
}

bool is_told_by_backend(const RowGroup& rows) {
  const auto device_key = [](const Row& row) { return std::pair(row.backend(), row.device()); };
  return grouped(rows, device_key).size() == grouped(rows, &Row::backend).size();
}

double arithmetic_intensity(const BenchmarkSummary& benchmark) {
  const auto* bytes = benchmark.metric(metrics::kBytesPerSecond);
  const auto* flops = benchmark.metric(metrics::kFlopsPerSecond);
  const bool has_both = bytes != nullptr && flops != nullptr && bytes->value > 0;
  return has_both ? std::max(0.0, flops->value / bytes->value) : 0;
}

std::vector<Curve> make_curves(const RowGroup& rows) {
  const auto differ = [&](auto key_of) { return grouped(rows, key_of).size() > 1; };
  const bool says_device = differ(&Row::device) && !is_told_by_backend(rows),
             says_backend = differ(&Row::backend), says_series = differ(&Row::series),
             says_run = differ(&Row::run), says_family = differ(&Row::family);
  const auto add_name = [&](Curve& curve, const std::string& name) {
    const Row& row = *curve.rows.front();
    const auto part = [](bool is_said, std::string_view text) {
      return is_said ? fmt::format(", {}", text) : "";
    };
    const auto device = part(says_device, row.device()), run = part(says_run, row.run->label);
    curve.where = device + run;
    curve.title = part(says_series, name) + device + part(says_backend, row.backend()) + run;
    if (curve.title.empty()) curve.title = ", " + line_name(row, true);
    curve.title.erase(0, 2);  // the first comma
  };
  std::vector<Curve> curves;
  std::map<std::string, std::size_t> uses;
  for (auto& group : grouped(rows, [&](const Row& row) {
         return std::tuple(row.run, row.device(), row.backend(), row.series());
       })) {
    auto& curve = curves.emplace_back(Curve{{}, {}, std::move(group)});
    add_name(curve, line_name(*curve.rows.front(), says_family));
    ++uses[curve.title];
    std::ranges::stable_sort(curve.rows, {}, [](const Row* row) { return row->size.value_or(0); });
  }
  // Two variants between one pair of memories are told apart by their ids.
  for (auto& curve : curves)
    if (uses[curve.title] > 1) add_name(curve, curve.rows.front()->series());
  return curves;
}

void keep_group(const std::string& group, RunSummary& run) {
  const auto is_outside = [&](const results::Benchmark& benchmark) {
    return results::find_named(benchmark.groups, group) == nullptr;
  };
  if (std::ranges::all_of(run.benchmarks, is_outside))
    throw_usage_error("{}: expected benchmarks of the group '{}', found {}", run.file.path, group,
                      groups_in(run));
  std::erase_if(run.benchmarks, is_outside);
  for (auto& file : run.runs) std::erase_if(file.benchmarks, is_outside);
}

std::string numbers(const Plot& plot) {
  std::string all = plot.bars.empty() ? "line\tx\ty\tlow\thigh\n" : "bar\tvalues\n";
  const auto add = [&](const std::string& name, const std::vector<double>& values) {
    all += fmt::format("{}\t{:.9g}\n", text::visible(name), fmt::join(values, "\t"));
  };
  for (const auto& [title, kind, style, points] : plot.series)
    for (const auto& [x, y, low, high] : points) add(title, {x, y, low, high});
  for (const auto& [label, segments, dot] : plot.bars)
    add(label, segments.empty() ? std::vector{dot.x, dot.low, dot.high} : segments);
  return all;
}

std::vector<PlotSection> plot_sections(const std::vector<RunSummary>& runs,
                                       const std::string& group) {
  const auto all = make_rows(runs);
  const auto rows_in = [&](Figure figure) {
    Rows rows = all;
    std::erase_if(rows, [&](const Row& row) { return !is_shown(*row.benchmark, group, figure); });
    return rows;
  };
  std::vector<PlotSection> sections{throughput_section(rows_in(Figure::kThroughput)),
                                    speedup_section(rows_in(Figure::kSpeedup), !group.empty()),
                                    memory_section(rows_in(Figure::kMemories)),
                                    roofline_section(runs, rows_in(Figure::kRoofline)),
                                    phase_section(rows_in(Figure::kPhasesOfLaunch)),
                                    submission_section(rows_in(Figure::kSubmission)),
                                    clock_section(rows_in(Figure::kClocks)),
                                    region_section(rows_in(Figure::kRegions)),
                                    sample_section(runs, rows_in(Figure::kSamples))};
  std::erase_if(sections, [](const PlotSection& section) {
    return section.plots.empty() && section.notes.empty();
  });
  return sections;
}

}  // namespace tickbench::html_report
