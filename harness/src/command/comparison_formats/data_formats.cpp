// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "comparison_formats/formats.hpp"
#include "text/escape.hpp"

namespace tickbench::compare {
namespace {

using Json = nlohmann::ordered_json;

Json optional(const std::optional<double>& value) { return value ? Json(*value) : Json(nullptr); }

Json to_json(const Clocks& clocks) {
  const auto hertz = [](double clock) { return clock > 0 ? Json(clock) : Json(nullptr); };
  return {{"core_hertz", hertz(clocks.core)}, {"memory_hertz", hertz(clocks.memory)}};
}

Json to_json(const Estimate& ratio) {
  return {{"estimate", ratio.value},
          {"low", ratio.interval.low},
          {"high", ratio.interval.high},
          {"level", ratio.interval.level}};
}

Json text_or_null(const std::string& text) { return text.empty() ? Json(nullptr) : Json(text); }

Json to_json(const GroupMean& mean, const Comparison& comparison) {
  const auto verdict = comparison.word(mean.verdict);
  Json json{{"group", text_or_null(mean.group)},
            {"device", text_or_null(mean.device)},
            {"benchmarks", mean.benchmarks},
            {"old_runs", mean.old_runs},
            {"new_runs", mean.new_runs},
            {"ratio", to_json(mean.ratio)},
            {"verdict", verdict},
            {"p_adjusted", optional(mean.p_adjusted)},
            {"of_all", mean.covers_table}};
  if (mean.uses_wall_time) json["metric"] = metrics::kTime;
  if (!mean.reason.empty()) json["reason"] = mean.reason;
  if (!mean.machine.empty()) json["machine"] = mean.machine;
  return json;
}

Json to_json(const Row& row, const Comparison& comparison) {
  Json json{{"id", row.id},
            {"device", text_or_null(row.device)},
            {"verdict", comparison.word(row.verdict)},
            {"old", optional(row.old_value)},
            {"new", optional(row.new_value)},
            {"old_runs", row.old_runs},
            {"new_runs", row.new_runs}};
  if (row.is_equal_code) json["equal_code"] = true;
  if (!row.machine.empty()) json["machine"] = row.machine;
  if (row.old_spread) json["old_spread"] = *row.old_spread;
  if (row.new_spread) json["new_spread"] = *row.new_spread;
  if (row_metric(comparison, row) != comparison.metric)
    json["metric"] = row_metric(comparison, row);
  if (comparison.margin)
    json["within_margin"] = row.is_within_margin ? Json(*row.is_within_margin) : Json(nullptr);
  if (row.ratio) {
    json["ratio"] = to_json(*row.ratio);
    if (row.is_relative) json["relative_ratios"] = true;
    if (row.p_adjusted) json["p_adjusted"] = *row.p_adjusted;
    json["spread_from"] = to_string(row.source);
  }
  if (row.old_clocks.core > 0) json["old_clocks"] = to_json(row.old_clocks);
  if (row.new_clocks.core > 0) json["new_clocks"] = to_json(row.new_clocks);
  if (const auto cycles = ratio_in_cycles(row, comparison.metric))
    json["ratio_in_cycles"] = *cycles;
  if (!row.reason.empty()) json["reason"] = row.reason;
  if (!row.differences.empty()) json["differences"] = row.differences;
  return json;
}

// The elements of JUnit that say how a case ended.
constexpr std::string_view kPassed = "system-out", kFailure = "failure", kError = "error",
                           kSkipped = "skipped";

std::string_view junit_result(const Comparison& comparison, const Row& row,
                              const ExitPolicy& policy) {
  if (row.verdict == Verdict::kNotComparable) return kError;
  if (is_failing(comparison, row, policy)) return kFailure;
  return row.verdict == Verdict::kMissing ? kSkipped : kPassed;
}

std::string to_text(const Comparison& comparison, const Row& row) {
  auto text = verdict_text(comparison, row);
  if (row.ratio)
    text += fmt::format(": {} {} -> {}, new/old {} {}, p {}, spread from {}",
                        row_metric(comparison, row), value_text(comparison.metric, row.old_value),
                        value_text(comparison.metric, row.new_value), ratio_text(row.ratio),
                        interval_text(row.ratio), p_text(row.p_adjusted), source_text(row));
  const auto why = remark(comparison, row, false);
  return why.empty() ? text : text + "; " + why;
}

/// An empty type is left out.
void print_case(std::ostream& out, const std::string& place, const std::string& name,
                std::string_view result, std::string_view type, const std::string& text) {
  const auto attributes = fmt::format(
      "{} message=\"{}\"", type.empty() ? "" : fmt::format(" type=\"{}\"", type), text::xml(text));
  out << fmt::format("    <testcase classname=\"{}\" name=\"{}\" time=\"0\">",
                     text::xml(place.empty() ? "host" : place), text::xml(name))
      << (result == kPassed ? fmt::format("<{0}>{1}</{0}>", result, text::xml(text))
                            : fmt::format("<{}{}/>", result, attributes))
      << "</testcase>\n";
}

}  // namespace

void render_json(std::ostream& out, const Comparison& comparison, int status) {
  Json summary = Json::object();
  for (const auto verdict : kVerdicts)
    if (verdict != Verdict::kChanged || !comparison.better)
      summary[std::string(comparison.word(verdict))] = comparison.count(verdict);
  Json json{{"schema", "tickbench-comparison/1"},
            {"metric", comparison.metric},
            {"better", comparison.better ? Json(to_string(*comparison.better)) : Json(nullptr)},
            {"effect", comparison.effect},
            {"error_rate", comparison.error_rate},
            {"margin", optional(comparison.margin)},
            {"error_rate_promised_for", comparison.promised},
            {"exit_status", status},
            {"summary", summary},
            {"notes", comparison.notes},
            {"old_commit", text_or_null(comparison.old_commit)},
            {"new_commit", text_or_null(comparison.new_commit)},
            {"geometric_means", Json::array()},
            {"benchmarks", Json::array()}};
  if (comparison.is_device_code_only) json["scope"] = kDeviceCodeOnly;
  for (const auto& mean : comparison.groups)
    json["geometric_means"].push_back(to_json(mean, comparison));
  for (const auto& row : comparison.rows) json["benchmarks"].push_back(to_json(row, comparison));
  out << json.dump(1, ' ', true, Json::error_handler_t::replace) << '\n';
}

void render_junit(std::ostream& out, const Comparison& comparison, ExitPolicy policy) {
  const auto count = [&](std::string_view result) {
    return std::ranges::count_if(comparison.rows, [&](const Row& row) {
      return junit_result(comparison, row, policy) == result;
    });
  };
  // No row is at fault where none could be compared: a case of its own is.
  const bool compared_nothing =
      exit_status(comparison, policy) == 2 && comparison.count(Verdict::kNotComparable) == 0;
  const int more = compared_nothing ? 1 : 0;
  const auto means = std::ranges::count_if(
      comparison.groups, [&](const GroupMean& mean) { return is_failing(comparison, mean); });
  out << fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n"
      "  <testsuite name=\"tickbench compare\" tests=\"{}\" failures=\"{}\" errors=\"{}\" "
      "skipped=\"{}\" time=\"0\">\n",
      std::ssize(comparison.rows) + means + more, count(kFailure) + means, count(kError) + more,
      count(kSkipped));
  for (const auto& row : comparison.rows) {
    const auto result = junit_result(comparison, row, policy);
    print_case(out, where(row.device, row.machine), row.id, result,
               result == kSkipped ? "" : comparison.word(row.verdict), to_text(comparison, row));
  }
  // A mean has no case of its own unless it fails.
  for (const auto& mean : comparison.groups)
    if (is_failing(comparison, mean))
      print_case(
          out, where(mean.device, mean.machine), "geometric mean of " + group_text(mean), kFailure,
          comparison.word(mean.verdict),
          fmt::format("{}: {} new/old {} {}, p {}", verdict_text(comparison, mean.verdict),
                      mean.uses_wall_time ? metrics::kTime : std::string_view(comparison.metric),
                      ratio_text(mean.ratio), interval_text(mean.ratio), p_text(mean.p_adjusted)));
  if (compared_nothing)
    print_case(out, "tickbench", "compare", kError, "nothing compared",
               why_not_compared(comparison));
  out << "  </testsuite>\n</testsuites>\n";
}

}  // namespace tickbench::compare
