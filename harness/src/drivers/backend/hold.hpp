// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <stop_token>
#include <thread>
#include <utility>

#include "tickbench/timed_queue.hpp"

namespace tickbench::backend {

/// Keeps the commands of a stream from starting while the host enqueues them. A back end writes one
/// for each way that its driver has, and Launching uses it.
///
/// The problem: enqueueing a launch may take the host longer than the device takes to execute it.
/// The device then waits between the launches, and the bracket shows the host's speed:
///
///     host    | launch 1 | launch 2 | launch 3 | wait
///     device             |1|        |2|        |3|
///                        |<----- bracket ------->|
///
/// Held, the device has all launches before it starts the first one, and the bracket shows the
/// device's speed:
///
///     host    | close | launch 1 | launch 2 | launch 3 | flush | open | wait
///     device      |===================== hold =====================|1|2|3|
///                                                                  |<--->| bracket
///
/// A bracket is fed if the hold ended after the last flush. Each kind of hold has its proof:
///
/// - A delay kernel ends by itself, after `at_least`. Its `duration` by the device's clock must
///   exceed the host's time from before `close` until after the last `flush`. It began after
///   `close`, so it ended after the flush. Durations alone are compared, since stamps of two clocks
///   have no common time line.
/// - An event or a closed list holds until the host opens it. `open` must find it closed: then
///   nothing opened it before the last flush.
///
/// A bracket that is not fed is no sample: the next hold is longer, then the bracket shorter.
///
/// A delay kernel may overlap (HoldLimits): where launches are long, it lasts for the first few,
/// and these cover the enqueueing of later ones. See Launching::submit.
///
/// Caveats:
///
/// - A driver whose queue is full blocks until the device has made room. Behind a hold that the
///   host opens that is for ever, so HostHold opens it after a limit. `limits` says how many
///   launches the driver takes.
/// - A wait within the bracket would wait for the hold. So would a copy from pageable memory, a
///   free, or the loading of a module: only work that never waits is held, and no warm-up.
/// - The host's time of a held bracket contains the hold. It says nothing of the launches.
class Hold {
 public:
  virtual ~Hold() = default;

  virtual HoldLimits limits() const = 0;
  /// Enqueues what all later commands wait for: at least for so long, or until `open`.
  virtual void close(Seconds at_least) = 0;
  /// For a hold that the host opens: returns false where it was open already. Called on every way
  /// out.
  virtual bool open() noexcept { return true; }
  /// How long it held by the device's clock, once the stream is finished; nothing for one that
  /// lasted until `open`.
  virtual std::optional<Seconds> duration() { return std::nullopt; }
};

/// Holds nothing, and may say why.
class NoHold final : public Hold {
 public:
  explicit NoHold(std::string why) : why_(std::move(why)) {}
  HoldLimits limits() const override { return {HoldMethod::kNone, 0, why_}; }
  void close(Seconds /*at_least*/) override {}

 private:
  std::string why_;
};

/// A hold that the host opens. A driver whose queue is full blocks until it is opened, so after a
/// limit a thread of its own opens it.
class HostHold : public Hold {
 public:
  /// Derived classes `open()` it when they are destroyed: `signal` is theirs.
  explicit HostHold(Seconds limit = kLimit)
      : limit_(std::chrono::duration_cast<std::chrono::nanoseconds>(limit)),
        thread_([this](const std::stop_token& stop) { watch(stop); }) {}

  HoldLimits limits() const override { return {HoldMethod::kHostEvent}; }
  void close(Seconds /*at_least*/) final {
    prepare();
    {
      const std::lock_guard lock(mutex_);
      is_closed_ = true;
      opens_at_ = std::chrono::steady_clock::now() + limit_;
      // A thread that is awake, or wakes before this limit, finds it by itself.
      if (is_idle_) changed_.notify_one();
    }
    try {
      enqueue_wait();
    } catch (...) {
      open();
      throw;
    }
  }
  bool open() noexcept final {
    const std::lock_guard lock(mutex_);
    if (!is_closed_) return false;
    is_closed_ = false;
    signal();
    return true;
  }

 protected:
  /// From here on a signal ends the next wait, which may not be enqueued yet.
  virtual void prepare() {}
  /// May block until the signal, as an append to a synchronous list does.
  virtual void enqueue_wait() = 0;
  /// Ends the wait. Called once after each `prepare`, on any thread.
  virtual void signal() noexcept = 0;

 private:
  /// Some thousand launches take tens of milliseconds to enqueue on a busy host.
  static constexpr Seconds kLimit{0.25};

  void watch(const std::stop_token& stop) {
    std::unique_lock lock(mutex_);
    while (!stop.stop_requested()) {
      if (!is_closed_) {
        is_idle_ = true;
        changed_.wait(lock, stop, [this] { return is_closed_; });
        is_idle_ = false;
      } else if (std::chrono::steady_clock::now() < opens_at_) {
        changed_.wait_until(lock, stop, opens_at_, [] { return false; });
      } else {
        is_closed_ = false;
        signal();
      }
    }
  }

  std::chrono::nanoseconds limit_;
  std::mutex mutex_;
  std::condition_variable_any changed_;
  std::chrono::steady_clock::time_point opens_at_{};
  bool is_closed_ = false;
  bool is_idle_ = false;  ///< the thread waits for a `close`
  std::jthread thread_;   // last: it uses the others
};

}  // namespace tickbench::backend
