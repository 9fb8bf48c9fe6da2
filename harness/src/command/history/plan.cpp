// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <optional>

#include "history/steps.hpp"
#include "text/wording.hpp"

namespace tickbench::history {
namespace {

/// The commit in the middle between two that are measured, of those that may be measured.
std::optional<std::size_t> middle_between(std::size_t before, std::size_t after,
                                          const std::set<std::size_t>& taken) {
  std::optional<std::size_t> nearest;
  const auto from_middle = [&](std::size_t i) {
    return 2 * i > before + after ? 2 * i - before - after : before + after - 2 * i;
  };
  for (auto i = before + 1; i < after; ++i)
    if (!taken.contains(i) && (!nearest || from_middle(i) < from_middle(*nearest))) nearest = i;
  return nearest;
}

}  // namespace

std::vector<PlannedCommit> plan(const History& history, std::span<const Step> steps,
                                std::size_t first, std::set<std::size_t> left_out,
                                std::size_t count,
                                const std::function<bool(const SeriesKey&)>& is_here) {
  std::vector<PlannedCommit> planned;
  std::set<std::size_t> measured;
  for (const auto& series : history.series)
    if (is_here(series.key))
      for (const auto& point : series.all_points()) measured.insert(point.place);
  left_out.insert(measured.begin(), measured.end());
  const auto name = [&](std::size_t place, const std::string& why) {
    if (planned.size() == count || !left_out.insert(place).second) return;
    planned.push_back({place, why});
    measured.insert(place);
  };
  const auto& commits = history.line.commits;
  if (first >= commits.size()) return planned;
  name(commits.size() - 1, "the newest");
  for (auto i = commits.size(); i-- > first;)
    if (!commits[i].tags.empty()) name(i, commits[i].tags);
  name(first, "the oldest");
  for (const auto& step : steps)
    if (step.state != StepState::kAcknowledged && !step.is_recovered &&
        is_here(history.series[step.series].key))
      if (const auto middle = middle_between(step.before, step.after, left_out))
        name(*middle, "halves a step of " + history.series[step.series].key.id);
  while (planned.size() < count) {
    // Of gaps the largest one that has a commit to measure.
    std::optional<std::size_t> best;
    std::size_t widest = 0;
    for (auto at = measured.lower_bound(first);
         at != measured.end() && std::next(at) != measured.end(); ++at)
      if (const auto gap = *std::next(at) - *at; gap > widest)
        if (const auto middle = middle_between(*at, *std::next(at), left_out)) {
          widest = gap;
          best = middle;
        }
    if (!best) break;
    name(*best, text::counted(widest - 1, "commit") + " without a point around it");
  }
  return planned;
}

}  // namespace tickbench::history
