// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "floors/floor_report.hpp"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <map>

#include "metrics/metric_info.hpp"
#include "text/wording.hpp"
#include "tickbench/floor.hpp"

namespace tickbench {
namespace {

/// The shortest text that reads back as the same number: 4.1e+12, where nlohmann would write
/// 4100000000000.0, and fmt 4100000000000.
std::string shortest(double number) {
  std::array<char, 40> text{};
  const auto result = std::to_chars(text.data(), text.data() + text.size(), number);
  return {text.data(), result.ptr};
}

std::string json_string(const std::string& text) {
  return nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

const char* bound_name(const Floor& floor) {
  return floor.bound == Floor::Bound::kAtLeast ? "at_least" : "at_most";
}

std::string floor_line(const Floor& floor) {
  auto line = fmt::format("    {{\"device\": {}, \"benchmark\": {}, ", json_string(floor.device),
                          json_string(floor.benchmark));
  if (floor.is_ratio())
    line += fmt::format("\"metric\": \"ratio\", \"of\": {}, \"to\": {}", json_string(floor.metric),
                        json_string(floor.to));
  else
    line += "\"metric\": " + json_string(floor.metric);
  line += fmt::format(", \"{}\": {}", bound_name(floor), shortest(floor.threshold));
  if (floor.tolerance != Floor::kDefaultTolerance)
    line += fmt::format(", \"tolerance\": {}", shortest(floor.tolerance));
  if (!floor.note.empty()) line += ", \"note\": " + json_string(floor.note);
  return line + '}';
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
  if (!has_interval(evidence)) return "a value without its interval decides nothing";
  if (evidence.interval.low <= bound && bound <= evidence.interval.high)
    return "the interval holds the floor";
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
  const auto value = ' ' + quantity(evidence.value, unit);
  if (!has_interval(evidence)) return value;
  return fmt::format("{} [{}, {}]", value, quantity(evidence.interval.low, unit),
                     quantity(evidence.interval.high, unit));
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

std::string to_floor_file(std::span<const Floor> floors) {
  std::vector<std::string> lines;
  for (const auto& floor : floors) lines.push_back(floor_line(floor));
  return fmt::format("{{\n  \"schema\": \"{}\",\n  \"floors\": [\n{}\n  ]\n}}\n",
                     FloorFile::kSchema, fmt::join(lines, ",\n"));
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
    entry[bound_name(floor)] = floor.threshold;
    entry["tolerance"] = floor.tolerance;
    entry["effective"] = floor.effective();
    entry["verdict"] = to_string(judgement.verdict);
    if (const auto& evidence = judgement.evidence) {
      entry["value"] = evidence->value;
      entry["low"] = evidence->interval.low;
      entry["high"] = evidence->interval.high;
      entry["level"] = evidence->interval.level;
      entry["samples"] = evidence->samples;
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
    return report.for_other_devices == 0
               ? fmt::format("no floor: {}: none for this benchmark\n", subject)
               : fmt::format("no floor: {}: none for this device, {} for others\n", subject,
                             report.for_other_devices);
  std::string text;
  for (const auto& judgement : report.judgements)
    text += fmt::format("floor {}: {}: {}\n", word(judgement.verdict, strict), subject,
                        judgement_text(judgement, strict));
  return text;
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
