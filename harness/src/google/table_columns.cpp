// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "google/table_columns.hpp"

#include <algorithm>

#include "metrics/metric_info.hpp"

namespace tickbench::google {
namespace {

/// Time, CPU and Iterations, with their units and the spaces before them.
constexpr std::size_t kTimes = 43;
/// A counter is printed this wide, or as wide as its name, with a space before it.
constexpr std::size_t kNarrowest = 10;

/// The less, the more important.
int rank(const std::string& counter, bool is_only_rate) {
  if (is_only_rate && counter == metrics::kItemsPerSecond) return 0;
  const auto* info = metrics::find_metric(counter);
  return info == nullptr ? metrics::MetricInfo::kOwnCounterRank : info->rank;
}

template <class Names>
std::vector<std::string> by_importance(const Names& names, bool items_are_only_rate) {
  std::vector<std::string> sorted(names.begin(), names.end());
  std::stable_sort(sorted.begin(), sorted.end(), [&](const auto& a, const auto& b) {
    return rank(a, items_are_only_rate) < rank(b, items_are_only_rate);
  });
  return sorted;
}

}  // namespace

void TableColumns::fit(Run& run, std::size_t label) {
  label = std::max(label, run.report_label.size());
  const std::size_t words = label > 0 ? label + 1 : 0;
  // Left beside what is sure to be there: it may become less than nothing.
  auto room = static_cast<std::ptrdiff_t>(columns_) - static_cast<std::ptrdiff_t>(names_ + kTimes);
  const bool items_are_only_rate = !run.counters.contains(std::string(metrics::kBytesPerSecond)) &&
                                   !run.counters.contains(std::string(metrics::kFlopsPerSecond));
  std::vector<std::string> names;
  for (const auto& [name, counter] : run.counters) names.push_back(name);
  std::ptrdiff_t kept_free = 0;  // for the first: the label may wrap
  for (const auto& name : by_importance(names, items_are_only_rate)) {
    const auto width = static_cast<std::ptrdiff_t>(1 + std::max(kNarrowest, name.size()));
    if (width + kept_free <= room) {
      room -= width;
    } else {
      left_out_.insert(name);
      run.counters.erase(name);
    }
    kept_free = static_cast<std::ptrdiff_t>(words);
  }
}

std::vector<std::string> TableColumns::left_out() const { return by_importance(left_out_, false); }

}  // namespace tickbench::google
