// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <map>
#include <memory>
#include <ostream>
#include <string>
#include <vector>

#include "floors/floor_json.hpp"
#include "tools/floors_command.hpp"
#include "tools/result_check.hpp"

namespace tickbench::tools {
namespace {

struct CheckFlags {
  std::vector<std::string> results;
  std::string floors;
  bool is_strict = false;
  bool is_partial = false;
  bool as_json = false;
};

/// Floors for other devices are none of this file's business; the others must each have a
/// benchmark.
void require_benchmarks(const MeasuredFile& results, const FloorFile& floors) {
  std::map<std::string, std::vector<std::string>> ids_of_devices;
  // Without a device: skipped, or failed before it was there.
  for (const auto& benchmark : results.benchmarks)
    if (!benchmark.device.empty()) ids_of_devices[benchmark.device].push_back(benchmark.id);
  try {
    for (const auto& [device, ids] : ids_of_devices) floors.require_benchmarks(ids, device);
  } catch (const NoBenchmarkForFloor& error) {
    throw UsageError(std::string(error.what()) +
                     " (where the results are of a part of the suite: --partial)");
  }
}

/// Of several runs, which of them counts is not for this command to say.
const std::string& only(const std::vector<std::string>& files) {
  if (files.size() == 1) return files.front();
  std::string found;
  for (const auto& file : files) found += (found.empty() ? "" : ", ") + file;
  throw UsageError("expected one result file, found " + std::to_string(files.size()) + ": " +
                   found + ": judge them one by one");
}

void print(const std::vector<FloorReport>& reports, const MeasuredFile& results,
           const CheckFlags& options, std::ostream& out) {
  if (options.as_json) {
    auto json = nlohmann::ordered_json::array();
    for (const auto& report : reports)
      json.push_back(
          {{"id", report.id}, {"device", report.device}, {"floors", floors::to_json(report)}});
    out << json.dump(2) << '\n';
    return;
  }
  for (const auto& report : reports)
    if (!report.judgements.empty()) out << to_text(report, options.is_strict);
  for (const auto& benchmark : results.benchmarks)
    if (benchmark.is_failed())
      out << "failed: " << benchmark.id << " on " << benchmark.device << ": " << benchmark.outcome
          << ": " << benchmark.message << '\n';
  out << summary_text(reports) << '\n';
}

void check(const CheckFlags& options, ToolContext& context) {
  const auto floors = FloorFile::load(options.floors);
  const auto results = read_measured(only(options.results));
  if (!options.is_partial) require_benchmarks(results, floors);
  const auto reports = check_results(results, floors);
  print(reports, results, options, context.out);
  for (const auto& report : reports)
    if (is_failure(report.verdict(), options.is_strict)) context.status = 1;
}

}  // namespace

void add_floors_check(CLI::App& floors, ToolContext& context) {
  auto options = std::make_shared<CheckFlags>();
  CLI::App* command = floors.add_subcommand(
      "check",
      "Judges a result file by a floor file; 0: none is missed, 1: some are, 2: wrong usage");
  command->add_option("results", options->results, "The result file (JSON)")->required();
  command->add_option("--floors", options->floors, "The floor file")->required();
  command->add_flag("--strict", options->is_strict, "What is inconclusive fails");
  command->add_flag("--partial", options->is_partial,
                    "The results are of a part of the suite: take floors without a benchmark");
  command->add_flag("--json", options->as_json, "The verdicts as JSON");
  command->callback([options, &context] { check(*options, context); });
}

}  // namespace tickbench::tools
