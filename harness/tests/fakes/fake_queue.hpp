// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "fakes/fake_clock.hpp"
#include "fakes/noise_sources.hpp"
#include "tickbench/backend/device_clock.hpp"
#include "tickbench/error.hpp"
#include "tickbench/timed_queue.hpp"

namespace tickbench::fakes {

/// How a FakeQueue's device and its clock behave. The defaults are a sound device: launches of 10
/// us, a clock of whole nanoseconds.
struct FakeDevice {
  Seconds launch{10e-6};        ///< true duration of one launch
  NoiseSource launch_noise{};   ///< a factor a launch
  NoiseSource bracket_noise{};  ///< a factor a bracket, which batching does not average out
  Seconds host_cost{1e-6};      ///< of the host, for one enqueue
  Seconds event_cost{0};        ///< of the host besides, for a launch with an event of its own
  Seconds marker_cost{0};       ///< device time that each edge of a bracket adds
  Seconds wait_cost{5e-6};      ///< from the device's end until the host's wait returns
  NoiseSource wait_noise{};     ///< a factor a bracket on wait_cost: a host busy elsewhere
  Seconds displacement{1e-3};   ///< what displacing the cache once takes
  bool starts_at_wait = false;  ///< enqueued commands start only when waited for (no idle gaps)

  double tick_hertz = 1e9;
  int valid_bits = 64;
  std::uint64_t first_tick = 0;    ///< of the counter: near the top, it wraps soon
  double clock_rate = 1;           ///< device seconds a true second
  std::uint64_t ticks_a_step = 1;  ///< the clock moves in steps of so many ticks
  Seconds stuck_after{1e9};        ///< then the clock stands still; 0: always
  Seconds reported_resolution{1e-9};
  bool has_time_line = true;   ///< read_clock answers
  Seconds clock_window{2e-6};  ///< host time around each reading

  std::set<TimeMethod> zero_methods{};  ///< read zero although the clock is sound
  std::set<TimeMethod>
      early_methods{};  ///< end before they start, by 1 s: two time lines taken for one
  std::set<TimeMethod> methods{TimeMethod::kOneEvent, TimeMethod::kBracket, TimeMethod::kEventSum,
                               TimeMethod::kHost};
  bool executes_nothing = false;
  int failing_run = 0;  ///< the driver refuses the n-th run; 0: none
};

/// A queue of a device that exists only as arithmetic, on one time line with the FakeClock's host:
/// known durations, noise and faults go in, so that what must come out is known. No time passes.
///
///     FakeClock clock;
///     FakeQueue queue(clock, {.launch = Seconds(1e-6), .host_cost = Seconds(126e-6)});
///     measure(queue, queue.work(), Mode::kBatched, {}, clock);
class FakeQueue final : public TimedQueue {
 public:
  FakeQueue(FakeClock& clock, FakeDevice device)
      : clock_(clock),
        device_(std::move(device)),
        ticks_(DeviceClock::from_frequency(device_.tick_hertz, device_.valid_bits)) {}

  /// One launch, enqueued.
  Work work() {
    return {[this] { launch(); }, 1, "fake launch"};
  }
  void launch() { enqueue(); }

  /// May be changed between two runs.
  FakeDevice& device() noexcept { return device_; }
  const std::vector<BracketRequest>& requests() const noexcept { return requests_; }
  std::int64_t launches() const noexcept { return launches_; }
  std::int64_t displacements() const noexcept { return displacements_; }

  Bracket run(const Work& work, const BracketRequest& request) override {
    requests_.push_back(request);
    if (static_cast<int>(requests_.size()) == device_.failing_run)
      throw Error(Outcome::kDeviceError, "fake driver: call refused");
    if (work.reset && request.launches > 1)
      throw Error(Outcome::kInvalidBenchmark, "fake queue: several launches behind a reset");
    if (work.reset) work.reset();
    clock_.advance_to(device_free_);
    bracket_factor_ = factor(device_.bracket_noise);
    method_ = request.method;
    spans_.clear();

    if (request.displace_bytes > 0 && request.launches == 1) displace(true);
    const Seconds begin = clock_.elapsed();
    const auto host_begin = clock_.now();
    if (method_ == TimeMethod::kBracket) mark();
    for (std::int64_t i = 0; i < request.launches; ++i) {
      if (request.displace_bytes > 0 && request.launches > 1) displace(false);
      work.enqueue();
    }
    if (device_.executes_nothing)
      throw Error(Outcome::kDeviceError, "fake device: the event is not complete after the wait");
    if (device_.starts_at_wait) start_pending(clock_.elapsed());
    if (method_ == TimeMethod::kBracket) mark();
    const auto enqueued = clock_.now();
    clock_.advance_to(device_free_);
    clock_.advance(device_.wait_cost * factor(device_.wait_noise));
    Bracket bracket{.device = device_time(begin),
                    .host = clock_.now() - host_begin,
                    .host_begin = host_begin,
                    .enqueue = enqueued - host_begin};
    if (bracket.host >= ticks_.wrap() && method_ != TimeMethod::kHost)
      bracket.wrapped = ticks_.wrap();
    return bracket;
  }

