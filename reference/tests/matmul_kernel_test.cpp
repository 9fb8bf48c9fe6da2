// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "reference/kernels/matmul_kernel.hpp"

#include <gtest/gtest.h>

#include "reference/tests/inputs.hpp"

namespace reference {
namespace {

class MatmulKernelOf : public ::testing::TestWithParam<std::size_t> {
 protected:
  /// The definition, from the packed operands: small integers, so that it is exact.
  static float expected(const MatmulKernel& kernel, std::size_t depth, const std::vector<float>& a,
                        const std::vector<float>& b, std::size_t i, std::size_t j) {
    float sum = 0;
    for (std::size_t k = 0; k < depth; ++k)
      sum += a[k * kernel.rows + i] * b[k * kernel.columns + j];
    return sum;
  }
};

// Every processor's kernel that can run here, not only the one that is used.
TEST_P(MatmulKernelOf, WritesOrAddsItsPieceAndNothingElse) {
  const std::size_t depth = GetParam();
  for (const auto& kernel : matmul_kernels()) {
    ASSERT_LE(kernel.rows, kMostRows);
    ASSERT_LE(kernel.columns, kMostColumns);
    const std::size_t stride = kernel.columns + 3;
    std::vector<float> a(depth * kernel.rows), b(depth * kernel.columns);
    for (std::size_t i = 0; i < a.size(); ++i) a[i] = static_cast<float>(i % 7) - 3;
    for (std::size_t i = 0; i < b.size(); ++i) b[i] = static_cast<float>(i % 11) - 5;
    std::vector<float> out(kernel.rows * stride, 1000);
    for (const bool add : {false, true}) {
      kernel.run(depth, a.data(), b.data(), out.data(), stride, add);
      for (std::size_t i = 0; i < kernel.rows; ++i)
        for (std::size_t j = 0; j < stride; ++j) {
          const float once = j < kernel.columns ? expected(kernel, depth, a, b, i, j) : 1000;
          ASSERT_EQ(out[i * stride + j], j < kernel.columns && add ? 2 * once : once)
              << kernel.rows << "x" << kernel.columns << " at " << i << ", " << j;
        }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Depths, MatmulKernelOf, ::testing::Values(0, 1, 2, 5, 256),
                         ::testing::PrintToStringParamName());

}  // namespace
}  // namespace reference
