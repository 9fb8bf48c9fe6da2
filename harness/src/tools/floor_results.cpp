// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "tools/floor_results.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "tickbench/outcome.hpp"

namespace tickbench::tools {
namespace {

using Json = nlohmann::json;

// Medians of up to five paired samples: their interval is [min, max].
constexpr std::size_t kReferenceSamples = 5;
// Up to so many samples the interval's ends are the samples' extremes: order statistics have none
// further in at 95 %.
constexpr std::size_t kIntervalIsExtremes = 8;

constexpr std::array kNotFailed = {Outcome::kPassed, Outcome::kNothingToCheck, Outcome::kOverLimit,
                                   Outcome::kUnsupported, Outcome::kNoDevice};

[[noreturn]] void fail(const std::string& file, const std::string& what) {
  throw UsageError(file + ": expected a tickbench result file, found " + what);
}

std::string text_of(const Json& object, const char* name) {
  const auto found = object.find(name);
  return found != object.end() && found->is_string() ? found->get<std::string>() : std::string();
}

/// Nothing for null: a number that was not finite.
std::optional<double> number_of(const Json& object, const char* name) {
  const auto found = object.find(name);
  if (found == object.end() || !found->is_number()) return std::nullopt;
  return found->get<double>();
}

/// The paired samples behind "speedup_tbb" or "speedup_host_tbb".
std::size_t reference_count(const Json& row, const std::string& metric) {
  const Json::json_pointer samples("/references/" + metric.substr(metric.rfind('_') + 1) +
                                   "/samples");
  if (!row.contains(samples) || !row.at(samples).is_number()) return kReferenceSamples;
  return static_cast<std::size_t>(std::max(row.at(samples).get<double>(), 0.0));
}

/// How many samples a metric is the median of. References are sampled a few times only.
std::size_t sample_count(const Json& row, const std::string& metric) {
  if (metric.starts_with("speedup_")) return reference_count(row, metric);
  const auto samples = row.find("samples");
  if (samples == row.end() || !samples->is_object()) return 0;
  const bool is_isolated =
      metric == "isolated_time" || metric == "host_time" || metric == "launch_overhead";
  for (const char* mode : {is_isolated ? "isolated" : "batched", "isolated"})
    if (const auto count = number_of(*samples, mode))
      return static_cast<std::size_t>(std::max(*count, 0.0));
  return 0;
}

constexpr double kRelativeErrorOfRange = 1.573 / 1.349;
constexpr double kDeviationsOf95Percent = 1.96;

/// The noise comes without an interval. For normal samples the standard error of their
/// interquartile range is 1.573 s / sqrt(n), and the range 1.349 s.
Interval interval_of_noise(double noise, std::size_t samples) {
  const double factor = std::exp(kDeviationsOf95Percent * kRelativeErrorOfRange /
                                 std::sqrt(static_cast<double>(samples)));
  return {noise / factor, noise * factor, 0.95};
}

std::optional<Evidence> evidence_of(const Json& row, const std::string& name, const Json& metric) {
  if (!metric.is_object()) return std::nullopt;
  const auto value = number_of(metric, "value");
  if (!value) return std::nullopt;
  Evidence evidence;
  evidence.value = *value;
  evidence.samples = sample_count(row, name);
  if (const auto samples = number_of(metric, "samples"))
    evidence.samples = static_cast<std::size_t>(std::max(*samples, 0.0));
  const auto low = number_of(metric, "low");
  const auto high = number_of(metric, "high");
  // A value without an interval decides nothing by itself.
  evidence.interval = {low.value_or(*value), high.value_or(*value), low && high ? 0.95 : 0.0};
  if (name == "noise" && !low && evidence.samples >= kSamplesToBeSure)
    evidence.interval = interval_of_noise(*value, evidence.samples);
  if (const auto level = number_of(metric, "level")) evidence.interval.level = *level;
  if (low && high && evidence.samples >= 1 && evidence.samples <= kIntervalIsExtremes) {
    evidence.lowest = *low;
    evidence.highest = *high;
  }
  return evidence;
}

/// Where in the file's benchmarks an id and device stand.
using Index = std::map<std::pair<std::string, std::string>, std::size_t>;

MeasuredBenchmark& find_or_add(MeasuredFile& file, Index& index, const std::string& id,
                               const std::string& device) {
  const auto [place, is_new] = index.try_emplace({id, device}, file.benchmarks.size());
  if (is_new) file.benchmarks.push_back({id, device, {}, {}, {}, {}});
  return file.benchmarks[place->second];
}

std::string conditions_of(const Json& row) {
  Json conditions;
  if (row.contains("methods")) conditions["methods"] = row["methods"];
  if (const auto settings = row.find("settings"); settings != row.end() && settings->is_object())
    for (const char* name : {"mode", "cache"})
      if (settings->contains(name)) conditions[name] = settings->at(name);
  return conditions.dump();
}

void add_row(MeasuredFile& file, Index& index, const Json& row) {
  const auto id = text_of(row, "id");
  const auto device = text_of(row, "device");
  if (id.empty()) fail(file.name, "an entry whose tickbench object has no id");
  auto& benchmark = find_or_add(file, index, id, device);
  // A repetition that failed is what the benchmark is remembered for.
  if (!benchmark.is_failed()) {
    benchmark.outcome = text_of(row, "outcome");
    benchmark.message = text_of(row, "message");
  }
  benchmark.conditions = conditions_of(row);
  auto& metrics = benchmark.repetitions.emplace_back();
  if (const auto found = row.find("metrics"); found != row.end() && found->is_object())
    for (const auto& [name, metric] : found->items())
      if (auto evidence = evidence_of(row, name, metric)) metrics.emplace(name, *evidence);
}

Json parse(const std::filesystem::path& path) {
  std::ifstream stream(path, std::ios::binary);
  if (!stream)
    throw UsageError("expected a result file that can be read, found none at " + path.string());
  try {
    return Json::parse(stream);
  } catch (const Json::exception& error) {
    fail(path.string(), std::string("no JSON: ") + error.what());
  }
}

}  // namespace

bool MeasuredBenchmark::is_skipped() const {
  return std::any_of(kNotFailed.begin(), kNotFailed.end(), [&](Outcome one) {
    return tickbench::is_skip(one) && outcome == to_string(one);
  });
}

bool MeasuredBenchmark::is_failed() const {
  return !outcome.empty() && std::none_of(kNotFailed.begin(), kNotFailed.end(),
                                          [&](Outcome one) { return outcome == to_string(one); });
}

MeasuredFile read_measured(const std::filesystem::path& path) {
  const Json json = parse(path);
  MeasuredFile file{path.string(), {}};
  if (!json.is_object() || !json.contains("benchmarks") || !json["benchmarks"].is_array())
    fail(file.name, "no array named benchmarks");
  const auto& entries = json["benchmarks"];
  const auto is_run = [](const Json& entry) { return text_of(entry, "run_type") != "aggregate"; };
  const bool has_runs = std::any_of(entries.begin(), entries.end(), is_run);
  Index index;
  for (const auto& entry : entries) {
    // With --benchmark_report_aggregates_only the median is all there is.
    if (has_runs ? !is_run(entry) : text_of(entry, "aggregate_name") != "median") continue;
    const auto row = entry.find("tickbench");
    if (row == entry.end() || !row->is_object())
      fail(file.name,
           "the entry \"" + text_of(entry, "name") + "\" without an object named tickbench");
    add_row(file, index, *row);
  }
  if (file.benchmarks.empty()) fail(file.name, "no benchmarks in it");
  return file;
}

}  // namespace tickbench::tools
