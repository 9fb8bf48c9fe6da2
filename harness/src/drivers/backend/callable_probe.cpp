// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "backend/callable_probe.hpp"

#include <algorithm>
#include <limits>

namespace tickbench {
namespace {

/// Far longer than what takes no wait, on a busy host as well; short beside a measurement.
constexpr HoldRequest kHold{.at_least = Seconds(0.02)};

/// A host that was elsewhere looks like a wait. So often in turn it is one.
constexpr int kMostTries = 3;

/// Of so many brackets the shortest counts: hosts and processors lengthen them.
constexpr int kTimes = 5;

/// One launch that takes so long is something. Of shorter ones so many are taken, to stand out of
/// what the marks take.
constexpr Seconds kSurelySomething{50e-6};
/// Nothing takes so long even where the host's processors are in demand; less may be a pause.
constexpr Seconds kLongerThanPauses{20e-3};
constexpr std::int64_t kManyLaunches = 64;
constexpr Seconds kLeastLaunch{50e-9};

Seconds shortest(TimedQueue& queue, const Work& work, std::int64_t launches) {
  const auto hold = work.never_waits ? std::optional(kHold) : std::nullopt;
  Seconds least{std::numeric_limits<double>::infinity()};
  for (int i = 0; i < kTimes; ++i)
    least = std::min(least, queue.run(work, {.launches = launches, .hold = hold}).device);
  return least;
}

}  // namespace

CallableProbe probe_callable(TimedQueue& queue, const Work& work) {
  Work held = work;
  held.never_waits = true;
  CallableProbe probe;
  if (!queue.supports(TimeMethod::kBracket, held)) return probe;
  held.never_waits = queue.hold_limits(held, false).method != HoldMethod::kNone;
  probe.was_held = probe.waits = held.never_waits;
  if (!probe.was_held) probe.device = queue.run(held, {}).device;
  for (int tries = 0; probe.waits && tries < kMostTries; ++tries) {
    const auto bracket = queue.run(held, {.hold = kHold});
    probe.waits = !bracket.fed;
    probe.device = bracket.device;
  }
  if (probe.waits) return probe;
  const Work nothing{.enqueue = [] {}, .description = "nothing", .never_waits = held.never_waits};
  probe.launches = 1;
  probe.empty = shortest(queue, nothing, 1);
  if (probe.device < kLongerThanPauses)
    probe.device = std::min(probe.device, shortest(queue, held, 1));
  if (probe.device > probe.empty + kSurelySomething) return probe;
  probe.launches = kManyLaunches;
  probe.device = shortest(queue, held, kManyLaunches);
  probe.enqueues_nothing = probe.device - probe.empty < kLeastLaunch * double{kManyLaunches};
  return probe;
}

}  // namespace tickbench
