// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <chrono>
#include <system_error>

#include "compare/compare.hpp"
#include "floors/floor.hpp"
#include "metrics/metric_info.hpp"
#include "pairs/pairs.hpp"

namespace tickbench::pairs {
namespace {

using results::Benchmark;

// A pair is one of many: what makes its interval narrow is their number.
constexpr const char* kBudget = "--tickbench_budget=0.1";
// Time is the batched one.
constexpr const char* kMode = "--tickbench_mode=batched";

/// Of a benchmark that was measured: what keeps it from a verdict. Empty: nothing.
std::string why_not(const Benchmark& benchmark) {
  for (const auto& repetition : benchmark.repetitions) {
    const auto* times = repetition.other_build.get();
    if (times == nullptr) return "it was not measured with other kernels";
    if (!times->why_not.empty()) return times->why_not;
    if (times->differences.empty() && !times->ratio)
      return "a launch takes less than a step of the device's clock";
  }
  return benchmark.repetitions.empty() ? "it has no repetition of its own" : "";
}

void keep_side(Benchmark& benchmark, bool is_new, results::StringPool& strings) {
  if (!benchmark.is_good()) return;
  const auto reason = why_not(benchmark);
  benchmark.launch_digest = {};  // NEW's alone
  for (auto& repetition : benchmark.repetitions) {
    const auto* times = repetition.other_build.get();
    repetition.metrics.clear();
    if (times == nullptr) continue;
    // By the ratio of each two neighbours, which a drift of the machine leaves alone.
    if (times->partner_time && times->ratio)
      repetition.metrics = {
          {{*times->partner_time * (is_new ? *times->ratio : 1)}, strings.intern(metrics::kTime)}};
    for (const auto& [kernel, here, partner_arguments] : times->differences)
      benchmark.kernels.push_back(
          {strings.intern(kernel), strings.intern(is_new ? here : partner_arguments)});
    // One repetition says it for all.
    if (!times->differences.empty()) break;
  }
  if (reason.empty()) return;
  benchmark.outcome = to_string(Outcome::kUnsupported);
  benchmark.message = fmt::format("{}: {}", compare::kDeviceCodeOnly, reason);
}

}  // namespace

AbWorld make_world(PairRunner& runner, std::function<void(const std::string&)> on_progress) {
  return {[&](const AbRequest& request) { return runner.run(request); },
          [begin = std::chrono::steady_clock::now()] {
            return Seconds(std::chrono::steady_clock::now() - begin);
          },
          std::move(on_progress), [&] { return runner.check_both(); }};
}

std::string filter_flag(const std::vector<std::string>& ids) {
  std::vector<std::string> patterns;
  for (const auto& id : ids) patterns.push_back(escape_pattern(id));
  return fmt::format("{}=^({})$", programs::kFilterFlag, fmt::join(patterns, "|"));
}

bool fits_filter(const std::vector<std::string>& ids) {
  static constexpr std::size_t kLongest = 120'000;  // a command line holds 128 KiB of one argument
  return filter_flag(ids).size() < kLongest;
}

void PairRunner::run_new_alone() {
  const auto modules = (runner_.folder() / "old_modules.json").string();
  const auto asked = runner_.run(programs_.old_program, "old_modules_run",
                                 {fmt::format("--tickbench_modules_out={}", modules)});
  if (!asked.is_success() || !std::filesystem::is_regular_file(modules))
    throw_usage_error(
        "--device-code-only: expected OLD ({}) to be a tickbench suite that writes its modules "
        "(--tickbench_modules_out), found that it {}; {}",
        programs_.old_program, asked.is_success() ? "wrote none" : asked.end.text(),
        asked.last_lines());
  new_alone_.emplace({fmt::format("--tickbench_other_modules={}", modules)});
  for (const std::string_view flag : {kMode, kBudget})
    if (!programs::has_flag(runner_.flags().flags, flag.substr(0, flag.find('='))))
      new_alone_->emplace_back(flag);
}

// The last one goes before those of the user.
std::vector<std::string> PairRunner::make_flags(const AbRequest& request) const {
  auto flags = new_alone_.value_or(std::vector<std::string>());
  if (!request.ids.empty()) flags.push_back(filter_flag(request.ids));
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

std::vector<results::ResultFile> PairRunner::check_both() const {
  std::vector<results::ResultFile> sides;
  if (new_alone_) return sides;
  for (const auto& program : {programs_.old_program, programs_.new_program}) {
    auto checked =
        programs::check_only(runner_, program, sides.empty() ? "checked/old" : "checked/new");
    if (!checked) return {};
    sides.push_back(std::move(*checked->results));
  }
  return sides;
}

ProgramRun PairRunner::run_program(const AbRequest& request) {
  const auto [is_new, number] = std::pair(request.is_new, request.number);
  const bool is_rehearsal = number == 0 && !counter_;
  const auto* part = is_rehearsal ? "rehearsal" : is_new ? "new" : "old";
  // The rehearsal's two runs share a folder.
  const auto name = fmt::format("{:04}", is_rehearsal ? static_cast<std::size_t>(is_new) : number);
  const auto& program = is_new ? programs_.new_program : programs_.old_program;
  const auto place = fmt::format("{}/{}", part, name);
  try {
    if (counter_) {
      const auto begin = std::chrono::steady_clock::now();
      auto counted = counter_->count_all(program, request.ids, place);
      return {std::move(counted), std::chrono::steady_clock::now() - begin};
    }
    auto run = runner_.run(program, place, make_flags(request));
    if (const auto complaint = run.complaint(); !complaint.empty())
      throw_usage_error("{} ({}), {}: {}", is_new ? "NEW" : "OLD", program,
                        number == 0 ? "rehearsal" : fmt::format("run {}", number), complaint);
    return {std::move(*run.record.results), run.end.wall};
  } catch (const process::Interrupted&) {
    std::error_code error;
    for (const char* side : {"old", "new"})
      std::filesystem::remove(runner_.folder() / side / (name + ".json"), error);
    throw;
  }
}

results::ResultFile extract_side(const results::ResultFile& both, bool is_new) {
  auto side = both;
  for (auto& benchmark : side.benchmarks) keep_side(benchmark, is_new, *side.strings);
  // One process has one canary: it says nothing of the sides.
  for (auto& device : side.devices) device.canary.clear();
  if (!is_new) side.context.commit = side.context.partner_commit;
  return side;
}

}  // namespace tickbench::pairs
