// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "tools/run_results.hpp"

#include <fmt/format.h>

#include <map>
#include <tuple>

#include "metrics/metric_info.hpp"
#include "results/fields.hpp"
#include "statistics/inference.hpp"
#include "text/escape.hpp"
#include "text/wording.hpp"
#include "tickbench/timed_queue.hpp"

namespace tickbench::tools {
namespace {

using results::Metric;

/// What a row has beside the metrics: Google Benchmark's times, and how it was measured.
bool is_row_field(std::string_view name) {
  namespace fields = results::fields;
  return name == metrics::kRealTime || name == metrics::kCpuTime || name == fields::kSamples ||
         name == fields::kBatch || name == fields::kConverged;
}

/// The names of all metrics, in the order of the first run that has them.
std::vector<std::string_view> metrics_of(const BenchmarkOverRuns& benchmark) {
  std::vector<std::string_view> names;
  for (const auto& run : benchmark.runs)
    for (const auto& repetition : run.benchmark->repetitions)
      for (const auto& metric : repetition.metrics)
        if (!is_row_field(metric.name) && std::ranges::find(names, metric.name) == names.end())
          names.push_back(metric.name);
  return names;
}

outputs::CtestBenchmark ctest_benchmark(const BenchmarkOverRuns& benchmark) {
  // The first that went wrong, if any did.
  const auto wrong = std::ranges::find_if(
      benchmark.runs, [](const auto& run) { return !run.benchmark->is_good(); });
  const auto& told = wrong == benchmark.runs.end() ? benchmark.runs.front() : *wrong;
  outputs::CtestBenchmark result{{}, std::string(told.benchmark->outcome), benchmark.device, {}};
  if (wrong != benchmark.runs.end()) return result;
  for (const auto name : metrics_of(benchmark))
    if (const auto values = benchmark.values(name); !values.empty())
      result.metrics.emplace_back(name, median(values));
  result.metrics.emplace_back("runs", static_cast<double>(benchmark.runs.size()));
  if (const auto spread = inference::spread(benchmark.values(metrics::kTime)))
    result.metrics.emplace_back("spread", *spread);
  return result;
}

/// What a run's rows say of the time that they show, by their fields; with an example.
std::map<std::string, std::string_view> find_remarks(const results::Benchmark& benchmark) {
  namespace fields = results::fields;
  const auto* method = results::find_named(benchmark.methods, fields::kBatched);
  if (method == nullptr) method = results::find_named(benchmark.methods, fields::kIsolated);
  const bool is_host = method != nullptr && method->value == to_string(TimeMethod::kHost);
  std::map<std::string, std::string_view> remarks;
  for (const auto& repetition : benchmark.repetitions) {
    if (repetition.converged == false) remarks["not converged"];
    if (!repetition.resolved) remarks["not resolved"];
    if (is_host)
      remarks["timed by the host"];
    else if (repetition.batched_hold == to_string(HoldMethod::kNone))
      remarks["host-bound"];
    if (!repetition.condition.empty()) remarks.try_emplace("conditions", repetition.condition);
  }
  return remarks;
}

/// Half of the interval over the value, inside each run.
std::optional<double> relative_half_width(const BenchmarkOverRuns& benchmark) {
  std::vector<double> halves;
  for (const auto& run : benchmark.runs)
    for (const auto& repetition : run.benchmark->repetitions) {
      const auto* time = results::find_named(repetition.metrics, metrics::kTime);
      if (time != nullptr && time->has_interval() && time->value > 0)
        halves.push_back((time->interval.high - time->interval.low) / 2 / time->value);
    }
  return halves.empty() ? std::nullopt : std::optional(median(halves));
}

std::string shown(const std::optional<double>& fraction) {
  return fraction ? text::rough_percent(*fraction) : "-";
}

std::string where(const BenchmarkOverRuns& benchmark) {
  const auto device = benchmark.device.empty() ? std::string("host") : benchmark.device;
  return benchmark.machine.empty() ? device : device + ", " + benchmark.machine;
}

text::TableRow table_row(const BenchmarkOverRuns& benchmark) {
  const auto values = benchmark.values(metrics::kTime);
  const bool is_whole = values.size() == benchmark.suite_runs;
  text::TableRow row{
      {text::visible(benchmark.id), values.empty() ? "-" : text::quantity(median(values), "s"),
       shown(relative_half_width(benchmark)), shown(inference::spread(values)),
       is_whole ? std::to_string(values.size())
                : fmt::format("{}/{}", values.size(), benchmark.suite_runs)},
      is_whole ? text::Colour::kNone : text::Colour::kRed};
  row.group = "on " + text::visible(where(benchmark));
  for (const auto& remark : benchmark.remarks()) row.below.push_back(text::visible(remark));
  std::map<std::string, std::size_t> reasons;
  for (const auto& [file, found] : benchmark.runs)
    if (!found->is_good())
      ++reasons[fmt::format("{}{}{}", found->outcome, found->message.empty() ? "" : ": ",
                            found->message)];
  for (const auto& [reason, count] : reasons)
    row.below.push_back(text::visible(
        fmt::format("{} of {}: {}", count, text::counted(benchmark.runs.size(), "run"), reason)));
  return row;
}

}  // namespace

std::vector<double> BenchmarkOverRuns::values(std::string_view metric) const {
  std::vector<double> values;
  for (const auto& run : runs) {
    if (!run.benchmark->is_good()) continue;
    std::vector<double> of_run;
    const auto take = [&](const std::vector<Metric>& metrics) {
      if (const auto* found = results::find_named(metrics, metric)) of_run.push_back(found->value);
    };
    for (const auto& repetition : run.benchmark->repetitions) take(repetition.metrics);
    if (of_run.empty()) take(run.benchmark->median);
    if (!of_run.empty()) values.push_back(median(of_run));
  }
  return values;
}

std::vector<std::string> BenchmarkOverRuns::remarks() const {
  std::vector<const results::Benchmark*> heads;
  std::map<std::string, std::pair<std::size_t, std::string_view>> remarks;  // how many, example
  for (const auto& run : runs) {
    heads.push_back(run.benchmark);
    for (const auto& [remark, example] : find_remarks(*run.benchmark)) {
      auto& [count, first] = remarks[remark];
      if (count++ == 0) first = example;
    }
  }
  std::vector<std::string> lines;
  for (const auto mode : {results::fields::kBatched, results::fields::kIsolated}) {
    const auto methods = results::count_methods(heads, mode);
    if (methods.empty()) continue;
    if (methods.size() > 1) {
      std::string text;
      for (const auto& [method, count] : methods)
        text += fmt::format("{}{} in {}", text.empty() ? "" : ", ", method,
                            text::counted(count, "run"));
      lines.push_back("methods differ, and do not compare: " + text);
    }
    break;  // of the mode that Time shows
  }
  for (const auto& [remark, found] : remarks)
    lines.push_back(fmt::format("{}{}{}: {} of {}", remark,
                                found.second.empty() ? "" : ", such as ", found.second, found.first,
                                text::counted(runs.size(), "run")));
  return lines;
}

std::vector<BenchmarkOverRuns> over_runs(results::Runs runs) {
  std::vector<BenchmarkOverRuns> all;
  std::map<std::tuple<std::string_view, std::string_view, std::string_view>, std::size_t> places;
  for (const auto& run : runs)
    for (const auto& benchmark : run.benchmarks) {
      const auto [place, is_new] =
          places.try_emplace({run.machine(), benchmark.device, benchmark.id}, all.size());
      if (is_new)
        all.push_back(
            {benchmark.id, std::string(benchmark.device), std::string(run.machine()), {}, 0});
      all[place->second].runs.push_back({&run, &benchmark});
    }
  for (auto& benchmark : all) {
    const auto& first = *benchmark.runs.front().file;
    benchmark.suite_runs =
        static_cast<std::size_t>(std::ranges::count_if(runs, [&](const results::ResultFile& run) {
          return run.suite == first.suite && run.machine() == first.machine();
        }));
  }
  return all;
}

std::string ctest_text(results::Runs runs, std::span<const FloorReport> reports,
                       const std::string& benchmark, bool is_strict) {
  const auto all = over_runs(runs);
  const auto is_asked_for = [&](const BenchmarkOverRuns& one) {
    return benchmark.empty() || one.id == benchmark;
  };
  const bool is_single = std::ranges::count_if(all, is_asked_for) == 1;
  std::string text;
  for (const auto& one : all) {
    auto measured = ctest_benchmark(one);
    if (!is_single || !is_asked_for(one)) {
      const auto& device_id = one.runs.front().benchmark->device_id;
      measured.prefix = one.id + (device_id.empty() ? "" : " ") + std::string(device_id) + " ";
    }
    const auto report = std::ranges::find_if(
        reports, [&](const FloorReport& of) { return of.id == one.id && of.device == one.device; });
    if (report != reports.end()) measured.floors = *report;
    text += outputs::ctest_elements(measured, is_strict);
  }
  return text;
}

void print_runs(results::Runs runs, std::ostream& out, const text::Terminal& terminal) {
  std::vector<text::TableRow> rows;
  for (const auto& benchmark : over_runs(runs)) rows.push_back(table_row(benchmark));
  if (rows.empty()) return;
  print_table(out,
              {{"benchmark"},
               {"time", text::kNumbers},
               {"±", text::kNumbers},
               {"spread", text::kNumbers},
               {"runs", text::kNumbers | text::kPainted | text::kCommon}},
              rows, terminal);
  out << "\ntime    the median over the runs; ±: half of the 95 % interval inside a run\n"
         "spread  between the runs, the standard deviation of the logarithms\n";
}

}  // namespace tickbench::tools
