// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "results/entry.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <nlohmann/json.hpp>
#include <string_view>

#include "tickbench/error.hpp"

namespace tickbench::results {

namespace {

using Kind = Scalar::Kind;

std::string_view kind_name(Kind kind) {
  switch (kind) {
    case Kind::kNull:
      return "null";
    case Kind::kBoolean:
      return "true or false";
    case Kind::kNumber:
      return "a number";
    case Kind::kString:
      return "a string";
  }
  return "something else";
}

// Google Benchmark's own numbers that are no measurements.
bool is_bookkeeping(std::string_view key) {
  static constexpr std::array<std::string_view, 4> kNames{
      "family_index", "per_family_instance_index", "threads", "iterations"};
  return std::find(kNames.begin(), kNames.end(), key) != kNames.end();
}

EntryMetric& metric_named(std::vector<EntryMetric>& metrics, const std::string& name) {
  // From the end: a metric's fields follow each other.
  const auto found = std::find_if(metrics.rbegin(), metrics.rend(),
                                  [&](const EntryMetric& metric) { return metric.name == name; });
  if (found != metrics.rend()) return *found;
  return metrics.emplace_back(EntryMetric{name, {}, {}, {}, {}});
}

// A count without the point that a double prints with.
std::string number_text(double number) {
  static constexpr double kWholeBelow = 1e15;
  if (number == std::floor(number) && std::abs(number) < kWholeBelow)
    return std::to_string(static_cast<std::int64_t>(number));
  return nlohmann::json(number).dump();
}

// Null where there was none: no device of the kind that was asked for.
std::string expect_string_or_null(const std::string& file, const Path& path, const Scalar& value) {
  return value.kind == Kind::kNull ? std::string() : expect_string(file, path, value);
}

void read_metric(std::vector<EntryMetric>& metrics, const std::string& file, const Path& path,
                 const Scalar& value) {
  const auto& field = path[5];
  auto& metric = metric_named(metrics, path[4].key);
  if (field.is("value"))
    metric.value = expect_number_or_null(file, path, value);
  else if (field.is("low"))
    metric.low = expect_number_or_null(file, path, value);
  else if (field.is("high"))
    metric.high = expect_number_or_null(file, path, value);
  else if (field.is("level"))
    metric.level = expect_number_or_null(file, path, value);
}

// `a.b[2]` for what stands below step `first`.
std::string key_from(const Path& path, std::size_t first) {
  std::string key;
  for (std::size_t i = first; i < path.size(); ++i) {
    if (i > first) key += ".";
    key += path[i].is_element ? std::to_string(path[i].index) : path[i].key;
  }
  return key;
}

void read_sample(Entry& entry, const std::string& file, const Path& path, const Scalar& value) {
  if (path.size() == 5) {  // where no array is, their number
    if (value.kind != Kind::kNull)
      entry.sample_counts.emplace_back(path[4].key, expect_count(file, path, value));
    return;
  }
  if (path.size() != 6 || !path[5].is_element) return;
  const auto& mode = path[4].key;
  if (entry.samples.empty() || entry.samples.back().first != mode)
    entry.samples.emplace_back(mode, std::vector<double>());
  entry.samples.back().second.push_back(expect_number(file, path, value));
}

void read_axis(std::optional<Axis>& axis, const std::string& file, const Path& path,
               const Scalar& value) {
  if (!axis) axis.emplace();
  const auto& field = path[4];
  if (field.is("name")) axis->name = expect_string(file, path, value);
  if (field.is("value")) axis->value = expect_number(file, path, value);
  if (field.is("unit")) axis->unit = expect_string(file, path, value);
}

void read_memories(std::optional<MemoryPair>& memories, const std::string& file, const Path& path,
                   const Scalar& value) {
  if (!memories) memories.emplace();
  if (path[4].is("from")) memories->from = expect_string(file, path, value);
  if (path[4].is("to")) memories->to = expect_string(file, path, value);
}

void read_tickbench(Entry& entry, const std::string& file, const Path& path, const Scalar& value) {
  const auto& group = path[3];
  if (path.size() == 4) {
    if (group.is("id"))
      entry.id = expect_string(file, path, value);
    else if (group.is("backend"))
      entry.backend = expect_string(file, path, value);
    else if (group.is("device"))
      entry.device = expect_string_or_null(file, path, value);
    else if (group.is("device_id"))
      entry.device_id = expect_string_or_null(file, path, value);
    else if (group.is("outcome"))
      entry.outcome = expect_string(file, path, value);
    else if (group.is("message"))
      entry.message = expect_string_or_null(file, path, value);
    else if (group.is("batch") && value.kind != Kind::kNull)
      entry.batch = expect_count(file, path, value);
    else if (group.is("converged") && value.kind == Kind::kBoolean)
      entry.converged = value.boolean;
  } else if (group.is("metrics") && path.size() == 6) {
    read_metric(entry.metrics, file, path, value);
  } else if (group.is("launch") && path.size() == 6) {
    read_metric(entry.launch, file, path, value);
  } else if (group.is("stop_reason") && path.size() == 5) {
    entry.stop_reasons.emplace_back(path[4].key, printed(value));
  } else if (group.is("references") && path.size() == 6 && path[5].is("samples")) {
    entry.reference_samples.emplace_back(path[4].key, expect_count(file, path, value));
  } else if (group.is("clock_step") && path.size() == 5) {
    const double step = expect_number_or_null(file, path, value).value_or(0);
    if (path[4].is("isolated")) entry.isolated_step = step;
    if (path[4].is("batched")) entry.batched_step = step;
  } else if (group.is("axis") && path.size() == 5) {
    read_axis(entry.axis, file, path, value);
  } else if (group.is("memories") && path.size() == 5) {
    read_memories(entry.memories, file, path, value);
  } else if (group.is("settings")) {
    entry.settings.emplace_back(key_from(path, 4), printed(value));
  } else if (group.is("methods")) {
    entry.methods.emplace_back(key_from(path, 4), printed(value));
  } else if (group.is("samples")) {
    read_sample(entry, file, path, value);
  }
}

}  // namespace

void fail(const std::string& file, const std::string& where, const std::string& what) {
  throw UsageError(file + ": " + where + ": " + what);
}

double expect_number(const std::string& file, const Path& path, const Scalar& value) {
  if (value.kind != Kind::kNumber)
    fail(file, path.text(), "expected a number, found " + std::string(kind_name(value.kind)));
  return value.number;
}

std::optional<double> expect_number_or_null(const std::string& file, const Path& path,
                                            const Scalar& value) {
  if (value.kind == Kind::kNull) return std::nullopt;
  return expect_number(file, path, value);
}

const std::string& expect_string(const std::string& file, const Path& path, const Scalar& value) {
  if (value.kind != Kind::kString)
    fail(file, path.text(), "expected a string, found " + std::string(kind_name(value.kind)));
  return *value.text;
}

std::int64_t expect_count(const std::string& file, const Path& path, const Scalar& value) {
  // More repetitions than this are no result file; and the number must survive the conversion.
  static constexpr double kMost = 1e9;
  const double number = expect_number(file, path, value);
  if (number < 0 || number > kMost || number != std::floor(number))
    fail(file, path.text(), "expected a count, found " + printed(value));
  return static_cast<std::int64_t>(number);
}

std::string printed(const Scalar& value) {
  switch (value.kind) {
    case Kind::kNull:
      return "null";
    case Kind::kBoolean:
      return value.boolean ? "true" : "false";
    case Kind::kNumber:
      return number_text(value.number);
    case Kind::kString:
      return *value.text;
  }
  return {};
}

void Entry::clear() {
  for (auto* text : {&name, &run_name, &run_type, &aggregate, &time_unit, &error, &id, &backend,
                     &device, &device_id, &outcome, &message})
    text->clear();
  has_error = is_skipped = has_tickbench = false;
  repetition.reset();
  repetitions = batch = 0;
  real_time.reset();
  cpu_time.reset();
  converged.reset();
  isolated_step = batched_step = 0;
  axis.reset();
  memories.reset();
  counters.clear();
  for (auto* list : {&settings, &methods, &stop_reasons}) list->clear();
  for (auto* list : {&sample_counts, &reference_samples}) list->clear();
  for (auto* list : {&metrics, &launch}) list->clear();
  samples.clear();
}

void read_into(Entry& entry, const std::string& file, const Path& path, const Scalar& value) {
  const auto& field = path[2];
  if (field.is("tickbench") && path.size() > 3) {
    entry.has_tickbench = true;
    read_tickbench(entry, file, path, value);
  }
  if (path.size() != 3) return;
  if (field.is("name"))
    entry.name = expect_string(file, path, value);
  else if (field.is("run_name"))
    entry.run_name = expect_string(file, path, value);
  else if (field.is("run_type"))
    entry.run_type = expect_string(file, path, value);
  else if (field.is("aggregate_name"))
    entry.aggregate = expect_string(file, path, value);
  else if (field.is("time_unit"))
    entry.time_unit = expect_string(file, path, value);
  else if (field.is("repetition_index"))
    entry.repetition = expect_count(file, path, value);
  else if (field.is("repetitions"))
    entry.repetitions = expect_count(file, path, value);
  else if (field.is("real_time"))
    entry.real_time = expect_number_or_null(file, path, value);
  else if (field.is("cpu_time"))
    entry.cpu_time = expect_number_or_null(file, path, value);
  else if (field.is("error_occurred"))
    entry.has_error = value.kind == Kind::kBoolean && value.boolean;
  else if (field.is("skipped"))
    entry.is_skipped = value.kind == Kind::kBoolean && value.boolean;
  else if (field.is("error_message") || field.is("skip_message"))
    entry.error = expect_string(file, path, value);
  else if (value.kind == Kind::kNumber && !is_bookkeeping(field.key))
    entry.counters.emplace_back(field.key, value.number);
}

}  // namespace tickbench::results
