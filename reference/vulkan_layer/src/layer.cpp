// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
//
// What the loader calls, by VK_INSTANCE_LAYERS; and what programs call, in front of the driver.
#include <cstring>
#include <span>
#include <string>
#include <tuple>
#include <type_traits>
#include <vector>

#include "calls.hpp"
#include "clock.hpp"
#include "laboratory.hpp"
#include "laboratory/lines.hpp"
#include "objects.hpp"
#include "target.hpp"

namespace vklab {
namespace {

template <class T>
std::uint64_t number_of(T handle) {
  if constexpr (std::is_pointer_v<T>)
    return reinterpret_cast<std::uint64_t>(handle);
  else
    return handle;
}

/// Any call that gives a VkResult: it may fail.
template <Name kName, class Function>
struct Checked;
template <Name kName, class Of, class... Rest>
struct Checked<kName, VkResult(VKAPI_PTR*)(Of, Rest...)> {
  static VKAPI_ATTR VkResult VKAPI_CALL run(Of of, Rest... rest) {
    if (const auto planned = call<kName>().begin()) return *planned;
    return below<VkResult(VKAPI_PTR*)(Of, Rest...)>(of, kName.text)(of, rest...);
  }
};

/// One that makes an object of a device.
template <Name kName, Name kKind, class Info, class T>
struct Made {
  static VKAPI_ATTR VkResult VKAPI_CALL run(VkDevice device, const Info* info,
                                            const VkAllocationCallbacks* host, T* made) {
    using Function = VkResult(VKAPI_PTR*)(VkDevice, const Info*, const VkAllocationCallbacks*, T*);
    if (const auto planned = call<kName>().begin()) return *planned;
    const auto result = below<Function>(device, kName.text)(device, info, host, made);
    if (result == VK_SUCCESS) objects().add(kKind.text, number_of(*made));
    return result;
  }
};

/// One that destroys it.
template <Name kName, Name kKind, class T>
struct Destroyed {
  static VKAPI_ATTR void VKAPI_CALL run(VkDevice device, T handle,
                                        const VkAllocationCallbacks* host) {
    using Function = void(VKAPI_PTR*)(VkDevice, T, const VkAllocationCallbacks*);
    static_cast<void>(call<kName>().begin());
    objects().remove(kKind.text, number_of(handle));
    below<Function>(device, kName.text)(device, handle, host);
  }
};

/// A command, or a label of a queue: it is named alone.
template <Name kName, class Function>
struct Named;
template <Name kName, class... Arguments>
struct Named<kName, void(VKAPI_PTR*)(Arguments...)> {
  static VKAPI_ATTR void VKAPI_CALL run(Arguments... arguments) {
    std::string line = kName.text;
    if constexpr (std::is_same_v<std::tuple<Arguments...>,
                                 std::tuple<VkQueue, const VkDebugUtilsLabelEXT*>>)
      line += std::string(" ") + std::get<1>(std::tie(arguments...))->pLabelName;
    lab::append_line(laboratory().sequence_out, line);
    const void* const of = std::get<0>(std::tie(arguments...));
    below<void(VKAPI_PTR*)(Arguments...)>(of, kName.text)(arguments...);
  }
};

std::span<const char* const> names_of_instance();
std::span<const char* const> names_of_device();

/// The loader's own part of a chain of structures.
template <class Link>
Link* link_of(const void* chain, VkStructureType type) {
  for (auto* at = static_cast<const VkBaseInStructure*>(chain); at != nullptr; at = at->pNext) {
    if (at->sType != type) continue;
    auto* const link = reinterpret_cast<Link*>(const_cast<VkBaseInStructure*>(at));
    if (link->function == VK_LAYER_LINK_INFO) return link;
  }
  return nullptr;
}

VKAPI_ATTR VkResult VKAPI_CALL create_instance(const VkInstanceCreateInfo* info,
                                               const VkAllocationCallbacks* host, VkInstance* to) {
  check_settings();
  if (const auto planned = call<"vkCreateInstance">().begin()) return *planned;
  auto* const link = link_of<VkLayerInstanceCreateInfo>(
      info->pNext, VK_STRUCTURE_TYPE_LOADER_INSTANCE_CREATE_INFO);
  if (link == nullptr) return VK_ERROR_INITIALIZATION_FAILED;
  const auto next = link->u.pLayerInfo->pfnNextGetInstanceProcAddr;
  link->u.pLayerInfo = link->u.pLayerInfo->pNext;
  const auto create =
      reinterpret_cast<PFN_vkCreateInstance>(next(VK_NULL_HANDLE, "vkCreateInstance"));
  const auto result = create(info, host, to);
  if (result == VK_SUCCESS) add_instance(*to, next, names_of_instance());
  return result;
}

VKAPI_ATTR void VKAPI_CALL destroy_instance(VkInstance instance,
                                            const VkAllocationCallbacks* host) {
  if (instance == VK_NULL_HANDLE) return;
  const auto destroy = below<PFN_vkDestroyInstance>(instance, "vkDestroyInstance");
  remove(instance);
  destroy(instance, host);
}

VKAPI_ATTR VkResult VKAPI_CALL create_device(VkPhysicalDevice physical,
                                             const VkDeviceCreateInfo* info,
                                             const VkAllocationCallbacks* host, VkDevice* to) {
  if (const auto planned = call<"vkCreateDevice">().begin()) return *planned;
  auto* const link =
      link_of<VkLayerDeviceCreateInfo>(info->pNext, VK_STRUCTURE_TYPE_LOADER_DEVICE_CREATE_INFO);
  if (link == nullptr) return VK_ERROR_INITIALIZATION_FAILED;
  const auto next = link->u.pLayerInfo->pfnNextGetDeviceProcAddr;
  link->u.pLayerInfo = link->u.pLayerInfo->pNext;
  const auto result =
      below<PFN_vkCreateDevice>(physical, "vkCreateDevice")(physical, info, host, to);
  if (result != VK_SUCCESS) return result;
  add_device(*to, next, names_of_device());
  objects().add("VkDevice", number_of(*to));
  return result;
}

VKAPI_ATTR void VKAPI_CALL destroy_device(VkDevice device, const VkAllocationCallbacks* host) {
  if (device == VK_NULL_HANDLE) return;
  const auto destroy = below<PFN_vkDestroyDevice>(device, "vkDestroyDevice");
  objects().remove("VkDevice", number_of(device));
  remove(device);
  destroy(device, host);
}

VKAPI_ATTR VkResult VKAPI_CALL create_compute_pipelines(VkDevice device, VkPipelineCache cache,
                                                        std::uint32_t count,
                                                        const VkComputePipelineCreateInfo* infos,
                                                        const VkAllocationCallbacks* host,
                                                        VkPipeline* to) {
  if (const auto planned = call<"vkCreateComputePipelines">().begin()) return *planned;
  const auto result = below<PFN_vkCreateComputePipelines>(device, "vkCreateComputePipelines")(
      device, cache, count, infos, host, to);
  for (std::uint32_t i = 0; result == VK_SUCCESS && i < count; ++i)
    objects().add("VkPipeline", number_of(to[i]));
  return result;
}

/// Where nothing is to be executed, the fence is signalled all the same.
VKAPI_ATTR VkResult VKAPI_CALL queue_submit(VkQueue queue, std::uint32_t count,
                                            const VkSubmitInfo* submissions, VkFence fence) {
  if (const auto planned = call<"vkQueueSubmit">().begin()) return *planned;
  if (laboratory().execute_nothing) count = 0;
  return below<PFN_vkQueueSubmit>(queue, "vkQueueSubmit")(queue, count, submissions, fence);
}

/// Of time stamps as this project asks for them: 64 bits each, with or without availability.
VKAPI_ATTR VkResult VKAPI_CALL get_query_pool_results(VkDevice device, VkQueryPool pool,
                                                      std::uint32_t first, std::uint32_t count,
                                                      std::size_t size, void* to,
                                                      VkDeviceSize stride,
                                                      VkQueryResultFlags flags) {
  if (const auto planned = call<"vkGetQueryPoolResults">().begin()) return *planned;
  const auto result = below<PFN_vkGetQueryPoolResults>(device, "vkGetQueryPoolResults")(
      device, pool, first, count, size, to, stride, flags);
  if ((flags & VK_QUERY_RESULT_64_BIT) == 0) return result;
  for (std::uint32_t i = 0; i < count; ++i) {
    auto* const at = static_cast<char*>(to) + i * stride;
    std::uint64_t ticks = 0;
    std::memcpy(&ticks, at, sizeof(ticks));
    ticks = changed_ticks(ticks);
    std::memcpy(at, &ticks, sizeof(ticks));
  }
  return result;
}

/// The device's domain is the one that this project asks for.
VKAPI_ATTR VkResult VKAPI_CALL get_calibrated_timestamps(VkDevice device, std::uint32_t count,
                                                         const VkCalibratedTimestampInfoEXT* infos,
                                                         std::uint64_t* to,
                                                         std::uint64_t* deviation) {
  if (const auto planned = call<"vkGetCalibratedTimestampsEXT">().begin()) return *planned;
  const auto result = below<PFN_vkGetCalibratedTimestampsEXT>(
      device, "vkGetCalibratedTimestampsEXT")(device, count, infos, to, deviation);
  for (std::uint32_t i = 0; i < count; ++i)
    if (infos[i].timeDomain == VK_TIME_DOMAIN_DEVICE_EXT) to[i] = changed_ticks(to[i]);
  return result;
}

VKAPI_ATTR void VKAPI_CALL get_queue_families(VkPhysicalDevice device, std::uint32_t* count,
                                              VkQueueFamilyProperties* to) {
  below<PFN_vkGetPhysicalDeviceQueueFamilyProperties>(
      device, "vkGetPhysicalDeviceQueueFamilyProperties")(device, count, to);
  for (std::uint32_t i = 0; to != nullptr && i < *count; ++i)
    to[i].timestampValidBits = changed_valid_bits(to[i].timestampValidBits);
}

VKAPI_ATTR void VKAPI_CALL get_properties(VkPhysicalDevice device, VkPhysicalDeviceProperties* to) {
  below<PFN_vkGetPhysicalDeviceProperties>(device, "vkGetPhysicalDeviceProperties")(device, to);
  to->limits.timestampPeriod = changed_period(to->limits.timestampPeriod);
}

struct EntryPoint {
  const char* name;
  PFN_vkVoidFunction function;
  Call* call;  ///< known by its name from here on
};

// The functions of this layer, by the names that the loader asks for.
#define VKLAB_OWN(name, function) \
  EntryPoint { #name, reinterpret_cast < PFN_vkVoidFunction>(&(function)), &call < #name>() }
#define VKLAB_CHECKED(name) VKLAB_OWN(name, (Checked<#name, PFN_##name>::run))
#define VKLAB_NAMED(name) VKLAB_OWN(name, (Named<#name, PFN_##name>::run))
#define VKLAB_MADE(name, kind, info) VKLAB_OWN(name, (Made<#name, #kind, info, kind>::run))
#define VKLAB_DESTROYED(name, kind) VKLAB_OWN(name, (Destroyed<#name, #kind, kind>::run))

const EntryPoint kOfInstance[] = {
    VKLAB_OWN(vkCreateInstance, create_instance),
    VKLAB_OWN(vkDestroyInstance, destroy_instance),
    VKLAB_OWN(vkCreateDevice, create_device),
    VKLAB_OWN(vkGetPhysicalDeviceQueueFamilyProperties, get_queue_families),
    VKLAB_OWN(vkGetPhysicalDeviceProperties, get_properties),
    VKLAB_CHECKED(vkEnumerateDeviceExtensionProperties),
    VKLAB_CHECKED(vkEnumeratePhysicalDevices),
    VKLAB_CHECKED(vkGetPhysicalDeviceCalibrateableTimeDomainsEXT),
};
const EntryPoint kOfDevice[] = {
    VKLAB_OWN(vkDestroyDevice, destroy_device),
    VKLAB_OWN(vkCreateComputePipelines, create_compute_pipelines),
    VKLAB_OWN(vkQueueSubmit, queue_submit),
    VKLAB_OWN(vkGetQueryPoolResults, get_query_pool_results),
    VKLAB_OWN(vkGetCalibratedTimestampsEXT, get_calibrated_timestamps),
    VKLAB_CHECKED(vkAllocateCommandBuffers),
    VKLAB_CHECKED(vkBeginCommandBuffer),
    VKLAB_CHECKED(vkBindBufferMemory),
    VKLAB_CHECKED(vkDeviceWaitIdle),
    VKLAB_CHECKED(vkEndCommandBuffer),
    VKLAB_CHECKED(vkGetFenceStatus),
    VKLAB_CHECKED(vkGetMemoryHostPointerPropertiesEXT),
    VKLAB_CHECKED(vkMapMemory),
    VKLAB_CHECKED(vkQueueWaitIdle),
    VKLAB_CHECKED(vkResetCommandBuffer),
    VKLAB_CHECKED(vkResetCommandPool),
    VKLAB_CHECKED(vkResetFences),
    VKLAB_CHECKED(vkWaitForFences),
    VKLAB_NAMED(vkCmdCopyBuffer),
    VKLAB_NAMED(vkCmdDispatch),
    VKLAB_NAMED(vkCmdFillBuffer),
    VKLAB_NAMED(vkCmdResetQueryPool),
    VKLAB_NAMED(vkCmdWriteTimestamp),
    VKLAB_NAMED(vkQueueBeginDebugUtilsLabelEXT),
    VKLAB_NAMED(vkQueueEndDebugUtilsLabelEXT),
    VKLAB_NAMED(vkQueueInsertDebugUtilsLabelEXT),
    VKLAB_MADE(vkAllocateMemory, VkDeviceMemory, VkMemoryAllocateInfo),
    VKLAB_MADE(vkCreateBuffer, VkBuffer, VkBufferCreateInfo),
    VKLAB_MADE(vkCreateCommandPool, VkCommandPool, VkCommandPoolCreateInfo),
    VKLAB_MADE(vkCreateFence, VkFence, VkFenceCreateInfo),
    VKLAB_MADE(vkCreatePipelineLayout, VkPipelineLayout, VkPipelineLayoutCreateInfo),
    VKLAB_MADE(vkCreateQueryPool, VkQueryPool, VkQueryPoolCreateInfo),
    VKLAB_MADE(vkCreateShaderModule, VkShaderModule, VkShaderModuleCreateInfo),
    VKLAB_DESTROYED(vkDestroyBuffer, VkBuffer),
    VKLAB_DESTROYED(vkDestroyCommandPool, VkCommandPool),
    VKLAB_DESTROYED(vkDestroyFence, VkFence),
    VKLAB_DESTROYED(vkDestroyPipeline, VkPipeline),
    VKLAB_DESTROYED(vkDestroyPipelineLayout, VkPipelineLayout),
    VKLAB_DESTROYED(vkDestroyQueryPool, VkQueryPool),
    VKLAB_DESTROYED(vkDestroyShaderModule, VkShaderModule),
    VKLAB_DESTROYED(vkFreeMemory, VkDeviceMemory),
};

template <std::size_t N>
std::vector<const char*> names_of(const EntryPoint (&all)[N]) {
  std::vector<const char*> names;
  for (const auto& entry : all) names.push_back(entry.name);
  return names;
}
std::span<const char* const> names_of_instance() {
  static const auto* const kNames = new std::vector<const char*>(names_of(kOfInstance));
  return *kNames;
}
std::span<const char* const> names_of_device() {
  static const auto* const kNames = new std::vector<const char*>(names_of(kOfDevice));
  return *kNames;
}

template <std::size_t N>
PFN_vkVoidFunction own(const EntryPoint (&all)[N], const char* name) {
  for (const auto& entry : all)
    if (std::strcmp(entry.name, name) == 0) return entry.function;
  return nullptr;
}

/// Where the driver has no such function, an extension that is not there, neither has this layer.
VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL get_device_proc_addr(VkDevice device, const char* name) {
  if (std::strcmp(name, "vkGetDeviceProcAddr") == 0)
    return reinterpret_cast<PFN_vkVoidFunction>(&get_device_proc_addr);
  const auto here = own(kOfDevice, name);
  const auto there = below(device, name);
  return here != nullptr && there != nullptr ? here : there;
}

VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL get_instance_proc_addr(VkInstance instance,
                                                                const char* name) {
  if (std::strcmp(name, "vkGetInstanceProcAddr") == 0)
    return reinterpret_cast<PFN_vkVoidFunction>(&get_instance_proc_addr);
  if (std::strcmp(name, "vkGetDeviceProcAddr") == 0)
    return reinterpret_cast<PFN_vkVoidFunction>(&get_device_proc_addr);
  if (const auto here = own(kOfInstance, name)) return here;
  if (instance == VK_NULL_HANDLE) return nullptr;
  const auto there = below(instance, name);
  const auto here = own(kOfDevice, name);
  return here != nullptr && there != nullptr ? here : there;
}

/// When the loader closes the layer, or the process ends: after every destructor of the program.
struct AtTheEnd {
  __attribute__((destructor)) static void write() { write_reports(); }
};

}  // namespace
}  // namespace vklab

extern "C" __attribute__((visibility("default"))) VKAPI_ATTR VkResult VKAPI_CALL
vkNegotiateLoaderLayerInterfaceVersion(VkNegotiateLayerInterface* negotiated) {
  constexpr std::uint32_t kVersion = 2;
  if (negotiated == nullptr || negotiated->loaderLayerInterfaceVersion < kVersion)
    return VK_ERROR_INITIALIZATION_FAILED;
  negotiated->loaderLayerInterfaceVersion = kVersion;
  negotiated->pfnGetInstanceProcAddr = &vklab::get_instance_proc_addr;
  negotiated->pfnGetDeviceProcAddr = &vklab::get_device_proc_addr;
  negotiated->pfnGetPhysicalDeviceProcAddr = nullptr;
  return VK_SUCCESS;
}
