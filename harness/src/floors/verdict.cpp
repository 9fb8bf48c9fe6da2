// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "floors/verdict.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <stdexcept>

#include "base/enumerator_name.hpp"
#include "floors/floor_parser.hpp"
#include "floors/floor_report.hpp"
#include "metrics/metric_info.hpp"
#include "text/escape.hpp"
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

using text::counted;
using text::quantity;

std::string_view word(FloorVerdict verdict, bool strict) {
  if (verdict == FloorVerdict::kFail) return "MISSED";
  if (verdict == FloorVerdict::kNotMeasured) return "NOT MEASURED";
  if (verdict == FloorVerdict::kInconclusive) return strict ? "INCONCLUSIVE" : "inconclusive";
  return "met";
}

bool has_interval(const Evidence& evidence) { return evidence.interval.level > 0; }

std::string why_inconclusive(const Floor& floor, const Evidence& evidence) {
  const double bound = floor.effective();
  if (!evidence.differing_methods.empty())
    return fmt::format("its runs were timed by {}, which do not compare",
                       evidence.differing_methods);
  if (evidence.runs < floor.runs)
    return fmt::format("{} of the {} runs that this floor asks for", evidence.runs, floor.runs);
  if (!has_interval(evidence) && evidence.runs > 1)
    return fmt::format("equal values of {} runs may be so by chance", evidence.runs);
  if (!has_interval(evidence)) return "a value without its interval decides nothing";
  if (evidence.interval.low <= bound && bound <= evidence.interval.high)
    return "the interval holds the floor";
  if (!evidence.resolved)
    return "its brackets are too short for their marks or the clock, and it may be faster";
  if (evidence.samples == 0) return "of an unknown number of samples nothing is sure";
  if (evidence.samples < kSamplesToBeSure)
    return counted(evidence.samples, "sample") + " are too few to be sure by";
  return fmt::format("the samples allow no interval above {}, too little to be sure by",
                     text::percent(evidence.interval.level));
}

/// " 4.32 TB/s [4.31 TB/s, 4.33 TB/s]", or ": " and why there is none.
std::string found_text(const Judgement& judgement, std::string_view unit) {
  if (!judgement.evidence) return ": " + judgement.why_not;
  const auto& evidence = *judgement.evidence;
  auto text = ' ' + quantity(evidence.value, unit);
  if (has_interval(evidence))
    text += fmt::format(" [{}, {}]", quantity(evidence.interval.low, unit),
                        quantity(evidence.interval.high, unit));
  if (evidence.runs > 1) text += fmt::format(" over {} runs", evidence.runs);
  if (evidence.spread) text += ", spread " + text::rough_percent(*evidence.spread);
  return text;
}

std::string judgement_text(const Judgement& judgement, bool strict) {
  const auto& [floor, other, where] = judgement.applied;
  const auto* metric = metrics::find_metric(floor.metric);
  const std::string_view unit =
      floor.is_ratio() || metric == nullptr ? std::string_view() : metric->unit;
  const bool is_least = floor.bound == Floor::Bound::kAtLeast;

  std::string text =
      floor.is_ratio() ? fmt::format("ratio of {} to {}", floor.metric, other) : floor.metric;
  text += found_text(judgement, unit);
  text +=
      fmt::format(", expected {} {}", is_least ? ">=" : "<=", quantity(floor.effective(), unit));
  if (floor.tolerance != 0)
    text += fmt::format(" ({} {} {})", quantity(floor.threshold, unit), is_least ? '-' : '+',
                        text::percent(floor.tolerance));
  if (judgement.verdict == FloorVerdict::kInconclusive)
    text += fmt::format(": {}, which {}", why_inconclusive(floor, *judgement.evidence),
                        strict ? "fails when strict" : "passes unless strict");
  return text + ", by " + where;
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

namespace {
FloorVerdict judge_resolved(const Floor& floor, const Evidence& evidence, double level) {
  const auto& [low, high, reached_level] = evidence.interval;
  if (!std::isfinite(evidence.value) || !std::isfinite(low) || !std::isfinite(high))
    return FloorVerdict::kNotMeasured;
  if (evidence.runs < floor.runs || !evidence.differing_methods.empty())
    return FloorVerdict::kInconclusive;
  const FloorVerdict by_samples = judge_range(floor, evidence.lowest, evidence.highest);
  if (by_samples != FloorVerdict::kInconclusive) return by_samples;
  if ((evidence.runs == 1 && evidence.samples < kSamplesToBeSure) ||
      reached_level < level - kRounding)
    return FloorVerdict::kInconclusive;
  return judge_range(floor, low, high);
}
}  // namespace

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
  }
  std::sort(values.begin(), values.end());
  const std::size_t middle = values.size() / 2;
  all.value = values.size() % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
  return all;
}

