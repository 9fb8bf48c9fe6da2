// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "vulkan/error.hpp"

#include <fmt/format.h>

#include "base/enumerator_name.hpp"

namespace tickbench::vulkan {
namespace {

constexpr NamesFrom one(VkResult result, std::string_view name) {
  return {static_cast<unsigned>(result), name};
}
constexpr NamesFrom kResults[] = {
    one(VK_SUCCESS, "VK_SUCCESS VK_NOT_READY VK_TIMEOUT VK_EVENT_SET VK_EVENT_RESET VK_INCOMPLETE"),
    // From -13 up to -1.
    one(VK_ERROR_UNKNOWN,
        "VK_ERROR_UNKNOWN VK_ERROR_FRAGMENTED_POOL VK_ERROR_FORMAT_NOT_SUPPORTED "
        "VK_ERROR_TOO_MANY_OBJECTS VK_ERROR_INCOMPATIBLE_DRIVER VK_ERROR_FEATURE_NOT_PRESENT "
        "VK_ERROR_EXTENSION_NOT_PRESENT VK_ERROR_LAYER_NOT_PRESENT VK_ERROR_MEMORY_MAP_FAILED "
        "VK_ERROR_DEVICE_LOST VK_ERROR_INITIALIZATION_FAILED VK_ERROR_OUT_OF_DEVICE_MEMORY "
        "VK_ERROR_OUT_OF_HOST_MEMORY"),
    one(VK_ERROR_OUT_OF_POOL_MEMORY, "VK_ERROR_OUT_OF_POOL_MEMORY"),
    one(VK_ERROR_INVALID_EXTERNAL_HANDLE, "VK_ERROR_INVALID_EXTERNAL_HANDLE"),
    one(VK_ERROR_FRAGMENTATION, "VK_ERROR_FRAGMENTATION"),
    one(VK_ERROR_VALIDATION_FAILED_EXT, "VK_ERROR_VALIDATION_FAILED_EXT"),
    one(VK_ERROR_INVALID_SHADER_NV, "VK_ERROR_INVALID_SHADER_NV"),
};

}  // namespace

std::string describe_result(VkResult result) {
  const auto name = number_name(kResults, static_cast<unsigned>(result), "unknown Vulkan result");
  return fmt::format("{} ({})", name, static_cast<int>(result));
}

}  // namespace tickbench::vulkan
