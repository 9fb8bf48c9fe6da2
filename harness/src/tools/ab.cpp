// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <chrono>
#include <memory>
#include <optional>
#include <ostream>
#include <random>
#include <utility>

#include "pairs/ab_run.hpp"
#include "pairs/pair_runner.hpp"
#include "text/escape.hpp"
#include "tools/compare.hpp"
#include "tools/programs.hpp"

namespace tickbench::tools {
namespace {

struct AbFlags {
  CompareFlags common;
  pairs::ProgramPair programs;
  ProgramFlags of_programs;
  pairs::AbSettings settings;
  double budget = 0;
  std::optional<std::uint64_t> seed;
};

void run(AbFlags flags, ToolContext& context) {
  check_outputs(flags.common, {flags.programs.old_program, flags.programs.new_program});
  auto& settings = flags.settings;
  settings.options = options_of(flags.common);
  settings.budget = Seconds(flags.budget);
  settings.seed = flags.seed ? *flags.seed : std::random_device{}();
  settings.divides_runs = !pairs::says_repetitions(flags.of_programs);
  const RunFolder folder(flags.of_programs.keep);
  const pairs::PairRunner runner(flags.programs, flags.of_programs, folder.path());
  const auto begin = std::chrono::steady_clock::now();
  const pairs::AbWorld world{
      [&](const pairs::AbRequest& request) { return runner.run(request); },
      [&] { return Seconds(std::chrono::steady_clock::now() - begin); },
      [&](const std::string& text) { context.err << "ab: " << text::visible(text) << '\n'; }};
  print(pairs::run_ab(settings, world), flags.common, context);
}

}  // namespace

void add_ab(CLI::App& app, ToolContext& context) {
  auto* command = app.add_subcommand(
      "ab", "Run two programs in turn until it is clear which is faster: ab OLD NEW [-- FLAGS...]");
  auto flags = std::make_shared<AbFlags>();
  flags->budget = flags->settings.budget.count();
  command->add_option("old", flags->programs.old_program, "The old program")->required();
  command->add_option("new", flags->programs.new_program, "The new program")->required();
  command->add_option("flags", flags->of_programs.flags, "After --: flags for both programs");
  add_flags(*command, flags->of_programs);
  command->add_option("--budget", flags->budget, "Wall time for all runs, in seconds")
      ->check(within(0.0, kLongestWait))
      ->capture_default_str();
  command->add_option("--pairs", flags->settings.pairs, "The most pairs of runs")
      ->check(CLI::Range(std::size_t{2}, pairs::kMostPairs))
      ->capture_default_str();
  command->add_option("--seed", flags->seed, "Of the order of the runs; default: random, printed")
      ->check(CLI::NonNegativeNumber);  // -1 would become the largest
  add_flags(*command, flags->common);
  command->callback([flags, &context] { run(*flags, context); });
}

}  // namespace tickbench::tools
