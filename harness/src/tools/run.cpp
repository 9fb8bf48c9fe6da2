// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <utility>

#include "floors/floor_report.hpp"
#include "outputs/ctest_elements.hpp"
#include "process/child_process.hpp"
#include "process/files.hpp"
#include "text/escape.hpp"
#include "text/wording.hpp"
#include "tickbench/error.hpp"
#include "tools/floor_results.hpp"
#include "tools/run_results.hpp"
#include "tools/runs_table.hpp"
#include "tools/suite_ids.hpp"
#include "tools/suite_runs.hpp"
#include "tools/tool.hpp"

namespace tickbench::tools {
namespace {

// Beyond it nobody waits.
constexpr std::size_t kMostTurns = 1000;
constexpr int kAllSkipped = 77;

struct RunFlags {
  SuiteRunsSettings settings;
  std::string out, new_out;
  // What is a suite's flag for one run is `run`'s for all of them.
  std::vector<std::string> floor_files, benchmarks;
  std::vector<std::string> judged;  ///< ids; empty: all that run
  bool is_strict = false, is_ctest = false;
};

/// Floors, strictness and CTest's measurements are of all runs together: the suites do not get
/// them. And two output files of a run's would be replaced by each next run.
void take_own_flags(const std::vector<std::string>& words, RunFlags& flags) {
  auto& others = flags.settings.program_flags.flags;
  for (std::size_t at = 0; at < words.size(); ++at) {
    const auto first = at;
    for (const char* file : {"--tickbench_samples_out", "--tickbench_trace_out"})
      if (words[at].starts_with(file))
        throw UsageError(
            fmt::format("expected no {} for several runs: each would replace the file "
                        "of the one before",
                        file));
    if (words[at] == "--tickbench_strict" || words[at] == "--tickbench_ctest") {
      (words[at] == "--tickbench_strict" ? flags.is_strict : flags.is_ctest) = true;
    } else if (const char* floors = flag_value(words, at, "--tickbench_floors")) {
      flags.floor_files.emplace_back(floors);
    } else {
      if (const char* id = flag_value(words, at, "--tickbench_benchmark"))
        flags.benchmarks.emplace_back(id);
      others.insert(others.end(), words.begin() + static_cast<std::ptrdiff_t>(first),
                    words.begin() + static_cast<std::ptrdiff_t>(at) + 1);
    }
  }
}

/// A ratio takes its other benchmark in the same run.
void add_ratio_partners(RunFlags& flags) {
  auto ids = flags.benchmarks;
  for (const auto& file : flags.settings.floors)
    for (const auto& benchmark : flags.benchmarks)
      for (const auto& applied : file.select(benchmark).floors)
        if (!applied.other.empty() && std::ranges::find(ids, applied.other) == ids.end()) {
          ids.push_back(applied.other);
          flags.settings.program_flags.flags.push_back("--tickbench_benchmark=" + applied.other);
        }
}

std::vector<FloorReport> judged(const RunFlags& flags, std::vector<results::ResultFile> runs) {
  if (flags.settings.floors.empty()) return {};
  for (auto& run : runs) prepare(run);
  auto reports = check_results(runs, flags.settings.floors);
  // The others are there for ratios.
  if (!flags.judged.empty())
    std::erase_if(reports, [&](const FloorReport& report) {
      return std::ranges::find(flags.judged, report.id) == flags.judged.end();
    });
  return reports;
}

/// Takes the runs of one benchmark again, with that of a ratio: without a filter, which might leave
/// it out, and without a file, which might be that of all of them.
std::vector<std::string> make_reproducer(const RunFlags& flags, const std::string& id,
                                         const std::vector<std::string>& words) {
  std::vector<std::string> command{"tickbench", "run", std::to_string(flags.settings.turns)};
  const auto& suites = flags.settings.suites;
  command.insert(command.end(), suites.begin(), suites.end());
  command.insert(command.end(), {"--out=/dev/null", "--"});
  if (flags.benchmarks.empty()) command.push_back("--tickbench_benchmark=" + id);
  for (std::size_t at = 0; at < words.size(); ++at) {
    const auto first = at;
    if (words[at] == "--tickbench_ctest" || flag_value(words, at, "--benchmark_filter") != nullptr)
      continue;
    command.push_back(words[first]);
  }
  return command;
}

/// With the line that takes these runs again below what fails.
void print_reports(const RunFlags& flags, const std::vector<FloorReport>& reports,
                   const std::vector<std::string>& words, std::ostream& err) {
  if (flags.settings.floors.empty()) return;
  err << summary_text(reports) << '\n';
  for (const auto& report : reports) {
    if (report.judgements.empty() && reports.size() > 1) continue;
    err << to_text(report, flags.is_strict);
    if (!is_failure(report.verdict(), flags.is_strict)) continue;
    err << "    " << text::command(make_reproducer(flags, report.id, words)) << '\n';
  }
}

/// Of what was taken, whole or not.
void write_runs(const SuiteRuns& runs, const process::OutputFile* out,
                const process::OutputFile* new_out, ToolContext& context) {
  if (runs.records().empty()) return;  // interrupted before the first had ended
  if (new_out != nullptr) {
    for (const auto& [file, place] : {std::pair(out, 0U), std::pair(new_out, 1U)})
      if (auto records = runs.suite_records(place); !records.empty())
        file->write(results::to_runs_file(std::move(records)));
    return;
  }
  const auto text = results::to_runs_file(runs.records());
  if (out != nullptr) return out->write(text);
  context.out << text;
}

int exit_status(const RunFlags& flags, const SuiteRuns& runs,
                const std::vector<FloorReport>& reports) {
  if (runs.count(RunEnd::kFailed) > 0) return 1;
  if (std::ranges::any_of(reports, [&](const FloorReport& report) {
        return is_failure(report.verdict(), flags.is_strict);
      }))
    return 1;
  return runs.count(RunEnd::kSkipped) == runs.records().size() ? kAllSkipped : 0;
}

std::string run_counts_text(const SuiteRuns& runs) {
  auto text = fmt::format("{}: {} good", text::counted(runs.records().size(), "run"),
                          runs.count(RunEnd::kGood));
  if (const auto failed = runs.count(RunEnd::kFailed); failed > 0)
    text += fmt::format(", {} failed", failed);
  if (const auto skipped = runs.count(RunEnd::kSkipped); skipped > 0)
    text += fmt::format(", {} skipped", skipped);
  return text;
}

/// With the command that sets them beside each other.
void print_two_builds(const RunFlags& flags, const SuiteRuns& runs, std::ostream& table,
                      ToolContext& context) {
  for (std::size_t place = 0; place < 2; ++place) {
    table << (place == 0 ? "" : "\n") << text::visible(flags.settings.suites[place]) << ":\n";
    print_runs(collect_results(runs.suite_records(place)), table);
  }
  context.err << '\n'
              << run_counts_text(runs) << '\n'
              << text::command({"tickbench", "compare", flags.out, flags.new_out}) << '\n';
  context.status = exit_status(flags, runs, {});
}

void run(RunFlags flags, ToolContext& context) {
  const auto& words = context.after_dashes;
  take_own_flags(words, flags);
  context.is_ctest = flags.is_ctest;
  if (flags.is_strict && flags.floor_files.empty())
    throw UsageError("--tickbench_strict: expected --tickbench_floors beside it, found none");
  if (flags.is_ctest && flags.out.empty())
    throw UsageError("--tickbench_ctest: expected --out=FILE too: standard output is CTest's then");
  std::vector<process::TakenFile> inputs;
  for (const auto& suite : flags.settings.suites) inputs.push_back({suite, "is a program to run"});
  for (const auto& file : flags.floor_files)
    inputs.push_back({file, "is that of --tickbench_floors"});
  process::require_own_file("out", flags.out, inputs);
  auto& settings = flags.settings;
  settings.has_two_builds = !flags.new_out.empty();
  if (settings.has_two_builds) {
    if (settings.suites.size() != 2 || flags.out.empty() || !flags.floor_files.empty() ||
        settings.as_floors_ask)
      throw UsageError(fmt::format(
          "--new-out: expected two builds of one program, --out and no floors beside it, found {}, "
          "{} and {}",
          text::counted(settings.suites.size(), "program"),
          flags.out.empty() ? "no --out" : "--out",
          text::counted(flags.floor_files.size(), "floor file")));
    inputs.push_back({flags.out, "is that of --out"});
    process::require_own_file("new-out", flags.new_out, inputs);
  }
  for (const auto& file : flags.floor_files) flags.settings.floors.push_back(FloorFile::load(file));
  add_ratio_partners(flags);
  flags.judged = flags.benchmarks;
  std::unique_ptr<process::OutputFile> out, new_out;
  if (!flags.out.empty()) out = std::make_unique<process::OutputFile>("out", flags.out);
  if (!flags.new_out.empty())
    new_out = std::make_unique<process::OutputFile>("new-out", flags.new_out);
  if (!flags.settings.floors.empty()) {
    require_floor_benchmarks(flags.settings);
    const auto chosen = widen_filter_for_ratios(flags.settings);
    if (flags.judged.empty()) flags.judged = chosen;
  }
  SuiteRuns runs(flags.settings, context.err);
  try {
    runs.take();
  } catch (...) {
    write_runs(runs, out.get(), new_out.get(), context);
    throw;
  }
  write_runs(runs, out.get(), new_out.get(), context);
  const auto results = collect_results(runs.records());
  // Beside the file, standard output is free for the table.
  auto& table = out && !flags.is_ctest ? context.out : context.err;
  if (new_out) return print_two_builds(flags, runs, table, context);
  print_runs(results, table);
  const auto reports = judged(flags, results);
  context.err << '\n' << run_counts_text(runs) << '\n';
  if (flags.is_ctest)
    context.out << ctest_text(results, reports,
                              flags.benchmarks.size() == 1 ? flags.benchmarks.front() : "",
                              flags.is_strict)
                << outputs::ctest_attachment("results", flags.out) << std::flush;
  print_reports(flags, reports, words, context.err);
  context.status = exit_status(flags, runs, reports);
}

}  // namespace

void add_run(CLI::App& app, ToolContext& context) {
  auto flags = std::make_shared<RunFlags>();
  auto* command = app.add_subcommand(
      "run", "Takes N processes of each suite in turn: run N SUITE... [-- FLAGS of the suites...]");
  command->add_option("N", flags->settings.turns, "How many processes of each suite")
      ->required()
      ->check(CLI::Range(std::size_t{1}, kMostTurns));
  command->add_option("SUITE", flags->settings.suites, "Google Benchmark programs")->required();
  command->add_option(
      "--out", flags->out,
      "The file of all runs (JSON), with --new-out of OLD's; default: standard output");
  command->add_option("--new-out", flags->new_out,
                      "Take two builds of one program, OLD NEW, in turn: the file of NEW's runs");
  command->add_flag("--as-floors-ask", flags->settings.as_floors_ask,
                    "Stop at the most runs that a floor on the devices here asks for");
  add_flags(*command, flags->settings.program_flags);
  command->callback([flags, &context] { run(*flags, context); });
}

}  // namespace tickbench::tools
