// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "timer/loop_queue.hpp"

#include <algorithm>

#include "clock/clock_check.hpp"
#include "measurement/host_memory.hpp"
#include "tickbench/backend/backend.hpp"
#include "tickbench/error.hpp"

namespace tickbench::timer {
namespace {

/// Marks the work whose launches the loop makes.
struct Body {
  void operator()() const {}
};

}  // namespace

MeasurementSettings settings_for(const TimedQueue& queue, const TimerOptions& options) {
  if (!(options.budget > Seconds(0)) || !(options.precision > 0))
    throw Error(Outcome::kInvalidBenchmark,
                "TimerOptions: expected a budget and a precision above 0");
  MeasurementSettings settings;
  settings.budget = options.budget;
  settings.precision = options.precision;
  settings.minimum_warm_up = std::min(settings.minimum_warm_up, options.budget);
  if (!options.cold_cache) return settings;
  settings.cache = Cache::kCold;
  const auto* const device = queue.device_info();
  settings.displace_bytes = displaced_bytes(device == nullptr ? 0 : device->cache,
                                            device == nullptr ? 0 : device->memory);
  return settings;
}

std::unique_ptr<TimedQueue> make_queue(const detail::MakeTimedQueue& make) {
  auto queue = make ? make() : nullptr;
  if (!queue)
    throw Error(Outcome::kInvalidBenchmark,
                "timed: expected a queue, or a function that makes one, found null");
  return queue;
}

void require_sound_clock(TimedQueue& queue) {
  const auto clock = check_clock(queue, host_clock());
  if (clock.verdict == ClockCheck::Verdict::kBroken)
    throw Error(Outcome::kImplausibleTime, clock.message);
}

Work LoopQueue::body() { return {.enqueue = Body{}, .description = "the loop's body"}; }

LoopQueue::~LoopQueue() {
  bracket_.reset();
  {
    const std::lock_guard lock(mutex_);
    is_abandoned_ = true;
  }
  changed_.notify_all();
}

bool LoopQueue::next() {
  std::exception_ptr failure;
  try {
    if (bracket_) {
      bracket_->launched();
      if (--left_ > 0) return true;
      *result_ = bracket_->finish();
    }
  } catch (...) {
    failure = std::current_exception();
  }
  if (std::exchange(bracket_, nullptr)) answer(std::exchange(failure, nullptr));
  while (const auto call = asked()) {
    try {
      call();
      if (bracket_) return true;
    } catch (...) {
      failure = std::current_exception();
    }
    answer(std::exchange(failure, nullptr));
  }
  if (failure_) std::rethrow_exception(std::exchange(failure_, nullptr));
  return false;
}

Bracket LoopQueue::run(const Work& work, const BracketRequest& request) {
  Bracket result;
  ask([&] {
    if (work.enqueue.target<Body>() == nullptr) {
      result = queue_.run(work, request);
      return;
    }
    bracket_ = queue_.open(work, request);
    left_ = request.launches;
    result_ = &result;
  });
  return result;
}

void LoopQueue::measure() noexcept {
  std::exception_ptr failure;
  try {
    measurement_(*this);
  } catch (const Abandoned&) {
    // The loop ended before the measurement did.
  } catch (...) {
    failure = std::current_exception();
  }
  const std::lock_guard lock(mutex_);
  failure_ = failure;
  has_ended_ = true;
  changed_.notify_all();
}

void LoopQueue::ask(std::function<void()> call) {
  std::unique_lock lock(mutex_);
  call_ = std::move(call);
  changed_.notify_all();
  changed_.wait(lock, [this] { return is_abandoned_ || !call_; });
  if (is_abandoned_) throw Abandoned{};
  if (failure_) std::rethrow_exception(std::exchange(failure_, nullptr));
}

}  // namespace tickbench::timer
