// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "floors/floor_report.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "floors/floor_parser.hpp"
#include "metrics/metric_info.hpp"
#include "results/write.hpp"
#include "text/escape.hpp"
#include "text/wording.hpp"

namespace tickbench {
namespace {

using text::counted;
using text::quantity;

std::string_view word(FloorVerdict verdict, bool strict) {
  if (verdict == FloorVerdict::kFail) return "MISSED";
  if (verdict == FloorVerdict::kNotMeasured) return "NOT MEASURED";
  if (verdict == FloorVerdict::kInconclusive) return strict ? "INCONCLUSIVE" : "inconclusive";
  return "met";
}

const char* in_strictness(bool strict) {
  return strict ? "fails when strict" : "passes unless strict";
}

bool is_unjudged(const FloorReport& report) { return report.judgements.empty(); }

std::string why_inconclusive(const Floor& floor, const Evidence& evidence) {
  const double bound = floor.effective();
  if (!evidence.differing_methods.empty())
    return fmt::format("its runs were timed by {}, which do not compare",
                       evidence.differing_methods);
  if (evidence.runs < floor.runs)
    return fmt::format("{} of the {} runs that this floor asks for", evidence.runs, floor.runs);
  if (!evidence.has_interval() && evidence.runs > 1)
    return fmt::format("equal values of {} runs may be so by chance", evidence.runs);
  if (!evidence.has_interval()) return "a value without its interval decides nothing";
  if (evidence.interval.low <= bound && bound <= evidence.interval.high)
    return "the interval holds the floor";
  if (!evidence.resolved)
    return "its brackets are too short for their marks or the clock, and it may be faster";
  if (evidence.samples == 0) return "of an unknown number of samples nothing is sure";
  if (evidence.samples < kFewestIntervalSamples)
    return counted(evidence.samples, "sample") + " are too few to be sure by";
  return fmt::format("the samples allow no interval above {}, too little to be sure by",
                     text::percent(evidence.interval.level));
}

/// " 4.32 TB/s [4.31 TB/s, 4.33 TB/s]", or ": " and why there is none.
std::string found_text(const Judgement& judgement, std::string_view unit) {
  if (!judgement.evidence) return ": " + judgement.why_not;
  const auto& evidence = *judgement.evidence;
  auto text = ' ' + quantity(evidence.value, unit);
  if (evidence.has_interval() || evidence.interval.low < evidence.interval.high)
    text += fmt::format(" [{}, {}]", quantity(evidence.interval.low, unit),
                        quantity(evidence.interval.high, unit));
  if (evidence.runs > 1) text += fmt::format(" over {} runs", evidence.runs);
  if (evidence.spread) text += ", spread " + text::rough_percent(*evidence.spread);
  return text;
}

std::string judgement_text(const Judgement& judgement, bool strict) {
  const auto& [floor, other, where] = judgement.applied;
  const auto unit = floor.is_ratio() ? std::string_view() : metrics::unit_of(floor.metric);
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
    text += fmt::format(": {}, which {}",
                        judgement.unshared
                            ? fmt::format("shared: {} without what others took of the device",
                                          quantity(*judgement.unshared, unit))
                            : why_inconclusive(floor, *judgement.evidence),
                        in_strictness(strict));
  return text + ", by " + where;
}

// Beyond it a floor's unit is not its metric's, or nothing will ever miss it.
constexpr double kMostEase = 100;

/// Why a floor may say nothing; empty: it has no such fault.
std::string doubt(const Judgement& judgement) {
  using metrics::MetricKind;
  const auto& floor = judgement.applied.floor;
  const auto* metric = metrics::find_metric(floor.metric);
  const bool is_least = floor.bound == Floor::Bound::kAtLeast;
  // Of a ratio either benchmark may be the one that is to be fast.
  if (metric != nullptr && !floor.is_ratio() &&
      is_least == (metric->better == metrics::Direction::kLowerIsBetter))
    return fmt::format("expected {} for {}, of which {} is better",
                       is_least ? "at_most" : "at_least", floor.metric, is_least ? "less" : "more");
  // What is near 0 on a good machine is no sign.
  const bool may_be_none = metric != nullptr && (metric->kind == MetricKind::kSpread ||
                                                 metric->kind == MetricKind::kOverhead);
  if (judgement.verdict != FloorVerdict::kPass || may_be_none || judgement.evidence->value == 0)
    return {};
  const double value = judgement.evidence->value;
  const double ease = is_least ? value / floor.threshold : floor.threshold / value;
  if (!(ease > kMostEase)) return {};
  return fmt::format("{} is met by a factor of {:.3g}, as by one in a wrong unit", floor.metric,
                     ease);
}

/// What makes floors doubtful: the floor's place, and why.
std::vector<std::pair<std::string, std::string>> doubts(const FloorReport& report) {
  std::vector<std::pair<std::string, std::string>> all;
  for (const auto& judgement : report.judgements)
    if (auto why = doubt(judgement); !why.empty())
      all.emplace_back(judgement.applied.where, std::move(why));
  for (const auto& match : report.partial_matches) {
    const auto is_alike = [&](const Judgement& judgement) {
      return judgement.applied.floor.metric == match.floor.metric &&
             judgement.applied.other == match.other;
    };
    // A name may be the beginning of another device's, which has floors of its own.
    if (std::ranges::none_of(report.judgements, is_alike))
      all.emplace_back(match.where,
                       fmt::format("expected a pattern of the whole name of this device, "
                                   "found {}, which matches a part of it",
                                   floors::in_quotes(match.floor.device)));
  }
  return all;
}

}  // namespace

FloorReport failed_report(std::string device, std::string id, FloorSelection selection,
                          std::string_view outcome) {
  FloorReport report{std::move(device),
                     std::move(id),
                     {},
                     selection.device_mismatches,
                     std::move(selection.partial_matches)};
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
      entry.update(results::estimate_json(*evidence));
      entry["samples"] = evidence->samples;
      if (evidence->runs > 1) entry["runs_judged"] = evidence->runs;
      if (evidence->spread) entry["spread"] = *evidence->spread;
      if (judgement.unshared) entry["unshared"] = *judgement.unshared;
    }
    entry["looks"] = judgement.looks;
    entry["repetitions"] = judgement.repetitions;
    judged.push_back(std::move(entry));
  }
  nlohmann::ordered_json json{{"verdict", to_string(report.verdict())},
                              {"device_mismatches", report.device_mismatches},
                              {"judged", std::move(judged)}};
  for (const auto& [where, why] : doubts(report)) json["doubts"].push_back(where + ": " + why);
  return json;
}

