// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "results/rows.hpp"

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>

#include "canary/canary.hpp"
#include "metrics/metric_info.hpp"
#include "results/fields.hpp"

namespace tickbench::results {
namespace {

constexpr std::string_view kSamplesDropped = "samples_dropped", kSamplesSlowed = "samples_slowed";

Json to_json(const conditions::ClockRange& range) {
  if (range.median <= 0) return {};
  return {{fields::kLow, range.low}, {fields::kMedian, range.median}, {fields::kHigh, range.high}};
}

Json to_json(const conditions::ClockConditions& clocks) {
  return {{"readings", clocks.readings},
          {fields::kCoreHertz, to_json(clocks.core)},
          {fields::kMemoryHertz, to_json(clocks.memory)},
          {fields::kThrottle, conditions::reason_names(clocks.throttle)},
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
          {"steal", to_json(host.steal)},
          {"processors", host.processors},
          {"governor", host.governor.empty() ? Json() : Json(host.governor)},
          {"hertz_begin", to_json(host.hertz_begin)},
          {"hertz_end", to_json(host.hertz_end)}};
}

Json to_json(const std::vector<FigureGroup>& groups) {
  Json json = Json::array();
  for (const auto& group : groups) {
    Json figures = Json::array();
    for (const auto figure : group.figures) figures.push_back(to_string(figure));
    json.push_back({{fields::kName, group.name}, {fields::kFigures, std::move(figures)}});
  }
  return json;
}

Json to_json(const std::vector<Region>& regions) {
  Json json = Json::array();
  for (const auto& [name, device, host, count] : regions)
    json.push_back({{fields::kName, name},
                    {fields::kDevice, device},
                    {fields::kHost, host},
                    {fields::kCount, count}});
  return json;
}

/// Of the first repetition: a later one's first launch is not its kernel's.
Json first_launch_json(const Record& record) {
  const auto* measurement = record.isolated ? &*record.isolated : record.shown();
  if (record.repetition > 0 || measurement == nullptr || !measurement->first) return {};
  const auto& first = *measurement->first;
  Json json = Json::object();
  const auto add = [&](std::string_view name, Seconds time) {
    json[name] = {{fields::kValue, time.count()}};
  };
  add(fields::kFirstBuild, record.wall[Phase::kBuild]);
  add(fields::kFirstEnqueue, first.enqueue);
  add(fields::kFirstHost, first.host);
  add(fields::kFirstDevice, first.device);
  return json;
}

}  // namespace

Json estimate_json(const Estimate& estimate) {
  return {{fields::kValue, estimate.value},
          {fields::kLow, estimate.interval.low},
          {fields::kHigh, estimate.interval.high},
          {fields::kLevel, estimate.interval.level}};
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

void read_clocks(JsonValue conditions, Repetition& repetition) {
  const auto device = conditions[fields::kDevice];
  const auto batched = device[fields::kBatched];
  const auto clocks = batched.exists() ? batched : device[fields::kIsolated];
  const auto clock = [&](std::string_view name) {
    return clocks[name][fields::kMedian].number().value_or(0);
  };
  repetition.core_clock = clock(fields::kCoreHertz);
  repetition.memory_clock = clock(fields::kMemoryHertz);
}

std::vector<CanaryFigure> read_canary(JsonValue from) {
  std::vector<CanaryFigure> figures;
  for (const auto kernel : from) {
    auto& figure = figures.emplace_back();
    figure.kernel = kernel.key();
    figure.amount = kernel[fields::kAmount].number().value_or(0);
    for (const auto end : {fields::kBegin, fields::kEnd}) {
      const auto time = kernel[end];
      const auto value = time[fields::kValue].number(), low = time[fields::kLow].number(),
                 high = time[fields::kHigh].number();
      if (value && *value > 0 && low && high)
        figure.ends.push_back(
            {{*value, {*low, *high, time[fields::kLevel].number().value_or(0.95)}}, end});
    }
  }
  return figures;
}

void add_drawing(const Record& record, Json& entry) {
  if (const auto& axis = record.axis)
    entry[fields::kAxis] = {
        {fields::kName, axis->name}, {fields::kValue, axis->value}, {fields::kUnit, axis->unit}};
  if (const auto& memories = record.memories)
    entry[fields::kMemories] = {{fields::kFrom, memories->from}, {fields::kTo, memories->to}};
  if (const auto& groups = record.benchmark_case->groups; !groups.empty())
    entry[fields::kGroups] = to_json(groups);
  if (!record.regions.empty()) entry[fields::kRegions] = to_json(record.regions);
  if (auto first = first_launch_json(record); !first.empty())
    entry[fields::kFirstLaunch] = std::move(first);
}

void read_drawing(JsonValue entry, BenchmarkHead& head) {
  if (const auto axis = entry[fields::kAxis]; axis.exists())
    head.axis =
        Axis{std::string(axis[fields::kName].string()), axis[fields::kValue].number().value_or(0),
             std::string(axis[fields::kUnit].string())};
  if (const auto pair = entry[fields::kMemories]; pair.exists())
    head.memories = MemoryPair{std::string(pair[fields::kFrom].string()),
                               std::string(pair[fields::kTo].string())};
  for (const auto group : entry[fields::kGroups]) {
    auto& to = head.groups.emplace_back();
    to.name = group[fields::kName].string();
    for (const auto figure : group[fields::kFigures]) to.figures.emplace_back(figure.string());
  }
}

void read_peaks(JsonValue from, Device& device) {
  const auto peaks = from[fields::kPeaks], theoretical = from[fields::kTheoretical];
  const auto rate = [](JsonValue of, std::string_view metric) {
    return of[metric].number().value_or(0);
  };
  device.peak_bytes_per_second = rate(peaks, metrics::kBytesPerSecond);
  device.peak_flops_per_second = rate(peaks, metrics::kFlopsPerSecond);
  device.states_theoretical = theoretical.exists();
  device.theoretical_bytes_per_second = rate(theoretical, metrics::kBytesPerSecond);
  device.theoretical_flops_per_second = rate(theoretical, metrics::kFlopsPerSecond);
}

std::vector<Region> read_regions(JsonValue entry) {
  std::vector<Region> regions;
  for (const auto from : entry[fields::kRegions]) {
    auto& region = regions.emplace_back();
    region.name = from[fields::kName].string();
    region.device = from[fields::kDevice].number().value_or(0);
    region.host = from[fields::kHost].number().value_or(0);
    region.count = from[fields::kCount].count();
  }
  return regions;
}

Json to_json(const PartnerTimes& other) {
  Json json = Json::object();
  if (!other.why_not.empty()) json[fields::kWhyNot] = other.why_not;
  if (!other.differences.empty()) {
    auto& differences = json[fields::kDifferences] = Json::array();
    for (const auto& [kernel, here, partner_arguments] : other.differences)
      differences.push_back({{fields::kKernel, kernel},
                             {fields::kPartnerBuild, partner_arguments},
                             {fields::kOwnBuild, here}});
  }
  if (other.pairs.empty()) return json;
  std::vector<double> here, partner_times;
  for (const auto& [own, others] : other.pairs) {
    here.push_back(own.device.count());
    partner_times.push_back(others.device.count());
  }
  json[fields::kPairs] = other.pairs.size();
  json[fields::kOwnBuild] = estimate_json({median(here), median_interval(here)});
  json[fields::kPartnerBuild] =
      estimate_json({median(partner_times), median_interval(partner_times)});
  // A launch below the clock's step has none.
  if (std::ranges::min(partner_times) <= 0) return json;
  json[fields::kRatio] = estimate_json(paired_ratio(here, partner_times));
  return json;
}

std::shared_ptr<const PartnerBuildTimes> read_partner_times(JsonValue from) {
  if (!from.exists()) return nullptr;
  PartnerBuildTimes times{.partner_time = from[fields::kPartnerBuild][fields::kValue].number(),
                          .ratio = from[fields::kRatio][fields::kValue].number(),
                          .differences = {},
                          .why_not = std::string(from[fields::kWhyNot].string())};
  for (const auto one : from[fields::kDifferences])
    times.differences.push_back({std::string(one[fields::kKernel].string()),
                                 std::string(one[fields::kOwnBuild].string()),
                                 std::string(one[fields::kPartnerBuild].string())});
  return std::make_shared<const PartnerBuildTimes>(std::move(times));
}

}  // namespace tickbench::results
