// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "opencl/buffer.hpp"
#include "opencl/program.hpp"
#include "opencl/queue.hpp"
#include "tickbench/backend.hpp"

namespace tickbench::opencl {

/// One opened device: a context, an in-order queue, and the programs built for it.
class Device final : public backend::Device {
 public:
  Device(DeviceHandle device, const std::string& index);

  const backend::DeviceInfo& info() const noexcept override { return info_; }
  backend::Queue& queue() override { return queue_; }
  std::unique_ptr<backend::Memory> allocate(std::size_t bytes, backend::MemoryKind kind) override;
  void write(backend::Memory& to, std::span<const std::byte> from) override;
  void read(backend::Memory& from, std::span<std::byte> to) override;
  std::unique_ptr<backend::Kernel> kernel(std::string_view name) override;

 private:
  DeviceHandle handle_;
  backend::DeviceInfo info_;
  ContextHandle context_;
  backend::MemoryUse use_;
  Queue queue_;
  Programs programs_;
};

}  // namespace tickbench::opencl
