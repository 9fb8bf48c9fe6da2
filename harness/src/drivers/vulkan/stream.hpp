// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <span>

#include "backend/stream.hpp"
#include "vulkan/buffer.hpp"
#include "vulkan/command_buffer.hpp"
#include "vulkan/event.hpp"

namespace tickbench::vulkan {

/// A command buffer used as a stream: of the harness's own the one that is being recorded, or a
/// user's.
///
/// A bracket lies between two time stamps of the queue, which its family masks to so many bits.
class Stream : public backend::Stream {
 public:
  Stream(const Allocator& allocator, CommandBuffer& list);

  void finish() override { list_->finish(); }
  void drop() noexcept override { list_->drop(); }
  void mark_begin() override;
  void mark_end() override { end_mark(*list_); }
  Seconds marked() const override;
  std::optional<std::chrono::nanoseconds> marked_at() const override;
  /// From the driver, where it reads the device's clock; else by a stamp in a submission of its
  /// own. Nothing where the queue takes no stamps.
  std::optional<ClockReading> read_clock() override;
  Seconds reported_resolution() const override { return clock_.tick(); }
  Seconds wrap() const override { return clock_.wrap(); }
  std::unique_ptr<backend::Memory> allocate(std::size_t bytes) override {
    return allocator_.allocate(bytes, backend::MemoryKind::kDevice);
  }
  /// Throws Error: kUnsupported for patterns of more than 4 bytes, and fills of less than 4.
  void fill(backend::Memory& to, std::span<const std::byte> pattern, std::size_t bytes) override;
  const backend::DeviceInfo& info() const noexcept override { return *place().info; }

  /// A buffer, from so many bytes on.
  struct At {
    const Buffer& buffer;
    std::size_t offset = 0;
  };
  void copy(const At& to, const At& from, std::size_t bytes);
  bool has_stamps() const noexcept { return list_->queue().family.valid_bits != 0; }
  const DeviceClock& clock() const noexcept { return clock_; }
  CommandBuffer& list() noexcept { return *list_; }
  /// The next commands go there: of a queue whose stamps are of the same clock, but may have
  /// another width.
  void record_into(CommandBuffer& list);
  const Place& place() const noexcept { return allocator_.place(); }
  const Allocator& allocator() const noexcept { return allocator_; }

 protected:
  /// The second mark, by other commands.
  void end_mark(CommandBuffer& list) { marks_->write_second(list, 0); }

 private:
  std::uint64_t read_ticks();

  Allocator allocator_;
  CommandBuffer* list_;
  CommandBuffer* first_;  ///< whose stamps the time line is of
  DeviceClock clock_;
  DeviceTimeLine time_line_;  ///< of read_clock
  std::unique_ptr<Stamps> marks_;
  PFN_vkGetCalibratedTimestampsEXT calibrated_;
  bool has_read_ = false;
  std::chrono::nanoseconds last_reading_{};  ///< by the host's clock
};

}  // namespace tickbench::vulkan
