// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "tools/suite_ids.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <csignal>
#include <fstream>
#include <set>

#include "floors/floor.hpp"
#include "process/child_process.hpp"
#include "process/files.hpp"
#include "process/guards.hpp"
#include "programs/plain_list.hpp"
#include "tickbench/error.hpp"
#include "tickbench/seconds.hpp"
#include "tools/programs.hpp"

namespace tickbench::tools {
namespace {

constexpr const char* kFilter = "--benchmark_filter";

struct Listing {
  std::vector<std::string> ids;
  ProgramEnd end;
};

class Lister {
 public:
  explicit Lister(const SuiteRunsSettings& settings) : timeout_(settings.program_flags.timeout) {}

  Listing list(const std::string& suite, std::vector<std::string> flags,
               const char* how = "--tickbench_list") const {
    flags.emplace_back(how);
    process::ChildCommand command;
    command.program = suite;
    command.arguments = std::move(flags);
    command.output = folder_.path() / "ids";
    command.errors = folder_.path() / "log";
    command.timeout = timeout_;
    Listing listing{{}, {process::run_child(command, signals_), {}, command.errors}};
    std::ifstream file(command.output);
    for (std::string id; std::getline(file, id);) listing.ids.push_back(id);
    return listing;
  }

 private:
  process::HeldSignals signals_{SIGCHLD};  // until the folder is gone
  process::TemporaryFolder folder_;
  Seconds timeout_;
};

/// Without those that choose benchmarks.
std::vector<std::string> without_selection(const std::vector<std::string>& flags) {
  std::vector<std::string> others;
  for (std::size_t at = 0; at < flags.size(); ++at) {
    const auto first = at;
    if (flag_value(flags, at, kFilter) == nullptr &&
        flag_value(flags, at, "--tickbench_benchmark") == nullptr &&
        flag_value(flags, at, "--tickbench_device") == nullptr)
      others.push_back(flags[first]);
  }
  // Also where the environment has a filter.
  others.push_back(std::string(kFilter) + "=all");
  return others;
}

}  // namespace

bool chooses_nothing(const SuiteRunsSettings& settings, const std::string& suite) {
  static constexpr const char* kNames = "--benchmark_list_tests=true";
  const Lister lister(settings);
  const auto& flags = settings.program_flags.flags;
  const auto all = lister.list(suite, without_selection(flags), kNames);
  return all.end.end.is_success() && !all.ids.empty() &&
         lister.list(suite, flags, kNames).ids.empty();
}

void require_floor_benchmarks(const SuiteRunsSettings& settings) {
  const Lister lister(settings);
  std::vector<std::string> ids;
  auto flags = without_selection(settings.program_flags.flags);
  flags.emplace_back("--tickbench_large");
  for (const auto& suite : settings.suites) {
    const auto listing = lister.list(suite, flags);
    if (!listing.end.end.is_success())
      throw UsageError(fmt::format(
          "{}: expected the list of its benchmarks (--tickbench_list), which floors are "
          "for, found that it {}; {}",
          suite, listing.end.end.text(), listing.end.last_lines()));
    ids.insert(ids.end(), listing.ids.begin(), listing.ids.end());
  }
  for (const auto& file : settings.floors) file.require_benchmarks(ids);
}

std::vector<std::string> widen_filter_for_ratios(SuiteRunsSettings& settings) {
  auto& flags = settings.program_flags.flags;
  const auto filter = programs::find_filter(flags);
  if (!filter || filter->empty() || *filter == "all") return {};
  const Lister lister(settings);
  std::vector<std::string> chosen;
  // A suite that refuses them says so when it runs.
  for (const auto& suite : settings.suites)
    for (auto& id : lister.list(suite, flags).ids) chosen.push_back(std::move(id));
  std::set<std::string> others;
  for (const auto& file : settings.floors)
    for (const auto& id : chosen)
      for (const auto& applied : file.select(id).floors) {
        if (applied.other.empty() || std::ranges::find(chosen, applied.other) != chosen.end())
          continue;
        if (filter->starts_with('-'))
          throw UsageError(
              fmt::format("{}={}: expected it to take {} too, which {} compares {} with, found "
                          "that it does not",
                          kFilter, *filter, applied.other, applied.where, id));
        others.insert(escape_pattern(applied.other));
      }
  if (others.empty()) return {};
  flags.push_back(fmt::format("{}=(?:{})|^(?:{})$", kFilter, *filter, fmt::join(others, "|")));
  return chosen;
}

}  // namespace tickbench::tools
