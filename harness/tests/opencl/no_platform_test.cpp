// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include <cstdlib>

#include "opencl/backend.hpp"
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
  std::string reason;
  EXPECT_TRUE(backend().devices(reason).empty());
  EXPECT_THAT(reason, testing::HasSubstr("no OpenCL platform is installed"));
  EXPECT_THAT(reason, testing::HasSubstr("clGetPlatformIDs"));
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
