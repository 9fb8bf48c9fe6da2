// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "target.hpp"

#include <map>
#include <mutex>
#include <string>

namespace vklab {
namespace {

struct Below {
  std::map<std::string, PFN_vkVoidFunction> functions;
  // For names that were not looked up.
  VkInstance instance = VK_NULL_HANDLE;
  PFN_vkGetInstanceProcAddr of_instance = nullptr;
  VkDevice device = VK_NULL_HANDLE;
  PFN_vkGetDeviceProcAddr of_device = nullptr;
};

std::mutex& mutex() {
  static auto* const kMutex = new std::mutex;
  return *kMutex;
}
std::map<const void*, Below>& all() {
  static auto* const kAll = new std::map<const void*, Below>;
  return *kAll;
}

const void* key_of(const void* dispatchable) {
  return *static_cast<const void* const*>(dispatchable);
}

}  // namespace

void add_instance(VkInstance instance, PFN_vkGetInstanceProcAddr below,
                  std::span<const char* const> names) {
  Below made;
  made.instance = instance;
  made.of_instance = below;
  for (const char* name : names) made.functions[name] = below(instance, name);
  const std::lock_guard lock(mutex());
  all()[key_of(instance)] = made;
}

void add_device(VkDevice device, PFN_vkGetDeviceProcAddr below,
                std::span<const char* const> names) {
  Below made;
  made.device = device;
  made.of_device = below;
  for (const char* name : names) made.functions[name] = below(device, name);
  const std::lock_guard lock(mutex());
  all()[key_of(device)] = made;
}

void remove(const void* dispatchable) {
  const std::lock_guard lock(mutex());
  all().erase(key_of(dispatchable));
}

PFN_vkVoidFunction below(const void* dispatchable, const char* name) {
  Below of;
  {
    const std::lock_guard lock(mutex());
    const auto found = all().find(key_of(dispatchable));
    if (found == all().end()) return nullptr;
    const auto function = found->second.functions.find(name);
    if (function != found->second.functions.end()) return function->second;
    of.instance = found->second.instance;
    of.of_instance = found->second.of_instance;
    of.device = found->second.device;
    of.of_device = found->second.of_device;
  }
  return of.device != VK_NULL_HANDLE ? of.of_device(of.device, name)
                                     : of.of_instance(of.instance, name);
}

}  // namespace vklab
