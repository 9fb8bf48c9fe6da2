// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "tools/program_runner.hpp"

#include <array>
#include <cstdio>
#include <deque>
#include <filesystem>
#include <fstream>
#include <utility>

#include "process/child_process.hpp"
#include "results/read_results.hpp"
#include "tickbench/error.hpp"

namespace tickbench::tools {

namespace {

constexpr std::size_t kTailLines = 8;  // an assertion and its surroundings
constexpr std::size_t kTailLineLength = 400;

std::string last_lines(const std::string& path) {
  std::ifstream log(path);
  std::deque<std::string> lines;
  for (std::string line; std::getline(log, line);) {
    lines.push_back(line.substr(0, kTailLineLength));
    if (lines.size() > kTailLines) lines.pop_front();
  }
  std::string text;
  for (const auto& line : lines) text += (text.empty() ? "" : " | ") + line;
  return text.empty() ? "it printed nothing" : "it printed last: " + text;
}

std::string file_name(std::size_t number, const char* extension) {
  std::array<char, 32> name{};
  std::snprintf(name.data(), name.size(), "%04zu.%s", number, extension);
  return name.data();
}

}  // namespace

ProgramRunner::ProgramRunner(Programs programs, std::string folder)
    : programs_(std::move(programs)), folder_(std::move(folder)) {
  for (const auto& flag : programs_.flags)
    if (flag.starts_with("--benchmark_out"))
      throw UsageError("expected no '" + flag +
                       "' among the programs' flags: ab itself says where each run's results go "
                       "(--keep keeps them)");
  for (const char* part : {"old", "new", "rehearsal"})
    std::filesystem::create_directories(std::filesystem::path(folder_) / part);
}

ProgramRun ProgramRunner::run(bool is_new, std::size_t number) const {
  const auto& program = is_new ? programs_.new_program : programs_.old_program;
  const std::filesystem::path folder(folder_);
  const auto part = number == 0 ? "rehearsal" : is_new ? "new" : "old";
  // The rehearsal's two runs share a folder.
  const auto file = number == 0 ? static_cast<std::size_t>(is_new) : number;
  const auto results = (folder / part / file_name(file, "json")).string();
  const auto log = (folder / part / file_name(file, "log")).string();

  auto arguments = programs_.flags;
  arguments.push_back("--benchmark_out=" + results);
  arguments.emplace_back("--benchmark_out_format=json");
  process::ChildCommand command;
  command.program = program;
  command.arguments = arguments;
  command.output = log;
  command.timeout = programs_.timeout;
  const auto child = process::run_child(command, signals_);

  const auto who = std::string(is_new ? "NEW" : "OLD") + " (" + program + "), " +
                   (number == 0 ? "rehearsal" : "run " + std::to_string(number));
  if (!child.is_success()) throw UsageError(who + ": " + child.text() + "; " + last_lines(log));
  if (!std::filesystem::exists(results))
    throw UsageError(who + ": ended well but wrote no result file; is it a Google Benchmark " +
                     "program? " + last_lines(log));
  try {
    return {results::read_results(results), child.wall};
  } catch (const UsageError& error) {
    throw UsageError(who + ": its result file is damaged: " + error.what());
  }
}

}  // namespace tickbench::tools
