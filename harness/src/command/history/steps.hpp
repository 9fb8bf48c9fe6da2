// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>
#include <set>

#include "history/series.hpp"

namespace tickbench::history {

struct Step {
  std::size_t series = 0;
  ChangePoint change;
  /// Places on the line: the step is behind `before` and not behind `after`; most likely `at`.
  std::size_t before = 0, at = 0, after = 0;
  std::size_t end = 0;  ///< with all of the change: of a drift the last commit, else `after`
  double ratio = 1;     ///< of the levels
  bool is_worse = false;
  bool is_recovered = false;           ///< the last points are no worse than those before the step
  std::optional<Decision> decision{};  ///< none: it is proposed

  StepState state() const { return decision ? decision->state : StepState::kProposed; }
  bool is_failing() const { return state() == StepState::kConfirmed && is_worse && !is_recovered; }
};

/// Of all series, in their order: changes of at least `effect`, with what was decided of them. A
/// decision counts for a step of about its size: that of `ab` under the same conditions, if it
/// compared commits around the step's interval; a person's if the intervals overlap.
std::vector<Step> find_steps(const History& history, std::span<const Decision> decisions,
                             double effect);

/// Of the numbers between two, without those `taken`, the nearest to the middle, if any is left.
std::optional<std::size_t> middle_between(std::size_t before, std::size_t after,
                                          const std::set<std::size_t>& taken);

struct PlannedCommit {
  std::size_t place = 0;  ///< on the line
  std::string why;
};

/// Up to `count` commits to measure next, of those from the place `first` on: the newest, those
/// with tags and the oldest; then the middle of each step's interval; then that of the widest gap
/// between measured commits, again and again: by the store alone. `left_out`: places that cannot be
/// measured. `is_here`: a series that this host measures; the others do not count.
std::vector<PlannedCommit> plan(const History& history, std::span<const Step> steps,
                                std::size_t first, std::set<std::size_t> left_out,
                                std::size_t count,
                                const std::function<bool(const SeriesKey&)>& is_here);

/// The whole document, in UTF-8, which loads nothing. Names from outside come in escaped.
std::string make_page(const History& history, std::span<const Step> steps, double effect,
                      std::string_view unit, const std::string& title);

}  // namespace tickbench::history
