// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <memory>
#include <optional>
#include <ostream>
#include <set>

#include "floors/floor_report.hpp"
#include "metrics/metric_info.hpp"
#include "text/wording.hpp"
#include "tools/floor_results.hpp"
#include "tools/tool.hpp"

namespace tickbench::tools {
namespace {

std::string the_device(std::span<const MeasuredFile> runs, const std::string& part) {
  std::set<std::string> all, matching;
  for (const auto& run : runs)
    for (const auto& benchmark : run.benchmarks) {
      all.emplace(benchmark.device);
      if (benchmark.device.find(part) != std::string::npos) matching.emplace(benchmark.device);
    }
  if (matching.size() == 1) return *matching.begin();
  if (matching.empty())
    throw UsageError(
        fmt::format("--device: expected a part of a device's name, found \"{}\", and results of {}",
                    part, fmt::join(all, ", ")));
  throw UsageError(fmt::format("expected results of one device, or --device to take one, found {}",
                               fmt::join(matching, ", ")));
}

/// All that the runs have of one benchmark.
struct Collected {
  std::string id;
  std::size_t runs = 0;
  std::set<std::string> conditions{};
  std::map<std::string, std::vector<double>, std::less<>> values{};
};

// A product such as 0.5 x 4 must not lose a digit to the last bit of a double.
constexpr double kSlack = 1e-9;

/// To three significant digits, on the side that is easier to meet.
double rounded(double value, bool up) {
  const int exponent = static_cast<int>(std::floor(std::log10(value))) - 2;
  const double digits = value / std::pow(10.0, exponent);
  const double whole = up ? std::ceil(digits - kSlack) : std::floor(digits + kSlack);
  return std::strtod(fmt::format("{:.0f}e{}", whole, exponent).c_str(), nullptr);
}

std::vector<std::string> default_metrics(const Collected& collected) {
  std::vector<std::string> names;
  for (const auto rate :
       {metrics::kBytesPerSecond, metrics::kFlopsPerSecond, metrics::kItemsPerSecond})
    if (collected.values.contains(rate)) names.emplace_back(rate);
  if (names.empty()) names.emplace_back(metrics::kTime);
  return names;
}

std::optional<Floor> propose(const Collected& collected, const std::string& metric_name,
                             double margin) {
  const auto values = collected.values.find(metric_name);
  if (values == collected.values.end()) return std::nullopt;
  const auto& metric = *metrics::find_metric(metric_name);
  const auto [low, high] = std::minmax_element(values->second.begin(), values->second.end());
  const bool more_is_better = metric.better == metrics::Direction::kHigherIsBetter;
  const double worst = more_is_better ? *low : *high;
  if (!(worst > 0)) return std::nullopt;
  Floor floor;
  floor.benchmark = escape_pattern(collected.id);
  floor.metric = metric_name;
  floor.bound = more_is_better ? Floor::Bound::kAtLeast : Floor::Bound::kAtMost;
  floor.threshold =
      more_is_better ? rounded(worst * (1 - margin), false) : rounded(worst / (1 - margin), true);
  if (!metric.floor.holds(floor.threshold)) return std::nullopt;
  floor.tolerance = 0;
  floor.note = fmt::format("{} of {}: {}; margin {}", more_is_better ? "lowest" : "highest",
                           text::counted(collected.runs, "run"), text::quantity(worst, metric.unit),
                           text::percent(margin));
  return floor;
}

void require_sound(const SuggestOptions& options) {
  if (!(options.margin >= 0 && options.margin < 1))
    throw UsageError(
        fmt::format("--margin: expected a fraction of at least 0 and below 1, found {}",
                    text::plain_number(options.margin)));
  const std::set<std::string_view> known(floor_metrics().begin(), floor_metrics().end());
  for (const auto& metric : options.metrics)
    if (const auto* info = metrics::find_metric(metric); info == nullptr || !info->takes_floor())
      throw UsageError(fmt::format("--metrics: expected some of {}, found \"{}\"",
                                   fmt::join(known, ", "), metric));
}

/// Where they differ, numbers do not compare.
std::string conditions_of(const results::BenchmarkHead& benchmark) {
  std::string conditions;
  for (const auto& method : benchmark.methods)
    conditions += fmt::format("{} {}, ", method.name, method.value);
  for (const auto& setting : benchmark.settings)
    if (setting.name == "mode" || setting.name == "cache")
      conditions += fmt::format("{} {}, ", setting.name, setting.value);
  return conditions;
}

/// Everything that can be proposed from, in the order in which the runs have it.
std::vector<Collected> collect_all(std::span<const MeasuredFile> runs, Suggestion& suggestion) {
  std::vector<Collected> all;
  std::map<std::string_view, std::size_t> places;
  for (const auto& run : runs)
    for (const auto& benchmark : run.benchmarks) {
      if (benchmark.device != suggestion.device || benchmark.is_skipped()) continue;
      if (benchmark.is_failed()) {
        suggestion.notes.push_back(
            fmt::format("{}: left out {}: {}", run.name, benchmark.id, benchmark.outcome));
        continue;
      }
      const auto [place, is_new] = places.try_emplace(benchmark.id, all.size());
      if (is_new) all.push_back({benchmark.id});
      auto& [id, count, conditions, values] = all[place->second];
      ++count;
      conditions.insert(conditions_of(benchmark));
      for (const auto& repetition : benchmark.repetitions)
        for (const auto& [metric, evidence] : repetition) values[metric].push_back(evidence.value);
    }
  return all;
}

void propose_all(const Collected& collected, std::size_t runs, const SuggestOptions& options,
                 Suggestion& suggestion) {
  const auto note = [&](const std::string& text) {
    suggestion.notes.push_back(fmt::format("{}: {}", collected.id, text));
  };
  if (collected.conditions.size() > 1) note("the runs were measured in different ways");
  if (collected.runs < runs) note(fmt::format("in {} of {} runs", collected.runs, runs));
  for (const auto& metric : options.metrics.empty() ? default_metrics(collected) : options.metrics)
    if (auto floor = propose(collected, metric, options.margin)) {
      floor->device = escape_pattern(suggestion.device);
      suggestion.floors.push_back(std::move(*floor));
    } else {
      note(fmt::format("no {} that a floor could be set by", metric));
    }
}

struct CheckFlags {
  std::vector<std::string> results;
  std::string floors;
  bool is_strict = false, is_partial = false, as_json = false;
};

/// Floors for other devices are none of this file's business; the others must each have a
/// benchmark.
void require_benchmarks(const MeasuredFile& results, const FloorFile& floors) {
  std::map<std::string_view, std::vector<std::string>> ids_of_devices;
  // Without a device: skipped, or failed before it was there.
  for (const auto& benchmark : results.benchmarks)
    if (!benchmark.device.empty()) ids_of_devices[benchmark.device].push_back(benchmark.id);
  try {
    for (const auto& [device, ids] : ids_of_devices) floors.require_benchmarks(ids, device);
  } catch (const NoBenchmarkForFloor& error) {
    throw UsageError(
        fmt::format("{} (where the results are of a part of the suite: --partial)", error.what()));
  }
}

void print_reports(const std::vector<FloorReport>& reports, const MeasuredFile& results,
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
      out << fmt::format("failed: {} on {}: {}: {}\n", benchmark.id, benchmark.device,
                         benchmark.outcome, benchmark.message);
  out << summary_text(reports) << '\n';
}

void check(const CheckFlags& options, ToolContext& context) {
  const auto floors = FloorFile::load(options.floors);
  const auto& files = options.results;
  if (files.size() > 1)  // which of several runs counts is not for this command to say
    throw UsageError(fmt::format("expected one result file, found {}: {}: judge them one by one",
                                 files.size(), fmt::join(files, ", ")));
  const auto results = read_measured(files.at(0));
  if (!options.is_partial) require_benchmarks(results, floors);
  const auto reports = check_results(results, floors);
  print_reports(reports, results, options, context.out);
  for (const auto& report : reports)
    if (is_failure(report.verdict(), options.is_strict)) context.status = 1;
}

struct SuggestFlags : SuggestOptions {
  std::vector<std::string> results;
};

void suggest(const SuggestFlags& options, ToolContext& context) {
  std::vector<MeasuredFile> runs;
  std::set<std::filesystem::path> seen;
  for (const auto& path : options.results) {
    runs.push_back(read_measured(path));
    if (!seen.insert(std::filesystem::canonical(path)).second)
      throw UsageError(fmt::format("expected every run once, found {} twice", path));
  }
  const auto suggestion = suggest_floors(runs, options);
  context.out << to_floor_file(suggestion.floors);
  for (const auto& note : suggestion.notes) context.err << "note: " << note << '\n';
  context.err << fmt::format(
      "{} from {} on {}, margin {}{}\n", text::counted(suggestion.floors.size(), "floor"),
      text::counted(runs.size(), "run"), suggestion.device, text::percent(options.margin),
      runs.size() == 1 ? ": one run shows nothing of the spread between runs" : "");
}

void add_check(CLI::App& floors, ToolContext& context) {
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

void add_suggest(CLI::App& floors, ToolContext& context) {
  auto options = std::make_shared<SuggestFlags>();
  CLI::App* command =
      floors.add_subcommand("suggest", "Proposes floors from several runs, on standard output");
  command->add_option("results", options->results, "The result files (JSON), one for each run")
      ->required();
  command
      ->add_option("--margin", options->margin,
                   "How much slower than the worst run is still accepted, as a fraction")
      ->capture_default_str();
  command
      ->add_option("--metrics", options->metrics,
                   "Comma-separated; default: the rates that a benchmark states, else its time")
      ->delimiter(',');
  command->add_option("--device", options->device, "A part of the device's name");
  command->callback([options, &context] { suggest(*options, context); });
}

}  // namespace

Suggestion suggest_floors(std::span<const MeasuredFile> runs, const SuggestOptions& options) {
  require_sound(options);
  Suggestion suggestion;
  suggestion.device = the_device(runs, options.device);
  for (const auto& collected : collect_all(runs, suggestion))
    propose_all(collected, runs.size(), options, suggestion);
  if (suggestion.floors.empty())
    throw UsageError("expected results to propose floors from, found none with these metrics");
  return suggestion;
}

void add_floors(CLI::App& app, ToolContext& context) {
  CLI::App* floors = app.add_subcommand("floors", "Proposes floors, and judges results by them");
  floors->require_subcommand(1);
  add_suggest(*floors, context);
  add_check(*floors, context);
}

}  // namespace tickbench::tools
