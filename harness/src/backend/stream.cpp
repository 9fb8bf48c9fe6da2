// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "backend/stream.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "clock/device_time.hpp"
#include "tickbench/error.hpp"

namespace tickbench::backend {
namespace {

bool is_from_events(TimeMethod method) {
  return method == TimeMethod::kOneEvent || method == TimeMethod::kEventSum;
}

/// Throws Error (kInvalidBenchmark) for a bracket that no queue can take.
void require_bracket(TimedQueue& queue, const Work& work, const BracketRequest& request) {
  const auto refuse = [&](const std::string& why) {
    throw Error(Outcome::kInvalidBenchmark, fmt::format("'{}': {}", work.description, why));
  };
  if (request.launches < 1)
    refuse(fmt::format("expected at least one launch in a bracket, found {}", request.launches));
  if (!queue.supports(request.method, work))
    refuse("this queue cannot time it by the method asked for");
  if (request.hold &&
      (request.method == TimeMethod::kHost ||
       queue.hold_limits(work, request.displace_bytes != 0).method == HoldMethod::kNone))
    refuse(fmt::format("expected a bracket that this queue can hold, method {}",
                       to_string(request.method)));
  if (request.launches == 1) return;
  if (request.method == TimeMethod::kOneEvent)
    refuse(fmt::format("expected one launch where the time is that of one event, found {}",
                       request.launches));
  if (request.displace_bytes != 0 && request.method != TimeMethod::kEventSum)
    refuse(
        "with the caches displaced before each of several launches, each needs an event of its "
        "own");
}

/// The launches of one bracket, from the first call to the end of the wait. Where one fails, none
/// is executed: what they use is freed on the way out. `hold` is null where it is not held.
class Launching {
 public:
  Launching(Stream& stream, HostClock& host, const Work& work, const BracketRequest& request,
            Hold* hold)
      : stream_(stream),
        host_(host),
        work_(work),
        request_(request),
        hold_(hold),
        begin_(host.now()) {
    if (hold_ != nullptr) hold_->close(request.hold->at_least);
  }
  ~Launching() {
    if (hold_ != nullptr) hold_->open();
    if (!is_waited_for_) stream_.drop();
  }
  Launching(const Launching&) = delete;
  Launching& operator=(const Launching&) = delete;

  /// `prepare` comes before each launch.
  template <class Prepare>
  void enqueue(const Prepare& prepare) {
    for (std::int64_t i = 0; i < request_.launches; ++i) {
      prepare();
      work_.enqueue();
      if (hold_ != nullptr && request_.hold->launch > Seconds(0)) flush_behind(i);
    }
  }
  void enqueue() {
    enqueue([] {});
  }

  Bracket wait() {
    if (hold_ != nullptr) flush_behind(request_.launches);
    const auto enqueued = host_.now();
    // Opened by nobody else until now: behind the last flush.
    const bool is_kept = hold_ != nullptr && hold_->open();
    is_waited_for_ = true;
    stream_.finish();
    Bracket bracket{.host = host_.now() - begin_,
                    .host_begin = begin_,
                    .enqueue = enqueued - begin_,
                    .needed = needed_};
    if (!is_kept) return bracket;
    const auto held = hold_->duration();
    bracket.hold = held.value_or(Seconds(0));
    bracket.fed = !held || *held >= needed_ * (1 + kRateTolerance);
    return bracket;
  }

 private:
  /// What was enqueued is the device's, and so many launches are ahead of what comes next: the hold
  /// has to last until now, less what these take at least. It ends no earlier than its duration
  /// after `begin_`, so this compares durations, and no stamp of the one clock with one of the
  /// other.
  void flush_behind(std::int64_t launches_ahead) {
    hold_->flush();
    const Seconds since_begin = host_.now() - begin_;
    needed_ = std::max(needed_,
                       since_begin - request_.hold->launch * static_cast<double>(launches_ahead));
  }

