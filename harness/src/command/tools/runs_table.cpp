// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "metrics/metric_info.hpp"
#include "statistics/inference.hpp"
#include "statistics/statistics.hpp"
#include "text/escape.hpp"
#include "text/wording.hpp"
#include "tools/run_results.hpp"

namespace tickbench::tools {
namespace {

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

void print_runs(results::Runs runs, std::ostream& out, const text::Terminal& terminal) {
  std::vector<text::TableRow> rows;
  for (const auto& benchmark : device_order(over_runs(runs))) rows.push_back(table_row(benchmark));
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
