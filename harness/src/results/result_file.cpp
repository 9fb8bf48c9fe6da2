// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "results/result_file.hpp"

#include <algorithm>

#include "tickbench/outcome.hpp"

namespace tickbench::results {

std::string_view StringPool::intern(std::string_view text) { return *strings_.emplace(text).first; }

bool Benchmark::is_good() const {
  return outcome.empty() || outcome == to_string(Outcome::kPassed) ||
         outcome == to_string(Outcome::kNothingToCheck);
}

const Count* find_count(const std::vector<Count>& counts, std::string_view name) {
  const auto found = std::find_if(counts.begin(), counts.end(),
                                  [&](const Count& count) { return count.name == name; });
  return found == counts.end() ? nullptr : &*found;
}

const Metric* find_metric(const std::vector<Metric>& metrics, std::string_view name) {
  const auto found = std::find_if(metrics.begin(), metrics.end(),
                                  [&](const Metric& metric) { return metric.name == name; });
  return found == metrics.end() ? nullptr : &*found;
}

}  // namespace tickbench::results
