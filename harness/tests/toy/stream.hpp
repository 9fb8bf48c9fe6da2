// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstring>

#include "backend/stream.hpp"
#include "tickbench/backend/device_clock.hpp"
#include "toy/buffer.hpp"
#include "toy/driver.hpp"

namespace tickbench::toy {

/// Time stamps are commands here: they read the clock when it is their turn.
class Stream : public backend::Stream {
 public:
  Stream(::toy::Commands& queue, const backend::DeviceInfo& info, backend::MemoryUse& use)
      : queue_(queue), info_(info), use_(use) {}

  void finish() override { queue_.wait(); }
  void drop() noexcept override { queue_.list.clear(); }
  void mark_begin() override {
    begin_ = end_ = 0;
    queue_.enqueue([this] { begin_ = ::toy::clock(); });
  }
  void mark_end() override {
    queue_.enqueue([this] { end_ = ::toy::clock(); });
  }
  Seconds marked() const override {
    if (begin_ == 0 || end_ == 0)
      throw Error(Outcome::kDeviceError, "the device executed nothing: expected two time stamps");
    return DeviceClock::nanoseconds().elapsed(GlobalStamp{begin_}, GlobalStamp{end_});
  }
  std::optional<std::chrono::nanoseconds> marked_at() const override {
    return std::chrono::nanoseconds(begin_);
  }
  std::optional<ClockReading> read_clock() override {
    ClockReading reading;
    reading.host_before = host_clock().now();
    reading.device = std::chrono::nanoseconds(::toy::clock());
    reading.device_tick = DeviceClock::nanoseconds().tick();
    reading.host_after = host_clock().now();
    return reading;
  }
  Seconds reported_resolution() const override { return DeviceClock::nanoseconds().tick(); }

  std::unique_ptr<backend::Memory> allocate(std::size_t bytes) override {
    return std::make_unique<Buffer>(bytes, backend::MemoryKind::kDevice, use_);
  }
  void fill(backend::Memory& to, std::span<const std::byte> pattern, std::size_t bytes) override {
    backend::require_pattern(pattern.size(), bytes, 128);
    std::vector<std::byte> kept(pattern.begin(), pattern.end());
    queue_.enqueue([at = as_buffer(to).at(), kept = std::move(kept), bytes] {
      std::copy(kept.begin(), kept.end(), at);
      for (std::size_t done = kept.size(); done < bytes; done *= 2)
        std::memcpy(at + done, at, std::min(done, bytes - done));
    });
  }
  const backend::DeviceInfo& info() const noexcept override { return info_; }

 private:
  ::toy::Commands& queue_;
  const backend::DeviceInfo& info_;
  backend::MemoryUse& use_;
  std::uint64_t begin_ = 0;
  std::uint64_t end_ = 0;
};

}  // namespace tickbench::toy
