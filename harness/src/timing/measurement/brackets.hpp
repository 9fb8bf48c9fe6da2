// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>
#include <stdexcept>

#include "clock/device_time.hpp"
#include "measurement/measurement.hpp"

namespace tickbench {

/// How one mode is measured: by which methods, best first, and with what displaced.
struct Plan {
  Mode mode = Mode::kIsolated;
  std::vector<TimeMethod> device_methods;
  std::size_t displace_bytes = 0;
  HoldLimits hold{};
};

/// Isolated: the launch's own events, where it has them, else a bracket of one. Batched: a bracket,
/// which costs nothing a launch; else the sum of the launches' events, which is also what cold
/// brackets take, so that the displacement between the launches stays outside.
Plan make_plan(TimedQueue& queue, const Work& work, Mode mode, const MeasurementSettings& settings);

/// Refuses a bracket, and with it the method. The engine tries the next one.
class ImplausibleTime : public std::runtime_error {
 public:
  ImplausibleTime(Plausibility found, const std::string& message)
      : std::runtime_error(message), found_(found) {}
  Plausibility found() const noexcept { return found_; }

 private:
  Plausibility found_;
};

/// Throws ImplausibleTime, naming device time, host time, launches and method.
[[noreturn]] void refuse(Plausibility found, const Bracket& bracket, const BracketRequest& request,
                         Seconds step);

/// The gate: a bracket that was run `by` this request. Throws ImplausibleTime; a zero passes where
/// it `may_be_zero`.
void require_plausible(const Bracket& bracket, const BracketRequest& by, Seconds step,
                       bool may_be_zero);

/// Runs one bracket, through the gate. By kHost the host's time is the device's. Throws
/// ImplausibleTime; a zero passes where it `may_be_zero`.
Bracket run_plausible(TimedQueue& queue, const Work& work, const BracketRequest& request,
                      Seconds step, bool may_be_zero);

/// One bracket that passed the gate.
struct TimedBracket {
  Bracket bracket;
  Seconds wall{};  ///< of the whole call, displacement and draining included
};

/// How long to hold the next bracket, learnt from what the last ones required.
class HoldLength {
 public:
  /// `may_overlap`: as the HoldLimits say.
  explicit HoldLength(bool may_overlap = false) : may_overlap_(may_overlap) {}
  HoldRequest request(std::int64_t launches) const;
  void learn(const Bracket& bracket, std::int64_t launches);

 private:
  struct Requirement {
    Seconds hold;
    std::int64_t launches;
  };
  bool may_overlap_;
  std::deque<Requirement> history_;  ///< of the last few brackets
  double extension_ = 1;             ///< a factor on the hold, after brackets that were not fed
  bool was_fed_ = false;
  Seconds shortest_launch_{std::numeric_limits<double>::infinity()};
  /// Launches take at least so long, and later ones are enqueued while earlier ones run; 0: they
  /// are too short for that.
  Seconds overlappable_launch_{};
};

/// Runs brackets of one work by one method, each through the plausibility gate, and learns the
/// clock's step from them.
struct Bracketer {
  TimedQueue& queue;
  const Work& work;
  HostClock& host;
  TimeMethod method;
  std::size_t displace_bytes;
  StepDetector detector{queue.reported_resolution()};
  Seconds shortest_launch{std::numeric_limits<double>::infinity()};
  /// Brackets are held where it is there.
  std::optional<HoldLength> hold{};
  /// What a held bracket reads with nothing between its marks.
  Seconds marks{};

  /// Throws ImplausibleTime. `may_be_zero`: a zero passes, since the bracket may be shorter than a
  /// step; not that of one launch where every launch so far took longer than two.
  TimedBracket run(std::int64_t launches, bool may_be_zero);

  /// Whether the bracket may be a sample: one that was to be held has to be fed.
  bool is_valid(const TimedBracket& timed) const noexcept { return !hold || timed.bracket.fed; }
  /// Held brackets until one is fed. Nothing after 8 that were not: each is held for longer.
  std::optional<TimedBracket> run_fed(std::int64_t launches, bool may_be_zero);
  /// Learns `marks`, of held brackets.
  void time_marks();

  Seconds step() const noexcept { return detector.step(); }
};

/// A bracket of this many steps is off by at most a thousandth for the clock's sake.
inline constexpr double kStepsPerBracket = 1000;

/// A bracket's edges, a marker each, cost up to 10 us on a GPU: measured on an H200, an empty
/// kernel reads 13 us in a bracket of 1, 7.2 us a launch in one of 10 and 6.4 in one of 100. In 1
/// ms they are below 1 %.
inline constexpr Seconds kShortestBracket{1e-3};

/// The same for a held bracket, where only the marks' own time is in it beside the launches. It is
/// worth its hold from here on.
inline constexpr Seconds kShortestHeld{100e-6};

/// So many brackets in turn that were not fed: the hold is given up, or the bracket is halved.
inline constexpr int kMostUnfed = 8;
/// No bracket is held for longer.
inline constexpr Seconds kLongestHold{50e-3};

/// Held brackets that were not fed, in turn.
class UnfedInTurn {
 public:
  /// Returns true where it is no use to try again: after 8, or after two where the host opens the
  /// hold. That lasts until then, so the driver blocked, or the host was elsewhere for a quarter of
  /// a second. The one happens again.
  bool add(const Bracket& bracket) {
    count_ += bracket.hold > Seconds(0) ? 1 : kMostUnfed / 2;
    return count_ >= kMostUnfed;
  }

 private:
  int count_ = 0;
};

/// One bracket may take this part of the wall budget: 30 samples fit, and a margin.
inline constexpr double kBracketsPerBudget = 40;

/// How bracket growth ends.
struct BracketTarget {
  Seconds budget{};         ///< of wall time
  double precision = 0.01;  ///< held brackets are so long that the marks are within half of it
  std::int64_t most_launches = std::numeric_limits<std::int64_t>::max();
};

/// Doubles the launches until a bracket is 1000 steps long and as long as its marks ask for (1 ms;
/// where it is held, 2 x marks / precision and no less than 100 us), or a longer one would no
/// longer fit 30 times into the budget. Of a held bracket, hold and launches have to fit: a host
/// that wakes up late makes none shorter. Returns the launches; 0 where brackets are held and not
/// even one launch is fed. Throws ImplausibleTime where the longest reads zero.
std::int64_t grow_bracket(Bracketer& bracketer, const BracketTarget& target);

/// For a launch that reads zero in brackets of one: runs longer ones, to tell a launch below the
/// clock's step from a command that the device does not time.
///
/// Returns where the device sees time pass, and less than a step of it a launch. Throws
/// ImplausibleTime (kZero) where the longest bracket still reads zero, or where the launches' own
/// event reads zero for what a bracket sees take more than a step.
void probe_zero(TimedQueue& queue, const Work& work, TimeMethod method, Seconds step,
                HostClock& host);

/// Whether the device's clock is seen to move while nothing is timed. Nothing where the queue
/// cannot tell.
std::optional<bool> clock_moves(TimedQueue& queue, HostClock& host);

}  // namespace tickbench
