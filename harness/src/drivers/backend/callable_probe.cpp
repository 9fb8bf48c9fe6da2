// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "backend/callable_probe.hpp"

#include <algorithm>
#include <optional>

namespace tickbench {
namespace {

/// Far longer than what takes no wait, on a busy host as well; short beside a measurement.
constexpr HoldRequest kHold{.at_least = Seconds(0.02)};

/// A host that was elsewhere looks like a wait. So often in turn it is one.
constexpr int kMostTries = 3;

/// So many brackets of the work and of nothing are taken in turn. A pause only adds: the shortest
/// of each are compared. Without a hold the host's pauses are in most brackets of a busy host: more
/// are taken, for so long.
constexpr int kPairs = 9, kMostPairs = 96;
constexpr Seconds kLongestSearch{0.25};

/// Nothing takes so much longer than nothing: the marks of known devices vary by 10 us.
constexpr Seconds kSurelySomething{50e-6};
/// Nothing takes so long where the host's processors are in demand; less may be a pause.
constexpr Seconds kLongerThanPauses{20e-3};
/// Unless they are in high demand, and then hardly so long, nor several times in turn.
constexpr Seconds kLongestPause{0.2};
bool is_long_pause(Seconds time) { return time > kLongerThanPauses && time < kLongestPause; }
/// Of launches that are shorter, so many stand out of what the marks take. Of those that wait,
/// fewer do: so many waits for nothing take the host as long.
constexpr std::int64_t kManyLaunches = 64, kMostLaunches = 1024;
constexpr Seconds kLeastLaunch{50e-9};
/// A queue that is full of the work's commands blocks until its hold has ended. A host that is slow
/// needs longer than a hold as well.
constexpr int kMostUnfed = 3;

/// Whether so many launches take the queue longer than nothing does. Nothing where they are not
/// enqueued within a hold: fewer may be.
std::optional<bool> takes_time(TimedQueue& queue, const Work& work, CallableProbe& probe) {
  const Work nothing{.enqueue = [] {}, .description = "nothing", .never_waits = work.never_waits};
  const auto hold = work.never_waits ? std::optional(kHold) : std::nullopt;
  const auto margin = probe.launches < kMostLaunches
                          ? kSurelySomething
                          : kLeastLaunch * static_cast<double>(probe.launches);
  probe.device = probe.empty = Seconds::max();
  Seconds spent{};
  for (int i = 0, unfed = 0; i < kPairs || (!hold && i < kMostPairs && spent < kLongestSearch);) {
    const auto bracket = queue.run(work, {.launches = probe.launches, .hold = hold});
    unfed += hold && !bracket.fed ? 1 : 0;
    if (unfed == kMostUnfed && unfed == i + 1) return std::nullopt;
    spent += bracket.device;
    probe.device = std::min(probe.device, bracket.device);
    probe.empty = std::min(probe.empty, queue.run(nothing, {.hold = hold}).device);
    if (++i >= kPairs && probe.device - probe.empty <= margin) return false;
  }
  return true;
}

}  // namespace

CallableProbe probe_callable(TimedQueue& queue, const Work& work) {
  Work held = work;
  held.never_waits = true;
  CallableProbe probe;
  if (!queue.supports(TimeMethod::kBracket, held)) return probe;
  const auto limits = queue.hold_limits(held, false);
  held.never_waits = !work.waits && limits.method != HoldMethod::kNone;
  probe.was_held = probe.waits = held.never_waits;
  probe.launches = 1;
  if (!probe.was_held) probe.device = queue.run(held, {}).device;
  for (int tries = 0; probe.waits && tries < kMostTries; ++tries) {
    const auto bracket = queue.run(held, {.hold = kHold});
    probe.waits = !bracket.fed;
    probe.device = bracket.device;
  }
  for (int tries = 0; is_long_pause(probe.device) && tries < kMostTries; ++tries)
    probe.device = std::min(
        probe.device,
        queue.run(held, {.hold = probe.was_held ? std::optional(kHold) : std::nullopt}).device);
  if (probe.waits || probe.device > kLongerThanPauses) return probe;
  for (const auto launches : {std::int64_t{1}, kManyLaunches, kMostLaunches}) {
    if (work.waits && launches == kMostLaunches) break;
    probe.launches = probe.was_held ? std::min(launches, limits.most_launches) : launches;
    auto takes = takes_time(queue, held, probe);
    while (!takes && (probe.launches /= 2) > 0) takes = takes_time(queue, held, probe);
    if (takes.value_or(true)) return probe;
  }
  probe.enqueues_nothing = true;
  return probe;
}

}  // namespace tickbench
