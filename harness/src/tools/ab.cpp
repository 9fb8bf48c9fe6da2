// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <ostream>
#include <random>
#include <string>
#include <utility>

#include "metrics/metric_info.hpp"
#include "pairs/ab_run.hpp"
#include "pairs/device_code.hpp"
#include "pairs/pair_runner.hpp"
#include "text/escape.hpp"
#include "tickbench/error.hpp"
#include "tools/compare.hpp"
#include "tools/programs.hpp"

namespace tickbench::tools {
namespace {

struct AbFlags {
  CompareFlags common;
  pairs::ProgramPair programs;
  ProgramFlags program_flags;
  pairs::AbSettings settings;
  double budget = 0;
  std::optional<std::uint64_t> seed;
  bool device_code_only = false;
};

/// In place of the flags, which the text says.
[[noreturn]] void refuse(const std::string& with, const std::string& found) {
  throw UsageError(fmt::format("--device-code-only: expected {}, found {}", with, found));
}

std::function<pairs::ProgramRun(const pairs::AbRequest&)> make_runner(const AbFlags& flags,
                                                                      const RunFolder& folder) {
  if (!flags.device_code_only) {
    const auto runner =
        std::make_shared<pairs::PairRunner>(flags.programs, flags.program_flags, folder.path());
    return [runner](const pairs::AbRequest& request) { return runner->run(request); };
  }
  if (!flags.common.options.metric.empty() && flags.common.options.metric != metrics::kTime)
    refuse(fmt::format("--metric={}", metrics::kTime),
           fmt::format("--metric={}", flags.common.options.metric));
  const auto runner =
      std::make_shared<pairs::DeviceCodeRunner>(flags.programs, flags.program_flags, folder.path());
  return [runner](const pairs::AbRequest& request) { return runner->run(request); };
}

void run(AbFlags flags, ToolContext& context) {
  check_outputs(flags.common, {flags.programs.old_program, flags.programs.new_program});
  auto& settings = flags.settings;
  settings.options = make_options(flags.common);
  settings.budget = Seconds(flags.budget);
  settings.seed = flags.seed ? *flags.seed : std::random_device{}();
  // In one process both sides have one noise, which repetitions of a side do not show.
  settings.divides_runs = !flags.device_code_only && !pairs::says_repetitions(flags.program_flags);
  const RunFolder folder(flags.program_flags.keep);
  const auto run_program = make_runner(flags, folder);
  const auto begin = std::chrono::steady_clock::now();
  const pairs::AbWorld world{
      run_program, [&] { return Seconds(std::chrono::steady_clock::now() - begin); },
      [&](const std::string& text) { context.err << "ab: " << text::visible(text) << '\n'; }};
  auto comparison = pairs::run_ab(settings, world);
  comparison.is_device_code_only = flags.device_code_only;
  if (flags.device_code_only) comparison.notes.emplace_back(pairs::kDeviceCodeNote);
  print(comparison, flags.common, context);
}

}  // namespace

void add_ab(CLI::App& app, ToolContext& context) {
  auto* command = app.add_subcommand(
      "ab", "Run two programs in turn until it is clear which is faster: ab OLD NEW [-- FLAGS...]");
  auto flags = std::make_shared<AbFlags>();
  flags->budget = flags->settings.budget.count();
  command->add_option("old", flags->programs.old_program, "The old program")->required();
  command->add_option("new", flags->programs.new_program, "The new program")->required();
  command->add_option("flags", flags->program_flags.flags, "After --: flags for both programs");
  add_flags(*command, flags->program_flags);
  command->add_option("--budget", flags->budget, "Wall time for all runs, in seconds")
      ->check(within(0.0, kLongestWait))
      ->capture_default_str();
  command->add_option("--pairs", flags->settings.pairs, "The most pairs of runs")
      ->check(CLI::Range(std::size_t{2}, pairs::kMostPairs))
      ->capture_default_str();
  command->add_option("--seed", flags->seed, "Of the order of the runs; default: random, printed")
      ->check(CLI::NonNegativeNumber);  // -1 would become the largest
  command->add_flag("--device-code-only", flags->device_code_only,
                    "Time OLD's kernels by NEW's host code, both in one process");
  add_flags(*command, flags->common);
  command->callback([flags, &context] { run(*flags, context); });
}

}  // namespace tickbench::tools
