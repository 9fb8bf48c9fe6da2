// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "measurement/brackets.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "measurement/stopping_rule.hpp"
#include "statistics/statistics.hpp"
#include "text/wording.hpp"

namespace tickbench {
namespace {

std::vector<TimeMethod> preferred(Mode mode, Cache cache, const Work& work) {
  // A chain has two events, of its first and its last command.
  if (mode == Mode::kIsolated)
    return {work.commands > 1 ? TimeMethod::kEventSum : TimeMethod::kOneEvent,
            TimeMethod::kBracket};
  if (cache == Cache::kCold) return {TimeMethod::kEventSum};
  return {TimeMethod::kGraph, TimeMethod::kBracket, TimeMethod::kEventSum};
}

/// Where neither time nor budget ends the growth, as on a clock that stands still on both sides.
constexpr std::int64_t kMostLaunches = std::int64_t{1} << 30;

/// Enqueueing one launch where none has been timed: three times what an H200's OpenCL takes.
constexpr Seconds kFirstEnqueue{20e-6};

/// A hold is so much longer than what was needed: hosts vary.
constexpr double kReserve = 2;
constexpr Seconds kLeastReserve{20e-6};
constexpr double kMostLonger = 1024;
/// Of so many brackets the median need is what the next one is held for.
constexpr std::size_t kNeeds = 5;

/// From here on a launch is worth a flush of its own, and later ones are enqueued while it runs.
constexpr Seconds kLongLaunch{20e-6};
/// Launches may vary: none is taken to be shorter than this part of the shortest mean.
constexpr double kSurely = 0.5;

/// The device time from which on a bracket is long enough.
Seconds least_time(const TimedBracket& timed, const Bracketer& bracketer,
                   const BracketTarget& target) {
  const Seconds least = timed.bracket.fed
                            ? std::max(kShortestHeld, 2 * bracketer.marks / target.precision)
                            : kShortestBracket;
  return std::max(least, kStepsPerBracket * bracketer.step());
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

Plan make_plan(TimedQueue& queue, const Work& work, Mode mode,
               const MeasurementSettings& settings) {
  Plan plan{mode, {}, settings.cache == Cache::kCold ? settings.displace_bytes : 0};
  plan.hold = queue.hold_limits(work, plan.displace_bytes != 0);
  for (const TimeMethod method : preferred(mode, settings.cache, work))
    if (queue.supports(method, work)) plan.device_methods.push_back(method);
  return plan;
}

void refuse(Plausibility found, const Bracket& bracket, const BracketRequest& request,
            Seconds step) {
  const Seconds held = found == Plausibility::kZero ? Seconds(0) : bracket.hold;
  throw ImplausibleTime(
      found, fmt::format("{} over {} launch{}{} by method {}",
                         refusal_text(held + bracket.device, bracket.host, step), request.launches,
                         request.launches == 1 ? "" : "es", held > Seconds(0) ? " and a hold" : "",
                         to_string(request.method)));
}

namespace {

constexpr int kMoreWrapped = 2;

[[noreturn]] void refuse_wrapped(const Bracket& bracket, const BracketRequest& request) {
  throw ImplausibleTime(
      Plausibility::kWrapped,
      fmt::format(
          "expected a bracket shorter than a wrap of the device's counter, {}, found one of "
          "{} by the host's clock: its device time cannot be told, over {} launch{} by "
          "method {}",
          duration_text(bracket.wrapped), duration_text(bracket.host), request.launches,
          request.launches == 1 ? "" : "es", to_string(request.method)));
}

}  // namespace

Bracket run_plausible(TimedQueue& queue, const Work& work, const BracketRequest& request,
                      Seconds step, bool may_be_zero) {
  Bracket bracket = queue.run(work, request);
  // A host that was elsewhere meanwhile is there the next time.
  for (int again = 0; bracket.wrapped > Seconds(0) && again < kMoreWrapped; ++again)
    bracket = queue.run(work, request);
  if (bracket.wrapped > Seconds(0)) refuse_wrapped(bracket, request);
  if (request.method == TimeMethod::kHost) bracket.device = bracket.host;
  Plausibility found = judge(bracket.device, bracket.host, step);
  // The hold and the launches follow each other.
  if (found == Plausibility::kPlausible && bracket.hold != Seconds(0))
    found = judge(bracket.hold + bracket.device, bracket.host, step);
  const bool is_brief = found == Plausibility::kZero && may_be_zero;
  if (found != Plausibility::kPlausible && !is_brief) refuse(found, bracket, request, step);
  return bracket;
}

HoldRequest HoldLength::request(std::int64_t launches) const {
  const auto count = static_cast<double>(launches);
  std::vector<double> needs;
  for (const auto& [needed, of] : needs_) {
    // Where launches are enqueued one by one, twice as many need twice as long.
    const double more = launch_ > Seconds(0) ? 1 : std::max(1.0, count / static_cast<double>(of));
    needs.push_back(needed.count() * more);
  }
  const Seconds needed = needs.empty() ? kFirstEnqueue * count : Seconds(median(needs));
  return {std::min(longer_ * (kReserve * needed + kLeastReserve), kLongestHold), launch_};
}

void HoldLength::learn(const Bracket& bracket, std::int64_t launches) {
  needs_.push_back({bracket.needed, launches});
  if (needs_.size() > kNeeds) needs_.pop_front();
  longer_ = bracket.fed ? 1 : std::min(2 * longer_, kMostLonger);
  shortest_ = std::min(shortest_, kSurely * bracket.device / static_cast<double>(launches));
  was_fed_ |= bracket.fed;
  launch_ = was_fed_ && shortest_ >= kLongLaunch ? shortest_ : Seconds(0);
}

TimedBracket Bracketer::run(std::int64_t launches, bool may_be_zero) {
  // A held launch is shorter than one that waits for the host: it is not compared with those.
  const bool is_zero_believable =
      hold || launches > 1 || std::isinf(shortest_launch.count()) || shortest_launch <= 2 * step();
  BracketRequest request{launches, method, displace_bytes};
  if (hold) request.hold = hold->request(launches);
  TimedBracket timed;
  const auto begin = host.now();
  timed.bracket = run_plausible(queue, work, request, step(), may_be_zero && is_zero_believable);
  timed.wall = host.now() - begin;
  if (hold) hold->learn(timed.bracket, launches);
  // A sum of events is no difference of two stamps: its truncations add up.
  if (method != TimeMethod::kEventSum || launches == 1) detector.observe(timed.bracket.device);
  if (launches == 1 && !hold) shortest_launch = std::min(shortest_launch, timed.bracket.device);
  return timed;
}

void Bracketer::time_marks() {
  // Events have no marks. Those of a graph are a bracket's.
  const Work nothing{.enqueue = [] {}, .description = "nothing", .never_waits = true};
  if (!hold || method == TimeMethod::kEventSum) return;
  // What is learnt of nothing says nothing of launches.
  HoldLength length;
  std::vector<double> read;
  for (std::size_t i = 0; read.size() < kNeeds && i < 2 * kNeeds; ++i) {
    const auto bracket = queue.run(nothing, {1, TimeMethod::kBracket, 0, length.request(1)});
    length.learn(bracket, 1);
    if (bracket.fed) read.push_back(std::max(0.0, bracket.device.count()));
  }
  if (!read.empty()) marks = Seconds(median(read));
}

std::optional<TimedBracket> Bracketer::run_fed(std::int64_t launches, bool may_be_zero) {
  for (UnfedInTurn unfed;;) {
    auto timed = run(launches, may_be_zero);
    if (is_valid(timed)) return timed;
    if (unfed.add(timed.bracket)) return std::nullopt;
  }
}

namespace {

/// A bracket that takes too long to be doubled is run again so often: a host that was busy
/// elsewhere lengthens its own part, and holds, and says nothing of the bracket.
constexpr int kMoreTries = 1, kMoreHeldTries = 8;
/// For no longer than this part of the budget, so that the samples have the rest.
constexpr double kGrowthPerBudget = 4;

/// A held bracket that is far too short is made so many times as long at once. Each step costs a
/// wait, which a busy host may sleep through.
constexpr std::int64_t kMostGrowth = 8;

/// What a bracket of twice the launches takes twice of. Held, that is the hold and the launches: a
/// host that slept through its wait says nothing of longer brackets.
Seconds doubled_part(const TimedBracket& timed, bool is_held) {
  const auto& bracket = timed.bracket;
  return is_held ? std::max(bracket.hold, bracket.enqueue) + bracket.device : timed.wall;
}

/// Nothing where brackets are held, and not even one launch can be fed. Of held ones the growth
/// leaves half of the budget for sampling.
std::optional<std::int64_t> grow(Bracketer& bracketer, const BracketTarget& target) {
  const bool is_held = bracketer.hold.has_value();
  const int tries = is_held ? kMoreHeldTries : kMoreTries;
  const Seconds most_wall = target.budget / kBracketsPerBudget;
  auto most = is_held ? std::min(target.most_launches, kMostLaunches) : kMostLaunches;
  const auto begin = bracketer.now();
  std::int64_t longest = 0;  // of the brackets so far
  for (std::int64_t launches = 1;;) {
    auto timed = bracketer.run_fed(launches, true);
    const auto is_done = [&] {
      return !timed || timed->bracket.device >= least_time(*timed, bracketer, target) ||
             (is_held && Seconds(bracketer.now() - begin) >= target.budget / 2);
    };
    const auto fits = [&](std::int64_t times) {
      return static_cast<double>(times) * doubled_part(*timed, is_held) <= most_wall;
    };
    const auto may_retry = [&] {
      return !is_held || Seconds(bracketer.now() - begin) < target.budget / kGrowthPerBudget;
    };
    for (int again = 0; !is_done() && !fits(2) && again < tries && may_retry(); ++again)
      timed = bracketer.run_fed(launches, true);
    if (!timed) {
      if (launches <= 2 * longest || launches == 1)
        return longest > 0 ? std::optional(longest) : std::nullopt;
      most = launches /= 2;
      continue;
    }
    longest = launches;
    std::int64_t times = !is_done() && fits(2) && 2 * launches <= most ? 2 : 1;
    // Even if its marks took no time it would not be long enough.
    const auto is_far = [&] {
      return static_cast<double>(2 * times) * timed->bracket.device <=
             least_time(*timed, bracketer, target);
    };
    while (is_held && times > 1 && times < kMostGrowth && is_far() && fits(2 * times) &&
           2 * times * launches <= most)
      times *= 2;
    launches *= times;
    if (times > 1) continue;
    // Nothing longer fits, so a zero is final now.
    if (timed->bracket.device == Seconds(0)) bracketer.run(launches, false);
    return launches;
  }
}

}  // namespace

std::int64_t grow_bracket(Bracketer& bracketer, const BracketTarget& target) {
  auto launches = grow(bracketer, target);
  if (!launches) {
    bracketer.hold.reset();
    launches = grow(bracketer, target);
  }
  return *launches;
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
