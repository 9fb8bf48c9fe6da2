// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "backend/launching.hpp"

#include <algorithm>
#include <utility>

#include "base/throw_error.hpp"
#include "clock/device_time.hpp"

namespace tickbench::backend {
namespace {

Bracket with_events(Stream& stream, HostClock& host, EventLog& events, const Work& work,
                    const BracketRequest& request, Hold* hold,
                    const std::function<void()>& prepare) {
  struct Keeping {
    EventLog& events;
    ~Keeping() { events.end(); }
  };
  const auto launches = request.launches;
  events.begin(launches, work.commands);
  const Keeping keeping{events};
  Launching launching(stream, host, request, hold);
  launching.enqueue([&] {
    prepare();
    work.enqueue();
  });
  events.enqueue_query();
  Bracket bracket = launching.wait();
  if (events.commands() != launches * work.commands)
    throw_error(
        Outcome::kInvalidBenchmark,
        "'{}': expected {} command{} a launch on the queue that is timed, {} in all, found {}",
        work.description, work.commands, work.commands == 1 ? "" : "s", launches * work.commands,
        events.commands());
  for (std::size_t i = 0; std::cmp_less(i, launches); ++i) bracket.device += events.duration(i);
  note_wrap(bracket, events.wrap());
  // A held launch waits for the hold, not for the driver.
  if (!request.hold) bracket.launch = events.phases(bracket.host_begin);
  return bracket;
}

}  // namespace

bool is_from_events(TimeMethod method) {
  return method == TimeMethod::kOneEvent || method == TimeMethod::kEventSum;
}

void require_bracket(TimedQueue& queue, const Work& work, const BracketRequest& request) {
  const auto refuse = [&]<class... Parts>(fmt::format_string<Parts...> why, Parts&&... parts) {
    throw_error(Outcome::kInvalidBenchmark, "'{}': {}", work.description,
                fmt::format(why, std::forward<Parts>(parts)...));
  };
  if (request.launches < 1)
    refuse("expected at least one launch in a bracket, found {}", request.launches);
  if (!queue.supports(request.method, work))
    refuse("this queue cannot time it by the method asked for");
  if (request.hold &&
      (request.method == TimeMethod::kHost ||
       queue.hold_limits(work, request.displace_bytes != 0).method == HoldMethod::kNone))
    refuse("expected a bracket that this queue can hold, method {}", to_string(request.method));
  if (request.launches == 1) return;
  if (work.reset)
    refuse("expected one launch in a bracket where each follows a reset, found {}",
           request.launches);
  if (request.method == TimeMethod::kOneEvent)
    refuse("expected one launch where the time is that of one event, found {}", request.launches);
  if (request.displace_bytes != 0 && request.method != TimeMethod::kEventSum)
    refuse(
        "with the caches displaced before each of several launches, each needs an event of its "
        "own");
}

Bracket Launching::wait() {
  if (hold_ != nullptr) submit(request_.launches);
  const auto enqueued = host_.now();
  // It was closed until now, after the last submission.
  const bool is_kept = hold_ != nullptr && hold_->open();
  is_waited_for_ = true;
  stream_.finish();
  Bracket bracket{.host = host_.now() - begin_,
                  .host_begin = begin_,
                  .enqueue = enqueued - begin_,
                  .required_hold = required_hold_};
  if (!is_kept) return bracket;
  const auto held = hold_->duration();
  bracket.hold = held.value_or(Seconds(0));
  bracket.fed = !held || *held >= required_hold_ * (1 + kRateTolerance);
  return bracket;
}

Bracket between_events(Stream& stream, HostClock& host, EventLog& events, const Work& work,
                       const BracketRequest& request, Hold* hold, const CacheFlush& flush) {
  if (request.displace_bytes == 0 || request.hold)
    return with_events(stream, host, events, work, request, hold, flush.before_launch);
  BracketRequest single = request;
  single.launches = 1;
  Bracket sum;
  for (std::int64_t i = 0; i < request.launches; ++i) {
    flush.before_bracket();
    const auto bracket = with_events(stream, host, events, work, single, hold, [] {});
    if (i == 0) sum = {.launch = bracket.launch, .host_begin = bracket.host_begin};
    sum.device += bracket.device;
    sum.host += bracket.host;
    sum.enqueue += bracket.enqueue;
    sum.wrapped = std::max(sum.wrapped, bracket.wrapped);
  }
  return sum;
}

}  // namespace tickbench::backend
