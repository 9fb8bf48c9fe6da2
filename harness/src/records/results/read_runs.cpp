// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <utility>

#include "metrics/metric_info.hpp"
#include "results/fields.hpp"
#include "results/rows.hpp"
#include "tickbench/error.hpp"

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

bool has_values(const ResultFile& file) {
  return std::ranges::any_of(file.benchmarks, [](const auto& one) {
    return std::ranges::any_of(
        one.repetitions, [](const Repetition& repetition) { return !repetition.metrics.empty(); });
  });
}

bool have_equal_values(const ResultFile& a, const ResultFile& b) {
  const auto metrics = [](const Metric& x, const Metric& y) {
    return x.name == y.name && x.value == y.value;
  };
  const auto repetitions = [&](const Repetition& x, const Repetition& y) {
    return std::ranges::equal(x.metrics, y.metrics, metrics);
  };
  return std::ranges::equal(a.benchmarks, b.benchmarks, [&](const auto& x, const auto& y) {
    return x.id == y.id && std::ranges::equal(x.repetitions, y.repetitions, repetitions);
  });
}

}  // namespace

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

std::vector<ResultFile> read_runs(const std::string& path) { return read_runs(read_json(path)); }

std::map<std::string_view, std::size_t> count_methods(std::span<const BenchmarkHead* const> runs,
                                                      std::string_view mode) {
  std::map<std::string_view, std::size_t> methods;
  for (const auto* run : runs)
    if (const auto* method = find_named(run->methods, mode)) ++methods[method->value];
  return methods;
}

std::string differing(const std::map<std::string_view, std::size_t>& methods) {
  std::string names;
  if (methods.size() > 1)
    for (const auto& [name, count] : methods)
      names += fmt::format("{}{}", names.empty() ? "" : " and ", name);
  return names;
}

bool share_run(const ResultFile& a, const ResultFile& b) {
  return a.context.started == b.context.started && has_values(a) && have_equal_values(a, b);
}

void refuse_repeats(std::span<const ResultFile> runs) {
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

}  // namespace tickbench::results
