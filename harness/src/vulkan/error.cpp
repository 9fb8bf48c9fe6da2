// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "vulkan/error.hpp"

#include <fmt/format.h>

#include <map>
#include <mutex>

#include "tickbench/error.hpp"

namespace tickbench::vulkan {
namespace {

/// The devices that are lost to this process, and what was said first.
class LostDevices {
 public:
  /// Nothing where it was not lost before.
  std::string first_reason(const std::string& id, const std::string& reason) {
    const std::scoped_lock lock(mutex_);
    const auto [at, is_first] = reasons_.try_emplace(id, reason);
    return is_first ? "" : at->second;
  }

 private:
  std::mutex mutex_;
  std::map<std::string, std::string> reasons_;
};
LostDevices& lost_devices() {
  static LostDevices instance;
  return instance;
}

Outcome outcome_of(VkResult result) noexcept {
  switch (result) {
    case VK_ERROR_OUT_OF_HOST_MEMORY:
    case VK_ERROR_OUT_OF_DEVICE_MEMORY:
      return Outcome::kOutOfMemory;
    case VK_ERROR_FEATURE_NOT_PRESENT:
    case VK_ERROR_EXTENSION_NOT_PRESENT:
      return Outcome::kUnsupported;
    default:
      return Outcome::kDeviceError;
  }
}

[[noreturn]] void throw_lost(const std::string& id, const std::string& what) {
  const auto before = lost_devices().first_reason(id, what);
  if (before.empty())
    throw Error(Outcome::kDeviceError,
                fmt::format("{}; the device {} is lost to this process, and the rest of its "
                            "benchmarks is skipped",
                            what, id));
  throw Error(Outcome::kNoDevice,
              fmt::format("the device {} is lost to this process: {}", id, before));
}

}  // namespace

std::string_view result_name(VkResult result) noexcept {
#define TICKBENCH_VULKAN_NAME(name) \
  case name:                        \
    return #name;
  switch (result) {
    TICKBENCH_VULKAN_NAME(VK_SUCCESS)
    TICKBENCH_VULKAN_NAME(VK_NOT_READY)
    TICKBENCH_VULKAN_NAME(VK_TIMEOUT)
    TICKBENCH_VULKAN_NAME(VK_INCOMPLETE)
    TICKBENCH_VULKAN_NAME(VK_ERROR_OUT_OF_HOST_MEMORY)
    TICKBENCH_VULKAN_NAME(VK_ERROR_OUT_OF_DEVICE_MEMORY)
    TICKBENCH_VULKAN_NAME(VK_ERROR_INITIALIZATION_FAILED)
    TICKBENCH_VULKAN_NAME(VK_ERROR_DEVICE_LOST)
    TICKBENCH_VULKAN_NAME(VK_ERROR_MEMORY_MAP_FAILED)
    TICKBENCH_VULKAN_NAME(VK_ERROR_LAYER_NOT_PRESENT)
    TICKBENCH_VULKAN_NAME(VK_ERROR_EXTENSION_NOT_PRESENT)
    TICKBENCH_VULKAN_NAME(VK_ERROR_FEATURE_NOT_PRESENT)
    TICKBENCH_VULKAN_NAME(VK_ERROR_INCOMPATIBLE_DRIVER)
    TICKBENCH_VULKAN_NAME(VK_ERROR_TOO_MANY_OBJECTS)
    TICKBENCH_VULKAN_NAME(VK_ERROR_FRAGMENTED_POOL)
    TICKBENCH_VULKAN_NAME(VK_ERROR_UNKNOWN)
    TICKBENCH_VULKAN_NAME(VK_ERROR_OUT_OF_POOL_MEMORY)
    TICKBENCH_VULKAN_NAME(VK_ERROR_INVALID_EXTERNAL_HANDLE)
    TICKBENCH_VULKAN_NAME(VK_ERROR_FRAGMENTATION)
    TICKBENCH_VULKAN_NAME(VK_ERROR_INVALID_OPAQUE_CAPTURE_ADDRESS)
    TICKBENCH_VULKAN_NAME(VK_PIPELINE_COMPILE_REQUIRED)
    TICKBENCH_VULKAN_NAME(VK_ERROR_VALIDATION_FAILED_EXT)
    TICKBENCH_VULKAN_NAME(VK_ERROR_INVALID_SHADER_NV)
    default:
      return "unknown Vulkan result";
  }
#undef TICKBENCH_VULKAN_NAME
}

std::string describe_result(VkResult result) {
  return fmt::format("{} ({})", result_name(result), static_cast<int>(result));
}

void throw_failed(VkResult result, std::string_view call, const backend::DeviceInfo& on) {
  const auto what = fmt::format("{}: {}, on {}", call, describe_result(result), on.name);
  if (result == VK_ERROR_DEVICE_LOST) throw_lost(on.id(), what);
  throw Error(outcome_of(result), what);
}

void throw_failed(VkResult result, std::string_view call) {
  throw Error(outcome_of(result), fmt::format("{}: {}", call, describe_result(result)));
}

}  // namespace tickbench::vulkan
