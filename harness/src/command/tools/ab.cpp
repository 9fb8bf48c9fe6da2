// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
//
// The commands `ab` and `calibrate`: two programs in turn, or one with itself.
#include <fmt/format.h>

#include <algorithm>
#include <random>

#include "base/throw_error.hpp"
#include "flags/flags.hpp"
#include "metrics/metric_info.hpp"
#include "pairs/pairs.hpp"

namespace tickbench::tools {
namespace {

struct AbFlags {
  CompareFlags common;
  ProgramFlags program_flags;
  pairs::ProgramPair programs;
  pairs::AbSettings settings;
  bool device_code_only = false;
};

struct CalibrateFlags {
  std::string program;
  ProgramFlags program_flags;
  pairs::CalibrationSettings settings;
  bool as_json = false;
};

/// Of both commands.
void add_pair_flags(CLI::App& command, pairs::PairSettings& settings, std::size_t least) {
  add_seconds(command, "--budget", settings.budget, 0, "Wall time for all runs, in seconds");
  command.add_option("--pairs", settings.pairs, "The most pairs of runs")
      ->check(CLI::Range(least, pairs::kMostPairs))
      ->capture_default_str();
  settings.seed = std::random_device{}();
  command.add_option("--seed", settings.seed, "Of the order of the runs; default: random")
      ->check(CLI::NonNegativeNumber);  // -1 would become the largest
}

void run_both(AbFlags flags, ToolContext& context) {
  check_outputs(flags.common, {flags.programs.old_program, flags.programs.new_program});
  flags.program_flags.flags = context.after_dashes;
  auto& settings = flags.settings;
  settings.options = make_options(flags.common);
  // In one process both sides have one noise, which repetitions of a side do not show.
  const auto& metric = flags.common.options.metric;
  const bool is_count = metric == metrics::kInstructions;
  settings.divides_runs = !flags.device_code_only && !is_count &&
                          !programs::has_flag(context.after_dashes, "--benchmark_repetitions");
  if (flags.device_code_only && !metric.empty() && metric != metrics::kTime)
    throw_usage_error("--device-code-only: expected --metric={}, found --metric={}", metrics::kTime,
                      metric);
  programs::require_programs({flags.programs.old_program, flags.programs.new_program});
  const programs::ProgramRunner programs(flags.program_flags);
  pairs::PairRunner runner(flags.programs, programs);
  if (flags.device_code_only) runner.run_new_alone();
  if (is_count) runner.count_instructions();
  auto comparison = pairs::run_ab(settings, make_world(runner, make_progress("ab", context)));
  comparison.is_device_code_only = flags.device_code_only;
  if (flags.device_code_only)
    comparison.notes.emplace_back(
        "Device code only: NEW launched the kernels of both programs, in one process a pair and in "
        "turn (A B B A). What differs in the host code of the two is not measured.");
  print(comparison, flags.common, context);
}

void calibrate(CalibrateFlags flags, ToolContext& context) {
  flags.program_flags.flags = context.after_dashes;
  const programs::ProgramRunner programs(flags.program_flags);
  pairs::PairRunner runner({flags.program, flags.program}, programs);
  const auto calibration = pairs::calibrate(
      flags.settings, pairs::make_world(runner, make_progress("calibrate", context)));
  (flags.as_json ? pairs::print_json : pairs::print_table)(context.out, calibration);
  if (std::ranges::any_of(calibration.left_out, &pairs::ExcludedBenchmark::is_failed))
    context.status = 1;
}

}  // namespace

void add_ab(CLI::App& app, ToolContext& context) {
  const auto [command, flags] = add_command<AbFlags>(
      app, context, "ab",
      "Run two programs in turn until it is clear which is faster: ab OLD NEW [-- FLAGS...]",
      run_both);
  command->add_option("old", flags->programs.old_program, "The old program")->required();
  command->add_option("new", flags->programs.new_program, "The new program")->required();
  add_flags(*command, flags->program_flags);
  add_pair_flags(*command, flags->settings, 2);
  command->add_flag("--device-code-only", flags->device_code_only,
                    "Time OLD's kernels by NEW's host code, both in one process");
  add_flags(*command, flags->common);
}

void add_calibrate(CLI::App& app, ToolContext& context) {
  const auto [command, flags] = add_command<CalibrateFlags>(
      app, context, "calibrate",
      "Run one program against itself: the machine's noise, and what can be found in it: calibrate "
      "PROGRAM [-- FLAGS...]",
      calibrate);
  command->add_option("program", flags->program, "The program")->required();
  add_flags(*command, flags->program_flags);
  add_pair_flags(*command, flags->settings, 4);
  command->add_option("--metric", flags->settings.options.metric,
                      "What to look at: time, cpu_time, ...; default: as `ab` chooses");
  command->add_option("--slowdown", flags->settings.slowdown, "What has to be found, as a fraction")
      ->check(within(0.001, 10.0))
      ->capture_default_str();
  add_error_rate(*command, flags->settings.options);
  command->add_flag("--json", flags->as_json, "As JSON");
}

}  // namespace tickbench::tools
