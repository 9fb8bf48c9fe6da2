// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "results/record_json.hpp"

#include "api/state_impl.hpp"
#include "results/launch_phases.hpp"
#include "results/metrics.hpp"
#include "suite/device_slot.hpp"

namespace tickbench::suite {
namespace {

Json identity(const Case& of) {
  Json json;
  json["id"] = of.instance.id;
  json["backend"] = of.instance.backend;
  const auto& device = of.slot->selected.device;
  json["device"] = device ? Json(device->name) : Json();
  json["device_id"] = device ? Json(device->id()) : Json();
  return json;
}

Json to_json(const MeasurementSettings& settings, const Case& of, const Options& options) {
  Json json;
  json["mode"] = to_string(options.modes);
  json["cache"] = to_string(settings.cache);
  json["precision"] = settings.precision;
  json["budget"] = settings.budget.count();
  json["minimum_time"] = settings.minimum_time.count();
  json["minimum_warm_up"] = settings.minimum_warm_up.count();
  json["warm_up_budget"] = settings.warm_up_budget.count();
  json["samples"] = settings.samples;
  json["displace_bytes"] = settings.displace_bytes;
  if (const auto bytes = host_displace_bytes_of(options, settings))
    json["host_displace_bytes"] = bytes;
  json["verify_only"] = options.verify_only;
  const auto& backend = of.instance.backend;
  if (const auto chosen = options.choices.find(backend); chosen != options.choices.end())
    json[backend] = chosen->second;
  return json;
}

Json to_json(const Metric& metric) {
  Json json;
  json["value"] = metric.value;
  if (!metric.interval) return json;
  json["low"] = metric.interval->low;
  json["high"] = metric.interval->high;
  json["level"] = metric.interval->level;
  return json;
}

Json to_json(const CheckReport& check) {
  const auto& comparison = check.result.comparison;
  Json json;
  using Verdict = CheckResult::Verdict;
  json["verdict"] = check.result.verdict == Verdict::kRight   ? "right"
                    : check.result.verdict == Verdict::kWrong ? "wrong"
                                                              : "mistrusted";
  json["kind"] = check.is_inout ? "inout" : "out";
  json["type"] = to_string(check.type);
  json["compared"] = comparison.compared;
  json["mismatched"] = comparison.mismatched;
  json["largest_ulps"] = comparison.largest_ulps;
  json["tolerance"] = to_string(check.tolerance);
  if (comparison.first)
    json["first_mismatch"] = {{"index", comparison.first->index},
                              {"expected", comparison.first->expected},
                              {"found", comparison.first->found}};
  return json;
}

Json to_json(const ReferenceMeasurement& reference) {
  return {{"time", reference.median.count()},
          {"low", reference.interval.low},
          {"high", reference.interval.high},
          {"samples", reference.samples.size()}};
}

/// The object {"isolated": f(...), "batched": f(...)} of the modes that were taken.
template <class Function>
Json by_mode(const Record& record, const Function& f) {
  Json json = Json::object();
  if (record.isolated) json["isolated"] = f(*record.isolated);
  if (record.batched) json["batched"] = f(*record.batched);
  return json;
}

/// Medians over the isolated launches; nothing where the method sees no phases.
Json launch_json(const Record& record) {
  Json json = Json::object();
  if (!record.isolated) return json;
  for (const auto& phase : kLaunchPhases)
    if (const auto seconds = phase_seconds(record.isolated->samples, phase); !seconds.empty())
      json[phase.name] = to_json(Metric{phase.name, median(seconds), median_interval(seconds)});
  return json;
}

void add_measurements(const Record& record, Json& json) {
  json["methods"] = by_mode(record, [](const Measurement& m) { return to_string(m.method); });
  Json figures = Json::object();
  for (const auto& metric : metrics(record)) figures[metric.name] = to_json(metric);
  json["metrics"] = figures;
  if (auto launch = launch_json(record); !launch.empty()) json["launch"] = std::move(launch);
  json["samples"] = by_mode(record, [](const Measurement& m) { return m.samples.size(); });
  const auto* shown = record.shown();
  json["batch"] = shown != nullptr ? Json(shown->launches_per_bracket) : Json();
  json["converged"] = shown != nullptr ? Json(shown->converged) : Json();
  json["resolved"] = shown != nullptr ? Json(shown->resolved) : Json();
  json["stop_reason"] =
      by_mode(record, [](const Measurement& m) { return to_string(m.stop_reason); });
  json["noise"] = by_mode(
      record, [](const Measurement& m) { return m.samples.size() > 1 ? Json(m.noise) : Json(); });
  json["clock_step"] = by_mode(record, [](const Measurement& m) { return m.clock_step.count(); });
  json["warm_up_launches"] =
      by_mode(record, [](const Measurement& m) { return m.warm_up_launches; });
  json["wall"] = by_mode(record, [](const Measurement& m) { return m.wall.count(); });
  Json references = Json::object();
  for (const auto& reference : record.references) references[reference.name] = to_json(reference);
  json["references"] = references;
}

Json notes_of(const Record& record) {
  Json notes = Json::array();
  for (const auto& note : record.notes) notes.push_back(note);
  for (const auto* measurement :
       {record.isolated ? &*record.isolated : nullptr, record.batched ? &*record.batched : nullptr})
    if (measurement != nullptr)
      for (const auto& note : measurement->notes)
        notes.push_back(std::string(to_string(measurement->mode)) + ": " + note);
  return notes;
}

}  // namespace

std::string one_line(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

Json to_json(const Record& record, const Options& options) {
  Json json = identity(*record.of);
  json["repetition"] = record.repetition;
  json["outcome"] = to_string(record.outcome);
  json["message"] = record.message;
  json["settings"] = to_json(record.settings, *record.of, options);
  add_measurements(record, json);
  json["declared"] = {{"bytes_read", record.declared.bytes_read},
                      {"bytes_written", record.declared.bytes_written},
                      {"flops", record.declared.flops},
                      {"items", record.declared.items}};
  Json checks = Json::array();
  for (const auto& check : record.checks.empty() ? record.of->checks : record.checks)
    checks.push_back(to_json(check));
  json["checks"] = checks;
  if (!record.nothing_to_check.empty()) json["nothing_to_check"] = record.nothing_to_check;
  if (record.own_clock) json["clock_check"] = to_json(*record.own_clock);
  json["notes"] = notes_of(record);
  return json;
}

Json aggregate_to_json(const Case& of, const Options& options) {
  Json json = identity(of);
  const auto& device = of.slot->selected.device;
  json["settings"] = to_json(
      settings_of(options, *of.instance.description, device ? &*device : nullptr), of, options);
  return json;
}

Json to_json(const backend::DeviceInfo& device) {
  Json json;
  json["id"] = device.id();
  json["backend"] = device.backend;
  json["index"] = device.index;
  json["name"] = device.name;
  json["vendor"] = device.vendor;
  json["platform"] = device.platform;
  json["driver"] = device.driver;
  json["api_version"] = device.api_version;
  json["type"] = to_string(device.type);
  json["compute_units"] = device.compute_units;
  json["clock_hertz"] = device.clock_hertz;
  json["timer_hertz"] = device.timer_hertz;
  json["timer_valid_bits"] = device.timer_valid_bits;
  json["memory"] = device.memory;
  json["largest_allocation"] = device.largest_allocation;
  json["cache"] = device.cache;
  json["local_memory"] = device.local_memory;
  json["largest_work_group"] = device.largest_work_group;
  json["unified_memory"] = device.unified_memory;
  json["has_double"] = device.has_double;
  json["accepts_il"] = device.accepts_il;
  json["note"] = device.note;
  return json;
}

Json to_json(const ClockCheck& clock) {
  return {{"verdict", to_string(clock.verdict)},
          {"rate", clock.rate},
          {"uncertainty", clock.uncertainty},
          {"span", clock.span.count()},
          {"message", clock.message}};
}

Json samples_to_json(const std::vector<const Record*>& records, const Json& context) {
  Json benchmarks = Json::array();
  for (const auto* record : records)
    for (const auto* measurement : {record->isolated ? &*record->isolated : nullptr,
                                    record->batched ? &*record->batched : nullptr}) {
      if (measurement == nullptr) continue;
      Json entry = identity(*record->of);
      entry["repetition"] = record->repetition;
      entry["mode"] = to_string(measurement->mode);
      entry["method"] = to_string(measurement->method);
      entry["launches_per_bracket"] = measurement->launches_per_bracket;
      Json device = Json::array();
      Json host = Json::array();
      for (const auto& sample : measurement->samples) {
        device.push_back(sample.device.count());
        host.push_back(sample.host.count());
      }
      entry["device_seconds"] = std::move(device);
      entry["host_seconds"] = std::move(host);
      for (const auto& phase : kLaunchPhases)
        if (auto seconds = phase_seconds(measurement->samples, phase); !seconds.empty())
          entry[std::string(phase.name) + "_seconds"] = std::move(seconds);
      benchmarks.push_back(std::move(entry));
    }
  return {{"schema", "tickbench-samples/1"},
          {"context", {{"tickbench", context}}},
          {"benchmarks", std::move(benchmarks)}};
}

}  // namespace tickbench::suite
