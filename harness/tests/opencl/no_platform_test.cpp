// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include <cstdlib>

#include "opencl/device_info.hpp"
#include "tickbench/error.hpp"

namespace tickbench::opencl {
namespace {

/// A program of its own: the loader looks for platforms once a process, at its first call.
class WithoutPlatforms : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    ::setenv("OCL_ICD_VENDORS", "/nonexistent/vendors/", 1);
    ::setenv("OPENCL_VENDOR_PATH", "/nonexistent/vendors/", 1);
    ::unsetenv("OCL_ICD_FILENAMES");
  }
};

TEST_F(WithoutPlatforms, ListsNothingAndSaysWhy) {
  backend::NotListed not_listed;
  EXPECT_TRUE(backend().devices(not_listed).empty());
  EXPECT_THAT(not_listed.reason, testing::HasSubstr("no OpenCL platform is installed"));
  EXPECT_THAT(not_listed.reason, testing::HasSubstr("clGetPlatformIDs"));
  EXPECT_FALSE(not_listed.has_failed);
}

TEST_F(WithoutPlatforms, OpensNothing) {
  backend::DeviceInfo info;
  info.index = "0";
  try {
    backend().open(info);
    FAIL() << "expected an Error";
  } catch (const Error& error) {
    EXPECT_EQ(error.outcome(), Outcome::kNoDevice);
    EXPECT_THAT(error.what(), testing::HasSubstr("no OpenCL platform is installed"));
  }
}

}  // namespace
}  // namespace tickbench::opencl
