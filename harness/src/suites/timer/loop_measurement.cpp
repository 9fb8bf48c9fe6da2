// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "backend/callable_probe.hpp"
#include "base/throw_error.hpp"
#include "measurement/sampling.hpp"
#include "results/write.hpp"
#include "text/wording.hpp"
#include "tickbench/backend/backend.hpp"
#include "timer/loop_queue.hpp"

namespace tickbench::timer {

/// The measurements of a loop.
struct Measured {
  Work work = LoopQueue::body();  ///< with what was found of it
  std::optional<Measurement> isolated, batched;
  std::string why_not_held;

  Measurement& shown() { return batched ? *batched : *isolated; }
};

/// Of this thread's last loop.
struct LastLoop {
  std::string key;
  std::int64_t iterations = 0;
  Measured measured;
};
namespace {

/// A body that takes the device so long is measured as it is: beside it, neither the host's part
/// nor the marks count, and to try it for waits would take long.
constexpr Seconds kLongBody{20e-3};
/// So many times in turn it is the body, and no busy host that was elsewhere.
constexpr int kLongTries = 3;

/// While the time of all iterations is below this, Google Benchmark asks for ten times as many. (It
/// does below a tenth of its least time, which is 0.5 s unless the user says otherwise.)
constexpr Seconds kGrowingBelow{0.05};
constexpr std::int64_t kGrowth = 10;

/// What a repeated call spends on samples, and on launches before them.
constexpr Seconds kRepeatedBudget{0.02}, kRepeatedWarmUp{0.005};
/// A repeated call agrees with the first one within this part, or three times the noise, which says
/// nothing where it is large.
constexpr double kAgreement = 0.05, kMostDisagreement = 0.5;

/// A bracket of many iterations is so many times as long as one of none, unless they are nothing.
constexpr double kLongerThanMarks = 3;

thread_local LastLoop last_loop;

/// One call of a benchmark, beside the loop.
class LoopRun {
 public:
  LoopRun(TimedQueue& queue, const TimerOptions& options)
      : queue_(queue), settings_(settings_for(queue, options)) {}

  Measured measure_all() {
    require_sound_clock(queue_);
    Measured measured;
    auto& work = measured.work;
    // Without a hold: the first launch may load code, and would wait for it.
    auto first = queue_.run(work, {});
    for (int tries = 1; first.device >= kLongBody && tries < kLongTries; ++tries)
      first = queue_.run(work, {});
    if (first.device < kLongBody)
      probe(measured);
    else
      measured.why_not_held = "its body is long";
    measured.isolated = measure(queue_, work, Mode::kIsolated, settings_);
    if (!work.never_waits || settings_.cache == Cache::kCold) return measured;
    auto settings = settings_;
    settings.minimum_warm_up = settings.warm_up_budget = Seconds(0);
    measured.batched = measure(queue_, work, Mode::kBatched, settings);
    require_time(measured);
    return measured;
  }

  /// Whether this call finds what the one before it measured. Adds some samples.
  bool agrees(Measured& measured) {
    auto& shown = measured.shown();
    auto fresh = shown;
    fresh.samples.clear();
    try {
      const auto begin = host_clock().now();
      do queue_.run(measured.work, {});
      while (Seconds(host_clock().now() - begin) < kRepeatedWarmUp);
      measure_on(queue_, measured.work, fresh, settings_, kRepeatedBudget);
    } catch (const Error&) {
      // All of it is measured anew, which fails again where the work is at fault.
      return false;
    }
    const double tolerance = std::clamp(3 * shown.noise, kAgreement, kMostDisagreement);
    if (std::abs(fresh.median / shown.median - 1) > tolerance) return false;
    shown.samples.insert(shown.samples.end(), fresh.samples.begin(), fresh.samples.end());
    summarise(shown, settings_.precision);
    return true;
  }

 private:
  void probe(Measured& measured) {
    auto& work = measured.work;
    const auto found = probe_body(work);
    work.never_waits = found.was_held && !found.waits;
    work.waits = found.waits;
    if (found.waits) measured.why_not_held = "its body waits for the device";
    if (found.was_held) return;
    auto held = work;
    held.never_waits = true;
    measured.why_not_held = queue_.hold_limits(held, false).why_not;
  }

  /// What the probe took for something. On a busy host brackets are short, and say little.
  void require_time(const Measured& measured) {
    const auto& batched = *measured.batched;
    const auto bracket = batched.median * static_cast<double>(batched.launches_per_bracket);
    if (bracket < kLongerThanMarks * batched.marks) probe_body(measured.work);
  }
  /// Throws Error where it enqueues nothing.
  CallableProbe probe_body(const Work& work) {
    const auto found = probe_callable(queue_, work);
    if (!found.enqueues_nothing) return found;
    throw_error(Outcome::kInvalidBenchmark,
                "expected a body that enqueues on the queue that is timed, found {} iterations "
                "that took that queue no longer than nothing does ({} and {})",
                found.launches, text::quantity(found.device.count(), "s"),
                text::quantity(found.empty.count(), "s"));
  }