  Stream& stream_;
  HostClock& host_;
  const Work& work_;
  const BracketRequest& request_;
  Hold* hold_;
  std::chrono::nanoseconds begin_;
  Seconds needed_{};
  bool is_waited_for_ = false;
};

/// `displace` comes behind the hold and before the first mark.
template <class Displace>
Bracket between_marks(Stream& stream, Launching& launching, const Displace& displace) {
  displace();
  stream.mark_begin();
  launching.enqueue();
  stream.mark_end();
  Bracket bracket = launching.wait();
  bracket.device = stream.marked();
  bracket.device_begin = stream.marked_at();
  return bracket;
}

class UserQueue final : public TimedQueue {
 public:
  UserQueue(std::unique_ptr<Stream> stream, bool has_device_time)
      : stream_(std::move(stream)), displacer_(*stream_), has_device_time_(has_device_time) {}

  Bracket run(const Work& work, const BracketRequest& request) override {
    require_bracket(*this, work, request);
    stream_->finish();
    if (request.displace_bytes != 0) displacer_.displace(request.displace_bytes);
    Launching launching(*stream_, host_clock(), work, request, nullptr);
    if (request.method == TimeMethod::kBracket) return between_marks(*stream_, launching, [] {});
    launching.enqueue();
    return launching.wait();
  }
  bool supports(TimeMethod method, const Work& /*work*/) const override {
    return method == TimeMethod::kHost || (method == TimeMethod::kBracket && has_device_time_);
  }
  std::optional<ClockReading> read_clock() override {
    return has_device_time_ ? stream_->read_clock() : std::nullopt;
  }
  Seconds reported_resolution() const override { return stream_->reported_resolution(); }
  std::string device_name() const override { return stream_->info().name; }

 private:
  std::unique_ptr<Stream> stream_;
  Displacer displacer_;
  bool has_device_time_;
};

class StreamRegion final : public RegionMarker {
 public:
  StreamRegion(Stream& stream, HostClock& host) : stream_(stream), host_(host) {}
  explicit StreamRegion(std::unique_ptr<Stream> stream)
      : owned_(std::move(stream)), stream_(*owned_), host_(host_clock()) {}
  void start() override {
    stream_.finish();
    begin_ = host_.now();
    stream_.mark_begin();
  }
  ElapsedTime<Seconds> stop() override {
    stream_.mark_end();
    stream_.finish();
    return {host_.now() - begin_, stream_.marked()};
  }

