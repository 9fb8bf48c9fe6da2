// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "pairs/pair_runner.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstddef>
#include <filesystem>
#include <system_error>

#include "floors/floor.hpp"
#include "pairs/device_code.hpp"
#include "tickbench/error.hpp"

namespace tickbench::pairs {

// The last one goes before those of the user.
std::vector<std::string> PairRunner::make_flags(const AbRequest& request) const {
  auto flags = new_alone_.value_or(std::vector<std::string>());
  if (!request.ids.empty()) {
    std::vector<std::string> patterns;
    for (const auto& id : request.ids) patterns.push_back(escape_pattern(id));
    flags.push_back(fmt::format("{}=^({})$", programs::kFilterFlag, fmt::join(patterns, "|")));
  }
  if (request.repetitions > 0)
    flags.push_back(fmt::format("--benchmark_repetitions={}", request.repetitions));
  return flags;
}

ProgramRun PairRunner::run(const AbRequest& request) {
  if (!new_alone_) return run_program(request);
  if (const auto both = std::exchange(taken_, std::nullopt))
    return {extract_side(*both, request.is_new), Seconds(0)};
  auto run = run_program({true, request.number, request.ids, request.repetitions});
  taken_ = std::move(run.results);
  return {extract_side(*taken_, request.is_new), run.wall};
}

ProgramRun PairRunner::run_program(const AbRequest& request) const {
  const auto [is_new, number] = std::pair(request.is_new, request.number);
  const auto* part = number == 0 ? "rehearsal" : is_new ? "new" : "old";
  // The rehearsal's two runs share a folder.
  const auto name = fmt::format("{:04}", number == 0 ? static_cast<std::size_t>(is_new) : number);
  const auto& program = is_new ? programs_.new_program : programs_.old_program;
  try {
    auto run = runner_.run(program, fmt::format("{}/{}", part, name), make_flags(request));
    if (const auto complaint = run.complaint(); !complaint.empty())
      throw UsageError(fmt::format("{} ({}), {}: {}", is_new ? "NEW" : "OLD", program,
                                   number == 0 ? "rehearsal" : fmt::format("run {}", number),
                                   complaint));
    return {std::move(*run.record.results), run.end.wall};
  } catch (const process::Interrupted&) {
    std::error_code error;
    for (const char* side : {"old", "new"})
      std::filesystem::remove(runner_.folder() / side / (name + ".json"), error);
    throw;
  }
}

}  // namespace tickbench::pairs
