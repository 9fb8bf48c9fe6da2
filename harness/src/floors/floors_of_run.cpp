// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "floors/floors_of_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "floors/floor_report.hpp"
#include "tickbench/error.hpp"

namespace tickbench::floors {
namespace {

/// Ratios of single samples exist only for what every sample has.
bool is_paired(std::string_view metric) {
  const auto* info = metrics::find_metric(metric);
  return info != nullptr && info->is_of_one_sample();
}

Measurement* find_measurement(results::Record& record, metrics::SampleSource source) {
  if (source == metrics::SampleSource::kShown && record.batched) return &*record.batched;
  return record.isolated ? &*record.isolated : nullptr;
}

}  // namespace

RunFloors::RunFloors(const std::vector<std::string>& paths) {
  for (const auto& path : paths) files_.push_back(FloorFile::load(path));
}

void RunFloors::require_benchmarks(const std::vector<std::string>& ids,
                                   const std::vector<std::string>& plain_ids) const {
  auto all = ids;
  all.insert(all.end(), plain_ids.begin(), plain_ids.end());
  for (const auto& file : files_) {
    file.require_benchmarks(all);
    if (plain_ids.empty()) continue;
    for (const auto& id : ids)
      for (const auto& applied : file.select(id).floors)
        if (std::ranges::find(plain_ids, applied.other) != plain_ids.end())
          throw UsageError(fmt::format(
              "{}: expected one of tickbench's benchmarks to compare {} with, found {}, "
              "which is a plain one",
              applied.where, id, applied.other));
  }
}

std::size_t RunFloors::runs_asked(const std::string& id) const {
  std::size_t most = 1;
  for (const auto& file : files_) most = std::max(most, floors::runs_asked(file.select(id).floors));
  return most;
}

FloorSelection RunFloors::select(const results::Case& benchmark_case) const {
  FloorSelection all;
  for (const auto& file : files_) {
    auto selection = file.select(benchmark_case.device, benchmark_case.id);
    all.floors.insert(all.floors.end(), selection.floors.begin(), selection.floors.end());
    all.for_other_devices += selection.for_other_devices;
  }
  return all;
}

FloorJudge& RunFloors::judge(const results::Case& benchmark_case, int looks) {
  if (const auto found = judges_.find(&benchmark_case); found != judges_.end())
    return found->second.first;
  FloorSelection all = select(benchmark_case);
  const auto others = all.for_other_devices;
  return judges_.emplace(&benchmark_case, std::pair(FloorJudge(std::move(all), looks), others))
      .first->second.first;
}

void RunFloors::end_repetition(const results::Case& benchmark_case) {
  auto& [judge, others] = judges_.at(&benchmark_case);
  judge.end_repetition();
  FloorReport report{benchmark_case.device, benchmark_case.id, judge.judgements(), others};
  const std::lock_guard lock(mutex_);
  reports_[&benchmark_case] = std::move(report);
}

void RunFloors::fail(const results::Case& benchmark_case, Outcome outcome) {
  if (is_empty()) return;
  auto report = failed_report(benchmark_case.device, benchmark_case.id, select(benchmark_case),
                              to_string(outcome));
  const std::lock_guard lock(mutex_);
  reports_[&benchmark_case] = std::move(report);
}

std::optional<FloorReport> RunFloors::report(const results::Case& benchmark_case) const {
  const std::lock_guard lock(mutex_);
  const auto found = reports_.find(&benchmark_case);
  return found == reports_.end() ? std::nullopt : std::optional(found->second);
}

FloorSampling::FloorSampling(FloorJudge& judge, Running main, HostClock& host,
                             PhaseListener on_phase)
    : judge_(judge), main_(std::move(main)), host_(host), on_phase_(std::move(on_phase)) {}

void FloorSampling::add_partner(const std::string& id, Running other) {
  auto& added = partners_.emplace_back(Partner{id, std::move(other), {}, {}});
  std::set<metrics::SampleSource> needed;
  for (const auto& judgement : judge_.judgements())
    if (judgement.applied.other == id && is_paired(judgement.applied.floor.metric))
      needed.insert(metrics::source_of(judgement.applied.floor.metric));
  on_phase_("floors: in turn with " + id);
  for (const metrics::SampleSource source : needed) sample_pairs(added, source, settings().budget);
}

void FloorSampling::sample_pairs(Partner& other, metrics::SampleSource source, Seconds budget) {
  const auto* ours = find_measurement(main_.record, source);
  const auto* theirs = find_measurement(other.running.record, source);
  if (ours == nullptr || theirs == nullptr) return;
  auto more = measure_alternately({main_.queue, main_.work, *ours},
                                  {other.running.queue, other.running.work, *theirs}, settings(),
                                  budget, host_);
  std::ranges::move(more,
                    std::back_inserter(source == metrics::SampleSource::kIsolated ? other.isolated
                                                                                  : other.shown));
}

Finding FloorSampling::finding_for(const AppliedFloor& applied, double level) const {
  const auto& metric = applied.floor.metric;
  const auto own = results::evidence(main_.record, metric, level);
  if (!applied.floor.is_ratio() || !own) return own;
  const auto other = std::ranges::find(partners_, applied.other, &Partner::id);
  if (other == partners_.end())
    return {std::nullopt, has_none(applied.other, missing_.at(applied.other))};
  const auto& record = other->running.record;
  const auto& pairs = metrics::source_of(metric) == metrics::SampleSource::kIsolated
                          ? other->isolated
                          : other->shown;
  if (const auto ratio = results::ratio_evidence(main_.record, record, pairs, metric, level))
    return ratio;
  return {std::nullopt, results::evidence(record, metric, level) ? reaches_zero(applied.other)
                                                                 : has_none(applied.other)};
}

void FloorSampling::run() {
  // The looks after the first share the second budget.
  const Seconds share = settings().budget / (kMaxFloorLooks - 1);
  while (judge_.look(
      [this](const AppliedFloor& floor, double level) { return finding_for(floor, level); }))
    sample_on(share);
}

void FloorSampling::sample_on(Seconds budget) {
  on_phase_("floors: sampling on");
  std::set<metrics::SampleSource> ours;
  std::set<std::pair<std::string, metrics::SampleSource>> paired;
  for (const auto& judgement : judge_.judgements()) {
    if (judgement.verdict != FloorVerdict::kInconclusive) continue;
    const auto& [floor, other, where] = judgement.applied;
    const metrics::SampleSource source = metrics::source_of(floor.metric);
    if (floor.is_ratio() && is_paired(floor.metric))
      paired.emplace(other, source);
    else
      ours.insert(source);
  }
  for (const metrics::SampleSource source : ours) {
    if (source == metrics::SampleSource::kReferences)
      main_.more_references(budget);
    else if (auto* measurement = find_measurement(main_.record, source))
      measure_on(main_.queue, main_.work, *measurement, settings(), budget, host_);
  }
  for (auto& other : partners_)
    for (const metrics::SampleSource source :
         {metrics::SampleSource::kShown, metrics::SampleSource::kIsolated})
      if (paired.contains({other.id, source})) sample_pairs(other, source, budget);
}

}  // namespace tickbench::floors
