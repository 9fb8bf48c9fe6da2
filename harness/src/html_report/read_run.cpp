// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "html_report/read_run.hpp"

#include <algorithm>
#include <iterator>
#include <set>
#include <utility>

#include "html_report/json_fields.hpp"
#include "tickbench/error.hpp"
#include "tickbench/outcome.hpp"

namespace tickbench::html_report {
namespace {

using Facts = std::vector<std::pair<std::string, std::string>>;

void add_facts(const Field& object, const std::set<std::string>& without, Facts& to,
               const std::string& prefix = {}) {
  object.members([&](const std::string& key, const Field& value) {
    if (without.count(key) != 0) return;
    if (const auto text = value.shown(); !text.empty()) to.emplace_back(prefix + key, text);
  });
}

std::optional<Estimate> estimate(const Field& field) {
  const auto value = field["value"].number();
  if (!value) return {};
  Estimate result{*value, {}};
  const auto low = field["low"].number();
  const auto high = field["high"].number();
  if (low && high && *low <= *high) result.interval = Interval{*low, *high, 0.95};
  return result;
}

void add_estimates(const Field& object, Benchmark& to) {
  object.members([&](const std::string& name, const Field& field) {
    if (const auto found = estimate(field)) to.metrics.insert_or_assign(name, *found);
  });
}

double unit_in_seconds(const Field& unit) {
  const std::string name = unit.text();
  if (name == "s") return 1;
  if (name == "ms") return 1e-3;
  if (name == "us") return 1e-6;
  if (name.empty() || name == "ns") return 1e-9;
  throw UsageError(unit.place() + ": expected ns, us, ms or s, found " + name);
}

std::string plain_outcome(const Field& row) {
  if (row["error_occurred"].boolean().value_or(false)) return "error";
  if (row["skipped"].boolean().value_or(false)) return "skipped";
  return std::string(to_string(Outcome::kNothingToCheck));
}

/// Google Benchmark's own fields: of rows that no tickbench wrote.
void read_plain(const Field& row, Benchmark& to) {
  to.is_plain = true;
  to.id = row["run_name"].text();
  if (to.id.empty()) to.id = row["name"].text();
  to.outcome = plain_outcome(row);
  to.message = row["error_message"].text() + row["skip_message"].text();
  const double unit = unit_in_seconds(row["time_unit"]);
  if (const auto time = row["real_time"].number()) to.metrics["time"] = {*time * unit, {}};
  for (const char* rate : {"bytes_per_second", "items_per_second"})
    if (const auto value = row[rate].number()) to.metrics[rate] = {*value, {}};
}

void read_tickbench(const Field& entry, Benchmark& to) {
  to.id = entry["id"].text();
  to.backend = entry["backend"].text();
  to.device = entry["device"].text();
  to.device_id = entry["device_id"].text();
  to.outcome = entry["outcome"].text();
  to.message = entry["message"].text();
  add_estimates(entry["metrics"], to);
  add_estimates(entry["launch"], to);
  const auto add_names = [](const Field& object, std::map<std::string, std::string>& names) {
    object.members([&](const std::string& mode, const Field& name) { names[mode] = name.text(); });
  };
  add_names(entry["methods"], to.methods);
  add_names(entry["stop_reason"], to.stop_reasons);
  entry["samples"].members([&](const std::string& mode, const Field& count) {
    to.samples[mode] = static_cast<std::int64_t>(count.number().value_or(0));
  });
  add_facts(entry["settings"], {}, to.settings);
  to.batch = static_cast<std::int64_t>(entry["batch"].number().value_or(0));
  to.converged = entry["converged"].boolean();
}

struct Row {
  Benchmark benchmark;
  std::int64_t repetition = 0;
  bool is_aggregate = false;
};

std::optional<Row> read_row(const Field& field) {
  Row row;
  row.is_aggregate = field["run_type"].text() == "aggregate";
  // Of the aggregates the medians are kept, for files that hold nothing else.
  if (row.is_aggregate && field["aggregate_name"].text() != "median") return {};
  if (field["tickbench"].exists())
    read_tickbench(field["tickbench"], row.benchmark);
  else
    read_plain(field, row.benchmark);
  if (row.benchmark.id.empty())
    throw UsageError(field.place() + ": expected a benchmark's id or name, found none");
  row.repetition = static_cast<std::int64_t>(field["repetition_index"].number().value_or(0));
  if (row.is_aggregate)
    row.benchmark.repetitions =
        static_cast<std::int64_t>(field["repetitions"].number().value_or(1));
  return row;
}

Estimate merged(const std::vector<Estimate>& estimates) {
  std::vector<double> values;
  values.reserve(estimates.size());
  Interval ends{estimates.front().value, estimates.front().value, 0.95};
  for (const auto& each : estimates) {
    values.push_back(each.value);
    ends.low = std::min(ends.low, each.interval ? each.interval->low : each.value);
    ends.high = std::max(ends.high, each.interval ? each.interval->high : each.value);
  }
  return {median(values), ends};
}

Benchmark merged(std::vector<Row> rows) {
  std::erase_if(rows, [all = std::all_of(rows.begin(), rows.end(), [](const Row& row) {
                         return row.is_aggregate;
                       })](const Row& row) { return row.is_aggregate && !all; });
  if (rows.size() == 1) return std::move(rows.front().benchmark);
  // The first that is not good speaks for all.
  const auto bad = std::find_if(rows.begin(), rows.end(), [](const Row& row) {
    return row.benchmark.outcome != "passed" && row.benchmark.outcome != "nothing_to_check";
  });
  Benchmark result = bad == rows.end() ? rows.front().benchmark : bad->benchmark;
  std::map<std::string, std::vector<Estimate>> all;
  for (const auto& row : rows)
    for (const auto& [name, value] : row.benchmark.metrics) all[name].push_back(value);
  for (const auto& [name, estimates] : all) result.metrics[name] = merged(estimates);
  for (const auto& row : rows)
    if (row.benchmark.converged == false) result.converged = false;
  result.repetitions = std::ssize(rows);
  return result;
}

void refuse_twice(const std::vector<Row>& rows, const Row& row, const Field& field) {
  const auto is_same = [&](const Row& other) {
    return other.repetition == row.repetition && other.is_aggregate == row.is_aggregate;
  };
  if (!row.benchmark.is_plain && std::any_of(rows.begin(), rows.end(), is_same))
    throw UsageError(field.place() + ": expected each repetition once, found repetition " +
                     std::to_string(row.repetition) + " of " + row.benchmark.id + " on " +
                     row.benchmark.device + " again");
}

std::vector<Benchmark> read_benchmarks(const Field& list) {
  std::vector<std::vector<Row>> groups;
  std::map<std::pair<std::string, std::string>, std::size_t> places;
  list.elements([&](const Field& field) {
    field.require(!field.place().empty(), "an object");
    auto row = read_row(field);
    if (!row) return;
    const auto key =
        std::pair(row->benchmark.id, row->benchmark.device_id + "\n" + row->benchmark.device);
    const auto [place, is_new] = places.emplace(key, groups.size());
    if (is_new) groups.emplace_back();
    auto& group = groups[place->second];
    refuse_twice(group, *row, field);
    group.push_back(std::move(*row));
  });
  std::vector<Benchmark> result;
  result.reserve(groups.size());
  for (auto& group : groups) result.push_back(merged(std::move(group)));
  return result;
}

Device read_device(const Field& field) {
  Device device{field["id"].text(), field["name"].text(), {}, 0, 0, {}};
  add_facts(field, {"id", "name"}, device.facts);
  device.peak_bytes_per_second = field["peaks"]["bytes_per_second"].number().value_or(0);
  device.peak_flops_per_second = field["peaks"]["flops_per_second"].number().value_or(0);
  device.clock_message = field["clock_check"]["message"].text();
  return device;
}

void read_context(const Field& context, Run& run) {
  const auto ours = context["tickbench"];
  if (!ours.exists()) {
    add_facts(context, {"caches", "load_avg"}, run.facts);
    return;
  }
  add_facts(ours, {"command_line"}, run.facts);
  add_facts(ours["host"], {}, run.facts, "host ");
  std::string command = ours["command_line"].shown();
  if (command.empty() && ours["command_line"].exists())
    ours["command_line"].elements(
        [&](const Field& word) { command += (command.empty() ? "" : " ") + word.text(); });
  if (!command.empty()) run.facts.emplace_back("command line", command);
  ours["devices"].elements([&](const Field& field) { run.devices.push_back(read_device(field)); });
}

}  // namespace

Run read_run(const std::string& path, const std::string& label) {
  const Json json = parse_json_file(path);
  const Field root(json, path);
  root.require(json.is_object(), "an object with context and benchmarks");
  if (!root["benchmarks"].exists())
    throw UsageError(path + ": expected a result file with \"benchmarks\", found none" +
                     (root["schema"].shown().empty()
                          ? std::string()
                          : "; its schema is " + root["schema"].shown()));
  Run run;
  run.label = label;
  run.path = path;
  read_context(root["context"], run);
  run.benchmarks = read_benchmarks(root["benchmarks"]);
  if (run.benchmarks.empty())
    throw UsageError(path + ": expected at least one benchmark, found an empty list");
  return run;
}

void read_samples(const std::string& path, Run& run) {
  const Json json = parse_json_file(path);
  const Field root(json, path);
  root.require(json.is_object(), "an object with schema and benchmarks");
  if (root["schema"].shown() != "tickbench-samples/1")
    throw UsageError(path + ": expected the schema tickbench-samples/1, found " +
                     (root["schema"].shown().empty() ? "none" : root["schema"].shown()));
  std::set<std::string> ids;
  for (const auto& benchmark : run.benchmarks) ids.insert(benchmark.id);
  root["benchmarks"].elements([&](const Field& entry) {
    SampleSeries series{
        entry["id"].text(),
        entry["device"].text(),
        entry["mode"].text(),
        entry["method"].text(),
        static_cast<std::int64_t>(entry["repetition"].number().value_or(0)),
        static_cast<std::int64_t>(entry["launches_per_bracket"].number().value_or(1)),
        {}};
    if (ids.count(series.id) == 0)
      throw UsageError(entry.place() + ": expected a benchmark of " + run.path + ", found " +
                       (series.id.empty() ? "no id" : series.id));
    const bool has_device = entry["device_seconds"].exists();
    entry[has_device ? "device_seconds" : "host_seconds"].elements([&](const Field& sample) {
      if (const auto seconds = sample.number()) series.seconds.push_back(*seconds);
    });
    if (!series.seconds.empty()) run.samples.push_back(std::move(series));
  });
}

}  // namespace tickbench::html_report
