// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "tools/suite_runs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

#include "floors/floor_report.hpp"
#include "results/fields.hpp"
#include "text/escape.hpp"
#include "text/wording.hpp"
#include "tickbench/error.hpp"

namespace tickbench::tools {
namespace {

namespace fields = results::fields;

// As suites and CTest have them.
constexpr int kUsage = 2, kSkipped = 77;

bool ended_with(const ProgramEnd& run, int status) {
  return run.end.end == process::ChildResult::End::kExited && run.end.code == status;
}

std::string suite_of(const results::RunRecord& record) {
  return record.entry.at(fields::kSuite).get<std::string>();
}

}  // namespace

SuiteRuns::SuiteRuns(const SuiteRunsSettings& settings, std::ostream& err)
    : settings_(settings),
      err_(err),
      folder_(settings.of_programs.keep),
      runner_(settings.of_programs) {}

void SuiteRuns::take() {
  for (std::size_t turn = 1; turn <= settings_.turns; ++turn) {
    for (const auto& suite : settings_.suites) take(suite, turn);
    if (turn == 1) refuse_shared_benchmarks();
    if (settings_.as_floors_ask && turn >= turns_asked()) return;
  }
}

std::size_t SuiteRuns::count(RunEnd end) const {
  return static_cast<std::size_t>(std::ranges::count(ends_, end));
}

std::vector<results::ResultFile> SuiteRuns::results() const {
  std::vector<results::ResultFile> results;
  for (const auto& record : records_)
    if (record.results) results.push_back(*record.results);
  return results;
}

void SuiteRuns::take(const std::string& suite, std::size_t turn) {
  const auto number = records_.size() + 1;
  const auto run = runner_.run(suite, folder_.path() / fmt::format("{:04}", number));
  results::RunRecord record;
  std::string why;
  const auto end = keep(run, turn == 1, record, why);
  results::Json entry{{fields::kSuite, suite}, {fields::kEnded, run.end.text()}};
  entry.update(record.entry);
  record.entry = std::move(entry);
  if (record.results) record.results->run = static_cast<std::int64_t>(number);
  err_ << text::visible(fmt::format("run {}, turn {} of {}: {}: {}, after {}{}{}", number, turn,
                                    settings_.turns, suite,
                                    end == RunEnd::kSkipped ? "skipped" : run.end.text(),
                                    duration_text(run.end.wall), why.empty() ? "" : ": ", why))
       << std::endl;
  records_.push_back(std::move(record));
  ends_.push_back(end);
}

RunEnd SuiteRuns::keep(const ProgramEnd& run, bool is_first_turn, results::RunRecord& record,
                       std::string& why) const {
  // All further runs would refuse the same flags.
  if (is_first_turn && ended_with(run, kUsage))
    throw UsageError(fmt::format("expected a suite that takes its flags, found that it {}; {}",
                                 run.end.text(), run.last_lines()));
  const bool is_skipped = ended_with(run, kSkipped);
  const bool is_good = run.end.is_success() || is_skipped;
  if (!is_good) why = run.last_lines();
  if (!run.has_results()) {
    if (is_good && !is_skipped) why = run.why_no_results();
    return is_skipped ? RunEnd::kSkipped : RunEnd::kFailed;
  }
  try {
    record = std::move(results::load_runs(run.results).at(0));
  } catch (const UsageError& error) {
    why += fmt::format("{}its result file is damaged: {}", why.empty() ? "" : "; ", error.what());
    return RunEnd::kFailed;
  }
  return is_skipped ? RunEnd::kSkipped : is_good ? RunEnd::kGood : RunEnd::kFailed;
}

/// Their rows would be read as those of one program.
void SuiteRuns::refuse_shared_benchmarks() const {
  std::map<std::tuple<std::string_view, std::string_view>, std::string> suites;
  for (const auto& record : records_) {
    if (!record.results) continue;
    for (const auto& benchmark : record.results->benchmarks) {
      const auto [first, is_new] =
          suites.try_emplace({benchmark.device, benchmark.id}, suite_of(record));
      if (!is_new)
        throw UsageError(fmt::format(
            "expected suites without a benchmark in common, found '{}' in {} and in {}: `tickbench "
            "ab` sets two programs beside each other",
            benchmark.id, first->second, suite_of(record)));
    }
  }
  results::require_kin(records_);
}

std::size_t SuiteRuns::turns_asked() const {
  std::size_t most = 1;
  for (const auto& record : records_) {
    if (!record.results) continue;
    for (const auto& benchmark : record.results->benchmarks)
      for (const auto& file : settings_.floors)
        most =
            std::max(most, floors::runs_asked(file.select(benchmark.device, benchmark.id).floors));
  }
  return most;
}

}  // namespace tickbench::tools
