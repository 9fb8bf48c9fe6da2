// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>

#include "backend/hold.hpp"
#include "tickbench/backend/user_queue.hpp"

/// One bracket of launches on any stream: the harness's own queue, or a user's.
namespace tickbench::backend {

bool is_from_events(TimeMethod method);

/// Throws Error (kInvalidBenchmark) for a bracket that no queue can take.
void require_bracket(TimedQueue& queue, const Work& work, const BracketRequest& request);

/// The launches of one bracket, from the first call to the end of the wait. Where one fails, none
/// is executed: what they use is freed on the way out. `hold` is null where it is not held.
class Launching {
 public:
  Launching(Stream& stream, HostClock& host, const Work& work, const BracketRequest& request,
            Hold* hold);
  ~Launching();
  Launching(const Launching&) = delete;
  Launching& operator=(const Launching&) = delete;

  /// `prepare` comes before each launch.
  template <class Prepare>
  void enqueue(const Prepare& prepare) {
    for (std::int64_t i = 0; i < request_.launches; ++i) {
      prepare();
      work_.enqueue();
      if (hold_ != nullptr && request_.hold->launch > Seconds(0)) submit(i);
    }
  }
  void enqueue() {
    enqueue([] {});
  }
  Bracket wait();

 private:
  void submit(std::int64_t launches_ahead);

  Stream& stream_;
  HostClock& host_;
  const Work& work_;
  const BracketRequest& request_;
  Hold* hold_;
  std::chrono::nanoseconds begin_;
  Seconds required_hold_{};
  bool is_waited_for_ = false;
};

/// The device time is that of a counter which starts over after `wrap`.
inline void note_wrap(Bracket& bracket, Seconds wrap) {
  if (bracket.host >= wrap) bracket.wrapped = wrap;
}

/// `flush` comes after the hold and before the first mark.
template <class Flush>
Bracket between_marks(Stream& stream, Launching& launching, const Flush& flush) {
  flush();
  stream.mark_begin();
  launching.enqueue();
  stream.mark_end();
  Bracket bracket = launching.wait();
  bracket.device = stream.marked();
  bracket.device_begin = stream.marked_at();
  note_wrap(bracket, stream.wrap());
  return bracket;
}

/// How the caches are displaced.
struct CacheFlush {
  std::function<void()> before_bracket;  ///< waits for it
  std::function<void()> before_launch;   ///< enqueues it, in a bracket that is held
};

/// The sum of the launches' own events. Unless it is held, each launch with displaced caches is a
/// bracket of its own: its flush is a wait.
Bracket between_events(Stream& stream, HostClock& host, EventLog& events, const Work& work,
                       const BracketRequest& request, Hold* hold, const CacheFlush& flush);

/// Regions of the harness's own stream.
std::unique_ptr<RegionMarker> region_marker(Stream& stream, HostClock& host);

}  // namespace tickbench::backend
