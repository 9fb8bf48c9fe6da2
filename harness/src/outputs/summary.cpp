// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "outputs/summary.hpp"

#include <algorithm>
#include <cctype>
#include <map>
#include <set>

#include "text/escape.hpp"

namespace tickbench::outputs {
namespace {

std::string quoted(const std::string& word) {
  static const std::string kPlain = "_-./:=,+@%";
  bool is_plain = !word.empty();
  for (const char c : word)
    is_plain &=
        std::isalnum(static_cast<unsigned char>(c)) != 0 || kPlain.find(c) != std::string::npos;
  if (is_plain) return word;
  std::string result = "'";
  for (const char c : word) result += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return result + "'";
}

std::string in_words(Outcome outcome) {
  std::string name(to_string(outcome));
  for (char& c : name)
    if (c == '_') c = ' ';
  return name;
}

std::string indented(const std::string& text) {
  std::string result;
  for (const char c : text::visible_lines(text))
    result += c == '\n' ? std::string("\n    ") : std::string(1, c);
  return result;
}

/// The worst outcome of a case's repetitions counts for it.
std::map<const results::Case*, const results::Record*> worst(
    const std::vector<const results::Record*>& records) {
  std::map<const results::Case*, const results::Record*> result;
  for (const auto* record : records) {
    auto& kept = result[record->benchmark_case];
    if (kept == nullptr || (is_failure(record->outcome) && !is_failure(kept->outcome)))
      kept = record;
  }
  return result;
}

/// Where one benchmark ran, as in a CTest test, also that it has no floor here. The missed ones
/// come last: with the line that reproduces them the output ends.
void print_floors(const std::vector<const results::Record*>& records,
                  const floors::FloorsOfRun& floors, bool is_strict, const Program& program,
                  std::ostream& err) {
  std::vector<FloorReport> reports;
  std::vector<const results::Case*> cases;
  for (const auto* record : records) {
    if (std::find(cases.begin(), cases.end(), record->benchmark_case) != cases.end()) continue;
    auto report = floors.report(*record->benchmark_case);
    if (!report) continue;
    cases.push_back(record->benchmark_case);
    reports.push_back(std::move(*report));
  }
  err << summary_text(reports) << '\n';
  for (const bool are_missed : {false, true})
    for (std::size_t i = 0; i < reports.size(); ++i) {
      if (is_failure(reports[i].verdict(), is_strict) != are_missed) continue;
      if (reports[i].judgements.empty() && reports.size() > 1) continue;
      err << to_text(reports[i], is_strict);
      if (are_missed) err << "    " << reproducing_line(*cases[i], program) << '\n';
    }
}

}  // namespace

std::string reproducing_line(const results::Case& benchmark_case, const Program& program) {
  std::string line = quoted(program.path);
  line += " " + quoted("--tickbench_benchmark=" + benchmark_case.id);
  if (!benchmark_case.device_id.empty())
    line += " " + quoted("--tickbench_device=" + benchmark_case.device_id);
  for (const auto& flag : program.flags) line += " " + quoted(flag);
  return line;
}

void print_summary(const std::vector<const results::Record*>& records,
                   const floors::FloorsOfRun& floors, bool is_strict, const Program& program,
                   std::ostream& err) {
  const auto by_case = worst(records);
  std::map<Outcome, int> counts;
  std::map<std::pair<Outcome, std::string>, int> skips;
  for (const auto& [benchmark_case, record] : by_case) {
    ++counts[record->outcome];
    if (is_skip(record->outcome)) ++skips[{record->outcome, record->message}];
  }
  err << '\n' << by_case.size() << (by_case.size() == 1 ? " benchmark" : " benchmarks");
  const char* separator = ": ";
  for (const auto& [outcome, count] : counts) {
    err << separator << count << ' ' << in_words(outcome);
    separator = ", ";
  }
  err << '\n';
  for (const auto& [skip, count] : skips)
    err << "skipped (" << count << "): " << indented(skip.second) << '\n';
  if (!floors.is_empty()) print_floors(records, floors, is_strict, program, err);
  std::set<const results::Case*> printed;
  for (const auto* record : records) {
    if (!is_failure(record->outcome) || !printed.insert(record->benchmark_case).second) continue;
    err << record->benchmark_case->id << ": " << to_string(record->outcome) << ": "
        << indented(record->message) << "\n    "
        << reproducing_line(*record->benchmark_case, program) << '\n';
  }
  err.flush();
}

}  // namespace tickbench::outputs
