// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "../device.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstring>
#include <exception>
#include <string>
#include <string_view>

#include "../context.hpp"
#include "../entry_point.hpp"
#include "../laboratory.hpp"
#include "../memory.hpp"

namespace {

using namespace cuhost;

constexpr int kCudaVersion = 12040;

void require_device(int device) { primary_context(device); }

void write_text(char* to, int size, std::string_view text) {
  if (size < 1) throw Failure{kInvalidValue};
  const auto length = std::min(text.size(), static_cast<std::size_t>(size) - 1);
  std::memcpy(&require(to), text.data(), length);
  to[length] = '\0';
}

}  // namespace

const char* tickbench_cuda_driver_note() {
  return "no GPU: cuhost, which runs functions of the host in the place of kernels";
}

int cuInit(unsigned flags) {
  try {
    laboratory();
  } catch (const std::exception& error) {
    std::fprintf(stderr, "cuhost: cuInit: %s\n", error.what());
    return kUnknown;
  }
  return entered("cuInit", [&] {
    if (flags != 0) throw Failure{kInvalidValue};
    if (laboratory().devices == 0) throw Failure{kNoDevice};
  });
}

int cuDriverGetVersion(int* version) {
  return entered("cuDriverGetVersion", [&] { require(version) = kCudaVersion; });
}

// Also for what the laboratory makes fail: it is not counted.
int cuGetErrorName(int result, const char** name) {
  if (name == nullptr) return kInvalidValue;
  *name = name_of(result);
  return *name == nullptr ? kInvalidValue : kSuccess;
}

int cuDeviceGetCount(int* count) {
  return entered("cuDeviceGetCount",
                 [&] { require(count) = static_cast<int>(laboratory().devices); });
}

int cuDeviceGetName(char* name, int size, int device) {
  return entered("cuDeviceGetName", [&] {
    require_device(device);
    write_text(name, size, "cuhost");
  });
}

int cuDeviceGetPCIBusId(char* address, int size, int device) {
  return entered("cuDeviceGetPCIBusId", [&] {
    require_device(device);
    // A domain that no machine has, so that it is no GPU's address.
    std::array<char, 16> text{};
    std::snprintf(text.data(), text.size(), "FFFF:00:%02X.0", 10 + device);
    write_text(address, size, text.data());
  });
}

int cuDeviceTotalMem_v2(std::size_t* bytes, int device) {
  return entered("cuDeviceTotalMem_v2", [&] {
    require_device(device);
    require(bytes) = kMemoryBytes;
  });
}

int cuDeviceGetAttribute(int* value, int attribute, int device) {
  return entered("cuDeviceGetAttribute", [&] {
    require_device(device);
    require(value) = device_attribute(attribute);
  });
}
