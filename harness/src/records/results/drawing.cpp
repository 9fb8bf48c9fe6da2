// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "results/drawing.hpp"

#include "metrics/metric_info.hpp"
#include "results/fields.hpp"

namespace tickbench::results {
namespace {

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

}  // namespace tickbench::results
