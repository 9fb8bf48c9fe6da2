// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "level_zero/device_list.hpp"
#include "level_zero/program.hpp"
#include "level_zero/queue.hpp"
#include "tickbench/backend.hpp"

namespace tickbench::level_zero {

/// One opened device: a context, a stream of commands, and the programs built for it.
class Device final : public backend::Device {
 public:
  Device(const DriverDevice& device, const std::string& index, const Options& options);

  const backend::DeviceInfo& info() const noexcept override { return info_; }
  backend::Queue& queue() override { return queue_; }
  std::unique_ptr<backend::Memory> allocate(std::size_t bytes, backend::MemoryKind kind) override;
  void write(backend::Memory& to, std::span<const std::byte> from) override;
  void read(backend::Memory& from, std::span<std::byte> to) override;
  std::unique_ptr<backend::Kernel> kernel(std::string_view name) override;

 private:
  DriverDevice handles_;
  backend::DeviceInfo info_;
  ContextHandle context_;
  backend::MemoryUse use_;
  Queue queue_;
  Programs programs_;
  bool reaches_heap_;
};

}  // namespace tickbench::level_zero
