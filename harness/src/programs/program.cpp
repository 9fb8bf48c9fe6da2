// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "programs/program.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <fstream>
#include <ios>
#include <utility>

#include "text/escape.hpp"
#include "tickbench/error.hpp"

namespace tickbench::programs {
namespace {

// An assertion and its surroundings.
constexpr std::size_t kTailLines = 8, kTailLineLength = 400;
// Before these nothing of a log is read: a program may print any amount on one line.
constexpr std::streamoff kTailBytes = 64 << 10;

}  // namespace

const char* flag_value(const std::vector<std::string>& words, std::size_t& at,
                       const std::string& name) {
  const auto& word = words[at];
  if (word.starts_with(name + "=")) return word.c_str() + name.size() + 1;
  if (word != name || at + 1 == words.size()) return nullptr;
  return words[++at].c_str();
}

RunFolder::RunFolder(const std::string& keep) : keep_(keep) {
  if (keep.empty()) {
    temporary_.emplace();
    return;
  }
  if (std::filesystem::exists(keep_) &&
      !(std::filesystem::is_directory(keep_) && std::filesystem::is_empty(keep_)))
    throw UsageError(
        fmt::format("{}: expected a new or an empty folder to keep the runs in", keep));
  std::filesystem::create_directories(keep_);
}

std::string ProgramEnd::last_lines() const {
  std::ifstream file(log, std::ios::binary | std::ios::ate);
  const auto size = static_cast<std::streamoff>(file.tellg());
  file.seekg(std::max<std::streamoff>(0, size - kTailBytes));
  std::deque<std::string> lines;
  for (std::string line; std::getline(file, line);) {
    lines.push_back(text::visible(line.substr(0, kTailLineLength)));
    if (lines.size() > kTailLines) lines.pop_front();
  }
  return lines.empty() ? "it printed nothing"
                       : fmt::format("it printed last: {}", fmt::join(lines, " | "));
}

std::string ProgramEnd::why_no_results() const {
  return fmt::format("ended well but wrote no result file; is it a Google Benchmark program? {}",
                     last_lines());
}

void refuse_output_flags(const std::vector<std::string>& flags) {
  for (const auto& flag : flags)
    if (flag.starts_with("--benchmark_out"))
      throw UsageError(
          fmt::format("expected no '{}' among the programs' flags: each run's results go into a "
                      "file of their own (tickbench's --keep or --out has them)",
                      flag));
}

ProgramRunner::ProgramRunner(ProgramFlags flags) : flags_(std::move(flags)) {
  refuse_output_flags(flags_.flags);
}

ProgramEnd ProgramRunner::run(const std::string& program, const std::filesystem::path& name,
                              const std::vector<std::string>& more,
                              std::optional<Seconds> timeout) const {
  ProgramEnd run{{}, name.string() + ".json", name.string() + ".log"};
  process::ChildCommand command;
  command.program = program;
  command.arguments = flags_.flags;
  command.arguments.insert(command.arguments.end(), more.begin(), more.end());
  command.arguments.push_back("--benchmark_out=" + run.results);
  command.arguments.emplace_back("--benchmark_out_format=json");
  command.output = run.log;
  command.timeout = timeout.value_or(Seconds(flags_.timeout));
  run.end = process::run_child(command, signals_);
  return run;
}

}  // namespace tickbench::programs
