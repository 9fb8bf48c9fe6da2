// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "tools/suite_runs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <tuple>
#include <utility>

#include "floors/floor_report.hpp"
#include "results/fields.hpp"
#include "text/escape.hpp"
#include "text/wording.hpp"
#include "tickbench/error.hpp"
#include "tools/suite_ids.hpp"

namespace tickbench::tools {
namespace {

namespace fields = results::fields;

// As suites and CTest have them.
constexpr int kUsage = 2, kSkipped = 77;

bool ended_with(const ProgramEnd& run, int status) {
  return run.end.end == process::ChildResult::End::kExited && run.end.code == status;
}

std::string suite_name(const results::RunRecord& record) {
  return record.entry.at(fields::kSuite).get<std::string>();
}

/// "'BM_x' failed: error: expected 1, found 2, and 3 more"; empty where none did.
std::string failed_benchmarks(const results::RunRecord& record) {
  if (!record.results) return {};
  const auto& all = record.results->benchmarks;
  const auto is_failed = [](const results::Benchmark& one) { return one.is_failed(); };
  const auto first = std::ranges::find_if(all, is_failed);
  if (first == all.end()) return {};
  const auto more = std::ranges::count_if(all, is_failed) - 1;
  return fmt::format("'{}' failed: {}{}{}{}", first->id, first->outcome,
                     first->message.empty() ? "" : ": ", first->message,
                     more == 0 ? "" : fmt::format(", and {} more", more));
}

}  // namespace

SuiteRuns::SuiteRuns(const SuiteRunsSettings& settings, std::ostream& err)
    : settings_(settings),
      err_(err),
      folder_(settings.program_flags.keep),
      runner_(settings.program_flags) {}

struct SuiteRuns::Taken {
  std::string ended;
  Seconds wall{};
  RunEnd end = RunEnd::kFailed;
  std::string why;  ///< of one that is not good
  results::RunRecord record{};
};

void SuiteRuns::take() {
  take_first_turn();
  for (std::size_t turn = 2; turn <= settings_.turns; ++turn) {
    if (settings_.as_floors_ask && turn > turns_asked()) return;
    const auto count = settings_.suites.size();
    for (std::size_t i = 0; i < count; ++i) {
      // A drift of the machine hits both builds.
      const auto place = settings_.has_two_builds && turn % 2 == 0 ? count - 1 - i : i;
      if (!unchosen_.contains(settings_.suites[place])) take(place, turn);
    }
  }
}

std::vector<results::RunRecord> SuiteRuns::suite_records(std::size_t suite) const {
  std::vector<results::RunRecord> records;
  for (std::size_t i = 0; i < records_.size(); ++i)
    if (places_[i] == suite) records.push_back(records_[i]);
  return records;
}

/// What is refused here makes no file.
void SuiteRuns::take_first_turn() {
  try {
    for (std::size_t place = 0; place < settings_.suites.size(); ++place) take(place, 1);
    if (!settings_.has_two_builds) refuse_shared_benchmarks();
  } catch (const UsageError&) {
    records_.clear();
    ends_.clear();
    throw;
  }
}

std::size_t SuiteRuns::count(RunEnd end) const {
  return static_cast<std::size_t>(std::ranges::count(ends_, end));
}

std::vector<results::ResultFile> collect_results(const std::vector<results::RunRecord>& records) {
  std::vector<results::ResultFile> results;
  for (const auto& record : records)
    if (record.results) results.push_back(*record.results);
  return results;
}

void SuiteRuns::take(std::size_t place, std::size_t turn) {
  const auto& suite = settings_.suites[place];
  const auto number = records_.size() + 1;
  auto [ended, wall, end, why, record] = taken(suite, turn, number);
  results::Json entry{{fields::kSuite, suite}, {fields::kEnded, ended}};
  entry.update(record.entry);
  record.entry = std::move(entry);
  if (record.results) record.results->run = static_cast<std::int64_t>(number);
  err_ << text::visible(fmt::format("run {}, turn {} of {}: {}: {}, after {}{}{}", number, turn,
                                    settings_.turns, suite,
                                    end == RunEnd::kSkipped ? "skipped" : ended,
                                    duration_text(wall), why.empty() ? "" : ": ", why))
       << std::endl;
  records_.push_back(std::move(record));
  ends_.push_back(end);
  places_.push_back(place);
  // Where there is one more suite, its benchmarks may be meant.
  if (unchosen_.size() == settings_.suites.size())
    throw UsageError(fmt::format("expected flags that choose a benchmark of {}, found none: {}",
                                 settings_.suites.size() == 1 ? "the suite" : "any suite", why));
}

SuiteRuns::Taken SuiteRuns::taken(const std::string& suite, std::size_t turn, std::size_t number) {
  Taken taken;
  std::optional<ProgramEnd> run;
  try {
    run = runner_.run(suite, folder_.path() / fmt::format("{:04}", number));
  } catch (const UsageError& error) {
    if (turn == 1) throw;
    taken.ended = "could not be started";
    taken.why = error.what();
    return taken;
  }
  taken.ended = run->end.text();
  taken.wall = run->end.wall;
  // All further runs would do the same.
  if (turn == 1 && (ended_with(*run, kUsage) || run->is_empty()) &&
      chooses_nothing(settings_, suite)) {
    unchosen_.insert(suite);
    taken.end = RunEnd::kSkipped;
    taken.why = "the flags choose no benchmark of it; " + run->last_lines();
  } else if (turn == 1 && ended_with(*run, kUsage)) {
    throw UsageError(fmt::format("expected a suite that takes its flags, found that it {}; {}",
                                 run->end.text(), run->last_lines()));
  } else {
    keep(*run, taken);
  }
  return taken;
}

void SuiteRuns::keep(const ProgramEnd& run, Taken& taken) const {
  const bool is_skipped = ended_with(run, kSkipped);
  const bool is_good = run.end.is_success();
  if (!is_good) taken.why = run.last_lines();
  if (run.has_results()) {
    try {
      read(run, taken);
    } catch (const UsageError& error) {
      taken.why =
          fmt::format("its results do not count: {}{}; {}", error.what(),
                      settings_.program_flags.keep.empty() ? " (--keep=FOLDER keeps it)" : "",
                      run.last_lines());
      return;
    }
  } else if (is_good) {
    taken.why = run.why_no_results();
    return;
  }
  // Google Benchmark's own main ends well where benchmarks fail.
  if (is_good) taken.why = failed_benchmarks(taken.record);
  taken.end = is_skipped                     ? RunEnd::kSkipped
              : is_good && taken.why.empty() ? RunEnd::kGood
                                             : RunEnd::kFailed;
}

/// What counts as a run's results.
void SuiteRuns::read(const ProgramEnd& run, Taken& taken) const {
  auto records = results::load_runs(run.results);
  if (records.size() != 1)
    throw UsageError(fmt::format("{}: expected one run, found {}", run.results, records.size()));
  const auto& now = records.front().results;
  if (run.end.is_success() && (!now || now->benchmarks.empty()))
    throw UsageError(run.results + ": expected at least one benchmark, found none");
  for (const auto& record : records_)
    if (now && record.results && results::is_one_run(*record.results, *now))
      throw UsageError(fmt::format("{}: expected results of its own, found those of run {} again",
                                   run.results, record.results->run));
  taken.record = std::move(records.front());
}

/// Their rows would be read as those of one program.
void SuiteRuns::refuse_shared_benchmarks() const {
  std::map<std::tuple<std::string_view, std::string_view>, std::string> suites;
  for (const auto& record : records_) {
    if (!record.results) continue;
    for (const auto& benchmark : record.results->benchmarks) {
      const auto [first, is_new] =
          suites.try_emplace({benchmark.device, benchmark.id}, suite_name(record));
      if (!is_new)
        throw UsageError(
            fmt::format("expected suites without a benchmark in common, found '{}' in {} and in "
                        "{}: two builds of "
                        "one program take --out=FILE --new-out=FILE, or `tickbench ab`",
                        benchmark.id, first->second, suite_name(record)));
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
