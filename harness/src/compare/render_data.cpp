// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "compare/render.hpp"
#include "text/escape.hpp"

namespace tickbench::compare {
namespace {

using Json = nlohmann::ordered_json;

Json finite(double value) { return std::isfinite(value) ? Json(value) : Json(nullptr); }
Json optional(const std::optional<double>& value) { return value ? finite(*value) : Json(nullptr); }

Json json_of(const Row& row) {
  Json json{{"id", row.id},
            {"device", row.device.empty() ? Json(nullptr) : Json(row.device)},
            {"verdict", to_string(row.verdict)},
            {"old", optional(row.old_value)},
            {"new", optional(row.new_value)},
            {"old_runs", row.old_runs},
            {"new_runs", row.new_runs}};
  if (row.ratio) {
    json["ratio"] = {{"estimate", finite(row.ratio->estimate)},
                     {"low", finite(row.ratio->interval.low)},
                     {"high", finite(row.ratio->interval.high)},
                     {"level", row.ratio->interval.level}};
    json["spread_from"] = to_string(row.source);
  }
  if (!row.reason.empty()) json["reason"] = row.reason;
  if (!row.differences.empty()) json["differences"] = row.differences;
  return json;
}

// The elements of JUnit that say how a case ended.
constexpr std::string_view kPassed = "system-out", kFailure = "failure", kError = "error",
                           kSkipped = "skipped";

std::string_view result_of(Verdict verdict, const ExitPolicy& policy) {
  if (verdict == Verdict::kNotComparable) return kError;
  if (verdict == Verdict::kSlower) return kFailure;
  if (verdict == Verdict::kMissing) return policy.missing_is_error ? kFailure : kSkipped;
  return verdict == Verdict::kUnclear && policy.strict ? kFailure : kPassed;
}

std::string text_of(const Comparison& comparison, const Row& row) {
  auto text = std::string(to_string(row.verdict));
  if (row.ratio)
    text += fmt::format(": {} {} -> {}, new/old {} {}, spread from {}", comparison.metric,
                        value_text(comparison.metric, row.old_value),
                        value_text(comparison.metric, row.new_value), ratio_text(row),
                        interval_text(row), source_text(row));
  const auto why = remark(row, false);
  return why.empty() ? text : text + "; " + why;
}

void print_case(std::ostream& out, const Comparison& comparison, const Row& row,
                const ExitPolicy& policy) {
  const auto text = text::xml(text_of(comparison, row));
  const auto result = result_of(row.verdict, policy);
  const auto type = result == kSkipped ? "" : fmt::format(" type=\"{}\"", to_string(row.verdict));
  out << fmt::format("    <testcase classname=\"{}\" name=\"{}\" time=\"0\">",
                     text::xml(row.device.empty() ? "host" : row.device), text::xml(row.id))
      << (result == kPassed ? fmt::format("<{0}>{1}</{0}>", result, text)
                            : fmt::format("<{}{} message=\"{}\"/>", result, type, text))
      << "</testcase>\n";
}

}  // namespace

void render_json(std::ostream& out, const Comparison& comparison, int status) {
  Json summary = Json::object();
  for (const auto verdict : {Verdict::kFaster, Verdict::kSlower, Verdict::kSame, Verdict::kUnclear,
                             Verdict::kMissing, Verdict::kNew, Verdict::kNotComparable})
    summary[std::string(to_string(verdict))] = comparison.count(verdict);
  if (!comparison.better)
    summary[std::string(to_string(Verdict::kChanged))] = comparison.count(Verdict::kChanged);
  Json json{{"schema", "tickbench-comparison/1"},
            {"metric", comparison.metric},
            {"better", comparison.better ? Json(to_string(*comparison.better)) : Json(nullptr)},
            {"effect", comparison.effect},
            {"error_rate", comparison.error_rate},
            {"error_rate_promised_for", comparison.promised},
            {"exit_status", status},
            {"summary", summary},
            {"notes", comparison.notes},
            {"benchmarks", Json::array()}};
  for (const auto& row : comparison.rows) json["benchmarks"].push_back(json_of(row));
  static constexpr int kIndent = 1;
  static constexpr bool kAsciiOnly = true;
  out << json.dump(kIndent, ' ', kAsciiOnly, Json::error_handler_t::replace) << '\n';
}

void render_junit(std::ostream& out, const Comparison& comparison, ExitPolicy policy) {
  policy.strict = policy.strict && comparison.better;
  const auto count = [&](std::string_view result) {
    return std::ranges::count_if(
        comparison.rows, [&](const Row& row) { return result_of(row.verdict, policy) == result; });
  };
  // No row is at fault where none could be compared: a case of its own is.
  const bool compared_nothing =
      exit_status(comparison, policy) == 2 && comparison.count(Verdict::kNotComparable) == 0;
  const int more = compared_nothing ? 1 : 0;
  out << fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n"
      "  <testsuite name=\"tickbench compare\" tests=\"{}\" failures=\"{}\" errors=\"{}\" "
      "skipped=\"{}\" time=\"0\">\n",
      std::ssize(comparison.rows) + more, count(kFailure), count(kError) + more, count(kSkipped));
  for (const auto& row : comparison.rows) print_case(out, comparison, row, policy);
  if (compared_nothing)
    out << fmt::format(
        "    <testcase classname=\"tickbench\" name=\"compare\" time=\"0\">"
        "<error type=\"nothing compared\" message=\"{}\"/></testcase>\n",
        text::xml(why_not_compared(comparison)));
  out << "  </testsuite>\n</testsuites>\n";
}

}  // namespace tickbench::compare
