// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <string>

#include "suite/cases.hpp"

namespace tickbench::suite {
namespace {

std::string lock_of(const std::string& backend, const std::string& index, const std::string& pci,
                    backend::DeviceType type = backend::DeviceType::kGpu) {
  backend::DeviceInfo info;
  info.backend = backend;
  info.index = index;
  info.name = "a device of " + backend;
  info.pci_address = pci;
  info.type = type;
  devices::Selected selected;
  selected.device = info;
  return DeviceSlot(selected).lock_name();
}

TEST(LockName, OfAPciDeviceIsItsAddressOnEveryBackEnd) {
  EXPECT_EQ(lock_of("opencl", "1", "0000:3b:00.0"), lock_of("cuda", "0", "0000:3b:00.0"));
  EXPECT_NE(lock_of("cuda", "0", "0000:3b:00.0"), lock_of("cuda", "0", "0000:5e:00.0"));
}

TEST(LockName, IsOneForAllDevicesOnTheHostsProcessors) {
  constexpr auto kCpu = backend::DeviceType::kCpu;
  EXPECT_EQ(lock_of("opencl", "0", "", kCpu), lock_of("level_zero", "1", "", kCpu));
}

TEST(LockName, OfASubDeviceIsItsParents) {
  EXPECT_EQ(lock_of("level_zero", "1.2", ""), lock_of("level_zero", "1", ""));
  EXPECT_NE(lock_of("level_zero", "0", ""), lock_of("level_zero", "1", ""));
}

}  // namespace
}  // namespace tickbench::suite
