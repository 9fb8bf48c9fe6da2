// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "tickbench/backend/user_queue.hpp"

#include "backend/launching.hpp"
#include "backend/stream.hpp"
#include "text/wording.hpp"

namespace tickbench::backend {
namespace {

class StreamRegion final : public RegionMarker {
 public:
  StreamRegion(std::shared_ptr<Stream> stream, HostClock& host)
      : stream_(std::move(stream)), host_(host) {}
  void start() override {
    stream_->finish();
    begin_ = host_.now();
    stream_->mark_begin();
  }
  ElapsedTime<Seconds> stop() override {
    stream_->mark_end();
    stream_->finish();
    const Seconds host = host_.now() - begin_;
    if (host >= stream_->wrap())
      throw_error(Outcome::kImplausibleTime,
                  "DeviceTimer: expected a region shorter than a wrap of the device's counter, {}, "
                  "found one of {} by the host's clock",
                  duration_text(stream_->wrap()), duration_text(host));
    return {host, stream_->marked()};
  }

 private:
  std::shared_ptr<Stream> stream_;  ///< that of the harness's own queue owns nothing
  HostClock& host_;
  std::chrono::nanoseconds begin_{};
};

struct OwnedStream {
  std::unique_ptr<Stream> stream;
};

/// Caches are displaced by fills on it.
class UserQueue final : private OwnedStream, public StreamTiming<TimedQueue> {
 public:
  UserQueue(std::unique_ptr<Stream> stream, bool has_device_time, EventLog* events, HostClock& host,
            MakeHold make_hold)
      : OwnedStream{std::move(stream)},
        StreamTiming(*OwnedStream::stream, host),
        has_device_time_(has_device_time),
        make_hold_(std::move(make_hold)) {
    if (events != nullptr) use_events(*events);
  }
  std::optional<ClockReading> read_clock() override {
    return has_device_time_ ? StreamTiming::read_clock() : std::nullopt;
  }
  std::unique_ptr<OpenBracket> open(const Work& work, const BracketRequest& request) override {
    require_bracket(*this, work, request);
    drain(request);
    return open_drained(work, request);
  }

 private:
  bool has_device_time(const Work& /*work*/) const override { return has_device_time_; }
  Hold* hold() override {
    if (!hold_ && make_hold_) hold_ = make_hold_();
    return hold_.get();
  }

  bool has_device_time_;
  MakeHold make_hold_;
  std::unique_ptr<Hold> hold_;
};

}  // namespace

std::unique_ptr<TimedQueue> user_queue(std::unique_ptr<Stream> stream, bool has_device_time,
                                       EventLog* events, HostClock& host) {
  return std::make_unique<UserQueue>(std::move(stream), has_device_time, events, host, MakeHold());
}

std::unique_ptr<TimedQueue> held_user_queue(std::unique_ptr<Stream> stream, MakeHold make_hold) {
  return std::make_unique<UserQueue>(std::move(stream), true, nullptr, host_clock(),
                                     std::move(make_hold));
}

void require_handles(std::string_view what,
                     std::initializer_list<std::pair<const void*, std::string_view>> handles) {
  for (const auto& [handle, name] : handles)
    if (handle == nullptr)
      throw_error(Outcome::kInvalidBenchmark, "{}: expected a {}, found null", what, name);
}

std::unique_ptr<RegionMarker> region_marker(Stream& stream, HostClock& host) {
  return std::make_unique<StreamRegion>(std::shared_ptr<Stream>(std::shared_ptr<void>(), &stream),
                                        host);
}

std::unique_ptr<RegionMarker> region_marker(std::unique_ptr<Stream> stream, HostClock& host) {
  return std::make_unique<StreamRegion>(std::move(stream), host);
}

template class StreamTiming<Queue>;
template class StreamTiming<TimedQueue>;

}  // namespace tickbench::backend