 private:
  std::unique_ptr<Stream> owned_;  ///< null where it is the harness's own
  Stream& stream_;
  HostClock& host_;
  std::chrono::nanoseconds begin_{};
};

}  // namespace

bool StreamQueue::supports(TimeMethod method, const Work& work) const {
  if (method == TimeMethod::kOneEvent && work.commands != 1) return false;
  if (method == TimeMethod::kGraph) return recording_ != nullptr && work.never_waits;
  return !is_from_events(method) || (events_ != nullptr && events_->times(work));
}

HoldLimits StreamQueue::hold_limits(const Work& work, bool displaces) {
  if (!work.never_waits) return {};
  auto* const hold = this->hold();
  if (hold == nullptr) return {};
  auto limits = hold->limits();
  const auto commands = std::max<std::int64_t>(work.commands, 1);
  // Each launch then has fills in front.
  limits.most_launches /= commands + (displaces ? 1 : 0);
  if (limits.method == HoldMethod::kNone || limits.most_launches > 0) return limits;
  return {.why_not =
              fmt::format("a launch of {} commands is more than the driver takes behind a {}",
                          commands, to_string(limits.method))};
}

Bracket StreamQueue::run(const Work& work, const BracketRequest& request) {
  require_bracket(*this, work, request);
  BracketRequest asked = request;
  // Any other hold ends behind the last enqueue.
  if (asked.hold && hold()->limits().method != HoldMethod::kDelayKernel)
    asked.hold->launch = Seconds(0);
  auto bracket = run_bracket(work, asked);
  // Later launches were enqueued while these ran, which is no proof where they were shorter.
  if (asked.hold && bracket.device < asked.hold->launch * static_cast<double>(asked.launches))
    bracket.fed = false;
  return bracket;
}

Bracket StreamQueue::run_bracket(const Work& work, const BracketRequest& request) {
  // Not behind a hold: the driver may wait for the device to make room.
  if (request.hold && request.displace_bytes != 0) displacer_.reserve(request.displace_bytes);
  finish();
  if (is_from_events(request.method)) return by_events(work, request);
  if (request.method == TimeMethod::kGraph) return by_recording(work, request);
  if (request.displace_bytes != 0 && !request.hold) displace(request.displace_bytes);
  Launching launching(stream_, host_, work, request, request.hold ? hold() : nullptr);
  if (request.method == TimeMethod::kBracket)
    return between_marks(stream_, launching, [&] { displace_behind_hold(request); });
  launching.enqueue();
  return launching.wait();
}

void StreamQueue::displace_behind_hold(const BracketRequest& request) {
  if (request.hold && request.displace_bytes != 0) displacer_.enqueue(request.displace_bytes);
}

/// Recorded each time: what `work` launches may be another thing the next time. The host's part of
/// that is no part of the bracket.
Bracket StreamQueue::by_recording(const Work& work, const BracketRequest& request) {
  recording_->record([&] {
    for (std::int64_t i = 0; i < request.launches; ++i) work.enqueue();
  });
  if (request.displace_bytes != 0 && !request.hold) displace(request.displace_bytes);
  const Work all{.enqueue = [&] { recording_->launch(); }, .description = work.description};
  BracketRequest once = request;
  once.launches = 1;
  Launching launching(stream_, host_, all, once, request.hold ? hold() : nullptr);
  return between_marks(stream_, launching, [&] { displace_behind_hold(request); });
}

/// The sum of the launches' own events. Unless it is held, displacing is a wait, so that each
/// launch with displaced caches is a bracket of its own.
Bracket StreamQueue::by_events(const Work& work, const BracketRequest& request) {
  if (request.displace_bytes == 0 || request.hold) return with_events(work, request);
  BracketRequest single = request;
  single.launches = 1;
  Bracket sum;
  for (std::int64_t i = 0; i < request.launches; ++i) {
    displace(request.displace_bytes);
    const auto one = with_events(work, single);
    if (i == 0) sum = {.launch = one.launch, .host_begin = one.host_begin};
    sum.device += one.device;
    sum.host += one.host;
    sum.enqueue += one.enqueue;
  }
  return sum;
}

Bracket StreamQueue::with_events(const Work& work, const BracketRequest& request) {
  struct Keeping {
    EventLog& events;
    ~Keeping() { events.end(); }
  };
  const auto launches = request.launches;
  events_->begin(launches, work.commands);
  const Keeping keeping{*events_};
  Launching launching(stream_, host_, work, request, request.hold ? hold() : nullptr);
  launching.enqueue([&] { displace_behind_hold(request); });
  events_->enqueue_query();
  Bracket bracket = launching.wait();
  if (events_->commands() != launches * work.commands)
    throw Error(Outcome::kInvalidBenchmark,
                fmt::format("'{}': expected {} command{} a launch on the harness's own queue, {} "
                            "in all, found {}",
                            work.description, work.commands, work.commands == 1 ? "" : "s",
                            launches * work.commands, events_->commands()));
  for (std::size_t i = 0; std::cmp_less(i, launches); ++i) bracket.device += events_->duration(i);
  // A held launch waits for the hold, not for the driver.
  if (!request.hold) bracket.launch = events_->phases(bracket.host_begin);
  return bracket;
}

std::unique_ptr<RegionMarker> StreamQueue::region_marker() {
  return std::make_unique<StreamRegion>(stream_, host_);
}

std::unique_ptr<TimedQueue> user_queue(std::unique_ptr<Stream> stream, bool has_device_time) {
  return std::make_unique<UserQueue>(std::move(stream), has_device_time);
}

std::unique_ptr<RegionMarker> region_marker(std::unique_ptr<Stream> stream) {
  return std::make_unique<StreamRegion>(std::move(stream));
}

}  // namespace tickbench::backend
