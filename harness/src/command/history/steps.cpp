// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "history/steps.hpp"

#include <algorithm>
#include <cmath>

#include "base/parallel.hpp"
#include "text/wording.hpp"

namespace tickbench::history {
namespace {

bool concerns(const Decision& decision, const Step& step, const History& history) {
  const auto& key = history.series[step.series].key;
  if (decision.id != key.id || decision.machine != key.machine || decision.device != key.device)
    return false;
  const auto before = history.line.find(decision.before), after = history.line.find(decision.after);
  if (!before || !after) return false;
  const double decided = std::log(decision.step_ratio), found = std::log(step.ratio);
  // As far apart as two estimates of one step are.
  if (std::abs(found - decided) > std::max(0.015, std::abs(decided) / 2)) return false;
  if (decision.state == StepState::kAcknowledged) return *before<step.after&& * after> step.before;
  return decision.conditions == key.conditions && *before <= step.before && *after >= step.after;
}

/// A reason goes before what `ab` says; of two the later one counts.
void take_decision(const Decision& decision, Step& step) {
  const auto rank = [](const Decision& one) {
    return std::pair(one.state == StepState::kAcknowledged, one.made);
  };
  if (!step.decision || rank(decision) >= rank(*step.decision)) step.decision = decision;
}

Step make_step(const Series& series, const ChangePoint& change) {
  Step step{.change = change};
  step.before = series.points[change.first - 1].place;
  step.at = series.points[change.index].place;
  step.after = series.points[change.last].place;
  step.end = change.is_drift ? series.points.back().place : step.after;
  step.ratio = std::exp(change.after - change.before);
  step.is_worse = (step.ratio > 1) != series.higher_is_better;
  return step;
}

std::vector<Step> steps_in(const Series& series, double effect) {
  const auto changes = find_change_points(series.levels());
  const double least = std::log1p(effect);
  std::vector<Step> steps;
  for (const auto& change : changes) {
    if (std::abs(change.after - change.before) < least) continue;
    auto& step = steps.emplace_back(make_step(series, change));
    const double sign = series.higher_is_better ? -1 : 1;
    step.is_recovered = step.is_worse && sign * (changes.back().after - change.before) < least;
  }
  return steps;
}

}  // namespace

std::vector<Step> find_steps(const History& history, std::span<const Decision> decisions,
                             double effect) {
  std::vector<std::vector<Step>> found(history.series.size());
  in_parallel(found.size(), 1, [&](std::size_t begin, std::size_t end) {
    for (auto i = begin; i < end; ++i) found[i] = steps_in(history.series[i], effect);
  });
  std::vector<Step> steps;
  for (std::size_t i = 0; i < found.size(); ++i)
    for (auto& step : found[i]) {
      step.series = i;
      for (const auto& decision : decisions)
        if (concerns(decision, step, history)) take_decision(decision, step);
      steps.push_back(std::move(step));
    }
  return steps;
}

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

std::vector<PlannedCommit> plan(const History& history, std::span<const Step> steps,
                                std::size_t first, std::set<std::size_t> left_out,
                                std::size_t count,
                                const std::function<bool(const SeriesKey&)>& is_here) {
  std::vector<PlannedCommit> planned;
  std::set<std::size_t> measured;
  for (const auto& series : history.series)
    if (is_here(series.key))
      for (const auto& point : series.points) measured.insert(point.place);
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
    if (step.state() != StepState::kAcknowledged && !step.is_recovered &&
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
