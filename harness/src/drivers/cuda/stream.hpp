// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <span>

#include "backend/stream.hpp"
#include "cuda/buffer.hpp"
#include "cuda/event.hpp"
#include "cuda/global_timer.hpp"

namespace tickbench::cuda {

/// A CUDA stream: the harness's own, a user's, or that of a DeviceTimer's regions. It is in order
/// by itself.
///
/// A bracket lies between two events. Between the first event and the first launch the device may
/// idle for as long as the host takes to enqueue it: brackets of one launch include that.
class Stream : public backend::Stream {
 public:
  Stream(CUstream_st* stream, const Allocator& allocator);
  ~Stream() override { place().try_enter(); }

  void finish() override;
  void drop() noexcept override;
  void mark_begin() override;
  void mark_end() override { end_.record(stream_); }
  Seconds marked() const override { return begin_.until(end_); }
  /// Nothing on a device that is too old for the kernel that reads the clock.
  std::optional<ClockReading> read_clock() override;
  /// The driver states none.
  Seconds reported_resolution() const override { return Seconds(0); }
  std::unique_ptr<backend::Memory> allocate(std::size_t bytes) override {
    return allocator_.allocate(bytes, backend::MemoryKind::kDevice);
  }
  /// Throws Error: kUnsupported for heap memory, and for patterns of more than 4 bytes.
  void fill(backend::Memory& to, std::span<const std::byte> pattern, std::size_t bytes) override;
  const backend::DeviceInfo& info() const noexcept override { return allocator_.place.info(); }

  void copy(Address to, Address from, std::size_t bytes);
  CUstream_st* get() const noexcept { return stream_; }
  const Place& place() const noexcept { return allocator_.place; }
  const Allocator& allocator() const noexcept { return allocator_; }

 private:
  CUstream_st* stream_;
  Allocator allocator_;
  Event begin_;
  Event end_;
  std::unique_ptr<GlobalTimer> clock_;  ///< made when first asked for
  bool has_clock_ = true;
};

}  // namespace tickbench::cuda
