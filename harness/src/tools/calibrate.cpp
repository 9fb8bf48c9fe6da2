// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <chrono>
#include <memory>
#include <optional>
#include <ostream>
#include <random>
#include <string>

#include "pairs/calibration.hpp"
#include "pairs/pair_runner.hpp"
#include "text/escape.hpp"
#include "tools/compare.hpp"
#include "tools/programs.hpp"
#include "tools/tool.hpp"

namespace tickbench::tools {
namespace {

struct CalibrateFlags {
  std::string program;
  ProgramFlags program_flags;
  pairs::CalibrationSettings settings;
  double budget = 0;
  std::optional<std::uint64_t> seed;
  bool as_json = false;
};

void run(CalibrateFlags flags, ToolContext& context) {
  auto& settings = flags.settings;
  settings.budget = Seconds(flags.budget);
  settings.seed = flags.seed ? *flags.seed : std::random_device{}();
  const RunFolder folder(flags.program_flags.keep);
  const pairs::PairRunner runner({flags.program, flags.program}, flags.program_flags,
                                 folder.path());
  const auto begin = std::chrono::steady_clock::now();
  const pairs::AbWorld world{[&](const pairs::AbRequest& request) { return runner.run(request); },
                             [&] { return Seconds(std::chrono::steady_clock::now() - begin); },
                             [&](const std::string& text) {
                               context.err << "calibrate: " << text::visible(text) << '\n';
                             }};
  const auto calibration = pairs::calibrate(settings, world);
  (flags.as_json ? pairs::print_json : pairs::print_table)(context.out, calibration);
  if (std::ranges::any_of(calibration.left_out, &pairs::LeftOutBenchmark::is_failed))
    context.status = 1;
}

}  // namespace

void add_calibrate(CLI::App& app, ToolContext& context) {
  auto* command = app.add_subcommand(
      "calibrate",
      "Run one program against itself: the machine's noise, and what can be found in it");
  auto flags = std::make_shared<CalibrateFlags>();
  flags->budget = flags->settings.budget.count();
  command->add_option("program", flags->program, "The program")->required();
  command->add_option("flags", flags->program_flags.flags, "After --: flags for the program");
  add_flags(*command, flags->program_flags);
  command->add_option("--metric", flags->settings.options.metric,
                      "What to look at: time, cpu_time, ...; default: as `ab` chooses");
  command->add_option("--slowdown", flags->settings.slowdown, "What has to be found, as a fraction")
      ->check(within(0.001, 10.0))
      ->capture_default_str();
  command
      ->add_option("--error-rate", flags->settings.options.error_rate,
                   "The chance of any false alarm in a whole table")
      ->check(within(1e-9, 0.5))
      ->capture_default_str();
  command->add_option("--budget", flags->budget, "Wall time for all runs, in seconds")
      ->check(within(0.0, kLongestWait))
      ->capture_default_str();
  command->add_option("--pairs", flags->settings.pairs, "The most pairs of runs to take")
      ->check(CLI::Range(std::size_t{4}, pairs::kMostPairs))
      ->capture_default_str();
  command->add_option("--seed", flags->seed, "Of the order of the runs; default: random")
      ->check(CLI::NonNegativeNumber);
  command->add_flag("--json", flags->as_json, "As JSON");
  command->callback([flags, &context] { run(*flags, context); });
}

}  // namespace tickbench::tools
