// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "opencl_handles.hpp"

#include <cstring>

namespace zecpu {

void check_cl(cl_int status, const char* call) {
  switch (status) {
    case CL_SUCCESS:
      return;
    case CL_OUT_OF_HOST_MEMORY:
      throw Failure(ZE_RESULT_ERROR_OUT_OF_HOST_MEMORY, std::string(call) + ": out of host memory");
    case CL_OUT_OF_RESOURCES:
    case CL_MEM_OBJECT_ALLOCATION_FAILURE:
      throw Failure(ZE_RESULT_ERROR_OUT_OF_DEVICE_MEMORY,
                    std::string(call) + ": OpenCL error " + std::to_string(status));
    default:
      throw Failure(ZE_RESULT_ERROR_UNKNOWN,
                    std::string(call) + ": OpenCL error " + std::to_string(status));
  }
}

std::string device_text(cl_device_id device, cl_device_info name) {
  std::size_t size = 0;
  check_cl(clGetDeviceInfo(device, name, 0, nullptr, &size), "clGetDeviceInfo");
  std::string text(size, '\0');
  check_cl(clGetDeviceInfo(device, name, size, text.data(), nullptr), "clGetDeviceInfo");
  text.resize(std::strlen(text.c_str()));  // the last byte is a zero
  return text;
}

std::string platform_text(cl_platform_id platform, cl_platform_info name) {
  std::size_t size = 0;
  check_cl(clGetPlatformInfo(platform, name, 0, nullptr, &size), "clGetPlatformInfo");
  std::string text(size, '\0');
  check_cl(clGetPlatformInfo(platform, name, size, text.data(), nullptr), "clGetPlatformInfo");
  text.resize(std::strlen(text.c_str()));  // the last byte is a zero
  return text;
}

}  // namespace zecpu
