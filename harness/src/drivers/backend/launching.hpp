// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>

#include "backend/hold.hpp"
#include "base/non_copyable.hpp"
#include "tickbench/backend/user_queue.hpp"

/// One bracket of launches on any stream: the harness's own queue, or a user's.
namespace tickbench::backend {

bool is_from_events(TimeMethod method);

/// Throws Error (kInvalidBenchmark) for a bracket that no queue can take.
void require_bracket(TimedQueue& queue, const Work& work, const BracketRequest& request);

/// The launches of one bracket, from the first call to the end of the wait. Where one fails, none
/// is executed: what they use is freed on the way out. `hold` is null where it is not held.
class Launching : private NonCopyable {
 public:
  Launching(Stream& stream, HostClock& host, const BracketRequest& request, Hold* hold)
      : stream_(stream), host_(host), request_(request), hold_(hold), begin_(host.now()) {
    if (hold_ != nullptr) hold_->close(request.hold->at_least);
  }
  ~Launching() {
    if (hold_ != nullptr) hold_->open();
    if (!is_waited_for_) stream_.drop();
  }

  void enqueue(const std::function<void()>& launch) {
    for (std::int64_t i = 0; i < request_.launches; ++i) {
      launch();
      launched();
    }
  }
  /// After each launch.
  void launched() {
    if (hold_ != nullptr && request_.hold->launch > Seconds(0)) submit(launched_);
    ++launched_;
  }
  Bracket wait();

 private:
  /// Hands what is enqueued to the device. The device must not wait for it, so the hold has to last
  /// until now, less the least time of the launches ahead of it:
  ///
  ///     host    | close | launch 1 | launch 2 | launch 3 | now
  ///             |<------------- host_spent ------------->|
  ///     device      |==== hold ====| launch 1 | launch 2 | launch 3 |
  ///             |<-required_hold ->|<- device_covered -->|
  ///
  /// The hold begins after `begin_`, so it ends no earlier than its duration after `begin_`. Thus
  /// only durations are compared, and no stamp of one clock with one of the other.
  void submit(std::int64_t launches_ahead) {
    stream_.flush();
    const Seconds host_spent = host_.now() - begin_;
    const Seconds device_covered = request_.hold->launch * static_cast<double>(launches_ahead);
    required_hold_ = std::max(required_hold_, host_spent - device_covered);
  }

  Stream& stream_;
  HostClock& host_;
  const BracketRequest request_;
  Hold* hold_;
  std::int64_t launched_ = 0;
  std::chrono::nanoseconds begin_;
  Seconds required_hold_{};
  bool is_waited_for_ = false;
};

/// The device time is that of a counter which starts over after `wrap`.
inline void note_wrap(Bracket& bracket, Seconds wrap) {
  if (bracket.host >= wrap) bracket.wrapped = wrap;
}

/// Launches that were shorter than the hold assumed did not cover the enqueueing of later ones.
inline void judge_feeding(Bracket& bracket, const BracketRequest& request) {
  if (request.hold)
    bracket.fed = bracket.fed &&
                  bracket.device >= request.hold->launch * static_cast<double>(request.launches);
}

/// A bracket between two marks.
class MarkedBracket final : public OpenBracket {
 public:
  /// `prepare` comes after the hold and before the first mark.
  MarkedBracket(Stream& stream, HostClock& host, const BracketRequest& request, Hold* hold,
                const std::function<void()>& prepare)
      : stream_(stream), request_(request), launching_(stream, host, request, hold) {
    prepare();
    stream.mark_begin();
  }
  void launched() override { launching_.launched(); }
  Bracket finish() override {
    stream_.mark_end();
    Bracket bracket = launching_.wait();
    bracket.device = stream_.marked();
    bracket.device_begin = stream_.marked_at();
    note_wrap(bracket, stream_.wrap());
    judge_feeding(bracket, request_);
    return bracket;
  }

 private:
  Stream& stream_;
  BracketRequest request_;
  Launching launching_;
};

/// How the caches are displaced.
struct CacheFlush {
  std::function<void()> before_bracket;  ///< waits for it
  std::function<void()> before_launch;   ///< enqueues it, in a bracket that is held
};

/// The sum of the launches' own events. Unless it is held, each launch with displaced caches is a
/// bracket of its own: its flush is a wait.
Bracket between_events(Stream& stream, HostClock& host, EventLog& events, const Work& work,
                       const BracketRequest& request, Hold* hold, const CacheFlush& flush);

}  // namespace tickbench::backend
