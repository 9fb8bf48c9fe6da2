// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "outputs/summary.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

#include "base/grouped.hpp"
#include "floors/floor_report.hpp"
#include "text/escape.hpp"
#include "text/wording.hpp"

namespace tickbench::outputs {
namespace {

std::string indented(const std::string& text) {
  std::string result;
  for (const char c : text::visible_lines(text))
    result += c == '\n' ? std::string("\n    ") : std::string(1, c);
  return result;
}

/// The flags that run one case again, behind `words`.
std::vector<std::string> with_flags(std::vector<std::string> words,
                                    const results::Case& benchmark_case, const Program& program) {
  words.push_back("--tickbench_benchmark=" + benchmark_case.id);
  if (!benchmark_case.device_id.empty())
    words.push_back("--tickbench_device=" + benchmark_case.device_id);
  words.insert(words.end(), program.flags.begin(), program.flags.end());
  return words;
}

/// Where one benchmark ran, as in a CTest test, also that it has no floor here. The missed ones
/// come last: with the line that reproduces them the output ends.
void print_floors(const results::Records& records, const floors::RunFloors& floors, bool is_strict,
                  const Program& program, std::ostream& err) {
  std::vector<FloorReport> reports;
  std::vector<const results::Case*> cases;
  for (const auto& repetitions : by_case(records)) {
    const auto* benchmark_case = repetitions.front()->benchmark_case;
    auto report = floors.report(*benchmark_case);
    if (!report) continue;
    cases.push_back(benchmark_case);
    reports.push_back(std::move(*report));
  }
  err << summary_text(reports) << '\n';
  for (const bool are_missed : {false, true})
    for (std::size_t i = 0; i < reports.size(); ++i) {
      if (is_failure(reports[i], is_strict) != are_missed) continue;
      if (reports[i].judgements.empty() && !are_missed && reports.size() > 1) continue;
      err << to_text(reports[i], is_strict);
      if (const auto runs = floors::runs_asked(floors.select(*cases[i]).floors); runs > 1)
        err << fmt::format("    {} runs of it, judged together:\n    ", runs)
            << text::command(
                   with_flags({"tickbench", "run", std::to_string(runs), program.path, "--"},
                              *cases[i], program))
            << '\n';
      if (are_missed) err << "    " << reproducing_line(*cases[i], program) << '\n';
    }
}

constexpr std::pair<conditions::Remark, std::string_view> kRemarks[] = {
    {conditions::Remark::kThrottled, "ran while the device throttled"},
    {conditions::Remark::kSlowClock, "ran while a clock of the device was lower than it can be"},
    {conditions::Remark::kSlowCanary,
     "ran where the canary was slower than at the run's beginning"},
    {conditions::Remark::kCompany, "ran beside other processes on the device"},
    {conditions::Remark::kHostPressure, "ran while the host's processors were in demand"},
    {conditions::Remark::kSteal, "ran on a host that other guests took time from"},
};

/// Under which conditions they ran, where these may have touched the numbers.
void print_remarks(const std::vector<results::Records>& cases, std::ostream& err) {
  const auto doubted = std::ranges::count_if(cases, [](const auto& repetitions) {
    return std::ranges::any_of(repetitions, [](const results::Record* record) {
      return !is_failure(record->outcome) && !record->words.empty();
    });
  });
  if (doubted > 0)
    err << fmt::format(
        "{} of them {} a remark at the end of the row, on what was checked, declared or compared\n",
        doubted, doubted == 1 ? "has" : "have");
  std::map<conditions::Remark, int> counts;
  for (const auto& repetitions : cases) {
    std::set<conditions::Remark> case_remarks;
    for (const auto* record : repetitions)
      for (const auto& said : conditions::remarks(record->conditions))
        case_remarks.insert(said.remark);
    for (const auto remark : case_remarks) ++counts[remark];
  }
  for (const auto& [remark, words] : kRemarks)
    if (const int count = counts[remark]; count > 0)
      err << fmt::format("{} of them {}: the row{} so\n", count, words,
                         count == 1 ? " says" : "s say");
}

/// How many have a repetition that is less precise than was asked for, and what narrows them: where
/// the number of samples was given, more time takes no more of them.
void print_wide(const std::vector<results::Records>& cases, std::ostream& err) {
  std::set<std::string_view> advice;
  double asked = 0;
  const auto is_wide = [&](const results::Record* record) {
    if (is_failure(record->outcome) || !results::is_wide(*record)) return false;
    asked = record->settings.wide;
    advice.insert(record->shown()->stop_reason == StopReason::kCount
                      ? "more samples than their given number narrow it"
                      : "--tickbench_budget=SECONDS gives more time");
    return true;
  };
  const auto wide = std::ranges::count_if(cases, [&](const auto& repetitions) {
    return std::ranges::count_if(repetitions, is_wide) > 0;
  });
  if (wide > 0)
    err << fmt::format("{} of them {} an interval wider than ±{}: marked with ! ({})\n", wide,
                       wide == 1 ? "has" : "have", text::percent(asked), fmt::join(advice, "; "));
}

}  // namespace

std::vector<results::Records> by_case(const results::Records& records) {
  return grouped(records, &results::Record::benchmark_case);
}

std::string reproducing_line(const results::Case& benchmark_case, const Program& program) {
  return text::command(with_flags({program.path}, benchmark_case, program));
}

void print_summary(const results::Records& records, const std::vector<std::string>& of_run,
                   const floors::RunFloors& floors, bool is_strict, const Program& program,
                   std::ostream& err) {
  const auto cases = by_case(records);
  std::map<Outcome, int> counts;
  int missed = 0;
  std::map<std::pair<Outcome, std::string>, int> skips;
  for (const auto& repetitions : cases) {
    // The first failure counts for all.
    const auto failed = std::ranges::find_if(
        repetitions, [](const results::Record* record) { return is_failure(record->outcome); });
    const auto& told = failed == repetitions.end() ? *repetitions.front() : **failed;
    const auto report = floors.report(*told.benchmark_case);
    const bool has_missed = failed == repetitions.end() && !is_skip(told.outcome) && report &&
                            is_failure(report->verdict(), is_strict);
    ++(has_missed ? missed : counts[told.outcome]);
    if (is_skip(told.outcome)) ++skips[{told.outcome, told.message}];
  }
  std::vector<std::string> parts;
  if (missed > 0)
    parts.push_back(
        fmt::format("{} MISSED {}", missed, missed == 1 ? "its floor" : "their floors"));
  for (const auto& [outcome, count] : counts)
    parts.push_back(fmt::format("{} {}", count, results::in_words(outcome)));
  err << fmt::format("\n{}{}{}\n", text::counted(cases.size(), "benchmark"),
                     parts.empty() ? "" : ": ", fmt::join(parts, ", "));
  print_wide(cases, err);
  print_remarks(cases, err);
  for (const auto& line : of_run) err << indented(line) << '\n';
  for (const auto& [skip, count] : skips)
    err << "skipped (" << count << "): " << indented(skip.second) << '\n';
  if (!floors.is_empty()) print_floors(records, floors, is_strict, program, err);
  std::set<const results::Case*> printed;
  // The id of the first of each: further lines, a build log, may name files of that moment.
  std::map<std::string, std::string> said;
  for (const auto* record : records) {
    const auto& id = record->benchmark_case->id;
    if (!is_failure(record->outcome) || !printed.insert(record->benchmark_case).second) continue;
    const auto [first, is_new] =
        said.try_emplace(record->message.substr(0, record->message.find('\n')), id);
    err << id << ": " << to_string(record->outcome) << ": "
        << (is_new ? indented(record->message) : fmt::format("as {}", first->second)) << "\n    "
        << reproducing_line(*record->benchmark_case, program) << '\n';
  }
  err.flush();
}

}  // namespace tickbench::outputs
