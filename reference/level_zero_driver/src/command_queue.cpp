// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "command_queue.hpp"

#include <chrono>
#include <string>
#include <system_error>

#include "fence.hpp"

namespace zecpu {
namespace {

// How long an out-of-order queue holds back what arrives, to have something to exchange it with:
// long against the few microseconds between two appends to an immediate list.
constexpr auto kGathering = std::chrono::microseconds(500);

}  // namespace

CommandQueue::CommandQueue(Device& device, std::uint32_t group, bool is_synchronous)
    : driver_(device.driver()),
      group_(group),
      is_synchronous_(is_synchronous),
      engine_(device, stop_.get_token()) {
  if (is_synchronous_) return;
  driver_.add(this);
  try {
    worker_ = std::thread([this] { work(stop_.get_token()); });
  } catch (const std::system_error& error) {
    driver_.remove(this);
    throw Failure(ZE_RESULT_ERROR_OUT_OF_HOST_MEMORY, std::string("a thread: ") + error.what());
  }
}

CommandQueue::~CommandQueue() {
  stop();
  driver_.remove(this);
}

void CommandQueue::stop() {
  stop_.request_stop();
  if (worker_.joinable()) worker_.join();
}

void CommandQueue::submit(Submission submission) {
  if (driver_.laboratory().execute_nothing) return;
  if (is_synchronous_) {
    const std::lock_guard lock(execution_);
    std::vector<Submission> one;
    one.push_back(std::move(submission));
    try {
      execute(one);
    } catch (const Cancelled&) {
      throw Failure(ZE_RESULT_ERROR_DEVICE_LOST);
    }
    return;
  }
  {
    const std::lock_guard lock(mutex_);
    waiting_.push_back(std::move(submission));
    ++submitted_;
  }
  arrived_.notify_one();
}

ze_result_t CommandQueue::synchronize(std::uint64_t timeout_ns) {
  // A synchronous queue is done when a call returns; other threads' calls are theirs to wait for.
  const std::uint64_t last = submitted_;
  return driver_.wait(timeout_ns, [&] { return completed_ >= last; });
}

void CommandQueue::execute(const std::vector<Submission>& submissions) {
  Engine::Order commands;
  for (const Submission& submission : submissions)
    for (const auto& list : submission.lists)
      for (const auto& command : *list) commands.push_back(command.get());
  engine_.run(commands);
  engine_.finish();
  for (const Submission& submission : submissions)
    if (submission.fence != nullptr) submission.fence->set(true);
}

std::vector<Submission> CommandQueue::take(const std::stop_token& stop) {
  std::unique_lock lock(mutex_);
  if (!arrived_.wait(lock, stop, [this] { return !waiting_.empty(); })) return {};
  if (driver_.laboratory().out_of_order)
    arrived_.wait_for(lock, stop, kGathering, [] { return false; });
  std::vector<Submission> taken;
  do {
    taken.push_back(std::move(waiting_.front()));
    waiting_.pop_front();
  } while (driver_.laboratory().out_of_order && !waiting_.empty());
  return taken;
}

void CommandQueue::work(const std::stop_token& stop) {
  while (true) {
    const std::vector<Submission> submissions = take(stop);
    if (submissions.empty() || stop.stop_requested()) return;
    try {
      execute(submissions);
    } catch (const Cancelled&) {
      return;
    } catch (const std::exception& error) {
      // Nobody's call is left to fail: the only code that every later call can give for it.
      driver_.lose(*error.what() == '\0' ? "a command failed" : error.what());
      return;
    }
    driver_.monitor().change([&] { completed_ += submissions.size(); });
  }
}

}  // namespace zecpu
