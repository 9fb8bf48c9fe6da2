// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "peak/probe.hpp"

#include <algorithm>
#include <cmath>

namespace tickbench::peak {

namespace {
constexpr Seconds kBudget{0.2};
// Far above every clock's step, and long enough for a processor to raise its clock.
constexpr Seconds kBracket{0.02};
constexpr int kLeastBrackets = 3;
// Twice what the budget holds: an end where the clock stands still.
constexpr int kMostBrackets = 20;
constexpr std::int64_t kMostLaunches = 1000;
// As the gate on samples: a device time above the host's is the clock's fault.
constexpr double kHostTolerance = 0.05;

TimeMethod method_of(const TimedQueue& queue, const Work& work) {
  for (const auto method : {TimeMethod::kBracket, TimeMethod::kEvents})
    if (queue.supports(method, work)) return method;
  return TimeMethod::kHost;
}

bool is_plausible(const Bracket& bracket) {
  return bracket.device > Seconds::zero() && bracket.device <= bracket.host * (1 + kHostTolerance);
}

std::int64_t launches_within(Seconds bracket, Seconds launch) {
  if (launch <= Seconds::zero()) return kMostLaunches;
  const double count = std::min(bracket / launch, static_cast<double>(kMostLaunches));
  return std::max(std::int64_t{1}, static_cast<std::int64_t>(count));
}
}  // namespace

std::optional<Seconds> shortest_launch(TimedQueue& queue, const Work& work, HostClock& host) {
  BracketRequest request{.method = method_of(queue, work)};
  // The first launch builds and touches; the second tells how many make up a bracket.
  queue.run(work, request);
  request.launches = launches_within(kBracket, queue.run(work, request).host);

  std::optional<Seconds> shortest;
  const auto end = host.now() + std::chrono::duration_cast<std::chrono::nanoseconds>(kBudget);
  for (int brackets = 0; brackets < kMostBrackets; ++brackets) {
    if (brackets >= kLeastBrackets && host.now() >= end) break;
    const auto bracket = queue.run(work, request);
    const Seconds launch = bracket.device / static_cast<double>(request.launches);
    if (is_plausible(bracket) && (!shortest || launch < *shortest)) shortest = launch;
  }
  return shortest;
}

}  // namespace tickbench::peak
