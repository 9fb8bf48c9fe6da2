// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <nlohmann/json.hpp>

#include "compare/render.hpp"

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

}  // namespace

void render_json(std::ostream& out, const Comparison& comparison, int status) {
  Json summary = Json::object();
  for (const auto verdict : {Verdict::kFaster, Verdict::kSlower, Verdict::kSame, Verdict::kUnclear,
                             Verdict::kMissing, Verdict::kNew, Verdict::kNotComparable})
    summary[std::string(to_string(verdict))] = comparison.count(verdict);
  Json json{{"schema", "tickbench-comparison/1"},
            {"metric", comparison.metric},
            {"better", to_string(comparison.better)},
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

}  // namespace tickbench::compare
