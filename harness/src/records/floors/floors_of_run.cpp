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
  return info != nullptr && info->is_single_sample();
}

/// Where the ratios to `partner` get their pairs from; without one, where all other floors get
/// their samples from.
std::set<metrics::SampleSource> sources(std::span<const AppliedFloor> floors,
                                        std::string_view partner = {}) {
  std::set<metrics::SampleSource> result;
  for (const auto& [floor, other, where] : floors)
    if (partner == (is_paired(floor.metric) ? other : ""))
      result.insert(metrics::source_of(floor.metric));
  return result;
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
      for (const auto& applied : file.select({}, id).floors)
        if (std::ranges::find(plain_ids, applied.other) != plain_ids.end())
          throw UsageError(fmt::format(
              "{}: expected one of tickbench's benchmarks to compare {} with, found {}, "
              "which is a plain one",
              applied.where, id, applied.other));
  }
}

std::size_t RunFloors::runs_asked(const std::string& id) const {
  std::size_t most = 1;
  for (const auto& file : files_)
    most = std::max(most, floors::runs_asked(file.select({}, id).floors));
  return most;
}

FloorSelection RunFloors::select(const results::Case& benchmark_case) const {
  return tickbench::select(files_, benchmark_case.device, benchmark_case.id);
}

void RunFloors::judge_repetition(const results::Case& benchmark_case, int looks,
                                 FloorSource& source) {
  auto& judge = judges_.try_emplace(&benchmark_case, select(benchmark_case), looks).first->second;
  judge.judge_repetition(source);
  auto report = judge.report(benchmark_case.device, benchmark_case.id);
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

LiveSource::LiveSource(std::vector<AppliedFloor> floors, Running main, HostClock& host,
                       PhaseListener on_phase)
    : floors_(std::move(floors)),
      main_(std::move(main)),
      host_(host),
      on_phase_(std::move(on_phase)) {}

void LiveSource::add_partner(const std::string& id, Running partner) {
  partners_.push_back({id, std::move(partner)});
  on_phase_("floors: in turn with " + id);
  sample_pairs(partners_.back(), floors_, main_.record.settings.budget);
}

void LiveSource::sample_pairs(Partner& partner, std::span<const AppliedFloor> floors,
                              Seconds budget) {
  const auto& [queue, work, record, more, again, is_processor] = partner.running;
  for (const auto source : sources(floors, partner.id)) {
    const auto* ours = find_measurement(main_.record, source);
    const auto* theirs = find_measurement(record, source);
    if (ours == nullptr || theirs == nullptr) continue;
    std::ranges::move(measure_alternately({main_.queue, main_.work, *ours}, {queue, work, *theirs},
                                          main_.record.settings, budget, host_),
                      std::back_inserter(partner.pairs[source]));
  }
}

Finding LiveSource::evidence(const AppliedFloor& applied, double level) const {
  const auto& [floor, partner_id, where] = applied;
  const auto own = results::evidence(main_.record, floor.metric, level);
  if (!floor.is_ratio() || !own) return own;
  const auto partner = std::ranges::find(partners_, partner_id, &Partner::id);
  if (partner == partners_.end()) return no_ratio(partner_id, missing_.at(partner_id));
  const auto& record = partner->running.record;
  if (const auto pairs = partner->pairs.find(metrics::source_of(floor.metric));
      is_paired(floor.metric) && pairs != partner->pairs.end())
    if (const auto found =
            results::ratio_evidence(main_.record, record, pairs->second, floor.metric, level))
      return found;
  const double each = shared_level(level);
  return ratio(results::evidence(main_.record, floor.metric, each),
               results::evidence(record, floor.metric, each), partner_id);
}

const conditions::Conditions& LiveSource::conditions_of(const Floor& floor) const {
  const auto found = taken_again_.find(metrics::source_of(floor.metric));
  return found == taken_again_.end() ? main_.record.conditions : found->second;
}

/// What a ratio was taken from in turn was shared alike.
bool LiveSource::is_shared(const Floor& floor) const {
  const auto* info = metrics::find_metric(floor.metric);
  if (floor.is_ratio() || info == nullptr || !info->is_of_samples()) return false;
  return std::ranges::any_of(conditions::remarks(conditions_of(floor)), [&](const auto& said) {
    const bool is_host = said.remark == conditions::Remark::kHostPressure ||
                         said.remark == conditions::Remark::kSteal;
    return !is_host || main_.is_processor || info->depends_on_host();
  });
}

std::optional<Evidence> LiveSource::unshared(const AppliedFloor& applied, double level) const {
  const auto& floor = applied.floor;
  if (!is_shared(floor)) return std::nullopt;
  const auto& conditions = conditions_of(floor);
  const double others = conditions.host ? conditions.host->others.value_or(0) : 0;
  const double slower = conditions::slow_down(conditions);
  const auto without_others = [&](const Sample& sample, Seconds time) {
    return sample.taken ? time - *sample.taken : time * (1 - others);
  };
  // Of an overhead the waits may all be the host's.
  const bool is_of_processor = main_.is_processor && metrics::find_metric(floor.metric)->kind !=
                                                         metrics::MetricKind::kOverhead;
  auto record = main_.record;
  for (auto* const measurement : {&record.isolated, &record.batched}) {
    if (!*measurement) continue;
    for (auto& sample : (*measurement)->samples) {
      sample.host = without_others(sample, sample.host) / slower;
      if (is_of_processor) sample.device = without_others(sample, sample.device);
      sample.device /= slower;
    }
  }
  return results::evidence(record, floor.metric, level);
}

bool LiveSource::sample_more(std::span<const AppliedFloor> open,
                             std::span<const AppliedFloor> missed) {
  on_phase_("floors: sampling on");
  // The looks after the first share the second budget.
  const Seconds share = main_.record.settings.budget / (kMaxFloorLooks - 1);
  for (const auto source : sources(open)) {
    if (source == metrics::SampleSource::kReferences) {
      main_.more_references(share);
      continue;
    }
    auto* const measurement = find_measurement(main_.record, source);
    if (measurement == nullptr) continue;
    if (std::ranges::any_of(missed, [&](const auto& applied) {
          return metrics::source_of(applied.floor.metric) == source;
        }))
      taken_again_[source] = main_.take_again(*measurement, share);
    else
      measure_on(main_.queue, main_.work, *measurement, main_.record.settings, share, host_);
  }
  for (auto& partner : partners_) sample_pairs(partner, open, share);
  return true;
}

}  // namespace tickbench::floors
