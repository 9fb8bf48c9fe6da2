// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "opencl/device_info.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "modules/modules.hpp"

namespace tickbench::opencl {
namespace {

std::string trimmed(std::string text) {
  text.erase(text.find_last_not_of(" \t\n") + 1);
  text.erase(0, text.find_first_not_of(" \t\n"));
  return text;
}

backend::DeviceType type_of(cl_device_id device) {
  const auto type =
      device_value<cl_device_type>(device, CL_DEVICE_TYPE, "clGetDeviceInfo(CL_DEVICE_TYPE)");
  if ((type & CL_DEVICE_TYPE_GPU) != 0) return backend::DeviceType::kGpu;
  if ((type & CL_DEVICE_TYPE_ACCELERATOR) != 0) return backend::DeviceType::kAccelerator;
  if ((type & CL_DEVICE_TYPE_CPU) != 0) return backend::DeviceType::kCpu;
  return backend::DeviceType::kOther;
}

bool has_extension(cl_device_id device, std::string_view name) {
  return backend::contains_word(device_text(device, CL_DEVICE_EXTENSIONS), name);
}

/// Core from 2.1 on and optional in 3.0; the extension uses the same number.
bool accepts_spirv(cl_device_id device) {
  if (usable_version(device) < Version{2, 1} && !has_extension(device, "cl_khr_il_program"))
    return false;
  return device_text(device, CL_DEVICE_IL_VERSION).find("SPIR-V") != std::string::npos;
}

/// By the extension of either name; empty where the device has neither, as processors have.
std::string pci_address(cl_device_id device) {
  struct {
    cl_uint domain = 0, bus = 0, device = 0, function = 0;
  } address;
  if (has_extension(device, "cl_khr_pci_bus_info")) {
    constexpr cl_device_info kBusInfo = 0x410F;
    if (clGetDeviceInfo(device, kBusInfo, sizeof(address), &address, nullptr) != CL_SUCCESS)
      return {};
  } else if (has_extension(device, "cl_nv_device_attribute_query")) {
    constexpr cl_device_info kBus = 0x4008, kSlot = 0x4009, kDomain = 0x400A;
    cl_uint slot = 0;
    const auto has = [&](cl_device_info what, cl_uint& value) {
      return clGetDeviceInfo(device, what, sizeof(value), &value, nullptr) == CL_SUCCESS;
    };
    if (!has(kBus, address.bus) || !has(kSlot, slot)) return {};
    has(kDomain, address.domain);  // older drivers do not tell it, and it is 0 nearly everywhere
    address.device = slot >> 3U;
    address.function = slot & 7U;
  } else {
    return {};
  }
  return fmt::format("{:04x}:{:02x}:{:02x}.{:x}", address.domain, address.bus, address.device,
                     address.function);
}

}  // namespace

cl_platform_id find_platform(cl_device_id device) {
  return device_value<cl_platform_id>(device, CL_DEVICE_PLATFORM,
                                      "clGetDeviceInfo(CL_DEVICE_PLATFORM)");
}

std::string platform_text(cl_platform_id platform, cl_platform_info what) {
  const auto call = fmt::format("clGetPlatformInfo({:#x})", what);
  return trimmed(required_text(call, {}, clGetPlatformInfo, platform, what));
}

std::string device_text(cl_device_id device, cl_device_info what) {
  const auto call = fmt::format("clGetDeviceInfo({:#x})", what);
  return trimmed(required_text(call, {}, clGetDeviceInfo, device, what));
}

Version usable_version(cl_device_id device) {
  return std::min(parse_version(device_text(device, CL_DEVICE_VERSION)),
                  parse_version(platform_text(find_platform(device), CL_PLATFORM_VERSION)));
}

bool has_shared_memory(cl_device_id device) {
  if (usable_version(device) < Version{2, 0}) return false;
  return (device_value<cl_device_svm_capabilities>(device, CL_DEVICE_SVM_CAPABILITIES,
                                                   "clGetDeviceInfo(CL_DEVICE_SVM_CAPABILITIES)") &
          CL_DEVICE_SVM_COARSE_GRAIN_BUFFER) != 0;
}

backend::DeviceInfo describe_device(cl_device_id device, const std::string& index) {
#define TICKBENCH_VALUE(type, what) device_value<type>(device, what, "clGetDeviceInfo(" #what ")")
  backend::DeviceInfo info;
  info.backend = "opencl";
  info.index = index;
  info.name = device_text(device, CL_DEVICE_NAME);
  info.vendor = device_text(device, CL_DEVICE_VENDOR);
  info.platform = platform_text(find_platform(device), CL_PLATFORM_NAME);
  info.driver = device_text(device, CL_DRIVER_VERSION);
  info.api_version = device_text(device, CL_DEVICE_VERSION);
  info.type = type_of(device);
  info.compute_units = static_cast<int>(TICKBENCH_VALUE(cl_uint, CL_DEVICE_MAX_COMPUTE_UNITS));
  info.clock_hertz = TICKBENCH_VALUE(cl_uint, CL_DEVICE_MAX_CLOCK_FREQUENCY) * 1e6;
  const auto resolution = TICKBENCH_VALUE(std::size_t, CL_DEVICE_PROFILING_TIMER_RESOLUTION);
  info.timer_hertz = resolution == 0 ? 0 : 1e9 / static_cast<double>(resolution);
  info.timer_valid_bits = 64;  // stamps are a cl_ulong of nanoseconds
  info.memory = TICKBENCH_VALUE(cl_ulong, CL_DEVICE_GLOBAL_MEM_SIZE);
  info.largest_allocation = TICKBENCH_VALUE(cl_ulong, CL_DEVICE_MAX_MEM_ALLOC_SIZE);
  info.cache = TICKBENCH_VALUE(cl_ulong, CL_DEVICE_GLOBAL_MEM_CACHE_SIZE);
  info.local_memory = TICKBENCH_VALUE(cl_ulong, CL_DEVICE_LOCAL_MEM_SIZE);
  info.largest_work_group = TICKBENCH_VALUE(std::size_t, CL_DEVICE_MAX_WORK_GROUP_SIZE);
  info.unified_memory = TICKBENCH_VALUE(cl_bool, CL_DEVICE_HOST_UNIFIED_MEMORY) == CL_TRUE;
  info.has_double = TICKBENCH_VALUE(cl_device_fp_config, CL_DEVICE_DOUBLE_FP_CONFIG) != 0;
  info.has_half = has_extension(device, "cl_khr_fp16");
  info.accepts_il = accepts_spirv(device);
  info.pci_address = pci_address(device);
#undef TICKBENCH_VALUE
  return info;
}

}  // namespace tickbench::opencl
