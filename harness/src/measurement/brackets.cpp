// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "measurement/brackets.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace tickbench {
namespace {

std::vector<TimeMethod> preferred(Mode mode, Cache cache) {
  if (mode == Mode::kIsolated) return {TimeMethod::kOneEvent, TimeMethod::kBracket};
  if (cache == Cache::kCold) return {TimeMethod::kEventSum};
  return {TimeMethod::kBracket, TimeMethod::kEventSum};
}

/// Where neither time nor budget ends the growth, as on a clock that stands still on both sides.
constexpr std::int64_t kMostLaunches = std::int64_t{1} << 30;

bool is_long_enough(const TimedBracket& timed, Seconds step) {
  return timed.bracket.device >= kStepsPerBracket * step &&
         timed.bracket.device >= kShortestBracket;
}

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

Plan make_plan(const TimedQueue& queue, const Work& work, Mode mode,
               const MeasurementSettings& settings) {
  Plan plan{mode, {}, settings.cache == Cache::kCold ? settings.displace_bytes : 0};
  for (const TimeMethod method : preferred(mode, settings.cache))
    if (queue.supports(method, work)) plan.device_methods.push_back(method);
  return plan;
}

void refuse(Plausibility found, const Bracket& bracket, const BracketRequest& request,
            Seconds step) {
  throw ImplausibleTime(
      found, fmt::format("{} over {} launch{} by method {}",
                         refusal_text(bracket.device, bracket.host, step), request.launches,
                         request.launches == 1 ? "" : "es", to_string(request.method)));
}

Bracket run_plausible(TimedQueue& queue, const Work& work, const BracketRequest& request,
                      Seconds step, bool may_be_zero) {
  Bracket bracket = queue.run(work, request);
  if (request.method == TimeMethod::kHost) bracket.device = bracket.host;
  const Plausibility found = judge(bracket.device, bracket.host, step);
  const bool is_brief = found == Plausibility::kZero && may_be_zero;
  if (found != Plausibility::kPlausible && !is_brief) refuse(found, bracket, request, step);
  return bracket;
}

TimedBracket Bracketer::run(std::int64_t launches, bool may_be_zero) {
  const bool is_zero_believable =
      launches > 1 || std::isinf(shortest_launch.count()) || shortest_launch <= 2 * step();
  TimedBracket timed;
  const auto begin = host.now();
  timed.bracket = run_plausible(queue, work, {launches, method, displace_bytes}, step(),
                                may_be_zero && is_zero_believable);
  timed.wall = host.now() - begin;
  // A sum of events is no difference of two stamps: its truncations add up.
  if (method != TimeMethod::kEventSum || launches == 1) detector.observe(timed.bracket.device);
  if (launches == 1) shortest_launch = std::min(shortest_launch, timed.bracket.device);
  return timed;
}

std::int64_t grow_bracket(Bracketer& bracketer, Seconds budget) {
  const Seconds most_wall = budget / kBracketsPerBudget;
  for (std::int64_t launches = 1;; launches *= 2) {
    const bool is_last = launches >= kMostLaunches;
    TimedBracket timed = bracketer.run(launches, true);
    const auto doubled_fits = [&] { return 2 * timed.wall <= most_wall && !is_last; };
    if (is_long_enough(timed, bracketer.step())) return launches;
    // Once more: a host that was busy elsewhere for a moment says nothing of the bracket.
    if (!doubled_fits()) timed = bracketer.run(launches, true);
    if (is_long_enough(timed, bracketer.step())) return launches;
    if (doubled_fits()) continue;
    // Nothing longer fits, so a zero is final now.
    if (timed.bracket.device == Seconds(0)) bracketer.run(launches, false);
    return launches;
  }
}

void probe_zero(TimedQueue& queue, const Work& work, TimeMethod method, Seconds step,
                HostClock& host) {
  const bool has_bracket = queue.supports(TimeMethod::kBracket, work);
  const TimeMethod longer = has_bracket ? TimeMethod::kBracket : TimeMethod::kEventSum;
  const Probe probe = longest_bracket(queue, work, longer, host);
  const Plausibility found = judge(probe.bracket.device, probe.bracket.host, step);
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
  return last && last->device != first->device;
}

}  // namespace tickbench
