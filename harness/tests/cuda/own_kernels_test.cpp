// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "device_test.hpp"

// Kernels of own.ptx and own.cu, which own.cl has as well, with an int where these take 64 bits.
namespace tickbench::cuda {
namespace {

using testing::HasSubstr;

class CudaOwnKernels : public CudaDeviceTest {
 protected:
  template <class Value>
  std::vector<int> added(const char* kernel, Value value) {
    auto data = device().upload(std::vector<int>(8));
    device().kernel(kernel).args(data, value).over(8)();
    return data.read();
  }
};

TEST_F(CudaOwnKernels, OfPtxGoBeforeOpenClC) {
  EXPECT_EQ(added("own_ptx", std::int64_t{3}), std::vector<int>(8, 3));
  const auto error = error_of([&] { added("own_ptx", 3); });
  EXPECT_EQ(error.outcome(), Outcome::kInvalidBenchmark);
  EXPECT_THAT(error.what(), HasSubstr("the kernel's PTX takes 8 bytes there"));
}

TEST_F(CudaOwnKernels, OfCudaGoBeforeOpenClCWhereTheyAreCompiled) {
  if (TICKBENCH_HAS_CUDA_COMPILER)
    EXPECT_EQ(added("own_cuda", std::int64_t{3}), std::vector<int>(8, 3));
  else
    EXPECT_EQ(added("own_cuda", 3), std::vector<int>(8, 3));
}

TEST_F(CudaOwnKernels, OfCudaThatWereNotCompiledAreUnsupported) {
  auto data = device().allocate<int>(8);
  const auto error = error_of([&] { device().kernel("left_out").args(data).over(8); });
  EXPECT_EQ(error.outcome(), Outcome::kUnsupported);
  EXPECT_THAT(error.what(), HasSubstr("the kernel 'left_out' is embedded as CUDA C++ only"));
  EXPECT_THAT(error.what(), HasSubstr("nvcc"));
}

}  // namespace
}  // namespace tickbench::cuda
