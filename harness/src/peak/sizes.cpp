// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "tickbench/peak.hpp"

namespace tickbench::peak {

namespace {
constexpr std::uint64_t kMiB = std::uint64_t{1} << 20;
constexpr std::uint64_t kGiB = std::uint64_t{1} << 30;
// GPUs report less cache than they have (a part with 60 MiB says 4 MiB): do not rely on it there.
constexpr std::uint64_t kLargeDevice = 8 * kGiB;
constexpr std::uint64_t kLargeDeviceArray = 512 * kMiB;
constexpr std::uint64_t kSmallestArray = 64 * kMiB;
constexpr std::uint64_t kCaches = 4;
// Both arrays together a quarter of the memory.
constexpr std::uint64_t kPartOfMemory = 8;
// Of work-items per compute unit: four times what the largest GPUs keep in flight.
constexpr std::size_t kWorkItemsPerUnit = 8192;
}  // namespace

std::size_t update_floats(const backend::DeviceInfo& device) {
  const bool is_large = device.type != backend::DeviceType::kCpu && device.memory > kLargeDevice;
  std::uint64_t bytes =
      std::max(is_large ? kLargeDeviceArray : kSmallestArray, kCaches * device.cache);
  if (device.memory > 0) bytes = std::min(bytes, device.memory / kPartOfMemory);
  if (device.largest_allocation > 0) bytes = std::min(bytes, device.largest_allocation);
  constexpr std::size_t kFloatsPerGroup = 4 * kWorkGroup;
  const std::size_t floats = bytes / sizeof(float) / kFloatsPerGroup * kFloatsPerGroup;
  return std::max(floats, kFloatsPerGroup);
}

std::size_t multiply_add_work_items(const backend::DeviceInfo& device) {
  return kWorkItemsPerUnit * static_cast<std::size_t>(std::max(device.compute_units, 1));
}

float multiply_add_result(std::size_t item) noexcept {
  constexpr std::size_t kLanes = 64, kSteps = 512, kFirstValues = 1024;
  constexpr std::size_t kSumOfLanes = kLanes * (kLanes - 1) / 2;
  return static_cast<float>(kSumOfLanes + kLanes * (item % kFirstValues + kSteps));
}

}  // namespace tickbench::peak
