// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "measurement/brackets.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "measurement/stopping_rule.hpp"
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

/// A hold is so much longer than what was required: hosts vary.
constexpr double kHoldSafetyFactor = 2;
constexpr Seconds kLeastHoldReserve{20e-6};
constexpr double kMostExtension = 1024;
/// The next hold follows the median requirement of so many brackets.
constexpr std::size_t kHoldHistory = 5;
/// The marks' time is the median of so many brackets.
constexpr std::size_t kMarksReadings = 5;

/// From here on a launch is worth a flush of its own, and later ones are enqueued while it runs.
constexpr Seconds kLongLaunch{20e-6};
/// Launches may vary: none is taken to be shorter than this part of the shortest mean.
constexpr double kShortestLaunchFraction = 0.5;

/// Of a clock that ticks at all, none is known with a step of a tenth of this.
constexpr Seconds kLongEnough{0.01};

/// A launch this many steps long cannot read zero.
constexpr double kClearlyAbove = 2;

constexpr int kMoreWrapped = 2;

std::string bracket_text(const BracketRequest& request) {
  return fmt::format("over {} launch{}", request.launches, request.launches == 1 ? "" : "es");
}

[[noreturn]] void refuse_wrapped(const Bracket& bracket, const BracketRequest& request) {
  throw ImplausibleTime(
      Plausibility::kWrapped,
      fmt::format("expected a bracket shorter than a wrap of the device's counter, {}, found one "
                  "of {} by the host's clock: its device time cannot be told, {} by method {}",
                  duration_text(bracket.wrapped), duration_text(bracket.host),
                  bracket_text(request), to_string(request.method)));
}

/// A bracket that takes too long to be doubled is retried so often: a host that was busy elsewhere
/// lengthens its own part, and holds, and says nothing of the bracket.
constexpr int kMostRetries = 1, kMostHeldRetries = 8;
/// Held brackets are retried and grown for no longer than these parts of the budget, so that the
/// samples have the rest.
constexpr double kRetriesPerBudget = 4, kGrowthPerBudget = 2;

/// A held bracket that is far too short is made so many times as long at once. Each step costs a
/// wait, which a busy host may sleep through.
constexpr std::int64_t kMostGrowth = 8;

/// One growth of a bracket.
class Growth {
 public:
  Growth(Bracketer& bracketer, const BracketTarget& target)
      : bracketer_(bracketer), target_(target) {}

  std::int64_t grow() {
    auto timed = run();
    while (timed && !is_long_enough(*timed) && is_early(kGrowthPerBudget) && fits(*timed, 2)) {
      fed_ = launches_;
      launches_ = next_size(*timed);
      timed = run();
    }
    if (!timed) return largest_fed();
    // Nothing longer fits, so a zero is final now.
    if (timed->bracket.device == Seconds(0)) bracketer_.run(launches_, false);
    return launches_;
  }

 private:
  /// Nothing where it is not fed.
  std::optional<TimedBracket> run() {
    auto timed = bracketer_.run_fed(launches_, true);
    for (int retries = is_held_ ? kMostHeldRetries : kMostRetries;
         retries > 0 && timed && needs_retry(*timed); --retries)
      timed = bracketer_.run_fed(launches_, true);
    return timed;
  }
  bool needs_retry(const TimedBracket& timed) const {
    return !is_long_enough(timed) && !is_affordable(timed, 2) && is_early(kRetriesPerBudget);
  }

  /// Twice the launches. Held, up to 8 times: while so many would be too short even if the marks
  /// took no time.
  std::int64_t next_size(const TimedBracket& timed) const {
    std::int64_t times = 2;
    while (is_held_ && times < kMostGrowth && fits(timed, 2 * times) &&
           static_cast<double>(2 * times) * timed.bracket.device <= least_time(timed))
      times *= 2;
    return times * launches_;
  }

  /// Halves the launches until they are fed. 0: nothing was.
  std::int64_t largest_fed() {
    do launches_ /= 2;
    while (launches_ > fed_ && !bracketer_.run_fed(launches_, true));
    return launches_;
  }

  /// The device time from which on a bracket is long enough.
  Seconds least_time(const TimedBracket& timed) const {
    const Seconds least = timed.bracket.fed
                              ? std::max(kShortestHeld, 2 * bracketer_.marks / target_.precision)
                              : kShortestBracket;
    return std::max(least, kStepsPerBracket * bracketer_.step());
  }
  bool is_long_enough(const TimedBracket& timed) const {
    return timed.bracket.device >= least_time(timed);
  }

  /// By what a bracket of twice the launches takes twice of. Held, that is the hold and the
  /// launches: a host that slept through its wait says nothing of longer brackets.
  bool is_affordable(const TimedBracket& timed, std::int64_t times) const {
    const auto& [bracket, wall] = timed;
    const Seconds cost_per_doubling =
        is_held_ ? std::max(bracket.hold, bracket.enqueue) + bracket.device : wall;
    return static_cast<double>(times) * cost_per_doubling <= target_.budget / kBracketsPerBudget;
  }
  bool fits(const TimedBracket& timed, std::int64_t times) const {
    return times * launches_ <= most_ && is_affordable(timed, times);
  }
  bool is_early(double parts) const {
    return !is_held_ || Seconds(bracketer_.host.now() - begin_) < target_.budget / parts;
  }

  Bracketer& bracketer_;
  const BracketTarget& target_;
  bool is_held_ = bracketer_.hold.has_value();
  std::int64_t most_ = is_held_ ? std::min(target_.most_launches, kMostLaunches) : kMostLaunches;
  std::chrono::nanoseconds begin_ = bracketer_.host.now();
  std::int64_t launches_ = 1;
  std::int64_t fed_ = 0;  ///< the launches of the bracket before
};

}  // namespace

