// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "pairs/pair_runner.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

#include "floors/floor.hpp"
#include "tickbench/error.hpp"

namespace tickbench::pairs {
namespace {

// The last one goes before those of the user.
std::vector<std::string> flags_of(const AbRequest& request) {
  std::vector<std::string> flags;
  if (!request.ids.empty()) {
    std::vector<std::string> patterns;
    for (const auto& id : request.ids) patterns.push_back(escape_pattern(id));
    flags.push_back(fmt::format("--benchmark_filter=^({})$", fmt::join(patterns, "|")));
  }
  if (request.repetitions > 0)
    flags.push_back(fmt::format("--benchmark_repetitions={}", request.repetitions));
  return flags;
}

}  // namespace

PairRunner::PairRunner(ProgramPair programs, programs::ProgramFlags flags,
                       std::filesystem::path folder)
    : programs_(std::move(programs)), runner_(std::move(flags)), folder_(std::move(folder)) {
  for (const char* part : {"old", "new", "rehearsal"})
    std::filesystem::create_directories(folder_ / part);
}

ProgramRun PairRunner::run(const AbRequest& request) const {
  const auto [is_new, number] = std::pair(request.is_new, request.number);
  const auto* part = number == 0 ? "rehearsal" : is_new ? "new" : "old";
  // The rehearsal's two runs share a folder.
  const auto name = fmt::format("{:04}", number == 0 ? static_cast<std::size_t>(is_new) : number);
  const auto& program = is_new ? programs_.new_program : programs_.old_program;
  const auto run = [&] {
    try {
      return runner_.run(program, folder_ / part / name, flags_of(request));
    } catch (const process::Interrupted&) {
      forget(name);
      throw;
    }
  }();
  const auto who =
      fmt::format("{} ({}), {}", is_new ? "NEW" : "OLD", program,
                  number == 0 ? std::string("rehearsal") : fmt::format("run {}", number));
  if (!run.end.is_success())
    throw UsageError(fmt::format("{}: {}; {}", who, run.end.text(), run.last_lines()));
  if (!run.has_results()) throw UsageError(fmt::format("{}: {}", who, run.why_no_results()));
  if (run.is_empty())
    throw UsageError(fmt::format("{}: expected flags that choose a benchmark, found none; {}", who,
                                 run.last_lines()));
  try {
    return {results::read_results(run.results), run.end.wall};
  } catch (const UsageError& error) {
    throw UsageError(fmt::format("{}: its result file is damaged: {}", who, error.what()));
  }
}

void PairRunner::forget(const std::string& name) const {
  for (const char* part : {"old", "new"}) {
    std::error_code error;
    std::filesystem::remove(folder_ / part / (name + ".json"), error);
  }
}

bool says_repetitions(const programs::ProgramFlags& flags) {
  return std::ranges::any_of(flags.flags, [](const std::string& flag) {
    return flag.starts_with("--benchmark_repetitions");
  });
}

}  // namespace tickbench::pairs
