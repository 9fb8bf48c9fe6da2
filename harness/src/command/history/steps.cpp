// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "history/steps.hpp"

#include <algorithm>
#include <cmath>

#include "base/parallel.hpp"

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
  const bool is_better = !step.decision || step.decision->state != StepState::kAcknowledged ||
                         decision.state == StepState::kAcknowledged;
  if (!is_better) return;
  if (step.decision &&
      (step.decision->state == StepState::kAcknowledged) ==
          (decision.state == StepState::kAcknowledged) &&
      decision.made < step.decision->made)
    return;
  step.decision = decision;
  step.state = decision.state;
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
  const auto levels = series.levels();
  const auto changes = find_change_points(levels);
  const double least = std::log1p(effect);
  std::vector<Step> steps;
  for (const auto& change : changes) {
    if (std::abs(change.after - change.before) < least) continue;
    auto step = make_step(series, change);
    const double sign = series.higher_is_better ? -1 : 1;
    step.is_recovered = step.is_worse && sign * (changes.back().after - change.before) < least;
    steps.push_back(std::move(step));
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

}  // namespace tickbench::history
