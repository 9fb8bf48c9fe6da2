// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "measurement/brackets.hpp"
#include "measurement/sampling.hpp"
#include "tickbench/error.hpp"
#include "timer/loop_queue.hpp"

namespace tickbench::detail {

struct IterationMeasurement::Impl {
  Impl(const MakeTimedQueue& make_queue, const TimerOptions& options)
      : queue(timer::make_queue(make_queue)), settings(timer::settings_for(*queue, options)) {
    timer::require_sound_clock(*queue);
    request.displace_bytes = settings.displace_bytes;
  }

  void begin() {
    if (open)
      throw Error(Outcome::kInvalidBenchmark,
                  "expected one timer at a time, found one within the scope of another");
    // The first launches of a queue load what its marks need.
    if (taken.empty()) take_nothing();
    open = queue->open(work, request);
  }

  Seconds end() {
    if (!open) throw Error(Outcome::kInvalidBenchmark, "expected a timer that has begun");
    open->launched();
    const auto bracket = std::exchange(open, nullptr)->finish();
    try {
      require_plausible(bracket, request, detector.step(), true);
    } catch (const ImplausibleTime& refused) {
      throw Error(Outcome::kImplausibleTime, refused.what());
    }
    detector.observe(bracket.device);
    taken.push_back(bracket.device);
    held += request.hold && bracket.fed ? 1 : 0;
    if (empty.size() < kFewestJudged) empty.push_back(take_nothing());
    prepare_next(bracket);
    return bracket.device;
  }

  void prepare_next(const Bracket& bracket) {
    if (taken.size() == 1) {
      // Now, since the first one may have loaded code, and would have waited for the hold.
      work.never_waits = true;
      const auto limits = queue->hold_limits(work, settings.displace_bytes != 0);
      why_not = limits.why_not;
      if (limits.method != HoldMethod::kNone) hold.emplace();
    } else if (hold) {
      hold->learn(bracket, 1);
      if (bracket.fed) unfed = {};
      if (!bracket.fed && unfed.add(bracket)) {
        hold.reset();
        why_not = "the host did not keep ahead of the device";
      }
    }
    work.never_waits = hold.has_value();
    request.hold = hold ? std::optional(hold->request(1)) : std::nullopt;
  }

  /// Like the iteration before it.
  Seconds take_nothing() {
    const Work nothing{.enqueue = [] {}, .description = "nothing", .never_waits = work.never_waits};
    return queue->run(nothing, request).device;
  }

  std::string judge() {
    // Three quarters of the times are to be above three quarters of those of nothing, in which the
    // pauses of a busy host are; or far above a quarter of them.
    const auto nothing = to_seconds(empty);
    const auto least = quantile(nothing, 0.75) + (held > 0 ? 0 : kHostsPart.count());
    const auto surely = kLongerThanMarks * quantile(nothing, 0.25) + kHostsPart.count();
    const bool is_nothing = quantile(to_seconds(taken), 0.25) <= std::min(least, surely);
    if (is_nothing && taken.size() >= kFewestJudged)
      throw Error(Outcome::kInvalidBenchmark,
                  "expected iterations that enqueue on the queue that is timed, found them to take "
                  "that queue no longer than nothing does");
    if (is_nothing) return "no longer than nothing";
    const auto unheld = std::ssize(taken) - held;
    if (unheld == 0) return "";
    const auto label = fmt::format("not held: {} of {} iterations", unheld, taken.size());
    return why_not.empty() ? label : label + ", " + why_not;
  }

  /// Fewer tell nothing of a body.
  static constexpr std::size_t kFewestJudged = 15;
  /// Without a hold the host's way from mark to mark is in it: through a body a longer one.
  static constexpr Seconds kHostsPart{1e-6};
  /// So many times as long as most of nothing, and it is none.
  static constexpr double kLongerThanMarks = 3;

  std::unique_ptr<TimedQueue> queue;
  MeasurementSettings settings;
  StepDetector detector{queue->reported_resolution()};
  Work work{.enqueue = [] {}, .description = "an iteration"};
  BracketRequest request;
  std::optional<HoldLength> hold;
  UnfedInTurn unfed;
  std::string why_not;
  std::vector<Seconds> taken, empty;
  std::int64_t held = 0;
  std::unique_ptr<OpenBracket> open;  ///< last: it uses the queue
};

IterationMeasurement::IterationMeasurement(const MakeTimedQueue& make_queue,
                                           const TimerOptions& options)
    : impl_(std::make_unique<Impl>(make_queue, options)) {}
IterationMeasurement::~IterationMeasurement() = default;
void IterationMeasurement::begin() { impl_->begin(); }
Seconds IterationMeasurement::end() { return impl_->end(); }
std::int64_t IterationMeasurement::held() const { return impl_->held; }
std::string IterationMeasurement::judge() { return impl_->judge(); }

}  // namespace tickbench::detail
