// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "engine.hpp"

#include <algorithm>
#include <thread>
#include <utility>

#include "event.hpp"

namespace zecpu {
namespace {

bool all_signalled(const std::vector<Event*>& events) {
  return std::all_of(events.begin(), events.end(),
                     [](const Event* e) { return e->is_signalled(); });
}

}  // namespace

Engine::Engine(Device& device, std::stop_token stop)
    : driver_(device.driver()),
      stop_(std::move(stop)),
      lane_(device.driver().executor().lane(device.sub_device())) {}

Lane& Engine::lane() {
  if (stamp_) lane_->enqueue(std::exchange(stamp_, nullptr));
  return *lane_;
}

void Engine::finish() {
  if (stamp_) std::exchange(stamp_, nullptr)();
  lane_->finish();
}

void Engine::stamp(std::function<void()> write) {
  if (!lane_->is_idle()) {
    lane_->enqueue(std::move(write));
    return;
  }
  finish();
  stamp_ = std::move(write);
}

void Engine::run(const Order& commands) {
  try {
    run_in_turn(commands);
  } catch (...) {
    // Whoever hears of the failure may free what the kernels before it use.
    stamp_ = nullptr;
    lane_->finish();
    throw;
  }
}

void Engine::run_in_turn(const Order& commands) {
  if (!driver_.laboratory().out_of_order) {
    for (const Command* command : commands) run(*command);
    return;
  }
  for (auto first = commands.begin(); first != commands.end();) {
    const auto barrier =
        std::find_if(first, commands.end(), [](const Command* c) { return c->is_barrier(); });
    run_out_of_order({first, barrier});
    if (barrier == commands.end()) return;
    run(**barrier);
    first = barrier + 1;
  }
}

void Engine::run(const Command& command) {
  wait_for(command.waits);
  const Interval interval = command.execute(*this);
  if (command.signal == nullptr) return;
  if (const auto delay = driver_.laboratory().late_signals; delay.count() != 0)
    std::this_thread::sleep_for(delay);
  command.signal->signal(interval);
}

// Last first: what a missing barrier allows, at its worst, and the same in every run. A command
// whose events are not signalled is left for later, since hardware would wait there and go on
// elsewhere.
void Engine::run_out_of_order(std::span<const Command* const> segment) {
  std::vector<const Command*> remaining(segment.begin(), segment.end());
  while (!remaining.empty()) {
    auto ready = std::find_if(remaining.rbegin(), remaining.rend(),
                              [](const Command* c) { return all_signalled(c->waits); });
    if (ready == remaining.rend()) ready = std::prev(remaining.rend());
    const Command* next = *ready;
    remaining.erase(std::next(ready).base());
    run(*next);
  }
}

void Engine::wait_for(const std::vector<Event*>& events) {
  if (events.empty() || all_signalled(events)) return;
  finish();
  driver_.monitor().wait(Monitor::kForever, stop_,
                         [&] { return driver_.is_lost() || all_signalled(events); });
  if (driver_.is_lost()) throw Failure(ZE_RESULT_ERROR_DEVICE_LOST);
  if (stop_.stop_requested()) throw Cancelled{};
}

}  // namespace zecpu
