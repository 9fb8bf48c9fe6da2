// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "backend/stream.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <utility>

#include "tickbench/error.hpp"

namespace tickbench::backend {
namespace {

// Odd, so that every step gives another pattern; large, so that all its bytes change (2^32 / the
// golden ratio).
constexpr std::uint32_t kPatternStep = 0x9E3779B9;

bool is_from_events(TimeMethod method) {
  return method == TimeMethod::kOneEvent || method == TimeMethod::kEventSum;
}

/// Throws Error (kInvalidBenchmark) for a bracket that no queue can take.
void require_bracket(const TimedQueue& queue, const Work& work, const BracketRequest& request) {
  const auto refuse = [&](const std::string& why) {
    throw Error(Outcome::kInvalidBenchmark, fmt::format("'{}': {}", work.description, why));
  };
  if (request.launches < 1)
    refuse(fmt::format("expected at least one launch in a bracket, found {}", request.launches));
  if (!queue.supports(request.method, work))
    refuse("this queue cannot time it by the method asked for");
  if (request.launches == 1) return;
  if (request.method == TimeMethod::kOneEvent)
    refuse(fmt::format("expected one launch where the time is that of one event, found {}",
                       request.launches));
  if (request.displace_bytes != 0 && request.method != TimeMethod::kEventSum)
    refuse(
        "with the caches displaced before each of several launches, each needs an event of its "
        "own");
}

/// Where a launch fails, none is executed: what they use is freed on the way out.
void enqueue(Stream& stream, const Work& work, std::int64_t launches) {
  try {
    for (std::int64_t i = 0; i < launches; ++i) work.enqueue();
  } catch (...) {
    stream.drop();
    throw;
  }
}

Bracket between_marks(Stream& stream, const Work& work, std::int64_t launches) {
  const auto begin = host_clock().now();
  stream.mark_begin();
  enqueue(stream, work, launches);
  stream.mark_end();
  const auto enqueued = host_clock().now();
  stream.finish();
  const auto end = host_clock().now();
  return {.device = stream.marked(),
          .host = end - begin,
          .host_begin = begin,
          .enqueue = enqueued - begin,
          .device_begin = stream.marked_at()};
}

Bracket by_host(Stream& stream, const Work& work, std::int64_t launches,
                EventLog* events = nullptr) {
  const auto begin = host_clock().now();
  enqueue(stream, work, launches);
  if (events != nullptr) events->enqueue_query();
  const auto enqueued = host_clock().now();
  stream.finish();
  return {.host = host_clock().now() - begin, .host_begin = begin, .enqueue = enqueued - begin};
}

class UserQueue final : public TimedQueue {
 public:
  UserQueue(std::unique_ptr<Stream> stream, bool has_device_time)
      : stream_(std::move(stream)), displacer_(*stream_), has_device_time_(has_device_time) {}

  Bracket run(const Work& work, const BracketRequest& request) override {
    require_bracket(*this, work, request);
    stream_->finish();
    if (request.displace_bytes != 0) displacer_.displace(request.displace_bytes);
    return request.method == TimeMethod::kBracket ? between_marks(*stream_, work, request.launches)
                                                  : by_host(*stream_, work, request.launches);
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
  explicit StreamRegion(std::unique_ptr<Stream> stream) : stream_(std::move(stream)) {}
  void start() override {
    stream_->finish();
    begin_ = host_clock().now();
    stream_->mark_begin();
  }
  ElapsedTime<Seconds> stop() override {
    stream_->mark_end();
    stream_->finish();
    return {host_clock().now() - begin_, stream_->marked()};
  }

 private:
  std::unique_ptr<Stream> stream_;
  std::chrono::nanoseconds begin_{};
};

}  // namespace

void Displacer::reserve(std::size_t bytes) {
  const auto& device = stream_.info();
  if (device.memory != 0 && bytes > device.memory)
    throw Error(Outcome::kOverLimit,
                fmt::format("the {} bytes to displace the caches are above the memory that the "
                            "device '{}' states, {} bytes",
                            bytes, device.name, device.memory));
  const std::size_t largest = device.largest_allocation != 0
                                  ? device.largest_allocation
                                  : std::numeric_limits<std::size_t>::max();
  while (reserved_ < bytes) {
    // Whole patterns: a fill's size is a multiple of its pattern's.
    const std::size_t size = std::min(bytes - reserved_ + sizeof(pattern_) - 1, largest) /
                             sizeof(pattern_) * sizeof(pattern_);
    chunks_.push_back(stream_.allocate(size));
    reserved_ += size;
  }
}

void Displacer::displace(std::size_t bytes) {
  if (bytes > reserved_) reserve(bytes);
  pattern_ += kPatternStep;
  std::size_t left = (bytes + sizeof(pattern_) - 1) / sizeof(pattern_) * sizeof(pattern_);
  for (const auto& chunk : chunks_) {
    const std::size_t part = std::min(left, chunk->size());
    if (part == 0) break;
    stream_.fill(*chunk, std::as_bytes(std::span(&pattern_, 1)), part);
    left -= part;
  }
  stream_.finish();
}

bool StreamQueue::supports(TimeMethod method, const Work& work) const {
  return !is_from_events(method) || (events_ != nullptr && events_->times(work));
}

Bracket StreamQueue::run(const Work& work, const BracketRequest& request) {
  require_bracket(*this, work, request);
  finish();
  if (is_from_events(request.method)) return by_events(work, request);
  if (request.displace_bytes != 0) displace(request.displace_bytes);
  return request.method == TimeMethod::kBracket ? between_marks(stream_, work, request.launches)
                                                : by_host(stream_, work, request.launches);
}

/// The sum of the launches' own events. Displacing is itself a wait, so each launch with displaced
/// caches is a bracket of its own.
Bracket StreamQueue::by_events(const Work& work, const BracketRequest& request) {
  if (request.displace_bytes == 0) return with_events(work, request.launches);
  Bracket sum;
  for (std::int64_t i = 0; i < request.launches; ++i) {
    displace(request.displace_bytes);
    const auto one = with_events(work, 1);
    if (i == 0) sum = {.launch = one.launch, .host_begin = one.host_begin};
    sum.device += one.device;
    sum.host += one.host;
    sum.enqueue += one.enqueue;
  }
  return sum;
}

Bracket StreamQueue::with_events(const Work& work, std::int64_t launches) {
  struct Keeping {
    EventLog& events;
    ~Keeping() { events.end(); }
  };
  events_->begin(launches);
  const Keeping keeping{*events_};
  auto bracket = by_host(stream_, work, launches, events_);
  if (events_->commands() != launches)
    throw Error(Outcome::kInvalidBenchmark,
                fmt::format("'{}': expected one command a launch on the harness's own queue, {} "
                            "in all, found {}",
                            work.description, launches, events_->commands()));
  for (std::size_t i = 0; std::cmp_less(i, launches); ++i) bracket.device += events_->duration(i);
  bracket.launch = events_->phases(bracket.host_begin);
  return bracket;
}

std::unique_ptr<TimedQueue> user_queue(std::unique_ptr<Stream> stream, bool has_device_time) {
  return std::make_unique<UserQueue>(std::move(stream), has_device_time);
}

std::unique_ptr<RegionMarker> region_marker(std::unique_ptr<Stream> stream) {
  return std::make_unique<StreamRegion>(std::move(stream));
}

}  // namespace tickbench::backend
