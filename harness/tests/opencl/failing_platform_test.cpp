// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "opencl/device_info.hpp"

namespace tickbench::opencl {
namespace {

/// A program of its own: the loader looks for platforms once a process, at its first call.
class BesideFailingPlatforms : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    std::filesystem::create_directory(folder());
    std::ofstream(folder() / "failing.icd") << FAILING_DRIVER << '\n';
    const auto vendors = folder().string() + "/";
    ::setenv("OCL_ICD_VENDORS", vendors.c_str(), 1);
    ::setenv("OPENCL_VENDOR_PATH", vendors.c_str(), 1);
    ::setenv("OCL_ICD_PLATFORM_SORT", "none", 1);
    ::unsetenv("OCL_ICD_FILENAMES");
  }
  static void TearDownTestSuite() { std::filesystem::remove_all(folder()); }

 private:
  static std::filesystem::path folder() {
    return std::filesystem::temp_directory_path() /
           ("tickbench_failing_platform_" + std::to_string(::getpid()));
  }
};

TEST_F(BesideFailingPlatforms, TheGoodOneIsListedAtItsPlace) {
  backend::NotListed not_listed;
  const auto infos = backend().devices(not_listed);
  ASSERT_EQ(infos.size(), 1U) << not_listed.reason;
  EXPECT_EQ(infos[0].name, "Good");
  // The first platform lists no device; the second's device, which cannot be described, is device
  // 0.
  EXPECT_EQ(infos[0].id(), "opencl:1");
  EXPECT_THAT(
      not_listed.reason,
      testing::HasSubstr(
          "the platform 'Test' does not list its devices (clGetDeviceIDs): CL_OUT_OF_HOST_MEMORY"));
  EXPECT_THAT(not_listed.reason, testing::HasSubstr("opencl:0: clGetDeviceInfo("));
  EXPECT_THAT(not_listed.reason, testing::HasSubstr("CL_DEVICE_NOT_AVAILABLE"));
  EXPECT_THAT(not_listed.reason,
              testing::HasSubstr("the platform 'Portable Computing Language' offers no device"));
  EXPECT_THAT(not_listed.reason, testing::HasSubstr("POCL_CACHE_DIR"));
  EXPECT_TRUE(not_listed.has_failed);
}

}  // namespace
}  // namespace tickbench::opencl