  bool supports(TimeMethod method, const Work& work) const override {
    const bool has_event = method == TimeMethod::kOneEvent   ? work.commands == 1
                           : method == TimeMethod::kEventSum ? work.commands > 0
                                                             : true;
    return has_event && device_.methods.contains(method);
  }

  std::optional<ClockReading> read_clock() override {
    if (!device_.has_time_line) return std::nullopt;
    ClockReading reading;
    reading.host_before = clock_.now();
    clock_.advance(device_.clock_window / 2);
    // Unwrapped, as the interface has it: the driver's part.
    reading.device = std::chrono::round<std::chrono::nanoseconds>(
        static_cast<double>(unwrapped_ticks(clock_.elapsed())) * ticks_.tick());
    reading.device_tick = ticks_.tick();
    clock_.advance(device_.clock_window / 2);
    reading.host_after = clock_.now();
    return reading;
  }

  Seconds reported_resolution() const override { return device_.reported_resolution; }

 private:
  struct Span {
    Seconds start;
    Seconds end;
  };

  static double factor(const NoiseSource& noise) { return noise ? noise() : 1.0; }

  void enqueue() {
    ++launches_;
    const bool has_event = method_ == TimeMethod::kOneEvent || method_ == TimeMethod::kEventSum;
    clock_.advance(device_.host_cost + (has_event ? device_.event_cost : Seconds(0)));
    const Seconds duration = device_.launch * factor(device_.launch_noise) * bracket_factor_;
    spans_.push_back({Seconds(0), duration});
    if (!device_.starts_at_wait) start(spans_.back(), clock_.elapsed());
  }
  void start(Span& span, Seconds earliest) {
    span.start = std::max(device_free_, earliest);
    span.end += span.start;
    device_free_ = span.end;
  }
  void start_pending(Seconds now) {
    for (Span& span : spans_) start(span, now);
  }

  void mark() { device_free_ = std::max(device_free_, clock_.elapsed()) + device_.marker_cost; }

  void displace(bool wait) {
    ++displacements_;
    device_free_ = std::max(device_free_, clock_.elapsed()) + device_.displacement;
    if (wait) clock_.advance_to(device_free_);
  }

  Seconds device_time(Seconds begin) {
    if (device_.zero_methods.contains(method_)) return Seconds(0);
    if (device_.early_methods.contains(method_)) return Seconds(-1);
    if (method_ == TimeMethod::kHost || spans_.empty()) return Seconds(0);
    if (method_ == TimeMethod::kBracket) {
      const Seconds first = spans_.front().start - device_.marker_cost;
      return between(device_.starts_at_wait ? first : begin, device_free_);
    }
    Seconds sum{};
    for (const Span& span : spans_) sum += between(span.start, span.end);
    return sum;
  }
  Seconds between(Seconds start, Seconds end) const {
    return ticks_.elapsed(stamp(start), stamp(end));
  }
  KernelStamp stamp(Seconds moment) const {
    return {(unwrapped_ticks(moment) + device_.first_tick) & valid_bits_mask(device_.valid_bits)};
  }
  std::uint64_t unwrapped_ticks(Seconds moment) const {
    const Seconds seen = std::min(moment, device_.stuck_after) * device_.clock_rate;
    const auto ticks = static_cast<std::uint64_t>(seen.count() * device_.tick_hertz);
    return ticks - ticks % device_.ticks_a_step;
  }

  FakeClock& clock_;
  FakeDevice device_;
  DeviceClock ticks_;
  std::vector<BracketRequest> requests_;
  std::vector<Span> spans_;
  Seconds device_free_{};
  TimeMethod method_ = TimeMethod::kHost;
  double bracket_factor_ = 1;
  std::int64_t launches_ = 0;
  std::int64_t displacements_ = 0;
};

}  // namespace tickbench::fakes
