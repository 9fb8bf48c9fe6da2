// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "cuda/device_info.hpp"

#include <fmt/format.h>
#include <re2/re2.h>

#include <algorithm>
#include <array>

#include "text/wording.hpp"

namespace tickbench::cuda {
namespace {

constexpr int kTextSize = 256;

using Text = Result (*)(char* text, int size, int device);
std::string text_of(Text get, int device, const char* call) {
  std::array<char, kTextSize> text{};
  check(get(text.data(), kTextSize - 1, device), call);
  return text.data();
}

/// 0 where the driver does not tell: newer ones may leave these out.
int known(int device, DeviceAttribute attribute) {
  int value = 0;
  return driver().cuDeviceGetAttribute(&value, attribute, device) == kSuccess ? value : 0;
}

void add_theoretical_peaks(int device, backend::DeviceInfo& info) {
  info.theoretical_bytes_per_second =
      memory_bandwidth(known(device, kMemoryKilohertz), known(device, kMemoryBusBits));
  info.theoretical_flops_per_second =
      arithmetic_rate(known(device, kMajorCapability), known(device, kMinorCapability),
                      info.compute_units, info.clock_hertz);
}

void add_limits(int device, backend::DeviceInfo& info) {
  std::size_t memory = 0;
  check(driver().cuDeviceTotalMem_v2(&memory, device), "cuDeviceTotalMem_v2");
  info.memory = memory;
  // The driver states no other limit of one allocation.
  info.largest_allocation = memory;
  info.cache = read_size(device, kCacheSize);
  // What a kernel may have where it asks for more than the usual.
  info.local_memory =
      std::max(read_size(device, kSharedMemory), read_size(device, kSharedMemoryOptIn));
  info.largest_work_group = read_size(device, kMostThreadsInBlock);
}

}  // namespace

int read_attribute(int device, DeviceAttribute attribute) {
  int value = 0;
  check(driver().cuDeviceGetAttribute(&value, attribute, device),
        fmt::format("cuDeviceGetAttribute({})", static_cast<int>(attribute)));
  return value;
}

std::size_t read_size(int device, DeviceAttribute attribute) {
  return static_cast<std::size_t>(std::max(0, read_attribute(device, attribute)));
}

std::string version_text(int version) {
  return fmt::format("{}.{}", version / 1000, version % 1000 / 10);
}

std::string version_in_name(std::string_view file) {
  // "1" is the name's own, and no driver's version.
  static const RE2 kName(R"((?s).*/libcuda\.so\.([\d.]*\.[\d.]*))", RE2::Latin1);
  std::string version;
  RE2::FullMatch(re2::StringPiece(file.data(), file.size()), kName, &version);
  return version;
}

double memory_bandwidth(int kilohertz, int bus_bits) {
  constexpr double kTransfersPerCycle = 2;
  return kilohertz * 1e3 * kTransfersPerCycle * bus_bits / 8;
}

double arithmetic_rate(int major, int minor, int multiprocessors, double hertz) {
  // Multiply-adds in single precision a cycle and multiprocessor: the first row of the table
  // "Arithmetic Instructions" of the CUDA C++ Programming Guide.
  struct Row {
    int major, least_minor;
    int multiply_adds;
  };
  static constexpr std::array<Row, 9> kRows{{{5, 0, 128},
                                             {6, 0, 64},
                                             {6, 1, 128},
                                             {7, 0, 64},
                                             {8, 0, 64},
                                             {8, 6, 128},
                                             {9, 0, 128},
                                             {10, 0, 128},
                                             {12, 0, 128}}};
  int multiply_adds = 0;
  for (const auto& row : kRows)
    if (row.major == major && minor >= row.least_minor) multiply_adds = row.multiply_adds;
  return 2.0 * multiply_adds * multiprocessors * hertz;
}

std::string as_pci_address(std::string_view driver_text) { return text::lower(driver_text); }

backend::DeviceInfo describe_device(int device, const std::string& index) {
  int version = 0;
  check(driver().cuDriverGetVersion(&version), "cuDriverGetVersion");
  backend::DeviceInfo info;
  info.backend = "cuda";
  info.index = index;
  info.name = text_of(driver().cuDeviceGetName, device, "cuDeviceGetName");
  info.vendor = driver().is_substitute ? "tickbench" : "NVIDIA";
  info.platform = "CUDA";
  info.api_version = fmt::format("CUDA {}", version_text(version));
  info.driver = version_in_name(driver().file);
  if (info.driver.empty()) info.driver = info.api_version;
  info.note = driver().note;
  info.type = driver().is_substitute ? backend::DeviceType::kCpu : backend::DeviceType::kGpu;
  info.compute_units = read_attribute(device, kMultiprocessors);
  info.clock_hertz = read_attribute(device, kClockKilohertz) * 1e3;
  info.unified_memory = read_attribute(device, kIsIntegrated) != 0;
  info.has_double = true;
  info.has_half = true;  // from compute capability 5.3 on
  info.pci_address =
      as_pci_address(text_of(driver().cuDeviceGetPCIBusId, device, "cuDeviceGetPCIBusId"));
  add_limits(device, info);
  // The stand-in's capability is that of the modules that it takes.
  if (!driver().is_substitute) add_theoretical_peaks(device, info);
  return info;
}

}  // namespace tickbench::cuda
