// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "floors/verdict.hpp"

#include <fmt/format.h>

#include <cmath>
#include <set>
#include <stdexcept>
#include <tuple>

#include "base/enumerator_name.hpp"
#include "statistics/inference.hpp"
#include "text/wording.hpp"

namespace tickbench {
namespace {

// Levels are computed on both sides: they may differ in the last bits.
constexpr double kRounding = 1e-9;

/// Where a whole range lies.
FloorVerdict judge_range(const Floor& floor, double low, double high) {
  const double bound = floor.effective();
  const bool is_least = floor.bound == Floor::Bound::kAtLeast;
  if (is_least ? low >= bound : high <= bound) return FloorVerdict::kPass;
  return (is_least ? high < bound : low > bound) ? FloorVerdict::kFail
                                                 : FloorVerdict::kInconclusive;
}

FloorVerdict judge_resolved(const Floor& floor, const Evidence& evidence, double level) {
  const auto& [low, high, reached_level] = evidence.interval;
  if (!std::isfinite(evidence.value) || !std::isfinite(low) || !std::isfinite(high))
    return FloorVerdict::kNotMeasured;
  if (evidence.runs < floor.runs || !evidence.differing_methods.empty())
    return FloorVerdict::kInconclusive;
  const FloorVerdict by_samples = judge_range(floor, evidence.lowest, evidence.highest);
  if (by_samples != FloorVerdict::kInconclusive &&
      (evidence.is_exact || evidence.samples >= kFewestOneSidedSamples))
    return by_samples;
  // What is allocated once is allocated.
  if (floor.metric == metrics::kDeviceMemory && std::isfinite(evidence.lowest))
    return FloorVerdict::kFail;
  if ((evidence.runs == 1 && evidence.samples < kFewestIntervalSamples) ||
      reached_level < level - kRounding)
    return FloorVerdict::kInconclusive;
  return judge_range(floor, low, high);
}

/// The time that a metric is of, or the metric where it is of none.
std::string_view underlying_metric(std::string_view metric, std::string_view rate_time) {
  using metrics::MetricKind;
  const auto* info = metrics::find_metric(metric);
  if (info == nullptr || info->source != metrics::SampleSource::kShown) return metric;
  if (info->kind == MetricKind::kRate) return rate_time;
  const bool is_shown = info->kind == MetricKind::kDevice || info->kind == MetricKind::kShownTime;
  return is_shown ? metrics::kTime : metric;
}

/// How many things the floors of one benchmark are about, at least one. Floors on metrics of one
/// time share its interval, and one miss of it misjudges all of them at once: they count as one.
std::size_t distinct_times(std::span<const AppliedFloor> floors, std::string_view rate_time) {
  // Runs are judged by an interval of their own.
  std::set<std::tuple<std::string_view, std::string_view, bool>> times;
  for (const auto& [floor, other, where] : floors)
    times.emplace(underlying_metric(floor.metric, rate_time), other, floor.runs > 1);
  return std::max<std::size_t>(times.size(), 1);
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
  const auto verdict = judge_resolved(floor, evidence, level);
  const bool may_be_faster = verdict == FloorVerdict::kFail && !evidence.resolved;
  return may_be_faster ? FloorVerdict::kInconclusive : verdict;
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
    all.step = std::max(all.step, one.step);
    all.resolved = all.resolved && one.resolved;
    all.is_exact = all.is_exact && one.is_exact;
  }
  all.is_exact = all.is_exact && equal_counts(all.lowest, all.highest);
  all.value = median(values);
  return all;
}

FloorJudge::FloorJudge(FloorSelection selection, int looks, std::string_view rate_time)
    : selection_(std::move(selection)),
      max_looks_(looks),
      level_(level_for(distinct_times(selection_.floors, rate_time), looks)),
      repetitions_(selection_.floors.size()) {}

void FloorJudge::judge_repetition(FloorSource& source) {
  for (auto& repetitions : repetitions_) repetitions.emplace_back();
  for (int number = 1;; ++number) {
    const auto open = look(source, number);
    if (open.empty() || number == max_looks_ ||
        !source.sample_more(open, missed_on_a_shared_device()))
      break;
  }
  for (std::size_t i = 0; i < repetitions_.size(); ++i)
    if (auto& [finding, verdict, looks, unshared] = repetitions_[i].back();
        unshared && judge(selection_.floors[i].floor, *unshared, level_) == FloorVerdict::kFail)
      verdict = FloorVerdict::kFail;
}

std::vector<AppliedFloor> FloorJudge::look(const FloorSource& source, int number) {
  std::vector<AppliedFloor> open;
  for (std::size_t i = 0; i < repetitions_.size(); ++i) {
    const auto& applied = selection_.floors[i];
    auto& now = repetitions_[i].back();
    // Decided at an earlier look: the samples that other floors need do not reopen it.
    if (now.verdict != FloorVerdict::kInconclusive) continue;
    now.looks = number;
    now.finding = source.evidence(applied, level_);
    const auto& evidence = now.finding.evidence;
    now.verdict = evidence ? judge(applied.floor, *evidence, level_) : FloorVerdict::kNotMeasured;
    const bool is_missed = now.verdict == FloorVerdict::kFail;
    now.unshared = is_missed ? source.unshared(applied, level_) : std::nullopt;
    if (now.unshared) now.verdict = FloorVerdict::kInconclusive;
    if (evidence && now.verdict == FloorVerdict::kNotMeasured)
      now.finding = {std::nullopt, "what this benchmark has is no finite number"};
    if (can_be_decided(i)) open.push_back(applied);
  }
  return open;
}

bool FloorJudge::can_be_decided(std::size_t floor) const {
  const auto& repetitions = repetitions_[floor];
  if (repetitions.back().verdict != FloorVerdict::kInconclusive) return false;
  // No sample of this run is one of the next.
  if (selection_.floors[floor].floor.runs > 1) return false;
  // Where earlier repetitions leave it open or disagree, no sample of this one can settle it.
  const FloorVerdict first = repetitions.front().verdict;
  return std::all_of(repetitions.begin(), repetitions.end() - 1, [&](const Repetition& earlier) {
    return earlier.verdict == first && first != FloorVerdict::kInconclusive;
  });
}

std::vector<Judgement> FloorJudge::judgements() const {
  std::vector<Judgement> judgements;
  for (std::size_t i = 0; i < repetitions_.size(); ++i) {
    auto& judgement = judgements.emplace_back();
    judgement.applied = selection_.floors[i];
    judgement.repetitions = repetitions_[i].size();
    std::vector<Evidence> evidence;
    for (const auto& [finding, verdict, looks, unshared] : repetitions_[i]) {
      judgement.looks = std::max(judgement.looks, looks);
      if (verdict == FloorVerdict::kInconclusive && unshared) judgement.unshared = unshared->value;
      if (finding.evidence)
        evidence.push_back(*finding.evidence);
      else if (judgement.why_not.empty())
        judgement.why_not = finding.why_not;
    }
    if (evidence.empty() || evidence.size() < judgement.repetitions) continue;
    judgement.evidence = combine(evidence);
    judgement.verdict = judge(judgement.applied.floor, *judgement.evidence, level_);
    if (judgement.verdict != FloorVerdict::kFail)
      judgement.unshared.reset();
    else if (judgement.unshared)
      judgement.verdict = FloorVerdict::kInconclusive;
  }
  return judgements;
}

namespace floors {

Evidence over_runs(std::span<const Evidence> runs, double level) {
  Evidence all = combine(runs);
  if (runs.size() == 1) return all;
  all.runs = runs.size();
  std::vector<double> values;
  for (const auto& run : runs) values.push_back(run.value);
  all.spread = inference::spread(values);
  if (all.is_exact) return all;
  // How the samples lie within their runs says nothing of other runs.
  all.lowest = -std::numeric_limits<double>::infinity();
  all.highest = std::numeric_limits<double>::infinity();
  const bool has_logs = all.spread.has_value();
  if (has_logs)
    std::ranges::transform(values, values.begin(), [](double x) { return std::log(x); });
  const auto centre = inference::student(values, 1 - level, has_logs ? all.step : 0);
  const auto back = [&](double value) { return has_logs ? std::exp(value) : value; };
  all.value = back(centre.value);
  all.interval = std::isfinite(centre.interval.high)
                     ? Interval{back(centre.interval.low), back(centre.interval.high), level}
                     : Interval{all.value, all.value, 0};
  return all;
}

Finding no_ratio(const std::string& id, const std::string& why) {
  return {std::nullopt,
          id + " has none" + (why.empty() ? "" : ": " + why.substr(0, why.find('\n')))};
}

Finding zero_ratio(const std::string& id) { return {std::nullopt, "that of " + id + " may be 0"}; }

Finding ratio(const Finding& own, const Finding& partner, const std::string& id) {
  if (!own.evidence) return own;
  if (!partner.evidence) return no_ratio(id);
  if (!(partner.evidence->interval.low > 0)) return zero_ratio(id);
  if (own.evidence->interval.low < 0) return zero_ratio("this benchmark");
  return std::optional(quotient(*own.evidence, *partner.evidence));
}

std::string why_impossible(std::string_view metric, double value) {
  const auto* info = metrics::find_metric(metric);
  if (info == nullptr || info->is_possible(value)) return {};
  return fmt::format("expected what a run can measure, found {}",
                     text::quantity(value, info->unit));
}

std::size_t runs_asked(std::span<const AppliedFloor> floors) {
  std::size_t most = 1;
  for (const auto& applied : floors) most = std::max(most, applied.floor.runs);
  return most;
}

}  // namespace floors

}  // namespace tickbench
