// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "floors/floor_looks.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include "floors/reasons.hpp"

namespace tickbench::suite {
namespace {

/// Ratios of single samples exist only for what every sample has.
bool is_paired(std::string_view metric) {
  return metric != "noise" && source_of(metric) != Source::kReferences;
}

Measurement* measurement_of(Record& record, Source source) {
  if (source == Source::kShown && record.batched) return &*record.batched;
  return record.isolated ? &*record.isolated : nullptr;
}

void append(SamplePairs& to, SamplePairs more) {
  to.insert(to.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
}

}  // namespace

FloorLooks::FloorLooks(FloorJudge& judge, Running main, HostClock& host, PhaseListener on_phase)
    : judge_(judge), main_(std::move(main)), host_(host), on_phase_(std::move(on_phase)) {}

void FloorLooks::add_other(const std::string& id, Running other) {
  auto& added = others_.emplace_back(Other{id, std::move(other), {}, {}});
  std::set<Source> needed;
  for (const auto& judgement : judge_.judgements())
    if (judgement.applied.other == id && is_paired(judgement.applied.floor.metric))
      needed.insert(source_of(judgement.applied.floor.metric));
  on_phase_("floors: in turn with " + id);
  for (const Source source : needed) sample_pairs(added, source, settings().budget);
}

void FloorLooks::add_missing(const std::string& id, const std::string& why) { missing_[id] = why; }

void FloorLooks::sample_pairs(Other& other, Source source, Seconds budget) {
  const auto* ours = measurement_of(main_.record, source);
  const auto* theirs = measurement_of(other.running.record, source);
  if (ours == nullptr || theirs == nullptr) return;
  append(source == Source::kIsolated ? other.isolated : other.shown,
         measure_alternately({main_.queue, main_.work, *ours},
                             {other.running.queue, other.running.work, *theirs}, settings(), budget,
                             host_));
}

const FloorLooks::Other* FloorLooks::find(const std::string& id) const {
  const auto found = std::find_if(others_.begin(), others_.end(),
                                  [&](const Other& other) { return other.id == id; });
  return found == others_.end() ? nullptr : &*found;
}

Finding FloorLooks::finding_for(const AppliedFloor& applied, double level) const {
  const auto& metric = applied.floor.metric;
  const auto own = evidence(main_.record, metric, level);
  if (!applied.floor.is_ratio() || !own) return own;
  const auto* other = find(applied.other);
  if (other == nullptr)
    return {std::nullopt, floors::has_none(applied.other, missing_.at(applied.other))};
  const auto& record = other->running.record;
  const auto& pairs = source_of(metric) == Source::kIsolated ? other->isolated : other->shown;
  if (const auto ratio = ratio_evidence(main_.record, record, pairs, metric, level)) return ratio;
  return {std::nullopt, evidence(record, metric, level) ? floors::reaches_zero(applied.other)
                                                        : floors::has_none(applied.other)};
}

void FloorLooks::run() {
  // The looks after the first share the second budget.
  const Seconds share = settings().budget / (kMaxFloorLooks - 1);
  while (judge_.look(
      [this](const AppliedFloor& floor, double level) { return finding_for(floor, level); }))
    sample_on(share);
}

void FloorLooks::sample_on(Seconds budget) {
  on_phase_("floors: sampling on");
  std::set<Source> ours;
  std::set<std::pair<std::string, Source>> paired;
  for (const auto& judgement : judge_.judgements()) {
    if (judgement.verdict != Verdict::kInconclusive) continue;
    const auto& [floor, other, where] = judgement.applied;
    const Source source = source_of(floor.metric);
    if (floor.is_ratio() && is_paired(floor.metric))
      paired.emplace(other, source);
    else
      ours.insert(source);
  }
  for (const Source source : ours) {
    if (source == Source::kReferences)
      main_.more_references(budget);
    else if (auto* measurement = measurement_of(main_.record, source))
      measure_on(main_.queue, main_.work, *measurement, settings(), budget, host_);
  }
  for (auto& other : others_)
    for (const Source source : {Source::kShown, Source::kIsolated})
      if (paired.contains({other.id, source})) sample_pairs(other, source, budget);
}

}  // namespace tickbench::suite
