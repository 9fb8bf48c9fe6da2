// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "floors/floors_of_run.hpp"

#include <fmt/format.h>

#include <set>

#include "tickbench/error.hpp"

namespace tickbench::floors {
namespace {

using metrics::SampleSource;

/// Ratios of single samples exist only for what every sample has.
bool is_paired(std::string_view metric) { return metrics::info_of(metric).is_single_sample(); }

/// Where the ratios to `partner` get their pairs from; without one, where all other floors get
/// their samples from.
std::set<SampleSource> sources(std::span<const AppliedFloor> floors, std::string_view partner = {},
                               bool is_baseline = false) {
  std::set<SampleSource> result;
  for (const auto& [floor, other, where] : floors)
    if (const auto source = metrics::source_of(floor.metric);
        source == SampleSource::kBaseline ? is_baseline
                                          : partner == (is_paired(floor.metric) ? other : ""))
      result.insert(source);
  return result;
}

Measurement* find_measurement(results::Record& record, SampleSource source,
                              bool has_batches = true) {
  if (source != SampleSource::kIsolated && has_batches && record.batched) return &*record.batched;
  return record.isolated ? &*record.isolated : nullptr;
}

/// Why samples of the two in turn would be no ratio; empty: they are one.
std::string why_no_pairs(const results::Settings& own, const results::Settings& baseline,
                         const Measurement* ours, const Measurement* theirs) {
  if (ours == nullptr || theirs == nullptr || own.cache != baseline.cache ||
      (own.cache == Cache::kRotating && own.displace_bytes != baseline.displace_bytes) ||
      own.graphs != baseline.graphs)
    return fmt::format("expected cache {} and mode {}, found {} and {}", to_string(own.cache),
                       to_string(own.modes), to_string(baseline.cache), to_string(baseline.modes));
  if (const auto& here = method_name(*ours), &there = method_name(*theirs); here != there)
    return fmt::format("expected its method, {}, found {}", here, there);
  return theirs->resolved ? "" : "its brackets are too short for their marks or the clock";
}

}  // namespace

void RunFloors::require_benchmarks(const std::vector<std::string>& ids,
                                   const std::vector<std::string>& plain_ids) const {
  auto all = ids;
  all.insert(all.end(), plain_ids.begin(), plain_ids.end());
  for (const auto& file : files_) file.require_benchmarks(all);
  if (plain_ids.empty()) return;
  for (const auto& id : ids)
    for (const auto& applied : tickbench::select(files_, {}, id).floors)
      if (std::ranges::find(plain_ids, applied.other) != plain_ids.end())
        throw UsageError(
            fmt::format("{}: expected one of tickbench's benchmarks to compare {} with, found {}, "
                        "which is a plain one",
                        applied.where, id, applied.other));
}

void LiveSource::sample_pairs(Partner& partner, std::span<const AppliedFloor> floors,
                              Seconds budget) {
  const auto& [queue, work, record, more, again, is_processor, threads] = partner.running;
  auto* const baseline = own_baseline(partner.id);
  auto wanted = sources(floors, partner.id, baseline != nullptr);
  if (baseline != nullptr && baseline->pairs.empty()) wanted.insert(SampleSource::kBaseline);
  const bool have_batches = main_.record.batched && record.batched;
  const conditions::SpreadThreads spread(main_.threads);
  for (const auto source : wanted) {
    const auto* ours = find_measurement(main_.record, source, have_batches);
    const auto* theirs = find_measurement(record, source, have_batches);
    const bool is_of_baseline = source == SampleSource::kBaseline;
    if (is_of_baseline)
      baseline->why_not = why_no_pairs(main_.record.settings, record.settings, ours, theirs);
    if (ours == nullptr || theirs == nullptr || (is_of_baseline && !baseline->why_not.empty()))
      continue;
    std::ranges::move(measure_alternately({main_.queue, main_.work, *ours}, {queue, work, *theirs},
                                          main_.record.settings, budget, host_, &is_at_partner_),
                      std::back_inserter(is_of_baseline ? baseline->pairs : partner.pairs[source]));
    if (!is_of_baseline) continue;
    baseline->resolved = ours->resolved;
    if (std::ranges::any_of(baseline->pairs, [](const auto& pair) {
          return std::min(pair.first.device, pair.second.device) <= Seconds(0);
        }))
      baseline->why_not = "a launch took less than a step of the clock";
  }
}

Finding LiveSource::evidence(const AppliedFloor& applied, double level) const {
  const auto& [floor, partner_id, where] = applied;
  const auto own = results::evidence(main_.record, floor.metric, level);
  const auto& baseline = main_.record.baseline;
  if (floor.metric == metrics::kSpeedupBaseline && baseline && !baseline->why_not.empty())
    return {own, fmt::format("no baseline: {}: {}", baseline->id, baseline->why_not)};
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
  // What took the processors slowed the canary, too: the larger share counts, and not both.
  const auto without_others = [&](const Sample& sample, Seconds time) {
    return std::min(time / slower, sample.taken ? time - *sample.taken : time * (1 - others));
  };
  // Of an overhead the waits may all be the host's.
  const bool is_of_processor = main_.is_processor && metrics::find_metric(floor.metric)->kind !=
                                                         metrics::MetricKind::kOverhead;
  auto record = main_.record;
  for (auto* const measurement : {&record.isolated, &record.batched}) {
    if (!*measurement) continue;
    for (auto& sample : (*measurement)->samples) {
      sample.host = without_others(sample, sample.host);
      sample.device =
          is_of_processor ? without_others(sample, sample.device) : sample.device / slower;
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
    const bool is_missed = std::ranges::any_of(missed, [&](const auto& applied) {
      return metrics::source_of(applied.floor.metric) == source;
    });
    const conditions::SpreadThreads spread(main_.threads);
    if (is_missed)
      taken_again_[source] = main_.take_again(*measurement, share);
    else
      measure_on(main_.queue, main_.work, *measurement, main_.record.settings, share, host_);
  }
  for (auto& partner : partners_) sample_pairs(partner, open, share);
  return true;
}

}  // namespace tickbench::floors
