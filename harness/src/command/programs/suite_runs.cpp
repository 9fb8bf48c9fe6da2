// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "programs/suite_runs.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <map>
#include <tuple>
#include <utility>

#include "base/throw_error.hpp"
#include "floors/verdict.hpp"
#include "results/fields.hpp"
#include "text/escape.hpp"
#include "text/wording.hpp"

namespace tickbench::programs {
namespace {

namespace fields = results::fields;

/// Of plain ones: what a suite of tickbench's only verifies is good without a time.
bool lacks_time(const results::Benchmark& benchmark) {
  return benchmark.is_plain && benchmark.is_good() && !benchmark.has_time();
}

/// "'BM_x' failed: error: expected 1, found 2, and 3 more"; empty where none did.
std::string failed_benchmarks(const results::RunRecord& record) {
  if (!record.results) return {};
  const auto& all = record.results->benchmarks;
  const auto is_failed = [](const results::Benchmark& one) {
    return one.is_failed() || lacks_time(one);
  };
  const auto first = std::ranges::find_if(all, is_failed);
  if (first == all.end()) return {};
  const auto more = std::ranges::count_if(all, is_failed) - 1;
  return fmt::format("'{}' failed: {}{}{}{}", first->id,
                     lacks_time(*first) ? "it has no time that is a number" : first->outcome,
                     first->message.empty() ? "" : ": ", first->message,
                     more == 0 ? "" : fmt::format(", and {} more", more));
}

std::set<std::string_view> ids_of(const results::RunRecord& record) {
  std::set<std::string_view> ids;
  if (record.results)
    for (const auto& benchmark : record.results->benchmarks) ids.insert(benchmark.id);
  return ids;
}

/// Of a plain program of which all was skipped; a suite of tickbench's says it by its exit status.
std::string skip_message(const results::RunRecord& record) {
  if (!record.results) return {};
  const auto& all = record.results->benchmarks;
  const auto is_skip = [](const auto& one) { return one.is_plain && one.is_skipped(); };
  return std::ranges::all_of(all, is_skip) ? "all was skipped: " + all.front().message : "";
}

std::vector<std::string> without_selection(std::vector<std::string> flags) {
  for (const char* selection : {kFilterFlag, kBenchmarkFlag, "--tickbench_device"})
    take_flag(flags, selection);
  // Also where the environment has a filter.
  flags.push_back(std::string(kFilterFlag) + "=all");
  return flags;
}

Lister::Answer list(const Lister& lister, const std::string& suite, std::vector<std::string> flags,
                    const char* flag) {
  // The second is for a program that ignores the first: it would run its benchmarks.
  flags.insert(flags.end(), {flag, kListTestsFlag});
  return lister.ask(suite, std::move(flags));
}

/// Whether flags that choose benchmarks leave none of this program's, though it takes them.
bool chooses_nothing(const ProgramFlags& program_flags, const std::string& suite) {
  const Lister lister(program_flags.timeout);
  const auto all = list(lister, suite, without_selection(program_flags.flags), kListTestsFlag);
  return all.program.is_success() && !all.out.empty() &&
         list(lister, suite, program_flags.flags, kListTestsFlag).out.empty();
}

/// What floors compare one of `chosen` with, and which they do not hold themselves.
std::vector<AppliedFloor> find_ratio_partners(const std::vector<FloorFile>& floors,
                                              const std::vector<std::string>& chosen) {
  std::vector<AppliedFloor> partners;
  for (const auto& id : chosen)
    for (auto& applied : select(floors, {}, id).floors)
      if (!applied.other.empty() && std::ranges::find(chosen, applied.other) == chosen.end() &&
          std::ranges::find(partners, applied.other, &AppliedFloor::other) == partners.end())
        partners.push_back(std::move(applied));
  return partners;
}

}  // namespace

void SuiteRuns::take() {
  const auto take_turn = [this](std::size_t turn) {
    const auto count = settings_.suites.size();
    for (std::size_t i = 0; i < count; ++i) {
      const auto place = settings_.has_two_builds && turn % 2 == 0 ? count - 1 - i : i;
      if (!unchosen_.contains(settings_.suites[place])) take(place, turn);
    }
    if (turn == 1 && !settings_.has_two_builds) refuse_shared_benchmarks();
    return !settings_.as_floors_ask || turn < turns_asked();
  };
  try {
    take_turns(
        settings_.turns, settings_.turns, [] { return true; }, take_turn);
  } catch (const UsageError&) {  // what is refused makes no file
    runs_.clear();
    throw;
  }
}

void SuiteRuns::take(std::size_t place, std::size_t turn) {
  const auto& suite = settings_.suites[place];
  auto ended = start(suite, turn);
  const auto wall = ended.end.wall;
  auto run = judge(place, turn, std::move(ended));
  const auto number = runs_.size() + 1;
  if (run.record.results) {
    run.record.results->run = static_cast<std::int64_t>(number);
    run.record.results->suite = place;
  }
  err_ << text::visible(fmt::format(
              "run {}, turn {} of {}: {}: {}, after {}{}{}", number, turn, settings_.turns, suite,
              run.status == process::kSkipped ? "skipped"
                                              : run.record.entry[fields::kEnded].get<std::string>(),
              duration_text(wall), run.why.empty() ? "" : ": ", run.why))
       << std::endl;
  runs_.push_back(std::move(run));
  // Where there is one more suite, its benchmarks may be meant.
  if (unchosen_.size() == settings_.suites.size())
    throw_usage_error("expected flags that choose a benchmark of {}, found none: {}",
                      settings_.suites.size() == 1 ? "the suite" : "any suite", runs_.back().why);
}

ProgramEnd SuiteRuns::start(const std::string& suite, std::size_t turn) const {
  try {
    return runner_.run(suite, fmt::format("{:04}", runs_.size() + 1));
  } catch (const UsageError& error) {
    if (turn == 1) throw;
    ProgramEnd none{{.code = process::kUsage}, {}};
    none.record.entry = {{fields::kSuite, suite}, {fields::kEnded, "could not be started"}};
    none.fault = error.what();
    return none;
  }
}

SuiteRun SuiteRuns::judge(std::size_t place, std::size_t turn, ProgramEnd ended) {
  const auto& suite = settings_.suites[place];
  SuiteRun run{place};
  // All further runs would do the same.
  const bool is_refused = turn == 1 && ended.has_exited(process::kUsage);
  if ((is_refused || (turn == 1 && ended.is_empty)) &&
      chooses_nothing(settings_.program_flags, suite)) {
    unchosen_.insert(suite);
    run.status = process::kSkipped;
    run.why = "the flags choose no benchmark of it; " + ended.last_lines();
  } else if (is_refused) {
    throw_usage_error("expected a suite that takes its flags, found that it {}", ended.complaint());
  } else {
    refuse_repetition(ended);
    run.why = complaint(ended);
    if (run.why.empty()) run.why = difference(place, ended.record);
    if (run.why.empty()) {
      run.why = skip_message(ended.record);
      run.status = run.why.empty() ? process::kGood : process::kSkipped;
    }
    if (ended.has_exited(process::kSkipped) && ended.fault.empty()) run.status = process::kSkipped;
  }
  run.record = std::move(ended.record);
  return run;
}

void SuiteRuns::refuse_repetition(ProgramEnd& ended) const {
  auto& record = ended.record;
  for (const auto& run : runs_) {
    if (!record.results || !run.record.results ||
        !results::share_run(*run.record.results, *record.results))
      continue;
    ended.fault = fmt::format(
        "left results that do not count: {}: expected results of its own, found those of run {} "
        "again",
        record.results->path, run.record.results->run);
    record.entry.erase(fields::kContext);
    record.rows.clear();
    record.results.reset();
  }
}

std::string SuiteRuns::complaint(const ProgramEnd& ended) const {
  if (!ended.fault.empty())
    return fmt::format("{}{}; {}", ended.fault,
                       settings_.program_flags.keep.empty() ? " (--keep=FOLDER keeps it)" : "",
                       ended.last_lines());
  // Google Benchmark's own main ends well where benchmarks fail.
  return ended.is_success() ? failed_benchmarks(ended.record) : ended.last_lines();
}

/// Of its benchmarks from those of the suite's first good run; empty where they are the same.
std::string SuiteRuns::difference(std::size_t place, const results::RunRecord& record) const {
  const auto first = std::ranges::find_if(runs_, [&](const SuiteRun& run) {
    return run.suite == place && run.status == process::kGood;
  });
  if (first == runs_.end()) return {};
  const auto number = first - runs_.begin() + 1;
  const auto before = ids_of(first->record), now = ids_of(record);
  for (const auto id : before)
    if (!now.contains(id))
      return fmt::format("expected the benchmarks of run {}, found no '{}'", number, id);
  for (const auto id : now)
    if (!before.contains(id))
      return fmt::format("expected the benchmarks of run {}, found '{}' too", number, id);
  return {};
}

/// Their rows would be read as those of one program.
void SuiteRuns::refuse_shared_benchmarks() const {
  std::map<std::tuple<std::string_view, std::string_view>, std::size_t> suites;
  for (const auto& run : runs_) {
    if (!run.record.results) continue;
    for (const auto& benchmark : run.record.results->benchmarks) {
      const auto [first, is_new] = suites.try_emplace({benchmark.device, benchmark.id}, run.suite);
      if (!is_new)
        throw_usage_error(
            "expected suites without a benchmark in common, found '{}' in {} and in {}: two builds "
            "of one program take --out=FILE --new-out=FILE, or `tickbench ab`",
            benchmark.id, settings_.suites[first->second], settings_.suites[run.suite]);
    }
  }
  results::require_kin(records());
}

std::size_t SuiteRuns::turns_asked() const {
  std::size_t most = 1;
  for (const auto& run : results())
    for (const auto& benchmark : run.benchmarks)
      most = std::max(most, floors::runs_asked(
                                select(settings_.floors, benchmark.device, benchmark.id).floors));
  return most;
}

void require_floor_benchmarks(const SuiteRunsSettings& settings) {
  std::vector<std::string> ids;
  auto flags = without_selection(settings.program_flags.flags);
  flags.emplace_back("--tickbench_large");
  for (const auto& suite : settings.suites) {
    const Lister lister(settings.program_flags.timeout);
    const auto listed = list(lister, suite, flags, kListFlag);
    listed.require_success(suite, kListFlag);
    std::ranges::move(split_lines(listed.out), std::back_inserter(ids));
  }
  for (const auto& file : settings.floors) file.require_benchmarks(ids);
}

std::vector<std::string> add_ratio_partners(SuiteRunsSettings& settings) {
  auto& flags = settings.program_flags.flags;
  auto rest = flags;
  const auto filters = take_flag(rest, kFilterFlag);
  const auto filter = filters.empty() || filters.back() == "all" ? "" : filters.back();
  auto chosen = take_flag(rest, kBenchmarkFlag);
  const bool has_ids = !chosen.empty();
  if (!has_ids && filter.empty()) return {};
  // A suite that refuses them says so when it runs.
  if (!has_ids)
    for (const auto& suite : settings.suites)
      std::ranges::move(
          split_lines(list(Lister(settings.program_flags.timeout), suite, flags, kListFlag).out),
          std::back_inserter(chosen));
  std::vector<std::string> patterns;
  for (const auto& floor : find_ratio_partners(settings.floors, chosen)) {
    if (filter.starts_with('-'))
      throw_usage_error(
          "{}={}: expected it to take {} too, the second benchmark of a ratio ({}), found that it "
          "does not",
          kFilterFlag, filter, floor.other, floor.where);
    if (has_ids) flags.push_back(fmt::format("{}={}", kBenchmarkFlag, floor.other));
    patterns.push_back(escape_pattern(floor.other));
  }
  if (!has_ids && patterns.empty()) return {};
  if (!filter.empty() && !patterns.empty())
    flags.push_back(
        fmt::format("{}=(?:{})|^(?:{})$", kFilterFlag, filter, fmt::join(patterns, "|")));
  return chosen;
}

}  // namespace tickbench::programs
