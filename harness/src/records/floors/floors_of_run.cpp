// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "floors/floors_of_run.hpp"

#include <fmt/format.h>

#include <set>

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
