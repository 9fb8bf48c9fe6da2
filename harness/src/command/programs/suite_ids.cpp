// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "programs/suite_runs.hpp"
#include "tickbench/error.hpp"

namespace tickbench::programs {
namespace {

/// Without those that choose benchmarks.
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

/// What floors compare one of `chosen` with, and which they do not hold themselves.
std::vector<AppliedFloor> find_ratio_partners(const std::vector<FloorFile>& floors,
                                              const std::vector<std::string>& chosen) {
  std::vector<AppliedFloor> partners;
  for (const auto& file : floors)
    for (const auto& id : chosen)
      for (auto& applied : file.select({}, id).floors)
        if (!applied.other.empty() && std::ranges::find(chosen, applied.other) == chosen.end() &&
            std::ranges::find(partners, applied.other, &AppliedFloor::other) == partners.end())
          partners.push_back(std::move(applied));
  return partners;
}

}  // namespace

bool chooses_nothing(const ProgramFlags& program_flags, const std::string& suite) {
  const Lister lister{Seconds(program_flags.timeout)};
  const auto all = list(lister, suite, without_selection(program_flags.flags), kListTestsFlag);
  return all.program.is_success() && !all.out.empty() &&
         list(lister, suite, program_flags.flags, kListTestsFlag).out.empty();
}

void require_floor_benchmarks(const SuiteRunsSettings& settings) {
  std::vector<std::string> ids;
  auto flags = without_selection(settings.program_flags.flags);
  flags.emplace_back("--tickbench_large");
  for (const auto& suite : settings.suites) {
    const Lister lister{Seconds(settings.program_flags.timeout)};
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
          split_lines(
              list(Lister{Seconds(settings.program_flags.timeout)}, suite, flags, kListFlag).out),
          std::back_inserter(chosen));
  std::vector<std::string> patterns;
  for (const auto& floor : find_ratio_partners(settings.floors, chosen)) {
    if (filter.starts_with('-'))
      throw UsageError(
          fmt::format("{}={}: expected it to take {} too, the second benchmark of a ratio ({}), "
                      "found that it does not",
                      kFilterFlag, filter, floor.other, floor.where));
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
