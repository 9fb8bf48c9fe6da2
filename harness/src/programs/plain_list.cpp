// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "programs/plain_list.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <csignal>
#include <fstream>
#include <iterator>
#include <set>
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
// What Google Benchmark says on standard error where a filter matches nothing, from 1.0 on.
constexpr std::string_view kMatchesNothing = "Failed to match any benchmarks against regex";
std::string text_of(const std::string& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

std::vector<std::string> split_lines(std::string_view text) {
  std::vector<std::string> lines;
  std::istringstream stream{std::string(text)};
  for (std::string line; std::getline(stream, line);)
    if (!line.empty() && std::ranges::find(lines, line) == lines.end())
      lines.push_back(std::move(line));
  return lines;
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
    const auto all = names();
    if (all.empty())
      throw UsageError(
          fmt::format("{}: expected a Google Benchmark program that lists its benchmarks "
                      "(--benchmark_list_tests=true), found none in its list",
                      program_));
    const auto ids = results::plain_ids(all);
    for (std::size_t i = 0; i < all.size(); ++i) list.all.push_back({all[i], ids[i]});
    list.chosen = list.all;
    if (find_filter(flags)) {
      flags_ = flags;
      const auto chosen = names_of(list.all);
      std::erase_if(list.chosen,
                    [&](const PlainBenchmark& one) { return !chosen.contains(one.name); });
    }
    if (std::ranges::find(flags, kPlainFlag) != flags.end()) list.suite_ids = suite_ids();
    return list;
  }

 private:
  struct Answer {
    ProgramEnd program;
    std::string out, errors;  ///< the next answer takes the place of the files

    bool says_nothing_matches() const { return errors.find(kMatchesNothing) != std::string::npos; }
  };

  Answer ask(std::vector<std::string> arguments) const {
    process::ChildCommand command;
    command.program = program_;
    command.arguments = std::move(arguments);
    // Also where the environment names a file, which would be emptied.
    command.arguments.emplace_back("--benchmark_out=");
    command.output = folder_.path() / "list";
    command.errors = folder_.path() / "log";
    command.timeout = timeout_;
    Answer answer{{process::run_child(command, signals_), {}, command.errors}, {}, {}};
    answer.out = text_of(command.output);
    answer.errors = text_of(command.errors);
    return answer;
  }

  Answer ask_for_list(const std::vector<std::string>& more) const {
    auto arguments = flags_;
    arguments.insert(arguments.end(),
                     {"--benchmark_list_tests=true", "--benchmark_format=console"});
    arguments.insert(arguments.end(), more.begin(), more.end());
    return ask(std::move(arguments));
  }

  Answer ask_for_list_by(const std::string& filter) const {
    return ask_for_list({fmt::format("{}={}", kFilter, filter)});
  }

  bool takes(const std::string& flag) const {
    const auto answer = ask_for_list({kNoBenchmark, flag});
    return answer.program.end.is_success() &&
           answer.errors.find("benchmark_min_time") == std::string::npos;
  }

  Answer require_list(Answer listed) const {
    if (!listed.program.end.is_success())
      throw UsageError(fmt::format(
          "{}: expected the list of its benchmarks (--benchmark_list_tests=true), found that it "
          "{}; {}",
          program_, listed.program.end.text(), listed.program.last_lines()));
    return listed;
  }

  /// Of all of its benchmarks.
  std::vector<std::string> names() {
    const auto listed = require_list(ask_for_list_by("all"));
    const auto nothing = ask_for_list({kNoBenchmark});
    chatter_ = nothing.out;
    const auto list = without_chatter(listed.out, chatter_);
    if (!list) refuse_chatter();
    auto names = split_lines(*list);
    if (nothing.says_nothing_matches() && !names.empty() && !lists_alone(names.front()))
      refuse_chatter();
    return names;
  }

  [[noreturn]] void refuse_chatter() const {
    throw UsageError(fmt::format(
        "{}: expected the list of its benchmarks (--benchmark_list_tests=true) with nothing beside "
        "it, or the same at each call, found other lines, which cannot be told from benchmarks: "
        "print them on standard error",
        program_));
  }

  /// Whether one benchmark alone is listed with the same chatter: some things are printed only
  /// where there is a benchmark, or only where there is none.
  bool lists_alone(const std::string& name) const {
    const auto answer = ask_for_list_by(results::exact_filter(name));
    const auto list = without_chatter(answer.out, chatter_);
    return list && *list == name + "\n";
  }

  /// Those that the flags choose, of all.
  std::set<std::string> names_of(const std::vector<PlainBenchmark>& all) const {
    const auto listed = require_list(ask_for_list({}));
    if (listed.says_nothing_matches()) return {};
    const auto list = without_chatter(listed.out, chatter_);
    const auto is_benchmark = [&](const std::string& line) {
      return std::ranges::find(all, line, &PlainBenchmark::name) != all.end();
    };
    if (!list || !std::ranges::all_of(split_lines(*list), is_benchmark)) refuse_chatter();
    const auto lines = split_lines(*list);
    return {lines.begin(), lines.end()};
  }

  std::vector<std::string> suite_ids() const {
    std::vector<std::string> arguments;
    for (const auto& flag : flags_)
      if (flag != kPlainFlag) arguments.push_back(flag);
    arguments.insert(arguments.end(), {"--tickbench_list", "--tickbench_large"});
    const auto answer = ask(std::move(arguments));
    return answer.program.end.is_success() ? split_lines(answer.out) : std::vector<std::string>();
  }

  process::HeldSignals signals_{SIGCHLD};  // until the folder is gone
  process::TemporaryFolder folder_;
  std::string program_;
  std::vector<std::string> flags_;
  Seconds timeout_;
  std::string chatter_;  ///< beside its list, where nothing matches
};

}  // namespace

std::vector<std::string> PlainList::ids() const {
  std::vector<std::string> ids;
  for (const auto& one : all) ids.push_back(one.id);
  ids.insert(ids.end(), suite_ids.begin(), suite_ids.end());
  return ids;
}

const PlainBenchmark& PlainList::find(const std::string& name) const {
  const auto is_match = [&](const PlainBenchmark& one) {
    return one.name == name || one.id == name;
  };
  const auto found = std::ranges::find_if(all, is_match);
  if (found == all.end())
    throw UsageError(fmt::format(
        "--benchmark={}: expected the name of a benchmark of the program, found none{} (--list "
        "lists all {})",
        name, text::did_you_mean(name, ids()), all.size()));
  return *found;
}

std::optional<std::string_view> without_chatter(std::string_view output, std::string_view chatter) {
  if (output.size() < chatter.size()) return std::nullopt;
  const auto size = output.size() - chatter.size();
  const auto most =
      static_cast<std::size_t>(std::ranges::mismatch(output, chatter).in2 - chatter.begin());
  for (auto before = most + 1; before-- > 0;) {
    const auto list = output.substr(before, size);
    // A list ends its lines, wherever it begins: a name may begin as the chatter goes on.
    if (output.ends_with(chatter.substr(before)) && (list.empty() || list.ends_with('\n')))
      return list;
  }
  return std::nullopt;
}

std::optional<std::string> find_filter(const std::vector<std::string>& flags) {
  std::optional<std::string> filter;
  for (std::size_t at = 0; at < flags.size(); ++at)
    if (const char* value = flag_value(flags, at, kFilter)) filter = value;
  return filter;
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
  refuse_output_flags(flags);
  return Lister(program, flags, timeout).list(flags);
}

}  // namespace tickbench::programs
