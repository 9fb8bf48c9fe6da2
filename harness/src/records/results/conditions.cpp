// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "results/conditions.hpp"

#include <optional>
#include <string_view>
#include <utility>

#include "canary/canary.hpp"
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

}  // namespace

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
      kernel[when] = {{fields::kValue, figure.value},
                      {fields::kLow, figure.interval.low},
                      {fields::kHigh, figure.interval.high},
                      {fields::kLevel, figure.interval.level}};
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

}  // namespace tickbench::results
