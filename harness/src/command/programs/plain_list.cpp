// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "programs/plain.hpp"
#include "text/plain_names.hpp"
#include "text/wording.hpp"

namespace tickbench::programs {
namespace {

// A name that nobody gives a benchmark.
constexpr const char* kNoBenchmark = "--benchmark_filter=^tickbench asks for what is not there$";
// What Google Benchmark says on standard error where a filter matches nothing, from 1.0 on.
constexpr std::string_view kMatchesNothing = "Failed to match any benchmarks against regex";

// The flag of a program with both kinds of benchmarks: its plain ones in place of tickbench's.
constexpr std::string_view kPlainFlag = "--tickbench_plain";

std::string filter_flag(const std::string& pattern) {
  return fmt::format("{}={}", kFilterFlag, pattern);
}

bool says_nothing_matches(const Lister::Answer& answer) {
  return answer.errors.find(kMatchesNothing) != std::string::npos;
}

/// One program, asked several times.
class PlainLister {
 public:
  PlainLister(std::string program, const std::vector<std::string>& flags, Seconds timeout)
      : lister_(timeout), program_(std::move(program)), flags_(flags) {
    for (const auto flag : {std::string_view(kFilterFlag), kMinTimeFlag})
      take_flag(flags_, std::string(flag));
  }

  PlainList list(const std::vector<std::string>& flags) {
    PlainList list;
    // Before 1.8 the suffix is refused; from 1.8 on a number without it is complained of.
    list.takes_suffix = takes(fmt::format("{}=0.1s", kMinTimeFlag));
    list.all = list.chosen = list_all();
    if (list.all.empty())
      throw_usage_error(
          "{}: expected a Google Benchmark program that lists its benchmarks "
          "(--benchmark_list_tests=true), found none in its list",
          program_);
    if (auto all_flags = flags; !take_flag(all_flags, kFilterFlag).empty()) {
      flags_ = flags;
      const auto listed = require_list({});
      const auto chosen = chosen_names(listed, list.all);
      if (chosen.empty()) list.last_lines = listed.program.last_lines();
      std::erase_if(list.chosen,
                    [&](const auto& found) { return std::ranges::count(chosen, found.name) == 0; });
    }
    if (std::ranges::find(flags, kPlainFlag) != flags.end()) list.suite_ids = suite_ids();
    return list;
  }

 private:
  using Answer = Lister::Answer;

  Answer ask_for_list(const std::vector<std::string>& more) const {
    auto flags = flags_;
    flags.insert(flags.end(), {kListTestsFlag, "--benchmark_format=console"});
    flags.insert(flags.end(), more.begin(), more.end());
    return lister_.ask(program_, std::move(flags));
  }

  Answer require_list(const std::vector<std::string>& more) const {
    auto answer = ask_for_list(more);
    answer.require_success(program_, kListTestsFlag);
    return answer;
  }

  bool takes(const std::string& flag) const {
    const auto answer = ask_for_list({kNoBenchmark, flag});
    return answer.program.is_success() &&
           answer.errors.find("benchmark_min_time") == std::string::npos;
  }

  std::vector<PlainBenchmark> list_all() {
    const auto listed = require_list({filter_flag("all")}), nothing = ask_for_list({kNoBenchmark});
    chatter_ = nothing.out;
    const auto list = without_chatter(listed.out, chatter_);
    if (!list) refuse_chatter();
    std::vector<std::string> names;
    std::map<std::string, std::size_t> counts;
    for (const auto& name : split_lines(*list))
      if (counts[name]++ == 0) names.push_back(name);
    if (says_nothing_matches(nothing) && !names.empty() &&
        !lists_alone(names.front(), counts[names.front()]))
      refuse_chatter();
    const auto ids = text::plain_ids(names);
    std::vector<PlainBenchmark> all;
    for (std::size_t i = 0; i < names.size(); ++i)
      all.push_back({names[i], ids[i], counts[names[i]] == 1});
    return all;
  }

  [[noreturn]] void refuse_chatter() const {
    throw_usage_error(
        "{}: expected the list of its benchmarks (--benchmark_list_tests=true) with nothing beside "
        "it, or the same at each call, found other lines, which cannot be told from benchmarks: "
        "print them on standard error",
        program_);
  }

  /// Whether one benchmark alone is listed with the same chatter: some things are printed only
  /// where there is a benchmark, or only where there is none.
  bool lists_alone(const std::string& name, std::size_t count) const {
    const auto answer = ask_for_list({filter_flag(text::exact_filter(name))});
    const auto list = without_chatter(answer.out, chatter_);
    return list && split_lines(*list) == std::vector<std::string>(count, name);
  }

  /// Those that the flags choose, of all.
  std::vector<std::string> chosen_names(const Answer& listed,
                                        const std::vector<PlainBenchmark>& all) const {
    if (says_nothing_matches(listed)) return {};
    const auto list = without_chatter(listed.out, chatter_);
    const auto is_benchmark = [&](const std::string& line) {
      return std::ranges::find(all, line, &PlainBenchmark::name) != all.end();
    };
    auto names = split_lines(list.value_or(""));
    if (!list || !std::ranges::all_of(names, is_benchmark)) refuse_chatter();
    return names;
  }

  std::vector<std::string> suite_ids() const {
    auto flags = flags_;
    std::erase(flags, kPlainFlag);
    flags.insert(flags.end(), {kListFlag, "--tickbench_large"});
    const auto answer = lister_.ask(program_, std::move(flags));
    return answer.program.is_success() ? split_lines(answer.out) : std::vector<std::string>();
  }

  Lister lister_;
  std::string program_;
  std::vector<std::string> flags_;
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
  const auto found = std::ranges::find_if(
      all, [&](const PlainBenchmark& one) { return one.name == name || one.id == name; });
  if (found == all.end())
    throw_usage_error(
        "--benchmark={}: expected the name of a benchmark of the program, found none{} (--list "
        "lists all {})",
        name, text::did_you_mean(name, ids()), all.size());
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

PlainList list_plain(const std::string& program, const std::vector<std::string>& flags,
                     Seconds timeout) {
  return PlainLister(program, flags, timeout).list(flags);
}

}  // namespace tickbench::programs
