// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "opencl/device_list.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "backend/device_list.hpp"
#include "opencl/device_info.hpp"

namespace tickbench::opencl {
namespace {

constexpr std::string_view kPocl = "Portable Computing Language";

bool can_divide_by_numa(cl_device_id device) {
  return (device_value<cl_device_affinity_domain>(
              device, CL_DEVICE_PARTITION_AFFINITY_DOMAIN,
              "clGetDeviceInfo(CL_DEVICE_PARTITION_AFFINITY_DOMAIN)") &
          CL_DEVICE_AFFINITY_DOMAIN_NUMA) != 0;
}

bool can_divide_equally(cl_device_id device) {
  std::size_t size = 0;
  check(clGetDeviceInfo(device, CL_DEVICE_PARTITION_PROPERTIES, 0, nullptr, &size),
        "clGetDeviceInfo(CL_DEVICE_PARTITION_PROPERTIES)");
  std::vector<cl_device_partition_property> ways(size / sizeof(cl_device_partition_property));
  check(clGetDeviceInfo(device, CL_DEVICE_PARTITION_PROPERTIES, size, ways.data(), nullptr),
        "clGetDeviceInfo(CL_DEVICE_PARTITION_PROPERTIES)");
  return std::find(ways.begin(), ways.end(), CL_DEVICE_PARTITION_EQUALLY) != ways.end();
}

std::vector<DeviceHandle> divide(cl_device_id device, const cl_device_partition_property* how) {
  cl_uint count = 0;
  check(clCreateSubDevices(device, how, 0, nullptr, &count), "clCreateSubDevices");
  std::vector<cl_device_id> ids(count);
  check(clCreateSubDevices(device, how, count, ids.data(), nullptr), "clCreateSubDevices");
  std::vector<DeviceHandle> handles;
  handles.reserve(count);
  for (auto* id : ids) handles.push_back(DeviceHandle::adopt(id));
  return handles;
}

std::vector<DeviceHandle> sub_devices(cl_device_id device) {
  if (can_divide_by_numa(device)) {
    const cl_device_partition_property numa[] = {CL_DEVICE_PARTITION_BY_AFFINITY_DOMAIN,
                                                 CL_DEVICE_AFFINITY_DOMAIN_NUMA, 0};
    return divide(device, numa);
  }
  const auto units = device_value<cl_uint>(device, CL_DEVICE_MAX_COMPUTE_UNITS,
                                           "clGetDeviceInfo(CL_DEVICE_MAX_COMPUTE_UNITS)");
  if (units < 2 || !can_divide_equally(device))
    throw Error(Outcome::kUnsupported,
                fmt::format("the device '{}' cannot be divided into sub-devices",
                            device_text(device, CL_DEVICE_NAME)));
  const cl_device_partition_property halves[] = {
      CL_DEVICE_PARTITION_EQUALLY, static_cast<cl_device_partition_property>(units / 2), 0};
  return divide(device, halves);
}

std::vector<cl_platform_id> platforms() {
  cl_uint count = 0;
  const auto status = clGetPlatformIDs(0, nullptr, &count);
  if (status == CL_PLATFORM_NOT_FOUND_KHR || (status == CL_SUCCESS && count == 0))
    throw Error(Outcome::kNoDevice,
                fmt::format("no OpenCL platform is installed (clGetPlatformIDs: {})",
                            describe_status(status)));
  check(status, "clGetPlatformIDs");
  std::vector<cl_platform_id> found(count);
  check(clGetPlatformIDs(count, found.data(), nullptr), "clGetPlatformIDs");
  return found;
}

std::string no_device_of(const std::string& platform) {
  return fmt::format("the platform '{}' offers no device{}", platform,
                     platform == kPocl ? " (it has none where it cannot write its cache: "
                                         "POCL_CACHE_DIR names another folder)"
                                       : "");
}

std::vector<cl_device_id> devices_of(cl_platform_id platform) {
  const auto name = platform_text(platform, CL_PLATFORM_NAME);
  const auto failing =
      fmt::format("the platform '{}' does not list its devices (clGetDeviceIDs)", name);
  cl_uint count = 0;
  const auto status = clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 0, nullptr, &count);
  if (status == CL_DEVICE_NOT_FOUND || (status == CL_SUCCESS && count == 0))
    throw Error(Outcome::kNoDevice, no_device_of(name));
  check(status, failing);
  std::vector<cl_device_id> devices(count);
  check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, count, devices.data(), nullptr), failing);
  return devices;
}

}  // namespace

std::vector<cl_device_id> root_devices(backend::NotListed& not_listed) {
  return backend::list_devices(platforms, devices_of, not_listed);
}

DeviceHandle find_device(std::string_view index) {
  const auto wanted = backend::parse_index(index);
  const auto id = fmt::format("opencl:{}", index);
  backend::NotListed not_listed;
  auto roots = root_devices(not_listed);
  auto* const root = backend::device_at(roots, wanted.root, id, not_listed.reason);
  if (wanted.sub < 0) return DeviceHandle::share(root);
  auto parts = sub_devices(root);
  return std::move(
      backend::device_at(parts, static_cast<std::size_t>(wanted.sub), id, "sub-devices"));
}

}  // namespace tickbench::opencl
