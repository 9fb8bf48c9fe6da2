// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "floors/floor_json.hpp"

#include <array>
#include <charconv>

#include "tickbench/floor.hpp"

namespace tickbench {
namespace {

/// The shortest text that reads back as the same number: 4.1e+12, where nlohmann would write
/// 4100000000000.0.
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
  std::string line = "    {\"device\": " + json_string(floor.device) +
                     ", \"benchmark\": " + json_string(floor.benchmark);
  if (floor.is_ratio())
    line += ", \"metric\": \"ratio\", \"of\": " + json_string(floor.metric) +
            ", \"to\": " + json_string(floor.to);
  else
    line += ", \"metric\": " + json_string(floor.metric);
  line += std::string(", \"") + bound_name(floor) + "\": " + shortest(floor.threshold);
  if (floor.tolerance != Floor::kDefaultTolerance)
    line += ", \"tolerance\": " + shortest(floor.tolerance);
  if (!floor.note.empty()) line += ", \"note\": " + json_string(floor.note);
  return line + '}';
}

}  // namespace

std::string to_floor_file(std::span<const Floor> floors) {
  std::string text =
      "{\n  \"schema\": \"" + std::string(FloorFile::kSchema) + "\",\n  \"floors\": [";
  for (const auto& floor : floors)
    text += (&floor == floors.data() ? "\n" : ",\n") + floor_line(floor);
  return text + "\n  ]\n}\n";
}

nlohmann::ordered_json floors::to_json(const FloorReport& report) {
  auto judged = nlohmann::ordered_json::array();
  for (const auto& judgement : report.judgements) {
    const auto& floor = judgement.applied.floor;
    nlohmann::ordered_json entry;
    entry["floor"] = judgement.applied.where;
    entry["metric"] = floor.is_ratio() ? "ratio" : floor.metric;
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
  nlohmann::ordered_json json;
  json["verdict"] = to_string(report.verdict());
  json["for_other_devices"] = report.for_other_devices;
  json["judged"] = std::move(judged);
  return json;
}

}  // namespace tickbench
