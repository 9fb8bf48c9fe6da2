// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "measurement/plan.hpp"

namespace tickbench {
namespace {

std::vector<TimeMethod> preferred(Mode mode, Cache cache) {
  if (mode == Mode::kIsolated) return {TimeMethod::kEvent, TimeMethod::kBracket};
  if (cache == Cache::kCold) return {TimeMethod::kEvents};
  return {TimeMethod::kBracket, TimeMethod::kEvents};
}

}  // namespace

Plan make_plan(const TimedQueue& queue, const Work& work, Mode mode,
               const MeasurementSettings& settings) {
  Plan plan;
  plan.mode = mode;
  if (settings.cache == Cache::kCold) plan.displace_bytes = settings.displace_bytes;
  for (const TimeMethod method : preferred(mode, settings.cache)) {
    if (queue.supports(method, work)) plan.device_methods.push_back(method);
  }
  return plan;
}

}  // namespace tickbench
