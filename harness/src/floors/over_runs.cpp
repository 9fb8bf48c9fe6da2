// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <vector>

#include "floors/floor_report.hpp"
#include "statistics/inference.hpp"

namespace tickbench::floors {

Evidence over_runs(std::span<const Evidence> runs, double level) {
  if (runs.empty()) throw std::invalid_argument("over_runs: expected at least one run");
  if (runs.size() == 1) return runs.front();
  Evidence all;
  all.runs = runs.size();
  std::vector<double> values;
  for (const auto& run : runs) {
    values.push_back(run.value);
    all.samples += run.samples;
    all.step = std::max(all.step, run.step);
    all.resolved = all.resolved && run.resolved;
  }
  all.spread = inference::spread(values);
  const bool has_logs = all.spread.has_value();
  if (has_logs)
    std::ranges::transform(values, values.begin(), [](double x) { return std::log(x); });
  const auto centre = inference::student(values, 1 - level, has_logs ? all.step : 0);
  const auto back = [&](double value) { return has_logs ? std::exp(value) : value; };
  all.value = back(centre.estimate);
  all.interval = std::isfinite(centre.interval.high)
                     ? Interval{back(centre.interval.low), back(centre.interval.high), level}
                     : Interval{all.value, all.value, 0};
  return all;
}

std::size_t runs_asked(std::span<const AppliedFloor> floors) {
  std::size_t most = 1;
  for (const auto& applied : floors) most = std::max(most, applied.floor.runs);
  return most;
}

}  // namespace tickbench::floors
