// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <memory>

#include "base/throw_error.hpp"
#include "flags/flags.hpp"
#include "floors/floor_report.hpp"
#include "programs/suite_runs.hpp"
#include "text/escape.hpp"
#include "text/wording.hpp"
#include "tools/floor_results.hpp"
#include "tools/run_results.hpp"

namespace tickbench::tools {
namespace {

using programs::SuiteRuns;

// Beyond it nobody waits.
constexpr std::size_t kMostTurns = 1000;

struct RunFlags : JudgingFlags {
  programs::SuiteRunsSettings settings;
  std::string new_out;
  std::vector<std::string> benchmarks;
  std::vector<std::string> judged;  ///< ids; empty: all that run
};

/// Floors, strictness and CTest's measurements are of all runs together: the suites do not get
/// them, wherever they stand. And two output files of a run's would be replaced by each next run.
void take_own_flags(RunFlags& flags) {
  auto& words = flags.settings.program_flags.flags;
  for (const char* file : {"--tickbench_samples_out", "--tickbench_trace_out"})
    if (programs::has_flag(words, file))
      throw_usage_error(
          "expected no {} for several runs: each would replace the file of the one before", file);
  std::ranges::move(programs::take_flag(words, "--tickbench_floors"),
                    std::back_inserter(flags.floors));
  flags.is_strict |= std::erase(words, "--tickbench_strict") > 0;
  flags.is_ctest |= std::erase(words, "--tickbench_ctest") > 0;
  for (const auto& id : flags.benchmarks)
    words.push_back(fmt::format("{}={}", programs::kBenchmarkFlag, id));
  auto rest = words;
  flags.benchmarks = programs::take_flag(rest, programs::kBenchmarkFlag);
}

std::vector<FloorReport> judged(const RunFlags& flags, std::vector<results::ResultFile> runs) {
  if (flags.floors.empty()) return {};
  for (auto& run : runs) prepare(run);
  auto reports = check_results(runs, flags.settings.floors);
  // The others are there for ratios.
  if (!flags.judged.empty())
    std::erase_if(reports, [&](const FloorReport& report) {
      return std::ranges::find(flags.judged, report.id) == flags.judged.end();
    });
  return reports;
}

/// With the line that takes these runs again below what fails.
void print_reports(const RunFlags& flags, const std::vector<FloorReport>& reports,
                   std::ostream& err) {
  if (flags.floors.empty()) return;
  const auto& settings = flags.settings;
  std::vector<std::string> words{"tickbench", "run", std::to_string(settings.turns)};
  words.insert(words.end(), settings.suites.begin(), settings.suites.end());
  err << summary_text(reports) << '\n';
  for (const auto& report : reports) {
    const bool is_missed = is_failure(report, flags.is_strict);
    if (report.judgements.empty() && !is_missed && reports.size() > 1) continue;
    err << to_text(report, flags.is_strict);
    if (is_missed)
      err << "    "
          << programs::repeating_command(words, report.id, flags, {"--out=/dev/null"},
                                         settings.program_flags)
          << '\n';
  }
}

using Files = std::vector<std::unique_ptr<process::OutputFile>>;

/// Of what was taken, whole or not: nothing, where it was interrupted before the first run ended.
void write_runs(const SuiteRuns& runs, const Files& files, std::ostream& out) {
  for (std::size_t i = 0; i < std::max<std::size_t>(files.size(), 1); ++i) {
    auto records = runs.records(files.size() > 1 ? std::optional(i) : std::nullopt);
    if (records.empty()) continue;
    const auto text = results::to_runs_file(std::move(records));
    files.empty() ? void(out << text) : files[i]->write(text);
  }
}

int exit_status(const RunFlags& flags, const SuiteRuns& runs,
                const std::vector<FloorReport>& reports) {
  if (runs.count(process::kFailed) > 0 || is_failure(reports, flags.is_strict))
    return process::kFailed;
  return runs.count(process::kSkipped) == runs.size() ? process::kSkipped : process::kGood;
}

std::string run_counts_text(const SuiteRuns& runs) {
  auto text =
      fmt::format("{}: {} good", text::counted(runs.size(), "run"), runs.count(process::kGood));
  for (const auto& [what, status] :
       {std::pair("failed", process::kFailed), std::pair("skipped", process::kSkipped)})
    if (const auto count = runs.count(status); count > 0)
      text += fmt::format(", {} {}", count, what);
  return text;
}

const text::Terminal& terminal_of(const std::ostream& stream, const ToolContext& context) {
  return &stream == &context.out ? context.out_terminal : context.err_terminal;
}

/// With the command that sets them beside each other.
void print_two_builds(const RunFlags& flags, const SuiteRuns& runs, std::ostream& table,
                      ToolContext& context) {
  for (std::size_t place = 0; place < 2; ++place) {
    table << (place == 0 ? "" : "\n") << text::visible(flags.settings.suites[place]) << ":\n";
    print_runs(runs.results(place), table, terminal_of(table, context));
  }
  context.err << '\n'
              << run_counts_text(runs) << '\n'
              << text::command({"tickbench", "compare", flags.out, flags.new_out}) << '\n';
  context.status = exit_status(flags, runs, {});
}

/// Throws UsageError where the flags do not go together.
void check_flags(const RunFlags& flags) {
  const auto& suites = flags.settings.suites;
  programs::require_programs(suites);
  auto inputs = require_sound(flags, suites);
  if (flags.is_ctest && flags.out.empty())
    throw UsageError("--ctest: expected --out=FILE too: standard output is CTest's then");
  if (flags.new_out.empty()) return;
  if (suites.size() != 2 || flags.out.empty() || !flags.floors.empty() ||
      flags.settings.as_floors_ask)
    throw_usage_error(
        "--new-out: expected two builds of one program, --out and no floors beside it, found {}, "
        "{} and {}",
        text::counted(suites.size(), "program"), flags.out.empty() ? "no --out" : "--out",
        text::counted(flags.floors.size(), "floor file"));
  inputs.push_back({flags.out, "is that of --out"});
  process::require_own_file("new-out", flags.new_out, inputs);
}

void run_suites(RunFlags flags, ToolContext& context) {
  auto& settings = flags.settings;
  settings.program_flags.flags = context.after_dashes;
  take_own_flags(flags);
  context.is_ctest = flags.is_ctest;
  check_flags(flags);
  settings.has_two_builds = !flags.new_out.empty();
  for (const auto& file : flags.floors) settings.floors.push_back(FloorFile::load(file));
  Files files;
  for (const auto& [flag, path] :
       {std::pair("out", flags.out), std::pair("new-out", flags.new_out)})
    if (!path.empty()) files.push_back(std::make_unique<process::OutputFile>(flag, path));
  if (!settings.floors.empty()) {
    programs::require_floor_benchmarks(settings);
    flags.judged = programs::add_ratio_partners(settings);
  }
  SuiteRuns runs(settings, context.err);
  try {
    runs.take();
  } catch (...) {
    write_runs(runs, files, context.out);
    throw;
  }
  write_runs(runs, files, context.out);
  // Beside the file, standard output is free for the table.
  auto& table = !files.empty() && !flags.is_ctest ? context.out : context.err;
  if (settings.has_two_builds) return print_two_builds(flags, runs, table, context);
  const auto results = runs.results();
  print_runs(results, table, terminal_of(table, context));
  const auto reports = judged(flags, results);
  context.err << '\n' << run_counts_text(runs) << '\n';
  if (flags.is_ctest)
    context.out << ctest_text(results, reports,
                              flags.benchmarks.size() == 1 ? flags.benchmarks.front() : "",
                              flags.is_strict)
                << outputs::ctest_attachment("results", flags.out) << std::flush;
  print_reports(flags, reports, context.err);
  context.status = exit_status(flags, runs, reports);
}

}  // namespace

void add_run(CLI::App& app, ToolContext& context) {
  const auto [command, flags] = add_command<RunFlags>(
      app, context, "run",
      "Takes N processes of each suite in turn: run N SUITE... [-- FLAGS of the suites...]",
      run_suites);
  command->add_option("N", flags->settings.turns, "How many processes of each suite")
      ->required()
      ->check([](const std::string& text) -> std::string {
        std::size_t count = 0;
        if (CLI::detail::lexical_cast(text, count) && count >= 1 && count <= kMostTurns) return {};
        return fmt::format("expected how many runs, 1 to {}, before the suites, found {}",
                           kMostTurns, text);
      });
  command->add_option("SUITE", flags->settings.suites, "Google Benchmark programs")->required();
  command
      ->add_option("--benchmark", flags->benchmarks, "One of the benchmarks, by its id; repeatable")
      ->allow_extra_args(false);
  add_flags(*command, *flags);
  command->get_option("--out")->description(
      "The file of all runs (JSON), with --new-out of OLD's; default: standard output");
  command->add_option("--new-out", flags->new_out,
                      "Take two builds of one program, OLD NEW, in turn: the file of NEW's runs");
  command->add_flag("--as-floors-ask", flags->settings.as_floors_ask,
                    "Stop at the most runs that a floor on the devices here asks for");
  add_flags(*command, flags->settings.program_flags);
}

}  // namespace tickbench::tools
