// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "backend/stream.hpp"
#include "level_zero/buffer.hpp"
#include "level_zero/command_list.hpp"
#include "level_zero/device_info.hpp"
#include "level_zero/event.hpp"

namespace tickbench::level_zero {

/// A command list used as a stream: of the harness's own lists the one that is being recorded, a
/// user's, or that of a DeviceTimer's regions.
///
/// A bracket lies between two global timestamps that the device writes into host memory, of
/// another width than the stamps of kernels.
class Stream : public backend::Stream {
 public:
  Stream(const Allocator& allocator, const Clocks& clocks, CommandList& list);

  void finish() override { list_->finish(); }
  void drop() noexcept override { list_->drop(); }
  void mark_begin() override;
  void mark_end() override;
  Seconds marked() const override;
  std::optional<std::chrono::nanoseconds> marked_at() const override;
  /// The device's global time and the host's, from the driver; nothing where it gives none.
  std::optional<ClockReading> read_clock() override;
  Seconds reported_resolution() const override { return clocks_.global.tick(); }
  Seconds wrap() const override { return clocks_.global.wrap(); }
  std::unique_ptr<backend::Memory> allocate(std::size_t bytes) override {
    return allocator_.allocate(bytes, backend::MemoryKind::kDevice);
  }
  void fill(backend::Memory& to, std::span<const std::byte> pattern, std::size_t bytes) override;
  const backend::DeviceInfo& info() const noexcept override { return allocator_.info; }

  CommandList& list() noexcept { return *list_; }
  void record_into(CommandList& list) noexcept { list_ = &list; }
  void copy(void* to, const void* from, std::size_t bytes);
  /// The phases of a finished launch, from its stamps and a reading of both clocks. Nothing where
  /// the driver gives no reading, or where the command would have run before it was submitted.
  std::optional<LaunchTimes> launch_times(std::chrono::nanoseconds appended,
                                          const LaunchStamps& stamps);
  const Clocks& clocks() const noexcept { return clocks_; }
  const Allocator& allocator() const noexcept { return allocator_; }

 private:
  Allocator allocator_;
  Clocks clocks_;
  DeviceTimeLine time_line_;  ///< of read_clock
  CommandList* list_;
  std::unique_ptr<Buffer> marks_;
  std::uint64_t* stamps_;         ///< two, a cache line apart, in the driver's host memory
  std::uint64_t last_ticks_ = 0;  ///< of read_clock
  bool has_read_ = false;
};

}  // namespace tickbench::level_zero
