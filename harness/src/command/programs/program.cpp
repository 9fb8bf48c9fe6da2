// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "programs/program.hpp"

#include <re2/re2.h>
#include <unistd.h>

#include <cerrno>
#include <deque>
#include <fstream>
#include <ios>
#include <memory>
#include <sstream>
#include <system_error>
#include <utility>

#include "results/fields.hpp"
#include "text/escape.hpp"
#include "text/plain_names.hpp"

namespace tickbench::programs {
namespace {

/// Nothing where it cannot be read: the process says more by how it ended.
std::string text_of(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

// An assertion and its surroundings.
constexpr std::size_t kTailLines = 8, kTailLineLength = 400;
// Far more than any list of benchmarks.
constexpr std::uintmax_t kMostListed = std::uintmax_t{64} << 20;
// Before these nothing of a log is read: a program may print any amount on one line.
constexpr std::streamoff kTailBytes = 64 << 10;

void refuse_output_flags(const std::vector<std::string>& flags) {
  for (const auto& flag : flags)
    if (flag.starts_with("--benchmark_out"))
      throw_usage_error(
          "expected no '{}' among the programs' flags: each run's results go into a file of their "
          "own (tickbench's --keep or --out has them)",
          flag);
}

void read_results(const std::string& program, const std::string& path,
                  const results::SkipRule& is_skip, ProgramEnd& run) {
  namespace fields = results::fields;
  run.record.entry = {{fields::kSuite, program}, {fields::kEnded, run.end.text()}};
  if (!std::filesystem::is_regular_file(path)) {
    if (run.is_success())
      run.fault = "ended well but wrote no result file; is it a Google Benchmark program?";
    return;
  }
  run.is_empty = std::filesystem::is_empty(path);
  try {
    auto records = results::load_runs(path, is_skip);
    if (records.size() != 1)
      throw_usage_error("{}: expected one run, found {}", path, records.size());
    auto& [entry, rows, found] = records.front();
    if (run.is_success() && (!found || found->benchmarks.empty()))
      throw UsageError(path + ": expected at least one benchmark, found none");
    run.record.entry.update(entry);
    run.record.rows = std::move(rows);
    run.record.results = std::move(found);
  } catch (const UsageError& error) {
    run.fault = run.is_empty && run.is_success()
                    ? "ran no benchmark: expected flags that choose one"
                    : fmt::format("left results that do not count: {}", error.what());
  }
}

}  // namespace

bool has_flag(const std::vector<std::string>& flags, std::string_view begin) {
  return std::ranges::any_of(flags, [&](const auto& flag) { return flag.starts_with(begin); });
}

void require_programs(const std::vector<std::string>& programs) {
  for (const auto& program : programs)
    if (::access(program.c_str(), X_OK) != 0)
      throw_usage_error("{}: cannot be started: {}", program,
                        std::generic_category().message(errno));
}

std::vector<std::string> take_flag(std::vector<std::string>& words, const std::string& name) {
  std::vector<std::string> rest, values;
  for (std::size_t at = 0; at < words.size(); ++at)
    if (words[at].starts_with(name + "="))
      values.push_back(words[at].substr(name.size() + 1));
    else if (words[at] == name && at + 1 < words.size())
      values.push_back(words[++at]);
    else
      rest.push_back(words[at]);
  words = std::move(rest);
  return values;
}

std::string repeating_command(std::vector<std::string> words, const std::string& benchmark,
                              const JudgingFlags& judging, std::vector<std::string> more,
                              const ProgramFlags& program_flags) {
  words.push_back("--benchmark=" + benchmark);
  for (const auto& file : judging.floors) words.push_back("--floors=" + file);
  if (!program_flags.skip_pattern.empty())
    more.push_back("--skip-pattern=" + program_flags.skip_pattern);
  words.insert(words.end(), more.begin(), more.end());
  if (judging.is_strict) words.emplace_back("--strict");
  auto flags = program_flags.flags;
  for (const char* selection : {kFilterFlag, kBenchmarkFlag}) take_flag(flags, selection);
  if (!flags.empty()) words.emplace_back("--");
  words.insert(words.end(), flags.begin(), flags.end());
  std::error_code error;
  const auto folder = std::filesystem::current_path(error);
  const bool has_folder = judging.is_ctest && !error;
  return (has_folder ? text::command({"cd", folder.string()}) + " && " : "") + text::command(words);
}

std::string ProgramEnd::last_lines() const {
  std::deque<std::string> lines;
  for (const auto& path : {list, log}) {
    if (path.empty()) continue;
    std::ifstream file(path, std::ios::binary | std::ios::ate);
    const auto size = static_cast<std::streamoff>(file.tellg());
    file.seekg(std::max<std::streamoff>(0, size - kTailBytes));
    for (std::string line; std::getline(file, line);) {
      if (line.starts_with(text::kDebugLibrary)) continue;  // it explains no end
      lines.push_back(text::visible(line.substr(0, kTailLineLength)));
      if (lines.size() > kTailLines) lines.pop_front();
    }
  }
  return lines.empty() ? "it printed nothing"
                       : fmt::format("it printed last: {}", fmt::join(lines, " | "));
}

ProgramRunner::ProgramRunner(ProgramFlags flags) : flags_(std::move(flags)), folder_(flags_.keep) {
  refuse_output_flags(flags_.flags);
  if (!flags_.skip_pattern.empty())
    is_skip_ = [pattern = std::make_shared<const re2::RE2>(flags_.skip_pattern, re2::RE2::Quiet)](
                   const std::string& message) {
      return re2::RE2::PartialMatch(message, *pattern);
    };
  if (flags_.keep.empty()) {
    folder_ = temporary_.emplace().path();
    return;
  }
  std::error_code error;
  std::filesystem::create_directories(folder_, error);
  if (error || !std::filesystem::is_directory(folder_, error) ||
      !std::filesystem::is_empty(folder_, error))
    throw_usage_error("--keep {}: expected a new or an empty folder to keep the runs in{}",
                      flags_.keep, error ? ": " + error.message() : "");
}

ProgramEnd ProgramRunner::run(const std::string& program, const std::string& name,
                              const std::vector<std::string>& more, std::optional<Seconds> timeout,
                              const std::vector<std::string>& under) const {
  const auto results = (folder_ / (name + ".json")).string();
  std::filesystem::create_directories(std::filesystem::path(results).parent_path());
  std::filesystem::remove(results);
  process::ChildCommand command;
  auto words = under;
  words.push_back(program);
  words.insert(words.end(), flags_.flags.begin(), flags_.flags.end());
  words.insert(words.end(), more.begin(), more.end());
  words.insert(words.end(), {"--benchmark_out=" + results, "--benchmark_out_format=json"});
  command.program = words.front();
  command.searches_path = !under.empty();
  command.arguments.assign(words.begin() + 1, words.end());
  command.output = folder_ / (name + ".log");
  command.timeout = timeout.value_or(flags_.timeout);
  ProgramEnd run{process::run_child(command, signals_), command.output};
  read_results(program, results, is_skip_, run);
  return run;
}

std::optional<results::RunRecord> check_only(const ProgramRunner& runner,
                                             const std::string& program, const std::string& name) {
  const auto modules = (runner.folder() / (name + ".modules")).string();
  // A plain program that ignores the first flag lists its benchmarks, and runs none.
  runner.run(program, name, {"--tickbench_modules_out=" + modules, kListTestsFlag});
  if (!std::filesystem::exists(modules)) return std::nullopt;
  auto record = runner.run(program, name, {"--tickbench_verify_only"}).record;
  return record.results ? std::optional(std::move(record)) : std::nullopt;
}

std::vector<std::string> split_lines(std::string_view text) {
  std::vector<std::string> lines;
  std::istringstream stream{std::string(text)};
  for (std::string line; std::getline(stream, line);)
    if (!line.empty()) lines.push_back(std::move(line));
  return lines;
}

Lister::Answer Lister::ask(const std::string& program, std::vector<std::string> flags) const {
  refuse_output_flags(flags);
  process::ChildCommand command;
  command.program = program;
  command.arguments = std::move(flags);
  // Also where the environment names a file, which would be emptied.
  command.arguments.emplace_back("--benchmark_out=");
  command.output = folder_.path() / "list";
  command.errors = folder_.path() / "log";
  const Seconds elapsed = std::chrono::steady_clock::now() - begin_;
  command.timeout = std::max(timeout_ - elapsed, Seconds(1e-3));
  command.most_output = kMostListed;
  return {{process::run_child(command, signals_), command.errors, command.output},
          text_of(command.output),
          text_of(command.errors)};
}

}  // namespace tickbench::programs
