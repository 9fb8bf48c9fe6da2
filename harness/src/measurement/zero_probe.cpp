// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "measurement/zero_probe.hpp"

#include "clock/plausibility_gate.hpp"

namespace tickbench {
namespace {

/// Of a clock that ticks at all, none is known with a step of a tenth of this.
constexpr Seconds kLongEnough{0.01};

/// A launch this many steps long cannot read zero.
constexpr double kClearlyAbove = 2;

struct Probe {
  BracketRequest request;
  Bracket bracket;
};

/// Doubles the launches until the device sees time, or the host has seen 10 ms of it.
Probe longest_bracket(TimedQueue& queue, const Work& work, TimeMethod method, HostClock& host) {
  Probe probe{{2, method, 0}, {}};
  for (;; probe.request.launches *= 2) {
    const auto begin = host.now();
    probe.bracket = queue.run(work, probe.request);
    const Seconds wall = host.now() - begin;
    if (probe.bracket.device != Seconds(0) || wall >= kLongEnough) return probe;
  }
}

}  // namespace

void probe_zero(TimedQueue& queue, const Work& work, TimeMethod method, Seconds step,
                HostClock& host) {
  const bool has_bracket = queue.supports(TimeMethod::kBracket, work);
  const TimeMethod longer = has_bracket ? TimeMethod::kBracket : TimeMethod::kEvents;
  const Probe probe = longest_bracket(queue, work, longer, host);
  const Plausibility found = judge(probe.bracket, step);
  if (found != Plausibility::kPlausible) refuse(found, probe.bracket, probe.request, step);

  const Seconds launch = probe.bracket.device / static_cast<double>(probe.request.launches);
  if (method != longer && launch >= kClearlyAbove * step)
    refuse(Plausibility::kZero, {Seconds(0), probe.bracket.host, {}}, {1, method, 0}, step);
}

std::optional<bool> clock_moves(TimedQueue& queue, HostClock& host) {
  const auto first = queue.read_clock();
  if (!first) return std::nullopt;
  host.sleep_for(kLongEnough);
  const auto last = queue.read_clock();
  return last && last->device_ticks != first->device_ticks;
}

}  // namespace tickbench
