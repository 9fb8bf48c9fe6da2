// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <thread>
#include <utility>

#include "backend/hold.hpp"
#include "backend/stream.hpp"
#include "tickbench/native_queue.hpp"

namespace tickbench::timer {

/// A device that is a thread: functions run there in order, and take the time that they take.
class ThreadDevice {
 public:
  ThreadDevice() : thread_([this] { work(); }) {}
  ThreadDevice(const ThreadDevice&) = delete;
  ThreadDevice& operator=(const ThreadDevice&) = delete;
  ~ThreadDevice() {
    {
      const std::lock_guard lock(mutex_);
      ends_ = true;
    }
    changed_.notify_all();
    thread_.join();
  }

  void enqueue(std::function<void()> function) {
    {
      const std::lock_guard lock(mutex_);
      functions_.push_back(std::move(function));
    }
    changed_.notify_all();
  }
  /// A kernel that takes so long.
  void enqueue_spin(std::chrono::nanoseconds duration) {
    ++launches;
    enqueue([duration] {
      const auto end = host_clock().now() + duration;
      while (host_clock().now() < end) {
      }
    });
  }
  void finish() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return functions_.empty(); });
  }

  std::atomic<int> launches = 0;
  std::atomic<int> fills = 0;
  bool can_hold = true;
  double clock_rate = 1;  ///< of its marks
  int failing_mark = 0;   ///< the driver refuses the n-th one; 0: none
  int marks = 0;

 private:
  void work() {
    std::unique_lock lock(mutex_);
    for (;;) {
      changed_.wait(lock, [this] { return ends_ || !functions_.empty(); });
      if (functions_.empty()) return;
      const auto function = functions_.front();
      lock.unlock();
      function();
      lock.lock();
      functions_.pop_front();
      changed_.notify_all();
    }
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<std::function<void()>> functions_;  ///< the first one is running
  bool ends_ = false;
  std::thread thread_;
};

class ThreadStream final : public backend::Stream {
 public:
  explicit ThreadStream(ThreadDevice& device) : device_(device) {
    info_.backend = "thread";
    info_.name = "a thread";
  }
  void finish() override { device_.finish(); }
  void drop() noexcept override { device_.finish(); }
  void mark_begin() override { mark(begin_); }
  void mark_end() override { mark(end_); }
  Seconds marked() const override { return device_.clock_rate * Seconds(end_ - begin_); }
  std::optional<std::chrono::nanoseconds> marked_at() const override { return begin_; }
  std::optional<ClockReading> read_clock() override {
    const auto now = host_clock().now();
    const auto device = std::chrono::duration_cast<std::chrono::nanoseconds>(
        device_.clock_rate * std::chrono::duration<double, std::nano>(now));
    return ClockReading{device, Seconds(1e-9), now, now};
  }
  Seconds reported_resolution() const override { return Seconds(1e-9); }
  std::unique_ptr<backend::Memory> allocate(std::size_t bytes) override {
    return std::make_unique<NoMemory>(bytes);
  }
  void fill(backend::Memory& /*to*/, std::span<const std::byte> /*pattern*/,
            std::size_t /*bytes*/) override {
    ++device_.fills;
  }
  const backend::DeviceInfo& info() const noexcept override { return info_; }
  ThreadDevice& device() noexcept { return device_; }

 private:
  struct NoMemory final : backend::Memory {
    explicit NoMemory(std::size_t bytes) : bytes_(bytes) {}
    std::size_t size() const noexcept override { return bytes_; }
    backend::MemoryKind kind() const noexcept override { return backend::MemoryKind::kDevice; }
    void* host_pointer() noexcept override { return nullptr; }
    std::size_t bytes_;
  };
  void mark(std::chrono::nanoseconds& to) {
    if (++device_.marks == device_.failing_mark)
      throw Error(Outcome::kDeviceError, "a mark was refused");
    device_.enqueue([&to] { to = host_clock().now(); });
  }

  ThreadDevice& device_;
  backend::DeviceInfo info_;
  std::chrono::nanoseconds begin_{}, end_{};
};

/// A function in front that waits for the host.
class ThreadHold final : public backend::HostHold {
 public:
  explicit ThreadHold(ThreadDevice& device) : device_(device) {}
  ~ThreadHold() override { open(); }
  HoldLimits limits() const override { return {HoldMethod::kHostEvent}; }

 private:
  void prepare() override { open_ = std::make_shared<std::atomic<bool>>(false); }
  void enqueue_wait() override {
    device_.enqueue([open = open_] { open->wait(false); });
  }
  void signal() noexcept override {
    open_->store(true);
    open_->notify_all();
  }

  ThreadDevice& device_;
  std::shared_ptr<std::atomic<bool>> open_;
};

}  // namespace tickbench::timer

template <>
struct tickbench::NativeQueue<tickbench::timer::ThreadDevice*> {
  static std::unique_ptr<TimedQueue> timed_queue(timer::ThreadDevice* device) {
    if (device == nullptr)
      throw Error(Outcome::kInvalidBenchmark, "timed_queue: expected a device, found null");
    return backend::held_user_queue(
        std::make_unique<timer::ThreadStream>(*device),
        [device]() -> std::unique_ptr<backend::Hold> {
          if (device->can_hold) return std::make_unique<timer::ThreadHold>(*device);
          return std::make_unique<backend::NoHold>("a thread that is not to be held");
        });
  }
};
