// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
//
// A driver for the OpenCL loader, with platforms of one device each: the first fails to list it,
// the second to describe it, and the third is good as far as describing goes. Nothing can be
// opened. The fourth is named as PoCL's and has no device.
#define CL_TARGET_OPENCL_VERSION 300
#include <CL/cl.h>
#include <CL/cl_ext.h>
#include <CL/cl_icd.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <string_view>

// The loader finds the functions through the first member of every handle's target.
struct _cl_platform_id {
  cl_icd_dispatch* dispatch;
};
struct _cl_device_id {
  cl_icd_dispatch* dispatch;
  cl_platform_id platform;
};

namespace {

cl_icd_dispatch dispatch{};
std::array<_cl_platform_id, 4> platforms{{{&dispatch}, {&dispatch}, {&dispatch}, {&dispatch}}};
std::array<_cl_device_id, 3> devices{
    {{&dispatch, &platforms[0]}, {&dispatch, &platforms[1]}, {&dispatch, &platforms[2]}}};

cl_platform_id const kListsNothing = &platforms[0];
cl_platform_id const kDescribesNothing = &platforms[1];
cl_platform_id const kHasNothing = &platforms[3];

cl_int answer(const void* from, std::size_t bytes, std::size_t size, void* to,
              std::size_t* size_needed) {
  if (size_needed != nullptr) *size_needed = bytes;
  if (to == nullptr) return CL_SUCCESS;
  if (size < bytes) return CL_INVALID_VALUE;
  std::memcpy(to, from, bytes);
  return CL_SUCCESS;
}

cl_int answer(std::string_view text, std::size_t size, void* to, std::size_t* size_needed) {
  return answer(text.data(), text.size() + 1, size, to, size_needed);
}

cl_int CL_API_CALL platform_info(cl_platform_id platform, cl_platform_info what, std::size_t size,
                                 void* to, std::size_t* size_needed) {
  switch (what) {
    case CL_PLATFORM_EXTENSIONS:
      return answer("cl_khr_icd", size, to, size_needed);
    case CL_PLATFORM_ICD_SUFFIX_KHR:
      return answer("TEST", size, to, size_needed);
    case CL_PLATFORM_VERSION:
      return answer("OpenCL 1.2 test", size, to, size_needed);
    case CL_PLATFORM_PROFILE:
      return answer("FULL_PROFILE", size, to, size_needed);
    case CL_PLATFORM_NAME:
      return answer(platform == kHasNothing ? "Portable Computing Language" : "Test", size, to,
                    size_needed);
    default:
      return answer("Test", size, to, size_needed);
  }
}

cl_int CL_API_CALL device_ids(cl_platform_id platform, cl_device_type /*type*/, cl_uint entries,
                              cl_device_id* ids, cl_uint* count) {
  if (platform == kHasNothing) return CL_DEVICE_NOT_FOUND;
  if (count != nullptr) *count = 1;
  if (ids == nullptr || entries == 0) return CL_SUCCESS;
  if (platform == kListsNothing) return CL_OUT_OF_HOST_MEMORY;
  *ids = &devices[static_cast<std::size_t>(platform - platforms.data())];
  return CL_SUCCESS;
}

cl_int CL_API_CALL device_info(cl_device_id device, cl_device_info what, std::size_t size, void* to,
                               std::size_t* size_needed) {
  if (device->platform == kDescribesNothing) return CL_DEVICE_NOT_AVAILABLE;
  switch (what) {
    case CL_DEVICE_PLATFORM:
      // NOLINTNEXTLINE(bugprone-sizeof-expression): a handle is a pointer, and its size is meant
      return answer(&device->platform, sizeof(device->platform), size, to, size_needed);
    case CL_DEVICE_NAME:
      return answer("Good", size, to, size_needed);
    case CL_DEVICE_VENDOR:
    case CL_DRIVER_VERSION:
    case CL_DEVICE_EXTENSIONS:
      return answer("", size, to, size_needed);
    case CL_DEVICE_VERSION:
      return answer("OpenCL 1.2 test", size, to, size_needed);
    default:  // a number: 0, however wide
      if (size_needed != nullptr) *size_needed = size;
      if (to != nullptr) std::memset(to, 0, size);
      return CL_SUCCESS;
  }
}

cl_int CL_API_CALL platform_ids(cl_uint entries, cl_platform_id* ids, cl_uint* count) {
  dispatch.clGetPlatformIDs = platform_ids;
  dispatch.clGetPlatformInfo = platform_info;
  dispatch.clGetDeviceIDs = device_ids;
  dispatch.clGetDeviceInfo = device_info;
  if (count != nullptr) *count = static_cast<cl_uint>(platforms.size());
  if (ids != nullptr)
    for (std::size_t i = 0; i < std::min<std::size_t>(entries, platforms.size()); ++i)
      ids[i] = &platforms[i];
  return CL_SUCCESS;
}

}  // namespace

/// The loader asks this of every driver, and by it for the other two.
extern "C" __attribute__((visibility("default"))) void* clGetExtensionFunctionAddress(
    const char* name) {
  const std::string_view wanted(name);
  if (wanted == "clIcdGetPlatformIDsKHR") return reinterpret_cast<void*>(platform_ids);
  if (wanted == "clGetPlatformInfo") return reinterpret_cast<void*>(platform_info);
  return nullptr;
}
extern "C" __attribute__((visibility("default"))) cl_int clIcdGetPlatformIDsKHR(cl_uint entries,
                                                                                cl_platform_id* ids,
                                                                                cl_uint* count) {
  return platform_ids(entries, ids, count);
}
extern "C" __attribute__((visibility("default"))) cl_int clGetPlatformInfo(
    cl_platform_id platform, cl_platform_info what, std::size_t size, void* to,
    std::size_t* size_needed) {
  return platform_info(platform, what, size, to, size_needed);
}
