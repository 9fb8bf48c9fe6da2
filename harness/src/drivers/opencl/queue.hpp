// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "opencl/hold.hpp"

namespace tickbench::opencl {

/// The harness's own queue: in order, with profiling.
class Queue final : public backend::StreamQueue {
 public:
  Queue(cl_context context, cl_device_id device, const backend::DeviceInfo& info,
        backend::MemoryUse& use, HoldChoice hold);

  void launch(backend::Kernel& kernel, const backend::Range& range) override;
  void copy(backend::Memory& to, backend::Memory& from, std::size_t bytes) override {
    stream_.copier().copy(as_buffer(to), as_buffer(from), bytes);
  }
  void fill(backend::Memory& to, std::span<const std::byte> pattern, std::size_t bytes) override {
    stream_.copier().fill(as_buffer(to), pattern, bytes);
  }
  void* native_handle() override { return stream_.queue(); }

  const Stream& stream() const noexcept { return stream_; }

 private:
  backend::Hold* hold() override;

  Stream stream_;
  HoldChoice hold_choice_;
  std::unique_ptr<backend::Hold> hold_;  ///< made when first asked for
};

}  // namespace tickbench::opencl
