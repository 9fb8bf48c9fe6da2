// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <tuple>
#include <unordered_map>

#include "metrics/metric_info.hpp"
#include "results/fields.hpp"
#include "results/json_document.hpp"
#include "results/result_file.hpp"

namespace tickbench::results {
namespace {

using Kind = JsonValue::Kind;

/// Of a file without a list of runs.
constexpr std::int64_t kOnlyRun = 0;

struct RunParts {
  std::vector<JsonValue> rows{};
  std::optional<JsonValue> context{};  ///< nothing: the file does not list the run
};
using PartsByRun = std::map<std::int64_t, RunParts>;

std::int64_t number_of(JsonValue run) {
  const auto number = run.count();
  if (number < 1) run.fail(fmt::format("expected a run's number, from 1, found {}", number));
  return number;
}

PartsByRun deal_rows(JsonValue document) {
  const auto list = document.once(fields::kBenchmarks);
  if (!list.exists()) document.fail("expected a result file with a list 'benchmarks', found none");
  list.expect(Kind::kList);
  PartsByRun runs;
  for (const auto row : list) {
    if (!row.is(Kind::kObject))
      row.fail(fmt::format("expected a benchmark, found {}", row.kind_name()));
    const auto run = row.once(fields::kTickbench).once(fields::kRun);
    runs[run.exists() ? number_of(run) : kOnlyRun].rows.push_back(row);
  }
  return runs;
}

void take_contexts(JsonValue schema, JsonValue list, PartsByRun& runs) {
  if (schema.string() != fields::kRunsSchema)
    (schema.exists() ? schema : list)
        .fail(fmt::format("expected runs of the schema {}, found '{}'", fields::kRunsSchema,
                          schema.string()));
  list.expect(Kind::kList);
  std::set<std::int64_t> listed;
  for (const auto run : list) {
    const auto given = run.once(fields::kRun);
    if (!given.exists()) run.fail("expected a run with its number, found none");
    const auto number = number_of(given);
    if (!listed.insert(number).second)
      run.fail(fmt::format("expected each run once, found run {} again", number));
    // A run that left no results has no context.
    if (const auto context = run.once(fields::kContext); context.exists())
      runs[number].context = context;
  }
  if (runs.empty()) list.fail("expected a run that left results, found none");
}

/// All values, each with its names.
auto list_values(const ResultFile& file) {
  std::vector<std::tuple<std::string_view, std::string_view, double>> values;
  for (const auto& benchmark : file.benchmarks)
    for (const auto& repetition : benchmark.repetitions)
      for (const auto& metric : repetition.metrics)
        values.emplace_back(benchmark.id, metric.name, metric.value);
  return values;
}

/// A file that says when its run began, beside one that says it too, is of that run.
void require_sound_samples(JsonValue document, const ResultFile& results) {
  const auto schema = document[fields::kSchema];
  if (!schema.exists())
    document.fail(
        fmt::format("expected the schema {} (a file of --tickbench_samples_out), found none",
                    fields::kSamplesSchema));
  if (schema.string() != fields::kSamplesSchema)
    schema.fail(fmt::format("expected {}, found '{}'", fields::kSamplesSchema, schema.string()));
  const auto started = document[fields::kContext][fields::kTickbench][fields::kStarted];
  const auto& expected = results.context.started;
  if (started.exists() && !expected.empty() && started.printed() != expected)
    started.fail(fmt::format(
        "expected {}, when the run of {} began, found {}: these samples are of another run",
        expected, results.path, started.printed()));
}

using ById = std::unordered_multimap<std::string_view, Benchmark*>;

Benchmark& benchmark_of(JsonValue entry, const ById& by_id, const std::string& file) {
  const auto id = entry[fields::kId].string(), device = entry[fields::kDevice].string();
  if (id.empty())
    entry.fail("expected an id, found none (is this a file of --tickbench_samples_out?)");
  const auto [begin, end] = by_id.equal_range(id);
  const auto found = std::find_if(begin, end, [&](const auto& named) {
    const auto& benchmark = *named.second;
    return device.empty() || benchmark.device == device || benchmark.device_id == device;
  });
  if (found != end) return *found->second;
  entry.fail(
      fmt::format("'{}' on '{}' is not in {}: these samples are of another run", id, device, file));
}

void take(JsonValue entry, const ById& by_id, ResultFile& results) {
  auto& benchmark = benchmark_of(entry, by_id, results.path);
  const auto index = entry[fields::kRepetition].count();
  const auto repetition = std::ranges::find(benchmark.repetitions, index, &Repetition::index);
  if (repetition == benchmark.repetitions.end())
    entry.fail(fmt::format("repetition {} of '{}' is not in {}: these samples are of another run",
                           index, benchmark.id, results.path));
  const auto mode = entry[fields::kMode].string();
  if (std::ranges::count(repetition->samples, mode, &RawSamples::mode) > 0)
    entry.fail(fmt::format("a second set of {} samples of '{}', repetition {}", mode, benchmark.id,
                           index));
  auto& strings = *results.strings;
  const auto launches = entry[fields::kLaunchesPerBracket];
  repetition->samples.push_back(
      {strings.intern(mode), strings.intern(entry[fields::kMethod].string()),
       launches.exists() ? launches.count() : 1, entry[fields::kDeviceSeconds].numbers(),
       entry[fields::kHostSeconds].numbers()});
}

}  // namespace

OutcomeKind outcome_kind(std::string_view outcome) {
  using enum Outcome;
  const auto is_any = [&](auto... kinds) { return ((outcome == to_string(kinds)) || ...); };
  if (outcome.empty() || is_any(kPassed, kNothingToCheck)) return OutcomeKind::kGood;
  const bool is_skipped =
      outcome == "skipped" || is_any(kOverLimit, kUnsupported, kNoDevice, kLeftOut);
  return is_skipped ? OutcomeKind::kSkipped : OutcomeKind::kBad;
}

std::string in_words(Outcome outcome) {
  std::string words(to_string(outcome));
  std::ranges::replace(words, '_', ' ');
  return words;
}

bool Benchmark::has_time() const {
  const auto is_timed = [](const std::vector<Metric>& metrics) {
    return find_named(metrics, metrics::kRealTime) != nullptr;
  };
  return repetitions.empty() ? is_timed(median)
                             : std::ranges::all_of(repetitions, is_timed, &Repetition::metrics);
}

std::vector<ResultFile> read_runs(const JsonDocument& document) {
  const JsonValue root(document);
  auto runs = deal_rows(root);
  const auto context = root.once(fields::kContext), more = context.once(fields::kTickbench);
  if (const auto list = more.once(fields::kRuns); list.exists())
    take_contexts(more[fields::kSchema], list, runs);
  else
    runs[kOnlyRun].context = context;
  std::vector<ResultFile> files;
  std::set<std::string> machines;
  const auto strings = std::make_shared<StringPool>();
  for (const auto& [number, run] : runs) {
    if (!run.context)
      root.fail(
          fmt::format("expected context.tickbench.runs to list run {}, of which there are "
                      "rows, found it does not",
                      number));
    auto& file = files.emplace_back();
    file.path =
        number == kOnlyRun ? document.file : fmt::format("{}: run {}", document.file, number);
    file.strings = strings;
    file.run = number;
    read_run(run.rows, *run.context, file);
    machines.insert(file.context.host);
  }
  for (auto& file : files) file.has_several_machines = machines.size() > 1;
  return files;
}

std::vector<ResultFile> read_runs(const std::string& path, const std::string& samples) {
  auto runs = read_runs(read_json(path));
  if (samples.empty()) return runs;
  if (runs.size() > 1)
    throw UsageError(path + ": expected one run, for its samples, found several");
  read_samples(read_json(samples), runs.front());
  return runs;
}

std::map<std::string_view, std::size_t> count_methods(std::span<const Benchmark* const> runs,
                                                      std::string_view mode) {
  std::map<std::string_view, std::size_t> methods;
  for (const auto* run : runs)
    if (const auto* method = find_named(run->methods, mode)) ++methods[method->value];
  return methods;
}

std::string differing_methods(std::span<const Benchmark* const> runs, std::string_view mode) {
  std::vector<std::string_view> names;
  for (const auto& [name, count] : count_methods(runs, mode)) names.push_back(name);
  return names.size() < 2 ? "" : fmt::format("{}", fmt::join(names, " and "));
}

bool share_run(const ResultFile& a, const ResultFile& b) {
  if (a.context.started != b.context.started) return false;
  const auto values = list_values(a);
  return !values.empty() && values == list_values(b);
}

void refuse_repeats(Runs runs) {
  // Runs of one file share its strings. Whatever wrote it knew them to be several.
  const auto share_file = [](const ResultFile& a, const ResultFile& b) {
    return a.strings == b.strings && a.run != b.run;
  };
  for (std::size_t i = 0; i < runs.size(); ++i)
    for (std::size_t j = 0; j < i; ++j)
      if (!share_file(runs[i], runs[j]) && share_run(runs[i], runs[j]))
        throw UsageError(fmt::format("{}: expected another run than that of {}, found the same one",
                                     runs[i].path, runs[j].path));
}

void read_samples(const JsonDocument& samples, ResultFile& results) {
  ById by_id;
  for (auto& benchmark : results.benchmarks) by_id.emplace(benchmark.id, &benchmark);
  const JsonValue root(samples);
  require_sound_samples(root, results);
  for (const auto entry : root[fields::kBenchmarks]) take(entry, by_id, results);
}

}  // namespace tickbench::results
