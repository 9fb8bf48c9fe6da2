// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "programs/plain_list.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <csignal>
#include <fstream>
#include <iterator>
#include <sstream>

#include "process/child_process.hpp"
#include "process/files.hpp"
#include "process/guards.hpp"
#include "programs/program.hpp"
#include "results/plain_names.hpp"
#include "text/wording.hpp"
#include "tickbench/error.hpp"

namespace tickbench::programs {
namespace {

// A name that nobody gives a benchmark.
constexpr const char* kNoBenchmark = "--benchmark_filter=^tickbench asks for what is not there$";
constexpr const char* kMinTime = "--benchmark_min_time";
constexpr const char* kFilter = "--benchmark_filter";

std::string text_of(const std::string& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

std::vector<std::string> lines_of(std::string_view text) {
  std::vector<std::string> lines;
  std::istringstream stream{std::string(text)};
  for (std::string line; std::getline(stream, line);)
    if (!line.empty() && std::ranges::find(lines, line) == lines.end())
      lines.push_back(std::move(line));
  return lines;
}

std::size_t count_lines(std::string_view text) {
  return static_cast<std::size_t>(std::ranges::count(text, '\n'));
}

/// One program, asked several times.
class Lister {
 public:
  Lister(std::string program, const std::vector<std::string>& flags, Seconds timeout)
      : program_(std::move(program)), flags_(without_filter(flags)), timeout_(timeout) {}

  PlainList list(const std::vector<std::string>& flags) {
    PlainList list;
    const bool has_own =
        std::ranges::any_of(flags, [](const auto& flag) { return flag.starts_with(kMinTime); });
    // Before 1.8 the suffix is refused; from 1.8 on a number without it is complained of.
    list.takes_suffix = !has_own && takes(fmt::format("{}=0.1s", kMinTime));
    const auto all = names({fmt::format("{}=all", kFilter)});
    if (all.empty())
      throw UsageError(
          fmt::format("{}: expected a Google Benchmark program that lists its benchmarks "
                      "(--benchmark_list_tests=true), found none in its list",
                      program_));
    const auto ids = results::plain_ids(all);
    for (std::size_t i = 0; i < all.size(); ++i) list.all.push_back({all[i], ids[i]});
    list.chosen = list.all;
    if (without_filter(flags) != flags) {
      flags_ = flags;
      const auto chosen = names({});
      std::erase_if(list.chosen, [&](const PlainBenchmark& one) {
        return std::ranges::find(chosen, one.name) == chosen.end();
      });
    }
    if (std::ranges::find(flags, kPlainFlag) != flags.end()) list.suite_ids = suite_ids();
    return list;
  }

 private:
  struct Answer {
    ProgramEnd program;
    std::string out;
  };

  Answer ask(std::vector<std::string> arguments) const {
    process::ChildCommand command;
    command.program = program_;
    command.arguments = std::move(arguments);
    command.output = folder_.path() / "list";
    command.errors = folder_.path() / "log";
    command.timeout = timeout_;
    Answer answer{{process::run_child(command, signals_), {}, command.errors}, {}};
    answer.out = text_of(command.output);
    return answer;
  }

  Answer ask_for_list(const std::vector<std::string>& more) const {
    auto arguments = flags_;
    arguments.insert(arguments.end(),
                     {"--benchmark_list_tests=true", "--benchmark_format=console"});
    arguments.insert(arguments.end(), more.begin(), more.end());
    return ask(std::move(arguments));
  }

  bool takes(const std::string& flag) const {
    const auto answer = ask_for_list({kNoBenchmark, flag});
    return answer.program.end.is_success() &&
           text_of(answer.program.log).find("benchmark_min_time") == std::string::npos;
  }

  std::vector<std::string> names(const std::vector<std::string>& more) const {
    const auto listed = ask_for_list(more);
    if (!listed.program.end.is_success())
      throw UsageError(fmt::format(
          "{}: expected the list of its benchmarks (--benchmark_list_tests=true), found that it "
          "{}; {}",
          program_, listed.program.end.text(), listed.program.last_lines()));
    const auto chatter = ask_for_list({kNoBenchmark}).out;
    if (const auto list = without_chatter(listed.out, chatter)) return lines_of(*list);
    auto lines = lines_of(listed.out);
    std::erase_if(lines, [&](const std::string& line) {
      const auto one =
          ask_for_list({fmt::format("{}={}", kFilter, results::exact_filter(line))}).out;
      return count_lines(one) != count_lines(chatter) + 1;
    });
    return lines;
  }

  std::vector<std::string> suite_ids() const {
    std::vector<std::string> arguments;
    for (const auto& flag : flags_)
      if (flag != kPlainFlag) arguments.push_back(flag);
    arguments.insert(arguments.end(), {"--tickbench_list", "--tickbench_large"});
    const auto answer = ask(std::move(arguments));
    return answer.program.end.is_success() ? lines_of(answer.out) : std::vector<std::string>();
  }

  process::HeldSignals signals_{SIGCHLD};  // until the folder is gone
  process::TemporaryFolder folder_;
  std::string program_;
  std::vector<std::string> flags_;
  Seconds timeout_;
};

}  // namespace

std::vector<std::string> PlainList::ids() const {
  std::vector<std::string> ids;
  for (const auto& one : all) ids.push_back(one.id);
  ids.insert(ids.end(), suite_ids.begin(), suite_ids.end());
  return ids;
}

const PlainBenchmark& PlainList::find(const std::string& name) const {
  const auto is_it = [&](const PlainBenchmark& one) { return one.name == name || one.id == name; };
  const auto found = std::ranges::find_if(all, is_it);
  if (found == all.end())
    throw UsageError(fmt::format(
        "--benchmark={}: expected the name of a benchmark of the program, found none{} (--list "
        "lists all {})",
        name, text::did_you_mean(name, ids()), all.size()));
  return *found;
}

std::optional<std::string_view> without_chatter(std::string_view output, std::string_view chatter) {
  if (output.size() < chatter.size()) return std::nullopt;
  // Where the chatter begins a line, so that a name that begins as the chatter goes on stays whole.
  const auto most =
      static_cast<std::size_t>(std::ranges::mismatch(output, chatter).in2 - chatter.begin());
  for (auto before = most + 1; before-- > 0;) {
    const bool is_line = before == 0 || before == chatter.size() || chatter[before - 1] == '\n';
    if (is_line && output.ends_with(chatter.substr(before)))
      return output.substr(before, output.size() - chatter.size());
  }
  return std::nullopt;
}

std::vector<std::string> without_filter(const std::vector<std::string>& flags) {
  std::vector<std::string> others;
  for (std::size_t at = 0; at < flags.size(); ++at) {
    const auto first = at;
    if (flag_value(flags, at, kFilter) == nullptr) others.push_back(flags[first]);
  }
  return others;
}

PlainList list_plain(const std::string& program, const std::vector<std::string>& flags,
                     Seconds timeout) {
  return Lister(program, flags, timeout).list(flags);
}

}  // namespace tickbench::programs
