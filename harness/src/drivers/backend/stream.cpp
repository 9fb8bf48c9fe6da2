// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "backend/stream.hpp"

#include <fmt/format.h>

#include "backend/launching.hpp"

namespace tickbench::backend {
namespace {

// Odd, so that every step gives another pattern; large, so that all its bytes change (2^32 / the
// golden ratio).
constexpr std::uint32_t kPatternStep = 0x9E3779B9;

}  // namespace

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
  launching.enqueue(work.enqueue);
  return launching.wait();
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

template class StreamTiming<Queue>;
template class StreamTiming<TimedQueue>;

}  // namespace tickbench::backend
