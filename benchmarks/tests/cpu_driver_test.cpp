// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "suite/cpu_driver.hpp"

#include <gtest/gtest.h>

namespace suite {
namespace {

CpuDriver wanted(std::vector<std::string> flags) {
  flags.insert(flags.begin(), "tickbench-suite");
  return wanted_cpu_driver(flags, {"opencl", "level_zero"});
}

TEST(CpuDriver, StandsInWhereNoDeviceIsNamed) {
  EXPECT_EQ(wanted({}), CpuDriver::kIfNoDevice);
  EXPECT_EQ(wanted({"--benchmark_filter=saxpy"}), CpuDriver::kIfNoDevice);
  EXPECT_EQ(wanted({"--tickbench_list_devices"}), CpuDriver::kIfNoDevice);
}

TEST(CpuDriver, StandsInWhereADeviceMayBeOfLevelZero) {
  for (const char* device : {"level_zero", "level_zero:0", "level_zero:0.1", "all", "arc",
                             "opencl:0,level_zero:all", "level_zero:arc"})
    EXPECT_EQ(wanted({std::string("--tickbench_device=") + device}), CpuDriver::kIfNoDevice)
        << device;
}

TEST(CpuDriver, IsNotNeededForAnotherBackEnd) {
  EXPECT_EQ(wanted({"--tickbench_device=opencl"}), CpuDriver::kNever);
  EXPECT_EQ(wanted({"--tickbench_device", "opencl:0,opencl:h200"}), CpuDriver::kNever);
  EXPECT_EQ(wanted({"--tickbench_benchmark=opencl/saxpy/1024"}), CpuDriver::kNever);
  EXPECT_EQ(wanted({"--tickbench_benchmark=opencl/copy/1024",
                    "--tickbench_benchmark=level_zero/copy/1024"}),
            CpuDriver::kIfNoDevice);
}

TEST(CpuDriver, IsNotNeededToList) {
  for (const char* flag :
       {"--tickbench_list", "--tickbench_list=true", "--benchmark_list_tests", "--help", "-h"})
    EXPECT_EQ(wanted({flag}), CpuDriver::kNever) << flag;
  EXPECT_EQ(wanted({"--tickbench_list", "--tickbench_device=zecpu"}), CpuDriver::kNever);
}

TEST(CpuDriver, IsTakenByItsName) {
  for (const char* device : {"zecpu", "level_zero:zecpu", "ZeCPU", "opencl:0,zecpu"})
    EXPECT_EQ(wanted({std::string("--tickbench_device=") + device}), CpuDriver::kAlways) << device;
  EXPECT_EQ(wanted({"--tickbench_device=opencl:zecpu"}), CpuDriver::kNever);
}

TEST(CpuDriver, GoesByTheLastDeviceFlag) {
  EXPECT_EQ(wanted({"--tickbench_device=zecpu", "--tickbench_device=opencl"}), CpuDriver::kNever);
}

}  // namespace
}  // namespace suite
