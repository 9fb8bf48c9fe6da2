// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <ostream>

#include "base/throw_error.hpp"
#include "flags/tool.hpp"
#include "floors/floor_report.hpp"
#include "process/guards.hpp"
#include "text/escape.hpp"
#include "text/wording.hpp"
#include "tools/floor_results.hpp"

namespace tickbench::tools {
namespace {

struct CheckFlags {
  std::vector<std::string> results;
  std::string floors, plain_device;
  bool is_strict = false, is_partial = false, as_json = false;
};

/// Each floor must have a benchmark, but for floors of other devices: they are for other files.
void require_benchmarks(results::Runs runs, const FloorFile& floors) {
  std::map<std::string_view, std::vector<std::string>> ids_by_device;
  // Without a device: skipped, or failed before it was there.
  for (const auto& run : runs)
    for (const auto& benchmark : run.benchmarks)
      if (!benchmark.device.empty()) ids_by_device[benchmark.device].push_back(benchmark.id);
  try {
    for (const auto& [device, ids] : ids_by_device) floors.require_benchmarks(ids, device);
  } catch (const NoBenchmarkForFloor& error) {
    throw_usage_error("{} (where the results are of a part of the suite: --partial)", error.what());
  }
}

void print_reports(const std::vector<FloorReport>& reports, results::Runs runs,
                   const CheckFlags& options, std::ostream& out) {
  if (options.as_json) {
    auto json = nlohmann::ordered_json::array();
    for (const auto& report : reports)
      json.push_back(
          {{"id", report.id}, {"device", report.device}, {"floors", floors::to_json(report)}});
    static constexpr bool kAsciiOnly = true;
    out << json.dump(2, ' ', kAsciiOnly, nlohmann::ordered_json::error_handler_t::replace) << '\n';
    return;
  }
  for (const auto& report : reports)
    if (!report.judgements.empty() || report.device_mismatches > 0)
      out << to_text(report, options.is_strict);
  for (const auto& run : runs)
    for (const auto& benchmark : run.benchmarks)
      if (benchmark.is_failed())
        out << text::visible(fmt::format(
                   "failed: {}{} on {}: {}: {}", runs.size() > 1 ? run.path + ": " : std::string(),
                   benchmark.id, benchmark.device, benchmark.outcome, benchmark.message))
            << '\n';
  out << summary_text(reports) << '\n';
}

void check_file(const CheckFlags& options, ToolContext& context) {
  auto floors = FloorFile::load(options.floors);
  const auto& files = options.results;
  if (files.size() > 1)  // whether they are runs of one thing is for `merge` to find out
    throw_usage_error(
        "expected one result file, found {}: {}: judge them one by one, or over all runs: "
        "`tickbench merge` makes one file of them",
        files.size(), fmt::join(files, ", "));
  const auto runs = read_prepared(files.at(0), options.plain_device);
  floors.know(results::FormerIds(runs));
  if (!options.is_partial) require_benchmarks(runs, floors);
  const auto have = [&](auto is_so) {
    return std::ranges::any_of(runs, [&](const results::ResultFile& run) {
      return std::ranges::any_of(run.benchmarks, is_so);
    });
  };
  // A suite ends so too.
  if (!have(std::not_fn(&results::Benchmark::is_skipped))) context.status = process::kSkipped;
  const auto reports = check_results(runs, {&floors, 1});
  print_reports(reports, runs, options, context.out);
  // Also where no floor is for it: the program may have ended well all the same.
  if (is_failure(reports, options.is_strict) || have(&results::Benchmark::is_failed))
    context.status = process::kFailed;
  if (!options.is_strict || context.status == process::kSkipped ||
      !std::ranges::all_of(reports, &std::vector<Judgement>::empty, &FloorReport::judgements))
    return;
  context.err << "tickbench: expected a floor for one of these benchmarks on this device, found "
                 "none, which fails when strict\n";
  context.status = process::kFailed;
}

struct SuggestFlags : SuggestOptions {
  std::vector<std::string> results;
  std::string plain_device;
};

void suggest(const SuggestFlags& options, ToolContext& context) {
  std::vector<results::ResultFile> runs;
  for (const auto& path : options.results)
    std::ranges::move(results::read_runs(path), std::back_inserter(runs));
  results::refuse_repeats(runs);
  for (auto& run : runs) prepare(run, options.plain_device);
  const auto suggestion = suggest_floors(runs, options);
  context.out << to_floor_file(suggestion.floors);
  for (const auto& note : suggestion.notes) context.err << "note: " << text::visible(note) << '\n';
  context.err << fmt::format(
      "{} from {} on {}{}\n", text::counted(suggestion.floors.size(), "floor"),
      text::counted(runs.size(), "run"), text::visible(suggestion.device),
      suggestion.slowdown > 0 ? fmt::format(": what is {} slower is found in 95 of 100 runs",
                                            text::rough_percent(suggestion.slowdown))
                              : ": the runs do not show which slow-down is found");
}

void add_plain_device(CLI::App& command, std::string& device) {
  command.add_option("--plain-device", device,
                     "The device that plain Google Benchmark rows were measured on; default: the "
                     "processor of this host, where the file is of it");
}

void add_judging(CLI::App& floors, ToolContext& context) {
  const auto [command, options] =
      add_command<CheckFlags>(floors, context, "check",
                              "Judges a result file by a floor file; 0: none is missed, 1: some "
                              "are, or a benchmark failed, "
                              "2: wrong usage, 77: all was skipped",
                              check_file);
  command
      ->add_option("results", options->results,
                   "The result file (JSON); of several runs: judged over all of them")
      ->required();
  command->add_option("--floors", options->floors, "The floor file")->required();
  add_plain_device(*command, options->plain_device);
  command->add_flag("--strict", options->is_strict, "What is inconclusive or doubtful fails");
  command->add_flag("--partial", options->is_partial,
                    "The results are of a part of the suite: take floors without a benchmark");
  command->add_flag("--json", options->as_json, "The verdicts as JSON");
}

void add_suggest(CLI::App& floors, ToolContext& context) {
  const auto [command, options] = add_command<SuggestFlags>(
      floors, context, "suggest", "Proposes floors from several runs, on standard output", suggest);
  command
      ->add_option("results", options->results,
                   "The result files (JSON) of one run or several each")
      ->required();
  CLI::Option* margin = command->add_option(
      "--margin", options->margin,
      "How much slower than the worst run is still accepted, as a fraction; default: "
      "by the spread of three runs or more");
  command
      ->add_option("--finds", options->finds,
                   "The slow-down to find, as a fraction: sets the margin by the spread of three "
                   "runs or more")
      ->excludes(margin);
  command
      ->add_option("--metrics", options->metrics,
                   "Comma-separated, counter:NAME among them; default: the first rate that a "
                   "benchmark states, else its time")
      ->delimiter(',');
  command
      ->add_option("--higher-is-better", options->higher_is_better,
                   "More of the counter NAME is better; may be repeated")
      ->type_name("NAME")
      ->allow_extra_args(false);
  command->add_option("--ratio-to", options->ratio_to,
                      "The benchmark, by its id, that the times of all others are compared with");
  command->add_option("--device", options->device, "A part of the device's name");
  add_plain_device(*command, options->plain_device);
}

}  // namespace

void add_floors(CLI::App& app, ToolContext& context) {
  CLI::App* floors = app.add_subcommand("floors", "Proposes floors, and judges results by them");
  floors->require_subcommand(1);
  add_suggest(*floors, context);
  add_judging(*floors, context);
}

}  // namespace tickbench::tools
