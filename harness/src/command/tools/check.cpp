// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0

#include "flags/flags.hpp"
#include "metrics/metric_info.hpp"
#include "outputs/ctest_elements.hpp"
#include "programs/plain.hpp"
#include "tickbench/error.hpp"

namespace tickbench::tools {
namespace {

struct PlainFlags : programs::PlainCheck {
  bool is_list = false;
  std::string list_ctest;
};

void list(const PlainFlags& flags, std::ostream& out) {
  std::string tests;
  for (const auto& id : programs::plain_ids(flags))
    tests += flags.is_list ? id + '\n' : outputs::ctest_line("plain", id);
  if (flags.is_list)
    out << tests;
  else
    process::OutputFile("list-ctest", flags.list_ctest).write(tests);
}

void check_program(PlainFlags flags, ToolContext& context) {
  flags.program_flags.flags = context.after_dashes;
  flags.has_colour = context.out_terminal.has_colour;
  flags.settings.is_count = flags.metric == metrics::kInstructions;
  context.is_ctest = flags.is_ctest;
  if (flags.is_list || !flags.list_ctest.empty()) return list(flags, context.out);
  require_sound(flags, {flags.program});
  if (flags.is_ctest && flags.benchmark.empty())
    throw UsageError("--ctest: expected --benchmark beside it: a test is of one");
  context.status = programs::check_plain(flags, context.out, context.err);
}

}  // namespace

void add_check(CLI::App& app, ToolContext& context) {
  const auto [command, flags] = add_command<PlainFlags>(
      app, context, "check",
      "Measures a plain Google Benchmark program and judges its floors: check PROGRAM [-- FLAGS of "
      "the program...]; 0: none is missed, 1: some are, or it failed, 2: wrong usage, 77: skipped",
      check_program);
  const auto option = [command = command](const char* name, auto& into, const char* help) {
    return command->add_option(name, into, help);
  };
  option("PROGRAM", flags->program, "A program with Google Benchmark's flags")->required();
  option("--benchmark", flags->benchmark,
         "One of its benchmarks, by its name or id; default: all that the flags choose");
  add_seconds(*command, "--budget", flags->settings.budget, 0,
              "Seconds of measuring, a benchmark; a sure answer takes less");
  add_seconds(*command, "--min-time", flags->settings.min_time, 0,
              "Least seconds of one repetition");
  option("--metric", flags->metric, "instructions: counted in place of times, an iteration")
      ->check(CLI::IsMember({std::string(metrics::kTime), std::string(metrics::kInstructions)}))
      ->capture_default_str();
  add_seconds(*command, "--timeout", flags->program_flags.timeout, 0.001,
              "Kill what has not ended after so many seconds, a benchmark; also of listing");
  add_skip_pattern(*command, flags->program_flags.skip_pattern);
  auto* ctest = add_flags(*command, *flags);
  command->add_flag("--json", flags->as_json, "The verdicts as JSON")->excludes(ctest);
  auto* list =
      command->add_flag("--list", flags->is_list, "The ids of its benchmarks; measures nothing");
  option("--list-ctest", flags->list_ctest, "The file of the tests that CTest makes of them")
      ->excludes(list);
}

}  // namespace tickbench::tools
