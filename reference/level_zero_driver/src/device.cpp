// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "device.hpp"

#include <algorithm>
#include <cstring>

#include "driver.hpp"

namespace zecpu {
namespace {

// Queues are threads: more of them than this overlap no further.
constexpr std::uint32_t kMostQueues = 8;
constexpr std::uint32_t kCopyQueues = 2;

template <std::size_t N>
void copy_text(char (&out)[N], const std::string& text) {
  std::memset(out, 0, N);
  std::memcpy(out, text.data(), std::min(text.size(), N - 1));
}

// FNV-1a: the same machine has the same identity in every process.
std::uint64_t hash(const std::string& text, std::uint64_t seed) {
  std::uint64_t value = 0xcbf29ce484222325 ^ seed;
  for (const char letter : text)
    value = (value ^ static_cast<unsigned char>(letter)) * 0x100000001b3;
  return value;
}

std::uint32_t cut(std::size_t value) {
  return static_cast<std::uint32_t>(std::min<std::size_t>(value, UINT32_MAX));
}

std::uint64_t resolution(ze_structure_type_t stype, std::uint64_t hz) {
  if (stype == ZE_STRUCTURE_TYPE_DEVICE_PROPERTIES_1_2) return hz;
  // The older form: whole nanoseconds a tick, cut off, as other drivers do.
  return kNsPerSecond / hz;
}

// An enumerator, or no flag.
std::uint32_t flag_if(bool holds, std::uint32_t flag) { return holds ? flag : 0; }

}  // namespace

Device::Device(Driver& driver) : driver_(driver) {
  const auto& parts = driver.affinity().parts;
  for (unsigned i = 0; i < driver.laboratory().sub_devices; ++i)
    if (!parts || parts->contains(i))
      sub_devices_.push_back(std::make_unique<Device>(*this, static_cast<int>(i)));
}

Device::Device(Device& parent, int index)
    : driver_(parent.driver_), parent_(&parent), index_(index) {}

const ExecutorLimits& Device::limits() const { return driver_.executor().limits(); }

std::uint32_t Device::compute_units() const {
  return is_sub_device() ? driver_.executor().sub_device_units() : limits().compute_units;
}

std::uint32_t Device::queues(std::uint32_t group) const {
  return group == kComputeGroup ? std::clamp(compute_units(), 2U, kMostQueues) : kCopyQueues;
}

ze_device_uuid_t Device::uuid() const {
  ze_device_uuid_t uuid{};
  const std::string text = driver_.processor().name + '/' + limits().name;
  const std::uint64_t high = hash(text, 0),
                      low = hash(text, static_cast<std::uint64_t>(index_) + 2);
  std::memcpy(uuid.id, &high, sizeof high);
  std::memcpy(uuid.id + sizeof high, &low, sizeof low);
  return uuid;
}

void Device::get(ze_device_properties_t& properties) const {
  const Laboratory& lab = driver_.laboratory();
  const Processor& cpu = driver_.processor();
  properties.type = lab.device_is_gpu ? ZE_DEVICE_TYPE_GPU : ZE_DEVICE_TYPE_CPU;
  properties.vendorId = cpu.pci_vendor;
  properties.deviceId = cpu.signature;
  properties.flags = ZE_DEVICE_PROPERTY_FLAG_INTEGRATED | ZE_DEVICE_PROPERTY_FLAG_ONDEMANDPAGING |
                     flag_if(is_sub_device(), ZE_DEVICE_PROPERTY_FLAG_SUBDEVICE);
  properties.subdeviceId = is_sub_device() ? static_cast<std::uint32_t>(index_) : 0;
  properties.coreClockRate = limits().clock_mhz;
  properties.maxMemAllocSize = cpu.memory_bytes;
  properties.maxHardwareContexts = compute_units();
  properties.maxCommandQueuePriority = 0;
  properties.numThreadsPerEU = cpu.threads_per_core;
  properties.physicalEUSimdWidth = limits().simd_width;
  // An execution unit is a core, a slice a socket. Of the cores, those that the executor uses.
  properties.numSlices = is_sub_device() ? 1 : cpu.sockets;
  properties.numSubslicesPerSlice = 1;
  properties.numEUsPerSubslice =
      std::max(1U, compute_units() / (properties.numSlices * cpu.threads_per_core));
  properties.timerResolution = resolution(properties.stype, lab.timer_hz);
  properties.timestampValidBits = lab.timer_bits;
  properties.kernelTimestampValidBits = lab.kernel_timer_bits;
  properties.uuid = uuid();
  copy_text(properties.name,
            cpu.name + " (zecpu)" + (is_sub_device() ? " part " + std::to_string(index_) : ""));
}

void Device::get(ze_device_compute_properties_t& properties) const {
  properties.maxTotalGroupSize = cut(limits().max_group_size);
  properties.maxGroupSizeX = cut(limits().max_group_dimensions[0]);
  properties.maxGroupSizeY = cut(limits().max_group_dimensions[1]);
  properties.maxGroupSizeZ = cut(limits().max_group_dimensions[2]);
  properties.maxGroupCountX = properties.maxGroupCountY = properties.maxGroupCountZ = UINT32_MAX;
  properties.maxSharedLocalMemory = cut(limits().local_memory_bytes);
  // A work item runs by itself: a sub-group of one. Kernels that use sub-groups are refused.
  properties.numSubGroupSizes = 1;
  std::fill(std::begin(properties.subGroupSizes), std::end(properties.subGroupSizes), 0U);
  properties.subGroupSizes[0] = 1;
}

void Device::get(ze_device_module_properties_t& properties) const {
  static constexpr ze_device_fp_flags_t kIeee =
      ZE_DEVICE_FP_FLAG_DENORM | ZE_DEVICE_FP_FLAG_INF_NAN | ZE_DEVICE_FP_FLAG_ROUND_TO_NEAREST;
  properties.spirvVersionSupported = ZE_MAKE_VERSION(1, limits().spirv_minor);
  properties.flags = flag_if(limits().has_fp16, ZE_DEVICE_MODULE_FLAG_FP16) |
                     flag_if(limits().has_fp64, ZE_DEVICE_MODULE_FLAG_FP64);
  properties.fp16flags = limits().has_fp16 ? kIeee : 0;
  properties.fp32flags =
      kIeee | flag_if(limits().fp32_divides_correctly, ZE_DEVICE_FP_FLAG_ROUNDED_DIVIDE_SQRT);
  properties.fp64flags = flag_if(limits().has_fp64, kIeee | ZE_DEVICE_FP_FLAG_ROUNDED_DIVIDE_SQRT);
  properties.maxArgumentsSize = cut(limits().max_arguments_bytes);
  properties.printfBufferSize = cut(limits().printf_bytes);
  properties.nativeKernelSupported = {};
}

void Device::get(ze_device_memory_properties_t& properties) const {
  properties.flags = 0;
  // Neither is to be had from Linux without privileges; 0 says so.
  properties.maxClockRate = 0;
  properties.maxBusWidth = 0;
  properties.totalSize = driver_.processor().memory_bytes;
  copy_text(properties.name, "system memory");
}

void Device::get(ze_command_queue_group_properties_t& properties, std::uint32_t group) const {
  properties.flags = group == kComputeGroup ? ZE_COMMAND_QUEUE_GROUP_PROPERTY_FLAG_COMPUTE |
                                                  ZE_COMMAND_QUEUE_GROUP_PROPERTY_FLAG_COPY
                                            : ZE_COMMAND_QUEUE_GROUP_PROPERTY_FLAG_COPY;
  properties.maxMemoryFillPatternSize = kMaxFillPattern;
  properties.numQueues = queues(group);
}

}  // namespace zecpu
