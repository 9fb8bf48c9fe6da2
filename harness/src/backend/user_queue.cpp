// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "tickbench/backend/user_queue.hpp"

#include <fmt/format.h>

#include <utility>

#include "backend/launching.hpp"
#include "backend/stream.hpp"
#include "text/wording.hpp"
#include "tickbench/error.hpp"

namespace tickbench::backend {
namespace {

class StreamRegion final : public RegionMarker {
 public:
  StreamRegion(Stream& stream, HostClock& host) : stream_(stream), host_(host) {}
  StreamRegion(std::unique_ptr<Stream> stream, HostClock& host)
      : owned_(std::move(stream)), stream_(*owned_), host_(host) {}
  void start() override {
    stream_.finish();
    begin_ = host_.now();
    stream_.mark_begin();
  }
  ElapsedTime<Seconds> stop() override {
    stream_.mark_end();
    stream_.finish();
    const Seconds host = host_.now() - begin_;
    if (host >= stream_.wrap())
      throw Error(Outcome::kImplausibleTime,
                  fmt::format("DeviceTimer: expected a region shorter than a wrap of the device's "
                              "counter, {}, found one of {} by the host's clock",
                              duration_text(stream_.wrap()), duration_text(host)));
    return {host, stream_.marked()};
  }

 private:
  std::unique_ptr<Stream> owned_;  ///< null where it is the harness's own
  Stream& stream_;
  HostClock& host_;
  std::chrono::nanoseconds begin_{};
};

}  // namespace

UserQueue::UserQueue(std::unique_ptr<Stream> stream, bool has_device_time, HostClock& host)
    : stream_(std::move(stream)),
      displacer_(std::make_unique<Displacer>(*stream_)),
      host_(host),
      has_device_time_(has_device_time) {}
UserQueue::~UserQueue() = default;

Bracket UserQueue::run(const Work& work, const BracketRequest& request) {
  require_bracket(*this, work, request);
  stream_->finish();
  const auto displace = [&] {
    if (request.displace_bytes != 0) displacer_->displace(request.displace_bytes);
  };
  if (is_from_events(request.method))
    return between_events(*stream_, host_, *events_, work, request, nullptr, {displace, [] {}});
  displace();
  Launching launching(*stream_, host_, work, request, nullptr);
  if (request.method == TimeMethod::kBracket) return between_marks(*stream_, launching, [] {});
  launching.enqueue();
  return launching.wait();
}

bool UserQueue::supports(TimeMethod method, const Work& work) const {
  if (method == TimeMethod::kHost) return true;
  if (!has_device_time_ || method == TimeMethod::kGraph) return false;
  if (method == TimeMethod::kOneEvent && work.commands != 1) return false;
  return !is_from_events(method) || (events_ != nullptr && events_->times(work));
}

std::optional<ClockReading> UserQueue::read_clock() {
  return has_device_time_ ? stream_->read_clock() : std::nullopt;
}

std::unique_ptr<RegionMarker> region_marker(Stream& stream, HostClock& host) {
  return std::make_unique<StreamRegion>(stream, host);
}

std::unique_ptr<RegionMarker> region_marker(std::unique_ptr<Stream> stream, HostClock& host) {
  return std::make_unique<StreamRegion>(std::move(stream), host);
}

}  // namespace tickbench::backend
