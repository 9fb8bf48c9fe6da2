// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <string>

#include "floors/metrics.hpp"
#include "text/quantity.hpp"
#include "tickbench/verdict.hpp"

namespace tickbench {
namespace {

using text::quantity;

std::string_view word(Verdict verdict, bool strict) {
  if (verdict == Verdict::kFail) return "MISSED";
  if (verdict == Verdict::kNotMeasured) return "NOT MEASURED";
  if (verdict == Verdict::kInconclusive) return strict ? "INCONCLUSIVE" : "inconclusive";
  return "met";
}

std::string counted(std::size_t count, const std::string& noun) {
  return std::to_string(count) + ' ' + noun + (count == 1 ? "" : "s");
}

std::string metric_name(const AppliedFloor& applied) {
  const auto& floor = applied.floor;
  return floor.is_ratio() ? "ratio of " + floor.metric + " to " + applied.other : floor.metric;
}

bool has_interval(const Evidence& evidence) { return evidence.interval.level > 0; }

std::string why_inconclusive(const Floor& floor, const Evidence& evidence) {
  const double bound = floor.effective();
  if (!has_interval(evidence)) return "a value without its interval decides nothing";
  if (evidence.interval.low <= bound && bound <= evidence.interval.high)
    return "the interval holds the floor";
  if (evidence.samples == 0) return "of an unknown number of samples nothing is sure";
  if (evidence.samples < kSamplesToBeSure)
    return counted(evidence.samples, "sample") + " are too few to be sure by";
  return "the samples allow no interval above " + text::percent(evidence.interval.level) +
         ", too little to be sure by";
}

std::string judgement_text(const Judgement& judgement, bool strict) {
  const auto& floor = judgement.applied.floor;
  const auto* metric = floors::find_metric(floor.metric);
  const std::string_view unit =
      floor.is_ratio() || metric == nullptr ? std::string_view() : metric->unit;
  const bool is_least = floor.bound == Floor::Bound::kAtLeast;

  std::string text = metric_name(judgement.applied);
  if (const auto& evidence = judgement.evidence) {
    text += ' ' + quantity(evidence->value, unit);
    if (has_interval(*evidence))
      text += " [" + quantity(evidence->interval.low, unit) + ", " +
              quantity(evidence->interval.high, unit) + "]";
  } else {
    text += ": " + judgement.why_not;
  }
  text +=
      std::string(", expected ") + (is_least ? ">= " : "<= ") + quantity(floor.effective(), unit);
  if (floor.tolerance != 0)
    text += " (" + quantity(floor.threshold, unit) + (is_least ? " - " : " + ") +
            text::percent(floor.tolerance) + ")";
  if (judgement.verdict == Verdict::kInconclusive)
    text += ": " + why_inconclusive(floor, *judgement.evidence) +
            (strict ? ", which fails when strict" : ", which passes unless strict");
  return text + ", by " + judgement.applied.where;
}

}  // namespace

std::string to_text(const FloorReport& report, bool strict) {
  const std::string subject =
      report.id + (report.device.empty() ? "" : " on " + report.device) + ": ";
  if (report.judgements.empty())
    return "no floor: " + subject +
           (report.for_other_devices == 0
                ? "none for this benchmark\n"
                : "none for this device, " + std::to_string(report.for_other_devices) +
                      " for others\n");
  std::string text;
  for (const auto& judgement : report.judgements)
    text += "floor " + std::string(word(judgement.verdict, strict)) + ": " + subject +
            judgement_text(judgement, strict) + '\n';
  return text;
}

std::string summary_text(std::span<const FloorReport> reports) {
  std::size_t judged = 0;
  std::size_t without = 0;
  std::size_t count[static_cast<std::size_t>(Verdict::kFail) + 1] = {};
  for (const auto& report : reports) {
    if (report.judgements.empty()) ++without;
    judged += report.judgements.size();
    for (const auto& judgement : report.judgements)
      ++count[static_cast<std::size_t>(judgement.verdict)];
  }
  const auto of = [&](Verdict verdict) { return count[static_cast<std::size_t>(verdict)]; };
  std::string text = counted(judged, "judgement") + ": " + std::to_string(of(Verdict::kPass)) +
                     " met, " + std::to_string(of(Verdict::kFail)) + " missed, " +
                     std::to_string(of(Verdict::kInconclusive)) + " inconclusive";
  if (of(Verdict::kNotMeasured) != 0)
    text += ", " + std::to_string(of(Verdict::kNotMeasured)) + " not measured";
  return text + "; " + counted(without, "benchmark") + " without a floor";
}

}  // namespace tickbench
