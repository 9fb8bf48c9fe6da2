// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "measurement/resample.hpp"

#include <algorithm>

#include "clock/plausibility_gate.hpp"
#include "measurement/sampling.hpp"
#include "measurement/summary.hpp"
#include "tickbench/error.hpp"

namespace tickbench {

Sample take_one_like(TimedQueue& queue, const Work& work, const Measurement& like,
                     const MeasurementSettings& settings) {
  const std::size_t displaced = settings.cache == Cache::kCold ? settings.displace_bytes : 0;
  const BracketRequest request{like.launches_per_bracket, like.method, displaced};
  Bracket bracket = queue.run(work, request);
  if (like.method == TimeMethod::kHost) bracket.device = bracket.host;
  const Plausibility found = judge(bracket, like.clock_step);
  const bool is_brief = found == Plausibility::kZero && request.launches == 1;
  if (found != Plausibility::kPlausible && !is_brief) {
    try {
      refuse(found, bracket, request, like.clock_step);
    } catch (const ImplausibleTime& refused) {
      throw Error(Outcome::kImplausibleTime,
                  "after the measurement: " + std::string(refused.what()));
    }
  }
  return per_launch(bracket, request.launches);
}

void measure_on(TimedQueue& queue, const Work& work, Measurement& measurement,
                const MeasurementSettings& settings, Seconds budget, HostClock& host) {
  const auto begin = host.now();
  do measurement.samples.push_back(take_one_like(queue, work, measurement, settings));
  while (host.now() - begin < budget);
  measurement.wall += host.now() - begin;
  summarise(measurement, settings.precision);
}

SamplePairs measure_alternately(const MeasuredWork& first, const MeasuredWork& second,
                                const MeasurementSettings& settings, Seconds budget,
                                HostClock& host) {
  SamplePairs pairs;
  const auto begin = host.now();
  do {
    const Sample one = take_one_like(first.queue, first.work, first.like, settings);
    const Sample other = take_one_like(second.queue, second.work, second.like, settings);
    pairs.emplace_back(one, other);
  } while (host.now() - begin < budget);
  return pairs;
}

}  // namespace tickbench
