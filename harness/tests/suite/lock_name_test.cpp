// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <optional>
#include <string>

#include "suite/cases.hpp"

namespace tickbench::suite {
namespace {

std::string lock_of(const backend::DeviceInfo& info) {
  devices::Selected selected;
  selected.device = info;
  return DeviceSlot(selected).lock_name();
}

TEST(LockName, OfAPciDeviceIsItsAddressOnEveryBackEnd) {
  EXPECT_EQ(lock_of({.backend = "opencl", .index = "1", .pci_address = "0000:3b:00.0"}),
            lock_of({.backend = "cuda", .index = "0", .pci_address = "0000:3b:00.0"}));
  EXPECT_NE(lock_of({.backend = "cuda", .index = "0", .pci_address = "0000:3b:00.0"}),
            lock_of({.backend = "cuda", .index = "0", .pci_address = "0000:5e:00.0"}));
}

TEST(LockName, IsOneForAllDevicesOnTheHostsProcessors) {
  EXPECT_EQ(lock_of({.backend = "opencl",
                     .index = "0",
                     .name = "pthread",
                     .type = backend::DeviceType::kCpu}),
            lock_of({.backend = "level_zero",
                     .index = "0",
                     .name = "cpu",
                     .type = backend::DeviceType::kCpu}));
}

TEST(LockName, OfASubDeviceIsItsParents) {
  EXPECT_EQ(lock_of({.backend = "level_zero", .index = "1.2", .name = "gpu"}),
            lock_of({.backend = "level_zero", .index = "1", .name = "gpu"}));
}

}  // namespace
}  // namespace tickbench::suite
