// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <functional>
#include <kainjow/mustache.hpp>
#include <set>

#include "comparison_formats/formats.hpp"
#include "html_report/templates.hpp"
#include "html_report/write_report.hpp"
#include "metrics/metric_info.hpp"
#include "summaries/wording.hpp"
#include "text/escape.hpp"
#include "text/wording.hpp"

namespace tickbench::html_report {
namespace {

using kainjow::mustache::data;
using kainjow::mustache::object;

data list() { return data(data::type::list); }

/// For a section of the template that stands there only where there is some text.
data unless_empty(const std::string& text) { return text.empty() ? data(false) : data(text); }

template <class Range, class Make = std::identity>
data each(const Range& range, Make make = {}) {
  data result = list();
  for (const auto& one : range) result << make(one);
  return result;
}

/// The text, cut behind each `end`: a phone is narrow, and may break a long id after a slash.
data pieces(const std::string& text, char end = '/') {
  data result = list();
  for (std::size_t begin = 0, next = 0; begin < text.size(); begin = next) {
    next = std::min(text.find(end, begin), text.size() - 1) + 1;
    result << text.substr(begin, next - begin);
  }
  return result;
}

// What tells one run from another; the rest stands folded.
constexpr std::array<std::string_view, 15> kFirst{
    "runs",    "version",   "commit",   "started",        "host cpu",
    "host os", "compiler",  "driver",   "vendor",         "platform",
    "date",    "host_name", "num_cpus", "measured peaks", "theoretical peaks"};

data facts_data(const std::string& heading, const std::string& all, const results::Facts& facts) {
  data first = list(), more = list();
  for (const auto& [name, value] : facts) {
    std::string shown = name;
    std::ranges::replace(shown, '_', ' ');
    const bool is_first = std::ranges::find(kFirst, name) != kFirst.end();
    (is_first ? first : more) << object{{"fact", shown}, {"value", value}};
  }
  return object{
      {"heading", heading},
      {"facts", first},
      {"folded", more.is_empty_list() ? data(false) : data(object{{"all", all}, {"facts", more}})}};
}

data device_data(const results::Device& device) {
  auto facts = device.facts;
  const auto add = [&](const char* name, double bytes, double flops) {
    facts.emplace_back(name, peak_text(metrics::kBytesPerSecond, bytes) + ", " +
                                 peak_text(metrics::kFlopsPerSecond, flops));
  };
  if (device.states_theoretical)
    add("theoretical peaks", device.theoretical_bytes_per_second,
        device.theoretical_flops_per_second);
  if (device.peak_bytes_per_second > 0 || device.peak_flops_per_second > 0)
    add("measured peaks", device.peak_bytes_per_second, device.peak_flops_per_second);
  return facts_data(device.name.empty() ? device.id : device.name + " (" + device.id + ")",
                    "All of this device", facts);
}

data tiles(const RunSummary& run) {
  std::array<std::size_t, 3> counts{};
  std::size_t slow = 0;
  for (const auto& benchmark : run.benchmarks) {
    ++counts.at(static_cast<std::size_t>(results::outcome_kind(benchmark.outcome)));
    if (benchmark.converged == false) ++slow;
  }
  const auto [good, skipped, bad] = counts;
  const auto tile = [](std::size_t count, const char* words, const char* look) {
    return object{
        {"count", std::to_string(count)}, {"words", words}, {"look", count == 0 ? "none" : look}};
  };
  return list() << tile(run.benchmarks.size(), "benchmarks", "all") << tile(good, "✓ good", "good")
                << tile(bad, "✗ failed", "bad") << tile(skipped, "– skipped", "skip")
                << tile(slow, "! not converged", "care");
}

data run_data(const RunSummary& run) {
  data parts = list() << facts_data("Program and host", "All of this run", run.file.context.facts);
  for (const auto& device : run.file.devices) parts << device_data(device);
  return object{
      {"label", run.label}, {"path", run.file.path}, {"tiles", tiles(run)}, {"parts", parts}};
}

/// What went wrong, or is to be read with care; false where there is nothing.
data attention(const std::vector<RunSummary>& runs) {
  data clocks = list(), failed = list(), slow = list(), skipped = list(), folds = list();
  for (const auto& run : runs) {
    const std::string where = runs.size() > 1 ? ", " + run.label : "";
    for (const auto& device : run.file.devices)
      if (!device.clock_message.empty())
        clocks << object{{"device", device.name}, {"run", where}, {"text", device.clock_message}};
    for (const auto& benchmark : run.benchmarks) {
      const auto kind = results::outcome_kind(benchmark.outcome);
      const bool is_slow = kind == results::OutcomeKind::kGood;
      if (is_slow && benchmark.converged != false) continue;
      auto& place = is_slow ? slow : kind == results::OutcomeKind::kBad ? failed : skipped;
      place << object{{"id", pieces(benchmark.id)},
                      {"device", device_name(benchmark)},
                      {"run", where},
                      {"outcome", is_slow ? data(false) : data(outcome_text(benchmark.outcome))},
                      {"lines", pieces(benchmark.message, '\n')}};
    }
  }
  const auto fold = [&](const char* summary, const data& items) {
    if (items.is_non_empty_list()) folds << object{{"summary", summary}, {"items", items}};
  };
  fold("Not converged: the interval is wider than the precision asked for", slow);
  fold("Skipped, and why", skipped);
  if (clocks.is_empty_list() && failed.is_empty_list() && folds.is_empty_list()) return false;
  return object{{"clocks", clocks}, {"failed", failed}, {"folds", folds}};
}

/// For an address of the form data:: what could end it, or is no plain letter, as %XX.
std::string percent_encoded(const std::string& text) {
  static constexpr std::string_view kPlain = " -_.~;,/()=!*+'@$?";
  std::string result;
  for (const char c : text)
    result += text::is_plain(c, kPlain) ? std::string(1, c)
                                        : fmt::format("%{:02X}", static_cast<unsigned char>(c));
  return result;
}

data figure(const Plot& plot) {
  const auto line = [](const std::vector<std::string>& cells) {
    return object{{"first", cells.front()}, {"others", each(std::span(cells).subspan(1))}};
  };
  return object{{"name", plot.name},
                {"words", pieces(plot.heading)},
                {"alt", plot.alt},
                {"picture", percent_encoded(plot.picture)},
                {"caption", plot.caption},
                {"columns", each(plot.table.front())},
                {"lines", each(std::span(plot.table).subspan(1), line)}};
}

data section_data(const PlotSection& section) {
  return object{{"section", section.id},
                {"heading", section.heading},
                {"is_" + section.id, true},
                {"notes", each(section.notes)},
                {"figures", each(section.plots, figure)}};
}

/// With its interval, its spread and its method (in short); a dash where there is none.
data number(std::string_view metric, const RunsEstimate* estimate, const std::string& method = {}) {
  if (estimate == nullptr) return object{{"is_absent", true}};
  const std::string spread =
      estimate->spread ? fmt::format("spread {}, {} runs", text::rough_percent(*estimate->spread),
                                     estimate->runs)
                       : "";
  return object{{"key", fmt::format("{:.9g}", estimate->value)},
                {"value", metric_value(metric, estimate->value)},
                {"interval", unless_empty(metric_interval(metric, *estimate))},
                {"spread", unless_empty(spread)},
                {"method", unless_empty(method)}};
}

using Columns = std::vector<std::pair<std::string, std::string>>;  ///< metric, heading

/// Only what a file has; the speed-ups over all references before the noise.
Columns metric_columns(const std::vector<RunSummary>& runs) {
  static constexpr std::pair<std::string_view, std::string_view> kKnown[] = {
      {metrics::kTime, "Time"},
      {metrics::kCpuTime, "CPU time"},
      {metrics::kIsolatedTime, "Isolated time"},
      {metrics::kIsolatedP90, "Isolated time, p90"},
      {metrics::kIsolatedP99, "Isolated time, p99"},
      {metrics::kIsolatedHeldTime, "Isolated time, held"},
      {metrics::kHostTime, "Host time"},
      {metrics::kEnqueueTime, "Enqueue time"},
      {metrics::kLaunchOverhead, "Launch overhead"},
      {metrics::kBytesPerSecond, "Bytes/s"},
      {metrics::kFlopsPerSecond, "FLOP/s"},
      {metrics::kItemsPerSecond, "Items/s"},
      {metrics::kFractionOfPeak, "Of the peak"},
      {metrics::kFractionOfTheoretical, "Of the theoretical peak"},
      {metrics::kDeviceBusy, "Device busy"},
      {metrics::kEnergy, "Energy a launch"},
      {metrics::kDeviceMemory, "Device memory"},
      {metrics::kLargestError, "Largest error"}};
  std::set<std::string, std::less<>> all;
  for (const auto& run : runs)
    for (const auto& benchmark : run.benchmarks)
      for (const auto& [metric, value] : benchmark.metrics)
        if (benchmark.is_plain || metric != metrics::kCpuTime) all.insert(metric);
  Columns columns;
  for (const auto& [metric, heading] : kKnown)
    if (all.contains(metric)) columns.emplace_back(metric, heading);
  for (const auto& metric : all)
    if (const auto reference = metrics::reference_name(metric); !reference.empty())
      columns.emplace_back(
          metric, fmt::format("Over {}{}", reference,
                              metric.starts_with(metrics::kSpeedupHost) ? ", host time" : ""));
  if (all.contains(metrics::kNoise)) columns.emplace_back(metrics::kNoise, "Noise");
  for (const auto& metric : all)
    if (const auto counter = metrics::counter_name(metric); !counter.empty())
      columns.emplace_back(metric, counter);
  return columns;
}

bool has_only_plain(const std::vector<RunSummary>& runs) {
  return std::ranges::all_of(runs, [](const RunSummary& run) {
    return std::ranges::all_of(run.benchmarks, &BenchmarkSummary::is_plain);
  });
}

data heading(const std::string& words, bool is_number = true) {
  return object{{"words", words}, {"kind", is_number ? "number" : "name"}};
}

data badges(const BenchmarkSummary& benchmark) {
  static constexpr std::array kLooks{"good", "skip", "bad"};
  data result =
      list() << object{
          {"look", kLooks.at(static_cast<std::size_t>(results::outcome_kind(benchmark.outcome)))},
          {"words", benchmark.is_plain && benchmark.is_good() ? "✓ measured"
                                                              : outcome_text(benchmark.outcome)}};
  if (benchmark.converged == false)
    result << object{{"look", "care"}, {"words", "! not converged"}};
  return result;
}

data results_table(const std::vector<RunSummary>& runs) {
  const auto columns = metric_columns(runs);
  data headings = list() << heading("Benchmark", false), rows = list();
  for (const auto& [metric, words] : columns) headings << heading(words);
  headings << heading("Outcome and samples", false);
  const bool has_single_device = device_names(runs).size() == 1;
  for (const auto& run : runs)
    for (const auto& benchmark : run.benchmarks) {
      // What is the same in every row is not repeated.
      std::vector<std::string> where;
      if (!benchmark.label.empty()) where.emplace_back(benchmark.label);
      if (!has_single_device) where.push_back(device_name(benchmark));
      if (runs.size() > 1) where.push_back(run.label);
      rows << object{{"id", pieces(benchmark.id)},
                     {"where", unless_empty(fmt::format("{}", fmt::join(where, ", ")))},
                     {"numbers", each(columns,
                                      [&](const auto& column) {
                                        return number(column.first, benchmark.metric(column.first),
                                                      short_timing_text(benchmark, column.first));
                                      })},
                     {"badges", badges(benchmark)},
                     {"sampling", unless_empty(sampling_text(benchmark))}};
    }
  return object{{"table", "results"},
                {"heading", "All results"},
                {"caption", has_only_plain(runs) ? "All results: medians and methods"
                                                 : "All results: medians, 95 % intervals, methods"},
                {"columns", headings},
                {"rows", rows}};
}

std::string_view badge_look(compare::Verdict verdict) {
  using enum compare::Verdict;
  if (compare::is_bad(verdict)) return "bad";
  if (verdict == kFaster || verdict == kSame) return "good";
  return verdict == kMissing || verdict == kNew ? "skip" : "care";
}

data comparison_row(const compare::Comparison& comparison, const compare::Row& row,
                    bool has_single_device) {
  const auto metric = compare::row_metric(comparison, row);
  const auto device = has_single_device ? std::string() : compare::where(row.device, row.machine);
  const auto value = [&](const auto& median, std::size_t runs, const auto& spread) {
    const RunsEstimate estimate{{median.value_or(0)}, runs, spread};
    return number(metric, median ? &estimate : nullptr);
  };
  std::optional<RunsEstimate> ratio;
  if (row.ratio) ratio = RunsEstimate{{row.ratio->value}};
  // Single values have no interval.
  if (ratio && std::isfinite(row.ratio->interval.high)) ratio->interval = row.ratio->interval;
  return object{{"id", pieces(row.id)},
                {"where", unless_empty(device)},
                {"numbers", list() << value(row.old_value, row.old_runs, row.old_spread)
                                   << value(row.new_value, row.new_runs, row.new_spread)
                                   << number("speedup", ratio ? &*ratio : nullptr)},
                {"badges", list() << object{{"look", std::string(badge_look(row.verdict))},
                                            {"words", compare::verdict_text(comparison, row)}}},
                {"remark", compare::remark(comparison, row, true)}};
}

data comparison_table(const RunComparison& runs, std::size_t number) {
  const auto& [before, after, compares_devices, rows] = runs;
  const auto& comparison = rows;  // clang 14 captures no structured binding
  const bool has_single_device = std::ranges::all_of(comparison.rows, [&](const auto& row) {
    return row.device == comparison.rows.front().device;
  });
  return object{
      {"table", fmt::format("comparison-{}", number)},
      {"heading", fmt::format("{} compared with {}", after, before)},
      {"caption",
       fmt::format("{} compared with {}: {}", after, before, compare::summary_text(comparison))},
      {"is_comparison", true},
      {"compares_devices", compares_devices},
      {"remarks", each(comparison.notes)},
      {"columns", list() << heading("Benchmark", false) << heading(before) << heading(after)
                         << heading(after + " over " + before) << heading("Verdict", false)},
      {"rows", each(comparison.rows, [&](const auto& row) {
         return comparison_row(comparison, row, has_single_device);
       })}};
}

}  // namespace

std::string page(const std::string& title, const std::vector<RunSummary>& runs,
                 const std::vector<PlotSection>& sections,
                 const std::vector<RunComparison>& comparisons) {
  data tables = list();
  for (std::size_t i = 0; i < comparisons.size(); ++i)
    tables << comparison_table(comparisons[i], i + 1);
  tables << results_table(runs);
  kainjow::mustache::mustache page{std::string(kPageTemplate)};
  page.set_custom_escape([](const auto& text) { return text::markup(text::visible_lines(text)); });
  return page.render(object{{"title", title},
                            {"devices", fmt::format("{}", fmt::join(device_names(runs), " · "))},
                            {"runs_heading", runs.size() == 1 ? "The run" : "The runs"},
                            {"attention", attention(runs)},
                            {"runs", each(runs, run_data)},
                            {"sections", each(sections, section_data)},
                            {"tables", tables},
                            {"is_plain", has_only_plain(runs)}});
}

}  // namespace tickbench::html_report
