// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "backend/stream.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "backend/launching.hpp"

namespace tickbench::backend {
namespace {

// Odd, so that every step gives another pattern; large, so that all its bytes change (2^32 / the
// golden ratio).
constexpr std::uint32_t kPatternStep = 0x9E3779B9;

}  // namespace

void Displacer::reserve(std::size_t bytes) {
  const auto& device = stream_.info();
  if (device.memory != 0 && bytes > device.memory)
    throw_error(Outcome::kOverLimit,
                "the {} bytes to displace the caches are above the memory that the device '{}' "
                "states, {} bytes",
                bytes, device.name, device.memory);
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

void Displacer::enqueue(std::size_t bytes) {
  if (bytes > reserved_) reserve(bytes);
  pattern_ += kPatternStep;
  std::size_t left = (bytes + sizeof(pattern_) - 1) / sizeof(pattern_) * sizeof(pattern_);
  for (const auto& chunk : chunks_) {
    const std::size_t part = std::min(left, chunk->size());
    if (part == 0) break;
    stream_.fill(*chunk, std::as_bytes(std::span(&pattern_, 1)), part);
    left -= part;
  }
}

template <class Base>
bool StreamTiming<Base>::supports(TimeMethod method, const Work& work) const {
  if (method == TimeMethod::kHost) return true;
  if (work.reset && method != TimeMethod::kBracket) return false;
  if (!has_device_time(work)) return false;
  if (method == TimeMethod::kOneEvent && work.commands != 1) return false;
  if (method == TimeMethod::kGraph) return recording_ != nullptr && work.never_waits;
  return !is_from_events(method) || (events_ != nullptr && events_->times(work));
}

template <class Base>
HoldLimits StreamTiming<Base>::hold_limits(const Work& work, bool displaces) {
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

template <class Base>
Bracket StreamTiming<Base>::run(const Work& work, const BracketRequest& request) {
  require_bracket(*this, work, request);
  auto bracket = run_bracket(work, request);
  judge_feeding(bracket, request);
  return bracket;
}

template <class Base>
Bracket StreamTiming<Base>::run_bracket(const Work& work, const BracketRequest& request) {
  drain(request);
  if (is_from_events(request.method))
    return between_events(stream_, host_, *events_, work, request, request.hold ? hold() : nullptr,
                          {.before_bracket = [&] { displace(request.displace_bytes); },
                           .before_launch = [&] { enqueue_flush(request); }});
  if (request.method == TimeMethod::kGraph) return by_recording(work, request);
  if (request.method == TimeMethod::kBracket) return between_marks(work, request);
  reset_before(work, request);
  Launching launching(stream_, host_, request, nullptr);
  launching.enqueue(work);
  return launching.wait();
}

template <class Base>
void StreamTiming<Base>::drain(const BracketRequest& request) {
  // Before the hold closes: the driver may wait for the device to make room.
  if (request.hold && request.displace_bytes != 0) displacer_.reserve(request.displace_bytes);
  stream_.finish();
}

template <class Base>
std::unique_ptr<OpenBracket> StreamTiming<Base>::open_drained(const Work& work,
                                                              const BracketRequest& request) {
  if (!request.hold) reset_before(work, request);
  const auto prepare = [&] {
    if (request.hold && work.reset) work.reset();
    enqueue_flush(request);
  };
  auto bracket = std::make_unique<MarkedBracket>(stream_, host_, request,
                                                 request.hold ? hold() : nullptr, prepare);
  // The first mark may not wait for the work's own first call on this queue.
  if (work.waits) stream_.flush();
  return bracket;
}

/// Caches are displaced behind the reset, which would leave its own data in them.
template <class Base>
void StreamTiming<Base>::reset_before(const Work& work, const BracketRequest& request) {
  if (work.reset) {
    work.reset();
    stream_.finish();
  }
  if (request.displace_bytes != 0) displace(request.displace_bytes);
}

template <class Base>
Bracket StreamTiming<Base>::between_marks(const Work& work, const BracketRequest& request) {
  const auto bracket = open_drained(work, request);
  for (std::int64_t i = 0; i < request.launches; ++i) {
    work.enqueue();
    bracket->launched();
  }
  return bracket->finish();
}

template <class Base>
void StreamTiming<Base>::enqueue_flush(const BracketRequest& request) {
  if (request.hold && request.displace_bytes != 0) displacer_.enqueue(request.displace_bytes);
}

/// Recorded each time: what `work` launches may be another thing the next time. The host's part of
/// that is no part of the bracket.
template <class Base>
Bracket StreamTiming<Base>::by_recording(const Work& work, const BracketRequest& request) {
  recording_->record([&] {
    for (std::int64_t i = 0; i < request.launches; ++i) work.enqueue();
  });
  const Work all{.enqueue = [&] { recording_->launch(); }, .description = work.description};
  BracketRequest once = request;
  once.launches = 1;
  return between_marks(all, once);
}

template class StreamTiming<Queue>;
template class StreamTiming<TimedQueue>;

}  // namespace tickbench::backend
