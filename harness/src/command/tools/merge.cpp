// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "results/merge.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <memory>
#include <set>

#include "flags/tool.hpp"
#include "metrics/metric_info.hpp"
#include "programs/program.hpp"
#include "text/escape.hpp"
#include "text/wording.hpp"
#include "tools/run_results.hpp"

namespace tickbench::tools {
namespace {

using Place = BenchmarkOverRuns::InRun;

/// Some figure of it is a number above zero. A body that was only verified has a processor time.
bool is_measured(const results::Benchmark& benchmark) {
  const auto is_number = [](const results::Metric& metric) {
    return metric.name != metrics::kCpuTime && std::isfinite(metric.value) && metric.value > 0;
  };
  return std::ranges::any_of(benchmark.repetitions, [&](const results::Repetition& repetition) {
    return std::ranges::any_of(repetition.metrics, is_number);
  });
}

/// "lost: 'opencl/f': no file has it"; empty where it was measured, and failed nowhere.
std::string complaint(const std::string& id, std::span<const Place> places) {
  if (places.empty()) return fmt::format("lost: '{}': no file has it", id);
  const auto is_good = [](const Place& place) {
    return place.benchmark->is_good() && is_measured(*place.benchmark);
  };
  auto shown =
      std::ranges::find_if(places, [](const Place& place) { return place.benchmark->is_failed(); });
  const bool is_failed = shown != places.end();
  if (!is_failed && std::ranges::any_of(places, is_good)) return {};
  if (!is_failed) shown = places.begin();
  const auto& [file, benchmark] = *shown;
  const auto* what = is_failed ? "failed" : benchmark->is_skipped() ? "skipped" : "without a time";
  return fmt::format("{}: '{}': {}{}{}, by {}", what, id, benchmark->outcome,
                     benchmark->message.empty() ? "" : ": ", benchmark->message, file->path);
}

/// One id a line, as --tickbench_list prints them; empty lines count for nothing. Throws UsageError
/// for a file that cannot be read, has no id, or has one twice.
std::vector<std::string> read_ids(const std::string& path) {
  static constexpr std::size_t kMostBytes = std::size_t{1} << 26;
  auto text = results::read_text(path, kMostBytes);
  std::erase(text, '\r');
  auto ids = programs::split_lines(text);
  std::set<std::string> known;
  for (const auto& id : ids)
    if (!known.insert(id).second)
      throw_usage_error("--ids {}: expected each id once, found '{}' again", text::visible(path),
                        text::visible(id));
  if (ids.empty())
    throw_usage_error(
        "--ids {}: expected an id a line, as --tickbench_list prints them, found none",
        text::visible(path));
  return ids;
}

/// Prints each id that no run measured well, and why; then the counts. True: all were measured.
bool all_were_measured(std::span<const std::string> ids, std::span<const results::RunRecord> runs,
                       std::ostream& out) {
  std::map<std::string_view, std::vector<Place>> places;
  for (const auto& run : runs)
    if (run.results)
      for (const auto& benchmark : run.results->benchmarks)
        places[benchmark.id].push_back({&*run.results, &benchmark});
  std::size_t missing = 0;
  for (const auto& id : ids) {
    const auto said = complaint(id, places[id]);
    if (said.empty()) continue;
    out << text::visible(said) << '\n';
    ++missing;
  }
  out << fmt::format("{} expected: {} measured, {} not\n", text::counted(ids.size(), "benchmark"),
                     ids.size() - missing, missing);
  return missing == 0;
}

struct MergeFlags {
  std::vector<std::string> files;
  std::string out, ids;
};

void merge(const MergeFlags& flags, ToolContext& context) {
  std::vector<process::TakenFile> inputs{{flags.ids, "is that of --ids"}};
  for (const auto& file : flags.files) inputs.push_back({file, "is an input"});
  process::require_own_file("out", flags.out, inputs);
  const auto ids = flags.ids.empty() ? std::vector<std::string>() : read_ids(flags.ids);
  // Before any result is read.
  std::unique_ptr<process::OutputFile> out;
  if (!flags.out.empty()) out = std::make_unique<process::OutputFile>("out", flags.out);
  std::vector<results::RunRecord> runs;
  for (const auto& file : flags.files)
    std::ranges::move(results::load_runs(file), std::back_inserter(runs));
  results::require_kin(runs);
  std::set<std::string> machines;
  for (const auto& run : runs)
    if (run.results) machines.insert(run.results->context.host);
  const auto count = runs.size();
  if (!ids.empty() && !all_were_measured(ids, runs, context.err)) context.status = 1;
  const auto text = results::to_runs_file(std::move(runs));
  if (!out) return void(context.out << text);
  out->write(text);
  context.err << fmt::format("{} of {} in {}\n", text::counted(count, "run"),
                             text::counted(machines.size(), "machine"), text::visible(flags.out));
}

}  // namespace

void add_merge(CLI::App& app, ToolContext& context) {
  const auto [command, flags] = add_command<MergeFlags>(
      app, context, "merge", "Joins result files, of one run or several each, into one file",
      merge);
  command->add_option("files", flags->files, "Result files (JSON)")->required();
  command->add_option("--out", flags->out, "The file to write; default: standard output");
  command->add_option("--ids", flags->ids,
                      "Of all these benchmarks, an id a line: each that was not measured is named, "
                      "and the exit status is 1");
}

}  // namespace tickbench::tools
