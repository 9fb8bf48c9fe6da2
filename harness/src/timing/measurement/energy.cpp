// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "measurement/sampling.hpp"

namespace tickbench {
namespace {

/// Long beside the wait at its end, short beside the steps of a device's counter.
constexpr Seconds kEnergyBracket{0.01};
constexpr double kMostInBracket = 10'000;

std::int64_t bracket_launches(const Measurement& like) {
  const double launches = like.median > Seconds(0) ? kEnergyBracket / like.median : kMostInBracket;
  return static_cast<std::int64_t>(std::ceil(std::clamp(launches, 1.0, kMostInBracket)));
}

}  // namespace

std::optional<conditions::Energy> measure_energy(TimedQueue& queue, const Work& work,
                                                 const Measurement& like,
                                                 conditions::WatchedDevice& device,
                                                 HostClock& host) {
  if (const auto power = device.power(); !power.joules && !power.watts) return std::nullopt;
  const BracketRequest request{.launches = bracket_launches(like), .method = TimeMethod::kHost};
  conditions::EnergyMeter meter;
  std::int64_t launches = 0;
  const Seconds begin = host.now();
  do {
    queue.run(work, request);
    launches += request.launches;
    if (const Seconds now = Seconds(host.now()) - begin; meter.is_due(now))
      meter.add(now, launches, device.power());
  } while (!meter.is_enough() && Seconds(host.now()) - begin < conditions::EnergyMeter::kMost);
  return meter.energy();
}

}  // namespace tickbench