  TimedQueue& queue_;
  MeasurementSettings settings_;
};

results::Json to_json(const Interval& interval) {
  return {{"low", interval.low}, {"high", interval.high}, {"level", interval.level}};
}

/// What Google Benchmark's row has no field for. An iteration of another queue is another quantity.
std::string details_of(Measured& measured, const TimedQueue& queue) {
  const auto& shown = measured.shown();
  const auto* const device = queue.device_info();
  results::Json json{
      {"backend", device == nullptr ? results::Json() : results::Json(device->backend)},
      {"device", queue.device_name()},
      {"method", to_string(shown.method)},
      {"hold", to_string(shown.hold)},
      {"batch", shown.launches_per_bracket},
      {"interval", to_json(shown.interval)},
      {"isolated_interval", to_json(measured.isolated->interval)},
      {"converged", shown.converged},
      {"resolved", shown.resolved},
      {"clock_step", shown.clock_step.count()},
      {"marks", shown.marks.count()},
      {"samples", to_seconds(shown.samples, &Sample::device)}};
  if (!measured.batched && !shown.held.empty()) json["held"] = to_seconds(shown.held);
  if (!measured.why_not_held.empty()) json["why_not_held"] = measured.why_not_held;
  return results::single_line(json);
}

detail::IterationTimes times_of(Measured& measured, double precision) {
  const auto& isolated = *measured.isolated;
  const auto& shown = measured.shown();
  detail::IterationTimes times{.time = shown.median,
                               .isolated = isolated.median,
                               .host = isolated.host_median,
                               .noise = shown.noise,
                               .samples = std::ssize(shown.samples),
                               .is_held = false,
                               .label = {},
                               .details = {}};
  // Cold: one iteration a bracket. Those that were held have no wait between the caches and it.
  if (!measured.batched && measured.work.never_waits && !isolated.held.empty()) {
    times.time = isolated.held_median;
    times.noise = noise(to_seconds(isolated.held));
    times.samples = std::ssize(isolated.held);
    times.is_held = true;
    return times;
  }
  if (measured.batched && shown.hold != HoldMethod::kNone) {
    times.is_held = true;
    if (!shown.resolved) times.label = least_bracket(shown, precision).reason_if_shorter;
    return times;
  }
  auto why = measured.why_not_held;
  if (why.empty() && measured.batched) why = "the host did not keep ahead of the device";
  times.label = why.empty() ? "not held" : "not held: " + why;
  return times;
}

}  // namespace
}  // namespace tickbench::timer

namespace tickbench::detail {

struct LoopMeasurement::Impl {
  Impl(const MakeTimedQueue& make_queue, const TimerOptions& options, const std::string& key,
       std::int64_t iterations)
      : queue(timer::make_queue(make_queue)),
        loop(*queue, [this, options, key, iterations, &last = timer::last_loop](auto& turns) {
          measure(turns, options, key, iterations, last);
        }) {}

  void measure(TimedQueue& turns, const TimerOptions& options, const std::string& key,
               std::int64_t iterations, timer::LastLoop& last) {
    timer::LoopRun run(turns, options);
    const bool goes_on =
        last.key == key && iterations == timer::kGrowth * last.iterations &&
        static_cast<double>(last.iterations) * last.measured.shown().median < timer::kGrowingBelow;
    auto measured = std::exchange(last, {}).measured;
    if (!goes_on || !run.agrees(measured)) measured = run.measure_all();
    times = timer::times_of(measured, options.precision);
    times.details = timer::details_of(measured, turns);
    last = {key, iterations, std::move(measured)};
  }

  IterationTimes times;
  std::unique_ptr<TimedQueue> queue;
  timer::LoopQueue loop;  ///< last: its thread uses the others
};

LoopMeasurement::LoopMeasurement(const MakeTimedQueue& make_queue, const TimerOptions& options,
                                 const std::string& key, std::int64_t iterations)
    : impl_(std::make_unique<Impl>(make_queue, options, key + (options.cold_cache ? ":cold" : ""),
                                   iterations)) {}
LoopMeasurement::~LoopMeasurement() = default;
bool LoopMeasurement::next() { return impl_->loop.next(); }
const IterationTimes& LoopMeasurement::times() const { return impl_->times; }

}  // namespace tickbench::detail
