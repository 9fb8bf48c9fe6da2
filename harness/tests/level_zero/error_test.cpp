// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "level_zero/error.hpp"

#include <gmock/gmock.h>

namespace tickbench::level_zero {
namespace {

Error error_of(ze_result_t result) {
  try {
    check(result, "zeCall", "a device");
  } catch (const Error& error) {
    return error;
  }
  throw std::logic_error("expected an Error");
}

TEST(LevelZeroError, NamesResults) {
  EXPECT_EQ(describe_result(ZE_RESULT_ERROR_DEVICE_LOST),
            "ZE_RESULT_ERROR_DEVICE_LOST (0x70000001)");
  EXPECT_EQ(describe_result(ZE_RESULT_NOT_READY), "ZE_RESULT_NOT_READY (0x00000001)");
  EXPECT_EQ(describe_result(static_cast<ze_result_t>(0x7123)),
            "unknown Level Zero result (0x00007123)");
}

TEST(LevelZeroError, SuccessIsNoError) { EXPECT_NO_THROW(check(ZE_RESULT_SUCCESS, "zeCall")); }

TEST(LevelZeroError, SaysCallResultAndPlace) {
  const auto error = error_of(ZE_RESULT_ERROR_INVALID_ARGUMENT);
  EXPECT_EQ(error.outcome(), Outcome::kDeviceError);
  EXPECT_STREQ(error.what(), "zeCall: ZE_RESULT_ERROR_INVALID_ARGUMENT (0x78000004), on a device");
}

TEST(LevelZeroError, KnowsOutOfMemoryAndUnsupported) {
  EXPECT_EQ(error_of(ZE_RESULT_ERROR_OUT_OF_HOST_MEMORY).outcome(), Outcome::kOutOfMemory);
  EXPECT_EQ(error_of(ZE_RESULT_ERROR_OUT_OF_DEVICE_MEMORY).outcome(), Outcome::kOutOfMemory);
  EXPECT_EQ(error_of(ZE_RESULT_ERROR_UNSUPPORTED_FEATURE).outcome(), Outcome::kUnsupported);
}

}  // namespace
}  // namespace tickbench::level_zero
