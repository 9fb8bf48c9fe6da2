// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "outputs/summary.hpp"

#include <algorithm>
#include <cctype>
#include <map>
#include <set>

#include "suite/device_slot.hpp"
#include "text/escape.hpp"

namespace tickbench::suite {
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
std::map<const Case*, const Record*> worst(const std::vector<const Record*>& records) {
  std::map<const Case*, const Record*> result;
  for (const auto* record : records) {
    auto& kept = result[record->of];
    if (kept == nullptr || (is_failure(record->outcome) && !is_failure(kept->outcome)))
      kept = record;
  }
  return result;
}

/// Where one benchmark ran, as in a CTest test, also that it has no floor here. The missed ones
/// come last: with the line that reproduces them the output ends.
void print_floors(const std::vector<const Record*>& records, const FloorBook& floors,
                  const Options& options, std::ostream& err) {
  std::vector<FloorReport> reports;
  std::vector<const Case*> cases;
  for (const auto* record : records) {
    if (std::find(cases.begin(), cases.end(), record->of) != cases.end()) continue;
    auto report = floors.report(*record->of);
    if (!report) continue;
    cases.push_back(record->of);
    reports.push_back(std::move(*report));
  }
  err << summary_text(reports) << '\n';
  for (const bool are_missed : {false, true})
    for (std::size_t i = 0; i < reports.size(); ++i) {
      if (is_failure(reports[i].verdict(), options.strict) != are_missed) continue;
      if (reports[i].judgements.empty() && reports.size() > 1) continue;
      err << to_text(reports[i], options.strict);
      if (are_missed) err << "    " << reproducing_line(*cases[i], options) << '\n';
    }
}

}  // namespace

std::string reproducing_line(const Case& of, const Options& options) {
  std::string line = quoted(options.program);
  line += " " + quoted("--tickbench_benchmark=" + of.instance.id);
  if (const auto& device = of.slot->selected.device)
    line += " " + quoted("--tickbench_device=" + device->id());
  for (const auto& flag : options.reproduce) line += " " + quoted(flag);
  return line;
}

void print_summary(const std::vector<const Record*>& records, const FloorBook& floors,
                   const Options& options, std::ostream& err) {
  const auto by_case = worst(records);
  std::map<Outcome, int> counts;
  std::map<std::pair<Outcome, std::string>, int> skips;
  for (const auto& [of, record] : by_case) {
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
  if (!floors.is_empty()) print_floors(records, floors, options, err);
  std::set<const Case*> printed;
  for (const auto* record : records) {
    if (!is_failure(record->outcome) || !printed.insert(record->of).second) continue;
    err << record->of->instance.id << ": " << to_string(record->outcome) << ": "
        << indented(record->message) << "\n    " << reproducing_line(*record->of, options) << '\n';
  }
  err.flush();
}

}  // namespace tickbench::suite