FloorJudge::FloorJudge(FloorSelection selection, int looks, std::optional<std::size_t> times)
    : floors_(std::move(selection.floors)),
      max_looks_(looks),
      level_(level_for(std::max<std::size_t>(times ? *times : floors::distinct_times(floors_), 1),
                       looks)),
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
  // No sample of this run is one of the next.
  if (floors_[floor].floor.runs > 1) return false;
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

nlohmann::ordered_json floors::to_json(const FloorReport& report) {
  auto judged = nlohmann::ordered_json::array();
  for (const auto& judgement : report.judgements) {
    const auto& floor = judgement.applied.floor;
    nlohmann::ordered_json entry{{"floor", judgement.applied.where},
                                 {"metric", floor.is_ratio() ? "ratio" : floor.metric}};
    if (floor.is_ratio()) {
      entry["of"] = floor.metric;
      entry["to"] = judgement.applied.other;
    }
    entry[floors::bound_name(floor)] = floor.threshold;
    entry["tolerance"] = floor.tolerance;
    if (floor.runs > 1) entry["runs"] = floor.runs;
    entry["effective"] = floor.effective();
    entry["verdict"] = to_string(judgement.verdict);
    if (const auto& evidence = judgement.evidence) {
      entry["value"] = evidence->value;
      entry["low"] = evidence->interval.low;
      entry["high"] = evidence->interval.high;
      entry["level"] = evidence->interval.level;
      entry["samples"] = evidence->samples;
      if (evidence->runs > 1) entry["runs_judged"] = evidence->runs;
      if (evidence->spread) entry["spread"] = *evidence->spread;
    }
    entry["looks"] = judgement.looks;
    entry["repetitions"] = judgement.repetitions;
    judged.push_back(std::move(entry));
  }
  return {{"verdict", to_string(report.verdict())},
          {"for_other_devices", report.for_other_devices},
          {"judged", std::move(judged)}};
}

std::string to_text(const FloorReport& report, bool strict) {
  const std::string subject =
      report.device.empty() ? report.id : report.id + " on " + report.device;
  if (report.judgements.empty())
    return text::visible(report.for_other_devices == 0
                             ? fmt::format("no floor: {}: none for this benchmark", subject)
                             : fmt::format("no floor: {}: none for this device, {} for others",
                                           subject, report.for_other_devices)) +
           '\n';
  std::string lines;
  for (const auto& judgement : report.judgements)
    lines += text::visible(fmt::format("floor {}: {}: {}", word(judgement.verdict, strict), subject,
                                       judgement_text(judgement, strict))) +
             '\n';
  return lines;
}

std::string summary_text(std::span<const FloorReport> reports) {
  std::map<FloorVerdict, std::size_t> count;
  std::size_t judged = 0, without = 0;
  for (const auto& report : reports) {
    if (report.judgements.empty()) ++without;
    judged += report.judgements.size();
    for (const auto& judgement : report.judgements) ++count[judgement.verdict];
  }
  auto text = fmt::format("{}: {} met, {} missed, {} inconclusive", counted(judged, "judgement"),
                          count[FloorVerdict::kPass], count[FloorVerdict::kFail],
                          count[FloorVerdict::kInconclusive]);
  if (const auto none = count[FloorVerdict::kNotMeasured]; none != 0)
    text += fmt::format(", {} not measured", none);
  return fmt::format("{}; {} without a floor", text, counted(without, "benchmark"));
}

}  // namespace tickbench
