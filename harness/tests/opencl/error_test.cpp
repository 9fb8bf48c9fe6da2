// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "opencl/error.hpp"

#include <gmock/gmock.h>

namespace tickbench::opencl {
namespace {

TEST(OpenClError, NamesEveryCoreStatus) {
  // The core's numbers run from 0 to -19 and from -30 to -72 without a gap.
  for (cl_int status = 0; status >= -72; --status) {
    if (status < -19 && status > -30) continue;
    EXPECT_THAT(describe_result(status), testing::StartsWith("CL_")) << status;
  }
  EXPECT_EQ(describe_result(CL_SUCCESS), "CL_SUCCESS (0)");
  EXPECT_EQ(describe_result(CL_MAX_SIZE_RESTRICTION_EXCEEDED),
            "CL_MAX_SIZE_RESTRICTION_EXCEEDED (-72)");
  EXPECT_EQ(describe_result(-1001), "CL_PLATFORM_NOT_FOUND_KHR (-1001)");
}

TEST(OpenClError, KeepsTheNumberOfAnUnknownStatus) {
  EXPECT_EQ(describe_result(-4711), "unknown OpenCL status (-4711)");
  EXPECT_EQ(describe_result(-5), "CL_OUT_OF_RESOURCES (-5)");
}

TEST(OpenClError, CheckNamesCallStatusAndPlace) {
  EXPECT_NO_THROW(check(CL_SUCCESS, "clFinish", "a device"));
  try {
    check(CL_INVALID_COMMAND_QUEUE, "clFinish", "a device");
    FAIL() << "expected an Error";
  } catch (const Error& error) {
    EXPECT_EQ(error.outcome(), Outcome::kDeviceError);
    EXPECT_STREQ(error.what(), "clFinish: CL_INVALID_COMMAND_QUEUE (-36), on a device");
  }
}

TEST(OpenClError, MemoryThatRunsOutIsAnOutcomeOfItsOwn) {
  for (const cl_int status : {CL_MEM_OBJECT_ALLOCATION_FAILURE, CL_OUT_OF_HOST_MEMORY}) try {
      check(status, "clEnqueueNDRangeKernel");
      FAIL() << "expected an Error";
    } catch (const Error& error) {
      EXPECT_EQ(error.outcome(), Outcome::kOutOfMemory);
    }
}

TEST(OpenClError, AnAllocationThatFindsNoMemoryMaySayOutOfResources) {
  EXPECT_TRUE(Results::means_no_memory(CL_MEM_OBJECT_ALLOCATION_FAILURE));
  EXPECT_TRUE(Results::means_no_memory(CL_OUT_OF_RESOURCES));
  EXPECT_TRUE(Results::means_no_memory(CL_OUT_OF_HOST_MEMORY));
  EXPECT_FALSE(Results::means_no_memory(CL_SUCCESS));
  EXPECT_FALSE(Results::means_no_memory(CL_INVALID_BUFFER_SIZE));
}

}  // namespace
}  // namespace tickbench::opencl
