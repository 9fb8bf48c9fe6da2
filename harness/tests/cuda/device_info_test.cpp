// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "cuda/device_info.hpp"

#include <gtest/gtest.h>

namespace tickbench::cuda {
namespace {

TEST(CudaVersion, IsThousandsAndTens) {
  EXPECT_EQ(version_text(13000), "13.0");
  EXPECT_EQ(version_text(12040), "12.4");
  EXPECT_EQ(version_text(11080), "11.8");
}

TEST(CudaVersion, OfTheDriverIsInTheNameOfItsFile) {
  EXPECT_EQ(version_in_name("/usr/lib/x86_64-linux-gnu/libcuda.so.580.159.04"), "580.159.04");
  EXPECT_EQ(version_in_name("/usr/lib/libcuda.so.1"), "");
  EXPECT_EQ(version_in_name("/opt/libcuda.so.580.1 (deleted)"), "");
  EXPECT_EQ(version_in_name("/opt/libtickbench_cuhost.so"), "");
  EXPECT_EQ(version_in_name(""), "");
}

TEST(CudaTheoreticalPeaks, FollowFromClocksWidthsAndTheCapability) {
  EXPECT_DOUBLE_EQ(memory_bandwidth(1'500'000, 384), 144e9);  // a Tesla C2050
  // An H100 SXM: NVIDIA states 66.9 TFLOP/s.
  EXPECT_NEAR(arithmetic_rate(9, 0, 132, 1.98e9), 66.9e12, 0.05e12);
  // An A100: 19.5. A GeForce of the same generation has twice the units.
  EXPECT_NEAR(arithmetic_rate(8, 0, 108, 1.41e9), 19.5e12, 0.05e12);
  EXPECT_DOUBLE_EQ(arithmetic_rate(8, 9, 1, 1e9), 256e9);
  EXPECT_EQ(arithmetic_rate(99, 0, 132, 1.98e9), 0) << "not known";
  EXPECT_EQ(memory_bandwidth(0, 384), 0) << "not known";
}

TEST(CudaPciAddress, IsAsOtherBackEndsHaveIt) {
  EXPECT_EQ(as_pci_address("0000:3B:0A.0"), "0000:3b:0a.0");
}

}  // namespace
}  // namespace tickbench::cuda
