// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "results/write.hpp"

#include <fmt/format.h>

#include "base/digest.hpp"
#include "base/enumerator_name.hpp"
#include "canary/canary.hpp"
#include "measurement/sampling.hpp"
#include "metrics/metric_info.hpp"
#include "results/fields.hpp"

namespace tickbench::results {
namespace {

constexpr std::pair<const char*, Seconds LaunchTimes::*> kLaunchPhases[] = {
    {"queued_to_submit", &LaunchTimes::queued_to_submit},
    {"submit_to_start", &LaunchTimes::submit_to_start},
    {"start_to_end", &LaunchTimes::start_to_end}};

/// Empty unless every sample has its phases.
std::vector<double> phase_seconds(const std::vector<Sample>& samples, Seconds LaunchTimes::*phase) {
  if (!std::ranges::all_of(samples, [](const Sample& sample) { return sample.launch.has_value(); }))
    return {};
  return to_seconds(samples, [&](const Sample& sample) { return *sample.launch.*phase; });
}

Json identity(const Case& benchmark_case) {
  const bool has_device = !benchmark_case.device_id.empty();
  Json json{{fields::kId, benchmark_case.id},
            {fields::kBackend, benchmark_case.backend},
            {fields::kDevice, has_device ? Json(benchmark_case.device) : Json()},
            {fields::kDeviceId, has_device ? Json(benchmark_case.device_id) : Json()}};
  if (!benchmark_case.former_ids.empty()) json[fields::kFormerIds] = benchmark_case.former_ids;
  return json;
}

Json to_json(const Settings& settings, const Case& benchmark_case) {
  Json json{{"mode", to_string(settings.modes)},
            {"cache", to_string(settings.cache)},
            {"precision", settings.precision},
            {"budget", settings.budget.count()},
            {"minimum_time", settings.minimum_time.count()},
            {"minimum_warm_up", settings.minimum_warm_up.count()},
            {"warm_up_budget", settings.warm_up_budget.count()},
            {"samples", settings.samples},
            {"displace_bytes", settings.displace_bytes}};
  if (settings.host_displace_bytes > 0) json["host_displace_bytes"] = settings.host_displace_bytes;
  json["verify_only"] = settings.purpose == Purpose::kVerify;
  if (settings.purpose == Purpose::kProfile) json[fields::kProfile] = true;
  if (settings.version > 0) json["version"] = settings.version;
  if (!settings.choices.empty()) json[benchmark_case.backend] = settings.choices;
  if (!settings.own.empty()) json["own"] = settings.own;
  return json;
}

Json metric_json(const Estimate& metric) {
  if (!metric.has_interval()) return {{fields::kValue, metric.value}};
  return estimate_json(metric);
}

Json to_json(const CheckReport& check) {
  const auto& comparison = check.result.comparison;
  Json json{{"verdict", enumerator_name<CheckResult::Verdict::kMistrusted>(
                            check.result.verdict, {"right", "wrong", "mistrusted"})},
            {"kind", check.is_inout ? "inout" : "out"},
            {"type", to_string(check.type)},
            {"compared", comparison.compared},
            {"mismatched", comparison.mismatched},
            {"largest_ulps", comparison.largest_ulps},
            {"largest_error", comparison.largest_error},
            {"tolerance", to_string(check.tolerance)}};
  if (!check.output.empty()) json["output"] = check.output;
  if (comparison.first)
    json["first_mismatch"] = {{"index", comparison.first->index},
                              {"expected", comparison.first->expected},
                              {"found", comparison.first->found}};
  return json;
}

Json to_json(const ReferenceMeasurement& reference) {
  Json json{{"time", reference.median.count()},
            {fields::kLow, reference.interval.low},
            {fields::kHigh, reference.interval.high},
            {fields::kSamples, reference.samples.size()}};
  if (reference.wall > Seconds(0)) json["processors"] = reference.busy / reference.wall;
  return json;
}

/// The object {"isolated": f(...), "batched": f(...)} of the modes that were taken.
template <class Function>
Json by_mode(const Record& record, const Function& f) {
  Json json = Json::object();
  if (record.isolated) json[fields::kIsolated] = f(*record.isolated);
  if (record.batched) json[fields::kBatched] = f(*record.batched);
  return json;
}

/// Medians over the isolated launches; nothing where the method sees no phases.
Json launch_json(const Record& record) {
  Json json = Json::object();
  if (!record.isolated) return json;
  for (const auto& [name, phase] : kLaunchPhases)
    if (const auto seconds = phase_seconds(record.isolated->samples, phase); !seconds.empty())
      json[name] = metric_json({median(seconds), median_interval(seconds)});
  return json;
}

/// Seconds of each phase, and of each mode within the sampling.
Json wall_json(const Record& record) {
  Json json = by_mode(record, [](auto& m) { return m.wall.count(); });
  Seconds total{0};
  for (std::size_t i = 0; i < kPhases; ++i) {
    const auto phase = static_cast<Phase>(i);
    json[to_string(phase)] = record.wall[phase].count();
    total += record.wall[phase];
  }
  json["total"] = total.count();
  return json;
}

Json to_json(const PartnerTimes& other) {
  Json json = Json::object();
  if (!other.id.empty()) json[fields::kId] = other.id;
  if (!other.why_not.empty()) json[fields::kWhyNot] = other.why_not;
  if (!other.differences.empty()) {
    auto& differences = json[fields::kDifferences] = Json::array();
    for (const auto& [kernel, here, partner_arguments] : other.differences)
      differences.push_back({{fields::kKernel, kernel},
                             {fields::kPartnerBuild, partner_arguments},
                             {fields::kOwnBuild, here}});
  }
  if (other.pairs.empty()) return json;
  const auto here = to_seconds(other.pairs, [](auto& pair) { return pair.first.device; });
  const auto partner_times = to_seconds(other.pairs, [](auto& pair) { return pair.second.device; });
  json[fields::kPairs] = other.pairs.size();
  if (!other.id.empty()) json[fields::kResolved] = other.resolved;
  json[fields::kOwnBuild] = estimate_json({median(here), median_interval(here)});
  json[fields::kPartnerBuild] =
      estimate_json({median(partner_times), median_interval(partner_times)});
  // A launch below the clock's step has none; that to the baseline is a metric.
  if (std::ranges::min(partner_times) <= 0 || !other.id.empty()) return json;
  json[fields::kRatio] = estimate_json(paired_ratio(here, partner_times));
  return json;
}

Json to_json(const DeviceMemory& memory) {
  Json json{{"peak", memory.peak}, {"held", memory.held}, {"shared", memory.shared}};
  if (memory.peak == 0)
    json = {{fields::kWhyNot, "the benchmark allocates nothing through its device"}};
  const auto& counted = memory.driver_counted;
  json["driver"] = memory.driver ? Json{{"bytes", *memory.driver}, {"counted", counted}}
                                 : Json{{fields::kWhyNot, counted}};
  return json;
}

void add_measurements(const Record& record, Json& json) {
  json[fields::kMethods] = by_mode(record, [](auto& m) { return method_name(m); });
  json[fields::kHold] = by_mode(record, [](auto& m) { return to_string(m.hold); });
  json["host_share"] = by_mode(record, [](auto& m) { return m.host_share; });
  json["unfed"] = by_mode(record, [](auto& m) { return m.unfed; });
  json["marks"] = by_mode(record, [](auto& m) { return m.marks.count(); });
  Json figures = Json::object();
  for (const auto& metric : metrics(record)) figures[metric.name] = metric_json(metric);
  json[fields::kMetrics] = figures;
  if (auto launch = launch_json(record); !launch.empty()) json[fields::kLaunch] = std::move(launch);
  json[fields::kSamples] = by_mode(record, [](auto& m) { return m.samples.size(); });
  const auto* shown = record.shown();
  json[fields::kBatch] = shown != nullptr ? Json(shown->launches_per_bracket) : Json();
  json[fields::kConverged] = shown != nullptr ? Json(shown->converged) : Json();
  json[fields::kResolved] = shown != nullptr ? Json(shown->resolved) : Json();
  json[fields::kStopReason] = by_mode(record, [](auto& m) { return to_string(m.stop_reason); });
  json["noise"] =
      by_mode(record, [](auto& m) { return m.samples.size() > 1 ? Json(m.noise) : Json(); });
  json[fields::kClockStep] = by_mode(record, [](auto& m) { return m.clock_step.count(); });
  json["warm_up_launches"] = by_mode(record, [](auto& m) { return m.warm_up_launches; });
  json["wall"] = wall_json(record);
  Json references = Json::object();
  for (const auto& reference : record.references) references[reference.name] = to_json(reference);
  json[fields::kReferences] = references;
  if (const auto& memory = record.device_memory;
      !memory.driver_counted.empty() && !is_failure(record.outcome))
    json[metrics::kDeviceMemory] = to_json(memory);
  if (record.other_build) json[fields::kPartner] = to_json(*record.other_build);
  if (record.baseline) json[fields::kBaseline] = to_json(*record.baseline);
}

Json notes_json(const Record& record) {
  Json notes = record.notes;
  for (const auto& word : record.words) notes.push_back(word);
  for (const auto* measurement : record.taken())
    for (const auto& note : measurement->notes)
      notes.push_back(fmt::format("{}: {}", to_string(measurement->mode), note));
  return notes;
}

constexpr std::string_view kSamplesDropped = "samples_dropped", kSamplesSlowed = "samples_slowed";

Json to_json(const conditions::ClockRange& range) {
  if (range.median <= 0) return {};
  return {{fields::kLow, range.low}, {fields::kMedian, range.median}, {fields::kHigh, range.high}};
}

Json to_json(const conditions::ClockConditions& clocks) {
  return {{"readings", clocks.readings},
          {fields::kCoreHertz, to_json(clocks.core)},
          {fields::kMemoryHertz, to_json(clocks.memory)},
          {"throttle", conditions::reason_names(clocks.throttle)},
          {"throttle_throughout", conditions::reason_names(clocks.throughout)},
          {kSamplesDropped, clocks.dropped},
          {kSamplesSlowed, clocks.slowed},
          {"fall", clocks.fall},
          {"below_highest", clocks.below_highest}};
}

Json to_json(const std::optional<double>& value) { return value ? Json(*value) : Json(); }

Json to_json(const conditions::DeviceState& state) {
  Json json{{"celsius", to_json(state.celsius)},
            {"watts", to_json(state.power.watts)},
            {"joules", to_json(state.power.joules)},
            {"other_processes", state.company ? Json(state.company->others) : Json()}};
  if (state.company) json["counted"] = state.company->counted;
  return json;
}

Json to_json(const conditions::HostConditions& host) {
  return {{"wall", host.wall.count()},
          {"load", to_json(host.load)},
          {"cpu_pressure", to_json(host.pressure)},
          {"others", to_json(host.others)},
          {"steal", to_json(host.steal)},
          {"processors", host.processors},
          {"governor", host.governor.empty() ? Json() : Json(host.governor)},
          {"hertz_begin", to_json(host.hertz_begin)},
          {"hertz_end", to_json(host.hertz_end)}};
}

/// Of the first repetition: a later one's first launch is not its kernel's.
Json first_launch_json(const Record& record) {
  const auto* measurement = record.isolated ? &*record.isolated : record.shown();
  if (record.repetition > 0 || measurement == nullptr || !measurement->first) return {};
  const auto& first = *measurement->first;
  return {{fields::kFirstBuild, metric_json({record.wall[Phase::kBuild].count()})},
          {fields::kFirstEnqueue, metric_json({first.enqueue.count()})},
          {fields::kFirstHost, metric_json({first.host.count()})},
          {fields::kFirstDevice, metric_json({first.device.count()})}};
}

Json to_json(const conditions::Conditions& conditions) {
  Json json = Json::object();
  if (!conditions.source.empty()) {
    Json device{{"source", conditions.source}};
    if (conditions.isolated) device[fields::kIsolated] = to_json(*conditions.isolated);
    if (conditions.batched) device[fields::kBatched] = to_json(*conditions.batched);
    device[fields::kBegin] = to_json(conditions.begin);
    device[fields::kEnd] = to_json(conditions.end);
    json[fields::kDevice] = std::move(device);
  }
  if (const auto& canary = conditions.canary)
    json[fields::kCanary] = {{"slower", canary->slowest - 1},
                             {kSamplesDropped, canary->dropped},
                             {kSamplesSlowed, canary->slowed}};
  if (conditions.host) json[fields::kHost] = to_json(*conditions.host);
  if (const auto& energy = conditions.energy)
    json["energy"] = {{fields::kFrom, energy->from},
                      {"launches", energy->launches},
                      {"wall", energy->wall.count()}};
  for (const auto& said : conditions::remarks(conditions))
    json[fields::kRemarks].push_back(said.words);
  return json;
}

/// What equal device times follow from, with the settings: a run of checks alone has the digest of
/// one that measures.
Json code_json(const Case& benchmark_case, Settings settings) {
  if (*benchmark_case.launch_digest == 0)
    return {{fields::kWhyNot, "the benchmark enqueues by code of its own, or uses the back end"}};
  settings.purpose = Purpose::kMeasure;
  const auto text = to_json(settings, benchmark_case).dump();
  const auto value = digest_of(*benchmark_case.launch_digest, text);
  Json modules = Json::array();
  for (const auto module : benchmark_case.modules) modules.push_back(digest_text(module));
  return {{fields::kDigest, digest_text(value)}, {fields::kModules, modules}};
}

void add_drawing(const Record& record, Json& entry) {
  if (const auto& axis = record.axis)
    entry[fields::kAxis] = {
        {fields::kName, axis->name}, {fields::kValue, axis->value}, {fields::kUnit, axis->unit}};
  if (const auto& memories = record.memories)
    entry[fields::kMemories] = {{fields::kFrom, memories->from}, {fields::kTo, memories->to}};
  for (const auto& group : record.benchmark_case->groups) {
    Json figures = Json::array();
    for (const auto figure : group.figures) figures.push_back(to_string(figure));
    entry[fields::kGroups].push_back(
        {{fields::kName, group.name}, {fields::kFigures, std::move(figures)}});
  }
  for (const auto& [name, device, host, count] : record.regions)
    entry[fields::kRegions].push_back({{fields::kName, name},
                                       {fields::kDevice, device},
                                       {fields::kHost, host},
                                       {fields::kCount, count}});
  if (auto first = first_launch_json(record); !first.empty())
    entry[fields::kFirstLaunch] = std::move(first);
}

}  // namespace

std::string_view to_string(Modes modes) noexcept {
  return enumerator_name<Modes::kGraph>(modes, {"both", "isolated", "batched", "graph"});
}

std::string single_line(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

Json to_json(const Record& record) {
  Json json = identity(*record.benchmark_case);
  json[fields::kRepetition] = record.repetition;
  json[fields::kOutcome] = to_string(record.outcome);
  json[fields::kMessage] = record.message;
  json[fields::kSettings] = to_json(record.settings, *record.benchmark_case);
  add_measurements(record, json);
  json["declared"] = {{"bytes_read", record.declared.bytes_read},
                      {"bytes_written", record.declared.bytes_written},
                      {"flops", record.declared.flops},
                      {"items", record.declared.items}};
  add_drawing(record, json);
  Json checks = Json::array();
  for (const auto& check : record.checks.empty() ? record.benchmark_case->checks : record.checks)
    checks.push_back(to_json(check));
  json["checks"] = checks;
  if (!record.nothing_to_check.empty()) json["nothing_to_check"] = record.nothing_to_check;
  if (record.benchmark_case->launch_digest)
    json[fields::kCode] = code_json(*record.benchmark_case, record.settings);
  if (record.own_clock) json[fields::kClockCheck] = to_json(*record.own_clock);
  if (auto conditions = to_json(record.conditions); !conditions.empty())
    json[fields::kConditions] = std::move(conditions);
  if (const auto& fresh = record.fresh)
    json["fresh"] = {
        {"inputs", fresh->inputs}, {"changed", fresh->changed}, {"compared", fresh->compared}};
  json["notes"] = notes_json(record);
  return json;
}

Json estimate_json(const Estimate& estimate) {
  return {{fields::kValue, estimate.value},
          {fields::kLow, estimate.interval.low},
          {fields::kHigh, estimate.interval.high},
          {fields::kLevel, estimate.interval.level}};
}

Json aggregate_to_json(const Case& benchmark_case, const Settings& settings) {
  Json json = identity(benchmark_case);
  json[fields::kSettings] = to_json(settings, benchmark_case);
  return json;
}

Json to_json(const Peaks& theoretical) {
  const auto or_unknown = [](double peak) { return peak > 0 ? Json(peak) : Json(); };
  return {{metrics::kBytesPerSecond, or_unknown(theoretical.bytes_per_second)},
          {metrics::kFlopsPerSecond, or_unknown(theoretical.flops_per_second)}};
}

Json to_json(const std::vector<canary::Figure>& begin, const std::vector<canary::Figure>& end) {
  Json json = Json::object();
  for (const auto& [figures, when] :
       {std::pair(&begin, fields::kBegin), std::pair(&end, fields::kEnd)})
    for (const auto& figure : *figures) {
      auto& kernel = json[figure.kernel];
      kernel[fields::kAmount] = figure.amount;
      kernel[when] = estimate_json(figure);
    }
  return json;
}

Json to_json(const backend::DeviceInfo& device) {
  Json json{{fields::kId, device.id()},
            {fields::kBackend, device.backend},
            {"index", device.index},
            {fields::kName, device.name},
            {"vendor", device.vendor},
            {"platform", device.platform},
            {fields::kDriver, device.driver},
            {"api_version", device.api_version},
            {"type", to_string(device.type)},
            {"compute_units", device.compute_units},
            {"clock_hertz", device.clock_hertz},
            {"timer_hertz", device.timer_hertz},
            {"timer_valid_bits", device.timer_valid_bits},
            {"memory", device.memory},
            {"largest_allocation", device.largest_allocation},
            {"cache", device.cache},
            {"local_memory", device.local_memory},
            {"largest_work_group", device.largest_work_group},
            {"unified_memory", device.unified_memory},
            {"has_double", device.has_double},
            {"has_half", device.has_half},
            {"accepts_il", device.accepts_il},
            {"note", device.note}};
  json[fields::kTheoretical] = to_json(theoretical_peaks(device));
  if (!device.pci_address.empty()) json["pci_address"] = device.pci_address;
  return json;
}

Json to_json(const ClockCheck& clock) {
  return {{"verdict", to_string(clock.verdict)},
          {"rate", clock.rate},
          {"uncertainty", clock.uncertainty},
          {"span", clock.span.count()},
          {fields::kMessage, clock.message}};
}

Json samples_to_json(const Records& records, const Json& context) {
  Json benchmarks = Json::array();
  for (const auto* record : records)
    for (const auto* measurement : record->taken()) {
      Json entry = identity(*record->benchmark_case);
      entry[fields::kRepetition] = record->repetition;
      entry[fields::kMode] = to_string(measurement->mode);
      entry[fields::kMethod] = method_name(*measurement);
      entry[fields::kLaunchesPerBracket] = measurement->launches_per_bracket;
      entry[fields::kDeviceSeconds] = to_seconds(measurement->samples, &Sample::device);
      entry[fields::kHostSeconds] = to_seconds(measurement->samples, &Sample::host);
      for (const auto& [name, phase] : kLaunchPhases)
        if (auto seconds = phase_seconds(measurement->samples, phase); !seconds.empty())
          entry[std::string(name) + "_seconds"] = std::move(seconds);
      benchmarks.push_back(std::move(entry));
    }
  return {{fields::kSchema, fields::kSamplesSchema},
          {fields::kContext, {{fields::kTickbench, context}}},
          {fields::kBenchmarks, std::move(benchmarks)}};
}

}  // namespace tickbench::results
