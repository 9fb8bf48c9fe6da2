// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "cuda/driver.hpp"

#include <gmock/gmock.h>

namespace tickbench::cuda {
namespace {

using testing::HasSubstr;

Error error_of(const std::string& file, const std::string& named_by) {
  try {
    load_driver(file, named_by);
  } catch (const Error& error) {
    return error;
  }
  throw std::logic_error("expected an Error");
}

TEST(CudaDriver, ThatIsNotInstalledIsNoFailure) {
  const auto error = error_of("libtickbench_no_such_driver.so.1", "");
  EXPECT_EQ(error.outcome(), Outcome::kNoDevice);
  EXPECT_THAT(error.what(), HasSubstr("no CUDA driver is installed"));
  EXPECT_THAT(error.what(), HasSubstr("libtickbench_no_such_driver.so.1"));
}

TEST(CudaDriver, ThatIsNamedHasToLoad) {
  const auto error = error_of("/nowhere/libcuda.so.1", "VARIABLE");
  EXPECT_EQ(error.outcome(), Outcome::kDeviceError);
  EXPECT_THAT(error.what(), HasSubstr("VARIABLE: expected a CUDA driver"));
  EXPECT_THAT(error.what(), HasSubstr("/nowhere/libcuda.so.1"));
}

TEST(CudaDriver, HasEveryEntryPoint) {
  const auto error = error_of("libm.so.6", "VARIABLE");
  EXPECT_EQ(error.outcome(), Outcome::kDeviceError);
  EXPECT_THAT(error.what(), HasSubstr("libm.so.6: expected the function cuCtxGetDevice"));
}

}  // namespace
}  // namespace tickbench::cuda
