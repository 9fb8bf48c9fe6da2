// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "base/enumerator_name.hpp"
#include "tickbench/verdict.hpp"

namespace tickbench {
namespace {

// Levels are computed on both sides: they may differ in the last bits.
constexpr double kRounding = 1e-9;

/// Where a whole range lies.
FloorVerdict side_of(const Floor& floor, double low, double high) {
  const double bound = floor.effective();
  const bool is_least = floor.bound == Floor::Bound::kAtLeast;
  if (is_least ? low >= bound : high <= bound) return FloorVerdict::kPass;
  return (is_least ? high < bound : low > bound) ? FloorVerdict::kFail
                                                 : FloorVerdict::kInconclusive;
}

}  // namespace

std::string_view to_string(FloorVerdict verdict) noexcept {
  return enumerator_name<FloorVerdict::kFail>(
      verdict, {"no_floor", "pass", "inconclusive", "not_measured", "fail"});
}

double level_for(std::size_t floors, int looks) {
  if (floors < 1 || looks < 1)
    throw std::invalid_argument("level_for: expected at least one floor and one look");
  return 1 - kFloorErrorRate / (static_cast<double>(floors) * looks);
}

FloorVerdict judge(const Floor& floor, const Evidence& evidence, double level) {
  const auto& [low, high, reached_level] = evidence.interval;
  if (!std::isfinite(evidence.value) || !std::isfinite(low) || !std::isfinite(high))
    return FloorVerdict::kNotMeasured;
  const FloorVerdict by_samples = side_of(floor, evidence.lowest, evidence.highest);
  if (by_samples != FloorVerdict::kInconclusive) return by_samples;
  if (evidence.samples < kSamplesToBeSure || reached_level < level - kRounding)
    return FloorVerdict::kInconclusive;
  return side_of(floor, low, high);
}

Evidence combine(std::span<const Evidence> repetitions) {
  if (repetitions.empty()) throw std::invalid_argument("combine: expected at least one repetition");
  Evidence all = repetitions.front();
  std::vector<double> values{all.value};
  for (const auto& one : repetitions.subspan(1)) {
    values.push_back(one.value);
    all.interval.low = std::min(all.interval.low, one.interval.low);
    all.interval.high = std::max(all.interval.high, one.interval.high);
    all.interval.level = std::min(all.interval.level, one.interval.level);
    all.lowest = std::min(all.lowest, one.lowest);
    all.highest = std::max(all.highest, one.highest);
    all.samples += one.samples;
  }
  std::sort(values.begin(), values.end());
  const std::size_t middle = values.size() / 2;
  all.value = values.size() % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
  return all;
}

FloorJudge::FloorJudge(FloorSelection selection, int looks)
    : floors_(std::move(selection.floors)),
      max_looks_(looks),
      level_(level_for(std::max<std::size_t>(floors_.size(), 1), looks)),
      repetitions_(floors_.size()) {}

bool FloorJudge::look(const EvidenceFor& evidence) {
  if (looks_ == max_looks_)
    throw std::logic_error(fmt::format(
        "FloorJudge: expected at most {} looks a repetition, which share the error rate",
        max_looks_));
  if (looks_ == 0)
    for (auto& repetitions : repetitions_) repetitions.emplace_back();
  ++looks_;
  bool could_be_decided = false;
  for (std::size_t i = 0; i < floors_.size(); ++i) {
    auto& now = repetitions_[i].back();
    // Decided at an earlier look: the samples that other floors need do not reopen it.
    if (looks_ > 1 && now.verdict != FloorVerdict::kInconclusive) continue;
    now.looks = looks_;
    Finding found = evidence(floors_[i], level_);
    now.evidence = found.evidence;
    now.why_not = std::move(found.why_not);
    now.verdict =
        now.evidence ? judge(floors_[i].floor, *now.evidence, level_) : FloorVerdict::kNotMeasured;
    if (now.evidence && now.verdict == FloorVerdict::kNotMeasured)
      now.why_not = "what this benchmark has is no finite number";
    could_be_decided = could_be_decided || can_be_decided(i);
  }
  return could_be_decided && looks_ < max_looks_;
}

bool FloorJudge::can_be_decided(std::size_t floor) const {
  const auto& repetitions = repetitions_[floor];
  if (repetitions.back().verdict != FloorVerdict::kInconclusive) return false;
  // Where earlier repetitions leave it open or disagree, no sample of this one can settle it.
  const FloorVerdict first = repetitions.front().verdict;
  return std::all_of(repetitions.begin(), repetitions.end() - 1, [&](const Repetition& earlier) {
    return earlier.verdict == first && first != FloorVerdict::kInconclusive;
  });
}

void FloorJudge::end_repetition() {
  if (looks_ == 0 && !floors_.empty())
    throw std::logic_error("FloorJudge: expected a look in every repetition");
  looks_ = 0;
}

std::vector<Judgement> FloorJudge::judgements() const {
  std::vector<Judgement> judgements;
  for (std::size_t i = 0; i < floors_.size(); ++i) {
    Judgement judgement{floors_[i], FloorVerdict::kNotMeasured, std::nullopt,
                        0,          repetitions_[i].size(),     {}};
    std::vector<Evidence> evidence;
    for (const auto& repetition : repetitions_[i]) {
      judgement.looks = std::max(judgement.looks, repetition.looks);
      if (repetition.verdict != FloorVerdict::kNotMeasured)
        evidence.push_back(*repetition.evidence);
      else if (judgement.why_not.empty())
        judgement.why_not = repetition.why_not;
    }
    if (!evidence.empty() && evidence.size() == repetitions_[i].size()) {
      judgement.evidence = combine(evidence);
      judgement.verdict = judge(floors_[i].floor, *judgement.evidence, level_);
    }
    judgements.push_back(std::move(judgement));
  }
  return judgements;
}

FloorVerdict FloorReport::verdict() const noexcept {
  FloorVerdict worst = FloorVerdict::kNoFloor;
  for (const auto& judgement : judgements) worst = std::max(worst, judgement.verdict);
  return worst;
}

FloorReport failed_report(std::string device, std::string id, FloorSelection selection,
                          std::string_view outcome) {
  FloorReport report{std::move(device), std::move(id), {}, selection.for_other_devices};
  for (auto& floor : selection.floors)
    report.judgements.push_back({std::move(floor), FloorVerdict::kNotMeasured, std::nullopt, 0, 0,
                                 fmt::format("this benchmark failed ({})", outcome)});
  return report;
}

}  // namespace tickbench
