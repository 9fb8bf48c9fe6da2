// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "clock/clock_check.hpp"
#include "conditions/host_watch.hpp"
#include "statistics/statistics.hpp"
#include "tickbench/timed_queue.hpp"

namespace tickbench {

namespace conditions {
class ClockWatch;
class SpeedWatch;
}  // namespace conditions

enum class Mode { kIsolated, kBatched };  ///< one launch a bracket, or many back to back
enum class Cache {
  kWarm,
  kCold,      ///< displaced before each launch
  kRotating,  ///< each launch takes the next copy of its buffers: that is the work's own
};
std::string_view to_string(Mode mode) noexcept;
std::string_view to_string(Cache cache) noexcept;

/// Why sampling ended.
enum class StopReason {
  kPrecision,   ///< the interval of the median is within the precision
  kNoiseFloor,  ///< more samples no longer narrow the interval
  kBudget,      ///< the wall budget is spent
  kCount,       ///< exactly as many samples as asked for (Iterations)
};
std::string_view to_string(StopReason reason) noexcept;

struct MeasurementSettings {
  Cache cache = Cache::kWarm;
  double precision = 0.01;  ///< half width of the 95 % interval over the median
  Seconds budget{0.5};      ///< wall time of sampling, a mode
  /// The half width above which sampling goes on for up to three budgets, and a row is marked.
  double wide = std::numeric_limits<double>::infinity();
  Seconds minimum_time{0};         ///< device time to measure at least, budget or not
  Seconds minimum_warm_up{0.05};   ///< of warming up; the budget then ends it
  Seconds warm_up_budget{0.25};    ///< no more than half the budget
  std::int64_t samples = 0;        ///< exactly so many; 0: as the stopping rule says
  std::size_t displace_bytes = 0;  ///< of the caches, where these are not warm
  bool graphs = false;             ///< batches are launched as graphs, where the queue can
};

/// One bracket's times divided by its launches.
struct Sample {
  Seconds device{};
  Seconds host{};
  Seconds enqueue{};
  std::chrono::nanoseconds host_begin{};  ///< of the bracket: before its first enqueue
  std::optional<std::chrono::nanoseconds> device_begin{};  ///< of the bracket
  std::optional<LaunchTimes> launch{};
  /// Of host and device time, what other processes took at most; nothing: it was not looked at.
  std::optional<Seconds> taken{};
};

/// One mode's result.
struct Measurement {
  Mode mode = Mode::kIsolated;
  TimeMethod method = TimeMethod::kBracket;
  /// The first launch of its warm-up, which may have built what later ones find built.
  std::optional<Sample> first{};
  std::vector<Sample> samples;  ///< in the order in which they were taken
  std::int64_t launches_per_bracket = 1;
  StopReason stop_reason = StopReason::kBudget;
  bool converged = false;
  /// False where the bracket could not be made long enough for the clock, or a launch took less
  /// than a step.
  bool resolved = true;
  Seconds median{};   ///< of the samples' device times
  Interval interval;  ///< of the median, in seconds
  double noise = 0;
  Seconds host_median{};
  Interval host_interval;
  Seconds clock_step{};
  std::int64_t warm_up_launches = 0;
  Seconds wall{};  ///< of bracket growth and sampling, by the host's clock
  /// How every bracket was held; kNone: none was, so that the device may have waited for the host.
  HoldMethod hold = HoldMethod::kNone;
  bool after_reset = false;  ///< each launch was timed behind a reset of what it finds
  bool waits = false;        ///< the host waited within it
  HoldRequest hold_request;  ///< of the last one
  std::int64_t unfed = 0;    ///< held brackets that are no samples: the hold ended too soon
  Seconds marks{};           ///< what a held bracket reads with nothing between its marks
  /// The part of a bracket's time in which the host was still enqueueing: 1 where the device waited
  /// for the host all along. 0 where the brackets were held.
  double host_share = 0;
  /// Isolated mode: device times of held launches, taken in turn with the samples. Empty for long
  /// launches, for lists that are held anyway, and where nothing can hold.
  std::vector<Seconds> held;
  Seconds held_median{};
  Interval held_interval;
  std::vector<std::string> notes;  ///< what a reader must know: a fallback taken, and why
};

/// Called when a measurement enters a phase: "warm-up", "clock step", "sampling".
inline constexpr std::string_view kWarmUpPhase = "warm-up", kSamplingPhase = "sampling";
using PhaseListener = std::function<void(std::string_view phase)>;

/// What looks at the device while samples are taken; null: nothing does.
struct Watches {
  conditions::ClockWatch* clocks = nullptr;
  conditions::SpeedWatch* speed = nullptr;
};

/// Warms up, finds the clock's step, grows the bracket, samples, and passes every sample through
/// the plausibility gate: 0 < device <= host x (1 + 5 %) + step. Throws Error (kImplausibleTime)
/// naming the sample where one fails by every method that the queue has.
Measurement measure(TimedQueue& queue, const Work& work, Mode mode,
                    const MeasurementSettings& settings, HostClock& host = host_clock(),
                    const PhaseListener& on_phase = {}, const Watches& watches = {});

/// Takes more samples, as `measurement` took its own, for so long and never none. `threads` tells
/// what others took of each; empty: it is not looked at.
void measure_on(TimedQueue& queue, const Work& work, Measurement& measurement,
                const MeasurementSettings& settings, Seconds budget, HostClock& host = host_clock(),
                const std::function<conditions::Threads()>& threads = nullptr);

/// A work and how it was measured.
struct MeasuredWork {
  TimedQueue& queue;
  const Work& work;
  const Measurement& like;
};
using SamplePairs = std::vector<std::pair<Sample, Sample>>;

/// Samples two works in turn, as each was measured, for so long and never none. The order is A B B
/// A and so on: what a drifting machine does to one it does to the other. `is_at_second`, where it
/// is not null: whose sample is being taken, also where that throws.
SamplePairs measure_alternately(const MeasuredWork& first, const MeasuredWork& second,
                                const MeasurementSettings& settings, Seconds budget,
                                HostClock& host = host_clock(), bool* is_at_second = nullptr);
/// "held bracket with waits": a held bracket is another method: its number is not the host's. So is
/// a launch after a reset, and what the host waited in.
std::string method_name(const Measurement& measurement);

/// A CPU implementation sampled next to the device.
struct ReferenceWork {
  std::string name;  ///< "tbb", "serial"
  std::function<void()> run;
  std::function<void()> prepare = {};  ///< before each run, outside its time; empty: nothing
  std::optional<Seconds> taken = {};   ///< a run's time from before: its first sample
};
struct ReferenceMeasurement {
  std::string name;
  std::vector<Seconds> samples;
  std::vector<Seconds> device;  ///< of the same rounds: batched, else isolated, a launch
  std::vector<Seconds> host;    ///< of the same rounds: of an isolated launch; empty: not taken
  Seconds busy{}, wall{};       ///< of the runs that were timed here: HostClock::busy_time
  Seconds median{};
  Interval interval;
  Evidence speedup;       ///< over batched device time, else isolated; from paired samples
  Evidence speedup_host;  ///< over the host time of an isolated launch, likewise; 0: none
};

/// What references are sampled next to: the work, by either measurement of it that is not null.
struct ReferencedWork {
  TimedQueue& queue;
  const Work& work;
  const Measurement* batched;
  const Measurement* isolated;
  const MeasurementSettings& settings;
  HostClock& host;
};

/// Rounds of one batched bracket, one isolated launch and each reference, alternating: five rounds,
/// fewer where those would take more than 0.25 s (preparing aside), never none.
std::vector<ReferenceMeasurement> measure_references(const ReferencedWork& beside,
                                                     const std::vector<ReferenceWork>& references);

/// More rounds, for so long and never none; `results` are those of all rounds then.
void measure_references_on(const ReferencedWork& beside,
                           const std::vector<ReferenceWork>& references, Seconds budget,
                           std::vector<ReferenceMeasurement>& results);

}  // namespace tickbench
