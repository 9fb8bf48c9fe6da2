// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <nlohmann/json.hpp>

#include "compare/compare.hpp"
#include "text/escape.hpp"
#include "text/wording.hpp"

namespace tickbench::compare {
namespace {

std::string value_text(std::string_view metric, const std::optional<double>& value) {
  if (!value) return "-";
  const auto* info = metrics::find_metric(metric);
  return text::quantity(*value, info == nullptr ? "" : info->unit);
}

std::string ratio_text(const Row& row) {
  return row.ratio ? fmt::format("{:.4f}", row.ratio->estimate) : "-";
}

std::string interval_text(const Row& row) {
  if (!row.ratio || !std::isfinite(row.ratio->interval.high)) return "-";
  return fmt::format("[{:.4f}, {:.4f}]", row.ratio->interval.low, row.ratio->interval.high);
}

std::string source_text(const Row& row) {
  if (!row.ratio) return "-";
  if (row.source == SpreadSource::kPairs)
    return fmt::format("{} ({})", to_string(row.source), row.old_runs);
  if (row.source == SpreadSource::kRuns)
    return fmt::format("{} ({}, {})", to_string(row.source), row.old_runs, row.new_runs);
  return std::string(to_string(row.source));
}

// Between the runs of each side; empty where neither has several.
std::string spread_text(const Row& row) {
  if (!row.old_spread && !row.new_spread) return {};
  const auto of_side = [](const std::optional<double>& spread) {
    return spread ? text::rough_percent(*spread) : std::string("-");
  };
  return fmt::format("{}, {}", of_side(row.old_spread), of_side(row.new_spread));
}

// The device, and its machine where there are several.
std::string where(const Row& row) {
  if (row.machine.empty()) return row.device;
  return row.device.empty() ? row.machine : fmt::format("{} ({})", row.device, row.machine);
}

// Reason and differences in one line. Beside the notes without a reason that stands there.
std::string remark(const Comparison& comparison, const Row& row, bool is_beside_notes) {
  auto text = is_beside_notes && row.is_noted ? std::string() : row.reason;
  for (const auto& difference : row.differences) text += (text.empty() ? "" : "; ") + difference;
  if (const auto clocks = clocks_text(row, comparison.metric); !clocks.empty())
    text += (text.empty() ? "" : "; ") + clocks;
  return text;
}

std::string criterion(const Comparison& comparison) {
  const auto better = comparison.better
                          ? fmt::format("{} is better", to_string(*comparison.better))
                          : "neither direction known to be better (--higher-is-better or "
                            "--lower-is-better says it)";
  return fmt::format(", {}; smallest relevant effect {}", better, text::percent(comparison.effect));
}

std::string summary(const Comparison& comparison) {
  std::vector<std::string> counts;
  for (const auto verdict : kVerdicts)
    if (const auto count = comparison.count(verdict); count > 0)
      counts.push_back(fmt::format("{} {}", count, to_string(verdict)));
  return counts.empty() ? "no benchmarks" : fmt::format("{}", fmt::join(counts, ", "));
}

constexpr std::size_t kColumns = 9;
using Cells = std::array<std::string, kColumns>;
// Numbers stand on the right of their columns.
constexpr std::array<bool, kColumns> kRight{false, false, true,  true, true,
                                            false, false, false, false};

Cells cells_of(const Comparison& comparison, const Row& row) {
  return {text::visible(row.id),
          text::visible(where(row)),
          value_text(comparison.metric, row.old_value),
          value_text(comparison.metric, row.new_value),
          ratio_text(row),
          interval_text(row),
          std::string(to_string(row.verdict)),
          source_text(row),
          spread_text(row)};
}

// A longer name has a line of its own: one would push every row's numbers off the screen.
constexpr std::size_t kWidestName = 48;

void print(std::ostream& out, const Cells& cells, const std::array<std::size_t, kColumns>& widths) {
  std::string line;
  for (std::size_t i = 0; i < kColumns; ++i) {
    if (widths[i] == 0) continue;  // no row has it: CPU benchmarks have no device
    const std::string padding(widths[i] - text::width(cells[i]), ' ');
    if (i > 0) line += "  ";
    line += kRight[i] ? padding + cells[i] : cells[i] + padding;
  }
  line.erase(line.find_last_not_of(' ') + 1);
  out << line << '\n';
}

// A comment on GitHub holds 65 536 characters, which leaves some for head, foot and notes. Nobody
// reads more rows than that.
constexpr std::size_t kMostCharacters = 60000, kMostRows = 200;

bool is_news(const Row& row) {
  return row.verdict != Verdict::kSame && row.verdict != Verdict::kUnclear;
}

bool is_bad(Verdict verdict) {
  return verdict == Verdict::kSlower || verdict == Verdict::kFailed ||
         verdict == Verdict::kNotComparable;
}

std::string row_text(const Comparison& comparison, const Row& row) {
  const auto mark = is_bad(row.verdict) ? "**" : "";
  const auto below = [](const std::string& text) {
    return text.empty() ? "" : "<br>" + text::markdown(text);
  };
  return fmt::format(
      "| {}{} | {} | {} | {} | {} | {}{}{}{} | {}{} |\n", text::markdown(row.id), below(where(row)),
      value_text(comparison.metric, row.old_value), value_text(comparison.metric, row.new_value),
      ratio_text(row), interval_text(row), mark, to_string(row.verdict), mark,
      below(remark(comparison, row, true)), source_text(row), below(spread_text(row)));
}

// `left`: how many characters rows may still take.
void print_rows(std::ostream& out, const Comparison& comparison, bool news, std::size_t& left) {
  std::vector<const Row*> rows;
  for (const auto& row : comparison.rows)
    if (is_news(row) == news) rows.push_back(&row);
  if (rows.empty()) return;
  // Failed and slower first: that is what a reviewer looks for.
  for (const auto first : {Verdict::kSlower, Verdict::kFailed})
    std::stable_partition(rows.begin(), rows.end(),
                          [&](const Row* row) { return row->verdict == first; });
  if (!news) out << "<details><summary>" << rows.size() << " same or unclear</summary>\n\n";
  out << "| benchmark | old | new | new/old | interval | verdict | spread from |\n"
         "|---|--:|--:|--:|---|---|---|\n";
  std::size_t printed = 0;
  for (; printed < std::min(rows.size(), kMostRows); ++printed) {
    const auto text = row_text(comparison, *rows[printed]);
    if (text.size() > left) break;
    left -= text.size();
    out << text;
  }
  if (printed < rows.size()) out << "\n" << rows.size() - printed << " more rows are left out.\n";
  out << (news ? "\n" : "\n</details>\n\n");
}

using Json = nlohmann::ordered_json;

// What is not finite is written as null.
Json optional(const std::optional<double>& value) { return value ? Json(*value) : Json(nullptr); }

Json json_of(const Clocks& clocks) {
  const auto hertz = [](double clock) { return clock > 0 ? Json(clock) : Json(nullptr); };
  return {{"core_hertz", hertz(clocks.core)}, {"memory_hertz", hertz(clocks.memory)}};
}

Json json_of(const Row& row, const std::string& metric) {
  Json json{{"id", row.id},
            {"device", row.device.empty() ? Json(nullptr) : Json(row.device)},
            {"verdict", to_string(row.verdict)},
            {"old", optional(row.old_value)},
            {"new", optional(row.new_value)},
            {"old_runs", row.old_runs},
            {"new_runs", row.new_runs}};
  if (!row.machine.empty()) json["machine"] = row.machine;
  if (row.old_spread) json["old_spread"] = *row.old_spread;
  if (row.new_spread) json["new_spread"] = *row.new_spread;
  if (row.ratio) {
    json["ratio"] = {{"estimate", row.ratio->estimate},
                     {"low", row.ratio->interval.low},
                     {"high", row.ratio->interval.high},
                     {"level", row.ratio->interval.level}};
    json["spread_from"] = to_string(row.source);
  }
  if (row.old_clocks.core > 0) json["old_clocks"] = json_of(row.old_clocks);
  if (row.new_clocks.core > 0) json["new_clocks"] = json_of(row.new_clocks);
  if (const auto cycles = ratio_in_cycles(row, metric)) json["ratio_in_cycles"] = *cycles;
  if (!row.reason.empty()) json["reason"] = row.reason;
  if (!row.differences.empty()) json["differences"] = row.differences;
  return json;
}

// The elements of JUnit that say how a case ended.
constexpr std::string_view kPassed = "system-out", kFailure = "failure", kError = "error",
                           kSkipped = "skipped";

std::string_view result_of(Verdict verdict, const ExitPolicy& policy) {
  if (verdict == Verdict::kNotComparable) return kError;
  if (is_bad(verdict)) return kFailure;
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
  const auto why = remark(comparison, row, false);
  return why.empty() ? text : text + "; " + why;
}

void print_case(std::ostream& out, const Comparison& comparison, const Row& row,
                const ExitPolicy& policy) {
  const auto text = text::xml(text_of(comparison, row));
  const auto result = result_of(row.verdict, policy);
  const auto type = result == kSkipped ? "" : fmt::format(" type=\"{}\"", to_string(row.verdict));
  out << fmt::format("    <testcase classname=\"{}\" name=\"{}\" time=\"0\">",
                     text::xml(where(row).empty() ? "host" : where(row)), text::xml(row.id))
      << (result == kPassed ? fmt::format("<{0}>{1}</{0}>", result, text)
                            : fmt::format("<{}{} message=\"{}\"/>", result, type, text))
      << "</testcase>\n";
}

}  // namespace

void render_table(std::ostream& out, const Comparison& comparison) {
  Cells header{"benchmark", "device",  "old",         "new",         "new/old",
               "interval",  "verdict", "spread from", "between runs"};
  std::vector<Cells> lines;
  for (const auto& row : comparison.rows) lines.push_back(cells_of(comparison, row));
  std::array<std::size_t, kColumns> widths{};
  for (const auto& line : lines)
    for (std::size_t i = 0; i < kColumns; ++i)
      if (i > 0 || text::width(line[i]) <= kWidestName)
        widths[i] = std::max(widths[i], text::width(line[i]));
  for (std::size_t i = 0; i < kColumns; ++i)
    if (i == 0 || widths[i] > 0) widths[i] = std::max(widths[i], header[i].size());

  if (!lines.empty()) print(out, header, widths);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (text::width(lines[i][0]) > widths[0]) {
      out << lines[i][0] << '\n';
      lines[i][0].clear();
    }
    print(out, lines[i], widths);
    const auto text = remark(comparison, comparison.rows[i], true);
    if (!text.empty()) out << "    " << text::visible(text) << '\n';
  }
  out << (lines.empty() ? "" : "\n") << text::visible(comparison.metric) << criterion(comparison)
      << ": " << summary(comparison) << ".\n";
  for (const auto& note : comparison.notes) out << text::visible(note) << '\n';
}

void render_markdown(std::ostream& out, const Comparison& comparison) {
  out << fmt::format("### Benchmarks: {}\n\n", summary(comparison));
  std::size_t left = kMostCharacters;
  print_rows(out, comparison, true, left);
  print_rows(out, comparison, false, left);
  out << "<sub>" << text::markdown(comparison.metric) << criterion(comparison) << ".";
  for (const auto& note : comparison.notes) out << " " << text::markdown(note);
  out << "</sub>\n";
}

void render_json(std::ostream& out, const Comparison& comparison, int status) {
  Json summary = Json::object();
  for (const auto verdict : kVerdicts)
    if (verdict != Verdict::kChanged || !comparison.better)
      summary[std::string(to_string(verdict))] = comparison.count(verdict);
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
  for (const auto& row : comparison.rows)
    json["benchmarks"].push_back(json_of(row, comparison.metric));
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
