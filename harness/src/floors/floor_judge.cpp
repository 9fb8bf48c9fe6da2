// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <stdexcept>

#include "tickbench/verdict.hpp"

namespace tickbench {

FloorJudge::FloorJudge(FloorSelection selection, int looks)
    : floors_(std::move(selection.floors)),
      max_looks_(looks),
      level_(level_for(std::max<std::size_t>(floors_.size(), 1), looks)),
      repetitions_(floors_.size()) {}

bool FloorJudge::look(const EvidenceFor& evidence) {
  if (looks_ == max_looks_)
    throw std::logic_error("FloorJudge: expected at most " + std::to_string(max_looks_) +
                           " looks a repetition, which share the error rate");
  if (looks_ == 0)
    for (auto& repetitions : repetitions_) repetitions.emplace_back();
  ++looks_;
  bool could_be_decided = false;
  for (std::size_t i = 0; i < floors_.size(); ++i) {
    auto& now = repetitions_[i].back();
    // Decided at an earlier look: the samples that other floors need do not reopen it.
    if (looks_ > 1 && now.verdict != Verdict::kInconclusive) continue;
    now.looks = looks_;
    Finding found = evidence(floors_[i], level_);
    now.evidence = found.evidence;
    now.why_not = std::move(found.why_not);
    now.verdict =
        now.evidence ? judge(floors_[i].floor, *now.evidence, level_) : Verdict::kNotMeasured;
    if (now.evidence && now.verdict == Verdict::kNotMeasured)
      now.why_not = "what this benchmark has is no finite number";
    could_be_decided = could_be_decided || can_be_decided(i);
  }
  return could_be_decided && looks_ < max_looks_;
}

bool FloorJudge::can_be_decided(std::size_t floor) const {
  const auto& repetitions = repetitions_[floor];
  if (repetitions.back().verdict != Verdict::kInconclusive) return false;
  // Where earlier repetitions leave it open or disagree, no sample of this one can settle it.
  const Verdict first = repetitions.front().verdict;
  return std::all_of(repetitions.begin(), repetitions.end() - 1, [&](const Repetition& earlier) {
    return earlier.verdict == first && first != Verdict::kInconclusive;
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
    Judgement judgement{floors_[i], Verdict::kNotMeasured,  std::nullopt,
                        0,          repetitions_[i].size(), {}};
    std::vector<Evidence> evidence;
    for (const auto& repetition : repetitions_[i]) {
      judgement.looks = std::max(judgement.looks, repetition.looks);
      if (repetition.verdict != Verdict::kNotMeasured)
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

Verdict FloorReport::verdict() const noexcept {
  Verdict worst = Verdict::kNoFloor;
  for (const auto& judgement : judgements) worst = std::max(worst, judgement.verdict);
  return worst;
}

FloorReport failed_report(std::string device, std::string id, FloorSelection selection,
                          std::string_view outcome) {
  FloorReport report{std::move(device), std::move(id), {}, selection.for_other_devices};
  for (auto& floor : selection.floors)
    report.judgements.push_back({std::move(floor), Verdict::kNotMeasured, std::nullopt, 0, 0,
                                 "this benchmark failed (" + std::string(outcome) + ")"});
  return report;
}

}  // namespace tickbench
