// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <level_zero/ze_api.h>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "executor.hpp"

namespace zecpu {

class Driver;

/// The kinds of queues: compute with copy, and copies only.
enum QueueGroup : std::uint32_t { kComputeGroup = 0, kCopyGroup = 1, kQueueGroups = 2 };

/// The CPU, or a part of it.
class Device {
 public:
  explicit Device(Driver& driver);
  Device(Device& parent, int index);

  Driver& driver() const { return driver_; }
  int sub_device() const { return index_; }
  /// Null of the whole device.
  Device* parent() const { return parent_; }
  bool is_sub_device() const { return index_ != Executor::kWholeDevice; }
  const std::vector<std::unique_ptr<Device>>& sub_devices() const { return sub_devices_; }
  std::uint32_t queues(std::uint32_t group) const;

  void get(ze_device_properties_t& properties) const;
  void get(ze_device_compute_properties_t& properties) const;
  void get(ze_device_module_properties_t& properties) const;
  void get(ze_device_memory_properties_t& properties) const;
  void get(ze_command_queue_group_properties_t& properties, std::uint32_t group) const;

 private:
  const ExecutorLimits& limits() const;
  std::uint32_t compute_units() const;
  ze_device_uuid_t uuid() const;

  Driver& driver_;
  Device* parent_ = nullptr;
  int index_ = Executor::kWholeDevice;
  std::vector<std::unique_ptr<Device>> sub_devices_;
};

/// The largest pattern of a fill: no limit of a CPU, but one that an application can rely on.
constexpr std::size_t kMaxFillPattern = 4096;

}  // namespace zecpu
