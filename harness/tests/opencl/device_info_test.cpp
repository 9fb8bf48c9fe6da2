// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "opencl/device_info.hpp"

#include <gtest/gtest.h>

#include "tickbench/error.hpp"

namespace tickbench::opencl {
namespace {

TEST(OpenClVersion, IsReadFromTheDriversText) {
  EXPECT_EQ(parse_version("OpenCL 3.0 CUDA 12.8.51"), (Version{3, 0}));
  EXPECT_EQ(parse_version("OpenCL 1.2"), (Version{1, 2}));
  EXPECT_LT(parse_version("OpenCL 1.2 x"), (Version{2, 0}));
  EXPECT_GT(parse_version("OpenCL 2.1 "), (Version{2, 0}));
}

TEST(OpenClVersion, IsZeroForAnythingElse) {
  for (const char* text :
       {"", "OpenCL", "OpenCL ", "OpenCL 3", "OpenCL 3.", "OpenCL x.y", "OpenGL 4.6"})
    EXPECT_EQ(parse_version(text), Version{}) << text;
}

}  // namespace
}  // namespace tickbench::opencl
