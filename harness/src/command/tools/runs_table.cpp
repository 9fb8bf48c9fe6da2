// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "metrics/metric_info.hpp"
#include "statistics/inference.hpp"
#include "statistics/statistics.hpp"
#include "text/escape.hpp"
#include "text/wording.hpp"
#include "tools/run_results.hpp"

namespace tickbench::tools {
namespace {

// With the other columns 80.
constexpr std::size_t kNames = 44;
constexpr std::string_view kLine = "{:<{}}{:>12}{:>8}{:>9}{:>6}\n";

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

void print_row(const BenchmarkOverRuns& benchmark, std::ostream& out) {
  auto name = text::visible(benchmark.id);
  if (text::width(name) >= kNames) {  // on a line of its own
    out << name << '\n';
    name.clear();
  }
  const auto values = benchmark.values(metrics::kTime);
  out << fmt::format(kLine, name, kNames,
                     values.empty() ? "-" : text::quantity(median(values), "s"),
                     shown(relative_half_width(benchmark)), shown(inference::spread(values)),
                     values.size() == benchmark.suite_runs
                         ? std::to_string(values.size())
                         : fmt::format("{}/{}", values.size(), benchmark.suite_runs));
  for (const auto& remark : benchmark.remarks()) out << "    " << text::visible(remark) << '\n';
  for (const auto& run : benchmark.runs)
    if (!run.benchmark->is_good())
      out << "    "
          << text::visible(fmt::format("run {}: {}{}{}", run.file->run, run.benchmark->outcome,
                                       run.benchmark->message.empty() ? "" : ": ",
                                       run.benchmark->message))
          << '\n';
}

}  // namespace

void print_runs(std::span<const results::ResultFile> runs, std::ostream& out) {
  std::string heading;
  for (const auto& benchmark : device_order(over_runs(runs))) {
    if (const auto here = where(benchmark); here != heading) {
      out << (heading.empty() ? "" : "\n") << "on " << text::visible(here) << ":\n"
          << fmt::format(kLine, "benchmark", kNames, "Time", "±", "spread", "runs");
      heading = here;
    }
    print_row(benchmark, out);
  }
  if (heading.empty()) return;
  out << "\nTime: the median over the runs. ±: half of the 95 % interval inside a run.\n"
         "spread: between the runs, the standard deviation of the logarithms.\n";
}

}  // namespace tickbench::tools