Plan make_plan(TimedQueue& queue, const Work& work, Mode mode,
               const MeasurementSettings& settings) {
  Plan plan{mode, {}, settings.cache == Cache::kCold ? settings.displace_bytes : 0};
  plan.hold = queue.hold_limits(work, plan.displace_bytes != 0);
  for (const TimeMethod method : preferred(mode, settings.cache, work))
    if (queue.supports(method, work) && (method != TimeMethod::kGraph || settings.graphs))
      plan.device_methods.push_back(method);
  return plan;
}

void refuse(Plausibility found, const Bracket& bracket, const BracketRequest& request,
            Seconds step) {
  const Seconds held = found == Plausibility::kZero ? Seconds(0) : bracket.hold;
  throw ImplausibleTime(
      found,
      fmt::format("{} {}{} by method {}", refusal_text(held + bracket.device, bracket.host, step),
                  bracket_text(request), held > Seconds(0) ? " and a hold" : "",
                  to_string(request.method)));
}

void require_plausible(const Bracket& bracket, const BracketRequest& by, Seconds step,
                       bool may_be_zero) {
  if (bracket.wrapped > Seconds(0)) refuse_wrapped(bracket, by);
  Plausibility found = judge(bracket.device, bracket.host, step);
  // The hold and the launches follow each other.
  if (found == Plausibility::kPlausible && bracket.hold != Seconds(0))
    found = judge(bracket.hold + bracket.device, bracket.host, step);
  const bool is_brief = found == Plausibility::kZero && may_be_zero;
  if (found != Plausibility::kPlausible && !is_brief) refuse(found, bracket, by, step);
}

Bracket run_plausible(TimedQueue& queue, const Work& work, const BracketRequest& request,
                      Seconds step, bool may_be_zero) {
  Bracket bracket = queue.run(work, request);
  // A host that was elsewhere meanwhile is there the next time.
  for (int retries = 0; bracket.wrapped > Seconds(0) && retries < kMoreWrapped; ++retries)
    bracket = queue.run(work, request);
  if (request.method == TimeMethod::kHost) bracket.device = bracket.host;
  require_plausible(bracket, request, step, may_be_zero);
  return bracket;
}

HoldRequest HoldLength::request(std::int64_t launches) const {
  const auto count = static_cast<double>(launches);
  const bool overlaps = overlappable_launch_ > Seconds(0);
  std::vector<double> required;
  for (const auto& past : history_) {
    // Enqueueing twice as many launches takes twice as long, unless earlier ones run meanwhile.
    const double growth = overlaps ? 1 : count / static_cast<double>(past.launches);
    required.push_back(past.hold.count() * std::max(1.0, growth));
  }
  const Seconds expected = required.empty() ? kFirstEnqueue * count : Seconds(median(required));
  const Seconds hold = extension_ * (kHoldSafetyFactor * expected + kLeastHoldReserve);
  return {std::min(hold, kLongestHold), overlappable_launch_};
}

void HoldLength::learn(const Bracket& bracket, std::int64_t launches) {
  history_.push_back({bracket.required_hold, launches});
  if (history_.size() > kHoldHistory) history_.pop_front();
  extension_ = bracket.fed ? 1 : std::min(2 * extension_, kMostExtension);
  was_fed_ |= bracket.fed;
  const Seconds mean = bracket.device / static_cast<double>(launches);
  shortest_launch_ = std::min(shortest_launch_, kShortestLaunchFraction * mean);
  const bool overlaps = may_overlap_ && was_fed_ && shortest_launch_ >= kLongLaunch;
  overlappable_launch_ = overlaps ? shortest_launch_ : Seconds(0);
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
  for (std::size_t i = 0; read.size() < kMarksReadings && i < 2 * kMarksReadings; ++i) {
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

std::int64_t grow_bracket(Bracketer& bracketer, const BracketTarget& target) {
  return Growth(bracketer, target).grow();
}

void probe_zero(TimedQueue& queue, const Work& work, TimeMethod method, Seconds step,
                HostClock& host) {
  const bool has_bracket = queue.supports(TimeMethod::kBracket, work);
  const TimeMethod longer = has_bracket ? TimeMethod::kBracket : TimeMethod::kEventSum;
  BracketRequest request{1, longer, 0};
  Bracket bracket;
  // Behind a reset there is one launch in each: what the others find takes time as well.
  Work alone = work;
  alone.reset = nullptr;
  // Doubles the launches until the device sees time, or the host has seen 10 ms of it.
  for (Seconds wall{0}; bracket.device == Seconds(0) && wall < kLongEnough;) {
    request.launches *= 2;
    const auto begin = host.now();
    bracket = queue.run(alone, request);
    wall = host.now() - begin;
  }
  const Plausibility found = judge(bracket.device, bracket.host, step);
  if (found != Plausibility::kPlausible) refuse(found, bracket, request, step);

  const Seconds launch = bracket.device / static_cast<double>(request.launches);
  if (method != longer && launch >= kClearlyAbove * step)
    refuse(Plausibility::kZero, {Seconds(0), bracket.host, {}}, {1, method, 0}, step);
}

std::optional<bool> clock_moves(TimedQueue& queue, HostClock& host) {
  const auto first = queue.read_clock();
  if (!first) return std::nullopt;
  host.sleep_for(kLongEnough);
  const auto last = queue.read_clock();
  return last && last->device != first->device;
}

}  // namespace tickbench
