// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vulkan/vulkan_core.h>

#include <cstdint>
#include <string>
#include <vector>

namespace tickbench::vulkan {

/// "1.3.230".
std::string version_text(std::uint32_t version);

/// The process's own instance: made when it is first asked for, and left to the end of the process,
/// since some drivers are gone when a program's last objects go. Throws Error: kNoDevice where
/// there is no driver, or a loader that is too old.
VkInstance instance();

/// In the loader's order. Throws Error as above.
std::vector<VkPhysicalDevice> physical_devices();

}  // namespace tickbench::vulkan