bool is_failure(const FloorReport& report, bool strict) {
  return is_failure(report.verdict(), strict) || (strict && !doubts(report).empty());
}

bool is_failure(std::span<const FloorReport> reports, bool strict) {
  return std::ranges::any_of(reports, [&](const auto& one) { return is_failure(one, strict); }) ||
         (strict && std::ranges::all_of(reports, &is_unjudged) &&
          std::ranges::any_of(reports, &FloorReport::device_mismatches));
}

bool is_undecided(const FloorReport& report) {
  return !report.judgements.empty() &&
         std::ranges::all_of(report.judgements, [](const Judgement& judgement) {
           return judgement.verdict == FloorVerdict::kInconclusive &&
                  judgement.applied.floor.runs == 1;
         });
}

std::string to_text(const FloorReport& report, bool strict) {
  const std::string subject =
      report.device.empty() ? report.id : report.id + " on " + report.device;
  std::vector<std::string> lines;
  if (report.judgements.empty())
    lines.push_back(report.device_mismatches == 0
                        ? fmt::format("no floor: {}: none for this benchmark", subject)
                        : fmt::format("no floor: {}: none for this device, {} for others{}",
                                      subject, report.device_mismatches,
                                      strict ? ", which fails where nothing else is judged" : ""));
  for (const auto& judgement : report.judgements)
    lines.push_back(fmt::format("floor {}: {}: {}", word(judgement.verdict, strict), subject,
                                judgement_text(judgement, strict)));
  for (const auto& [where, why] : doubts(report))
    lines.push_back(fmt::format("floor {}: {}: {}, which {}, by {}",
                                strict ? "DOUBTFUL" : "doubtful", subject, why,
                                in_strictness(strict), where));
  std::string text;
  for (const auto& line : lines) text += text::visible(line) + '\n';
  return text;
}

std::string summary_text(std::span<const FloorReport> reports) {
  std::map<FloorVerdict, std::size_t> count;
  std::size_t judged = 0, without = 0, elsewhere = 0, shared = 0;
  for (const auto& report : reports) {
    without += is_unjudged(report);
    elsewhere += is_unjudged(report) && report.device_mismatches > 0;
    judged += report.judgements.size();
    for (const auto& judgement : report.judgements) {
      ++count[judgement.verdict];
      shared += judgement.unshared.has_value();
    }
  }
  auto text = fmt::format("{}: {} met, {} missed, {} inconclusive", counted(judged, "judgement"),
                          count[FloorVerdict::kPass], count[FloorVerdict::kFail],
                          count[FloorVerdict::kInconclusive]);
  if (shared > 0) text += fmt::format(" ({} shared)", shared);
  if (const auto none = count[FloorVerdict::kNotMeasured]; none != 0)
    text += fmt::format(", {} not measured", none);
  text += fmt::format("; {} without a floor", counted(without, "benchmark"));
  if (elsewhere > 0) text += fmt::format(", {} with one for another device", elsewhere);
  return text;
}

}  // namespace tickbench
