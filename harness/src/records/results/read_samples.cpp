// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <unordered_map>

#include "results/fields.hpp"
#include "results/json_document.hpp"
#include "results/result_file.hpp"

namespace tickbench::results {
namespace {

void require_schema(JsonValue document) {
  const auto schema = document[fields::kSchema];
  if (!schema.exists())
    document.fail(
        fmt::format("expected the schema {} (a file of --tickbench_samples_out), found none",
                    fields::kSamplesSchema));
  if (schema.string() != fields::kSamplesSchema)
    schema.fail(fmt::format("expected {}, found '{}'", fields::kSamplesSchema, schema.string()));
}

/// A file that says when its run began, beside one that says it too, is of that run.
void require_same_run(JsonValue document, const ResultFile& results) {
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
  const auto found = std::find_if(begin, end, [&](const auto& candidate) {
    return device.empty() || candidate.second->device == device ||
           candidate.second->device_id == device;
  });
  if (found == end)
    entry.fail(fmt::format("'{}' on '{}' is not in {}: these samples are of another run", id,
                           device, file));
  return *found->second;
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

void read_samples(const JsonDocument& samples, ResultFile& results) {
  ById by_id;
  for (auto& benchmark : results.benchmarks) by_id.emplace(benchmark.id, &benchmark);
  const JsonValue root(samples);
  require_schema(root);
  require_same_run(root, results);
  for (const auto entry : root[fields::kBenchmarks]) take(entry, by_id, results);
}

}  // namespace tickbench::results
