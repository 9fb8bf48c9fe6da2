// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <chrono>
#include <filesystem>
#include <memory>
#include <optional>
#include <ostream>
#include <random>
#include <string>
#include <vector>

#include "process/temporary_folder.hpp"
#include "text/escape.hpp"
#include "tickbench/error.hpp"
#include "tools/ab_run.hpp"
#include "tools/compare_flags.hpp"
#include "tools/program_runner.hpp"

namespace tickbench::tools {

namespace {

struct AbFlags {
  CompareFlags common;
  Programs programs;
  AbSettings settings;
  double budget = 0, timeout = 0;
  std::optional<std::uint64_t> seed;
  std::string keep;
};

void check_keep(const std::string& folder) {
  if (folder.empty() || !std::filesystem::exists(folder)) return;
  if (!std::filesystem::is_directory(folder) || !std::filesystem::is_empty(folder))
    throw UsageError(folder + ": expected a new or an empty folder to keep the runs in");
}

void run(AbFlags flags, ToolContext& context) {
  check_keep(flags.keep);
  check_outputs(flags.common, {flags.programs.old_program, flags.programs.new_program});
  auto& settings = flags.settings;
  settings.options = options_of(flags.common);
  settings.budget = Seconds(flags.budget);
  settings.seed = flags.seed ? *flags.seed : std::random_device{}();
  flags.programs.timeout = Seconds(flags.timeout);

  std::optional<process::TemporaryFolder> temporary;
  if (flags.keep.empty()) temporary.emplace();
  const ProgramRunner runner(flags.programs, temporary ? temporary->path().string() : flags.keep);
  const auto begin = std::chrono::steady_clock::now();
  const AbWorld world{
      [&](bool is_new, std::size_t number) { return runner.run(is_new, number); },
      [&] { return Seconds(std::chrono::steady_clock::now() - begin); },
      [&](const std::string& text) { context.err << "ab: " << text::visible(text) << '\n'; }};
  print(run_ab(settings, world), flags.common, context);
}

}  // namespace

void add_ab(CLI::App& app, ToolContext& context) {
  auto* command = app.add_subcommand(
      "ab", "Run two programs in turn until it is clear which is faster: ab OLD NEW [-- FLAGS...]");
  auto flags = std::make_shared<AbFlags>();
  flags->budget = flags->settings.budget.count();
  flags->timeout = flags->programs.timeout.count();
  command->add_option("old", flags->programs.old_program, "The old program")->required();
  command->add_option("new", flags->programs.new_program, "The new program")->required();
  command->add_option("flags", flags->programs.flags, "After --: flags for both programs");
  // A day: beyond any run that someone waits for, and far from the clock's limits.
  static constexpr double kLongest = 86400;
  command->add_option("--budget", flags->budget, "Wall time for all runs, in seconds")
      ->check(within(0.0, kLongest))
      ->capture_default_str();
  // Signed-rank intervals are computed exactly, at a cost that grows with the cube of the pairs.
  static constexpr std::size_t kMostPairs = 500;
  command->add_option("--pairs", flags->settings.pairs, "The most pairs of runs")
      ->check(CLI::Range(std::size_t{2}, kMostPairs))
      ->capture_default_str();
  command->add_option("--run-timeout", flags->timeout, "Kill a run after this, in seconds")
      ->check(within(0.001, kLongest))
      ->capture_default_str();
  command->add_option("--seed", flags->seed, "Of the order of the runs; default: random, printed");
  command->add_option("--keep", flags->keep, "Keep each run's results and output in this folder");
  add_flags(*command, flags->common);
  command->callback([flags, &context] { run(*flags, context); });
}

}  // namespace tickbench::tools
