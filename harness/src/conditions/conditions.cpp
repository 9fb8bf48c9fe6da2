// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "conditions/conditions.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "text/wording.hpp"

namespace tickbench::conditions {
namespace {

std::string percent(double fraction) { return fmt::format("{:.0f} %", 100 * fraction); }

/// Both modes of a row as one.
ClockConditions together(const Conditions& conditions) {
  ClockConditions result;
  result.throughout = ~ThrottleSet{0};
  for (const auto* mode : {&conditions.isolated, &conditions.batched}) {
    if (!*mode) continue;
    result.throttle |= (*mode)->throttle;
    result.throughout &= (*mode)->throughout;
    result.dropped += (*mode)->dropped;
    result.slowed += (*mode)->slowed;
    result.fall = std::max(result.fall, (*mode)->fall);
    result.below_highest = std::max(result.below_highest, (*mode)->below_highest);
  }
  return result;
}

void add_clocks(const ClockConditions& clocks, std::vector<Said>& said) {
  const auto dropped = clocks.dropped > 0
                           ? fmt::format(" ({} dropped)", text::counted(clocks.dropped, "sample"))
                           : "";
  if (clocks.throttle != 0)
    said.push_back({Remark::kThrottled,
                    fmt::format("throttled{}: {}{}", clocks.throughout != 0 ? " throughout" : "",
                                fmt::join(names_of(clocks.throttle), " "), dropped)});
  else if (clocks.fall > kClockTolerance)
    said.push_back(
        {Remark::kSlowClock, fmt::format("clock fell {}{}", percent(clocks.fall), dropped)});
  else if (clocks.below_highest > kClockTolerance)
    said.push_back({Remark::kSlowClock,
                    fmt::format("clock {} below its highest", percent(clocks.below_highest))});
}

}  // namespace

std::vector<Said> remarks(const Conditions& conditions) {
  std::vector<Said> said;
  add_clocks(together(conditions), said);
  const auto others = [](const DeviceState& state) {
    return state.company ? state.company->others : 0;
  };
  if (const int most = std::max(others(conditions.begin), others(conditions.end)); most > 0)
    said.push_back({Remark::kCompany,
                    fmt::format("{} other process{} on the device", most, most == 1 ? "" : "es")});
  if (const auto& host = conditions.host) {
    if (host->pressure.value_or(0) > kMuchPressure)
      said.push_back(
          {Remark::kHostPressure, fmt::format("host pressure {}", percent(*host->pressure))});
    if (host->steal.value_or(0) > kMuchSteal)
      said.push_back({Remark::kSteal, fmt::format("steal {}", percent(*host->steal))});
  }
  return said;
}

}  // namespace tickbench::conditions
