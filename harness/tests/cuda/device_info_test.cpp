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

TEST(CudaPciAddress, IsAsOtherBackEndsHaveIt) {
  EXPECT_EQ(as_pci_address("0000:3B:0A.0"), "0000:3b:0a.0");
}

}  // namespace
}  // namespace tickbench::cuda
