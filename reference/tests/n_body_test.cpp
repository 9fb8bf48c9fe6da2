// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "reference/kernels/n_body.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "reference/tests/inputs.hpp"

namespace reference {
namespace {

class NBodyOf : public ::testing::TestWithParam<std::size_t> {};

/// One coordinate, in double precision.
double acceleration(const std::vector<float>& bodies, std::size_t body, std::size_t axis) {
  double sum = 0;
  for (std::size_t other = 0; other < bodies.size() / 4; ++other) {
    double squared = double{kSoftening} * double{kSoftening};
    for (std::size_t k = 0; k < 3; ++k)
      squared += std::pow(double{bodies[4 * other + k]} - double{bodies[4 * body + k]}, 2);
    sum += double{bodies[4 * other + 3]} *
           (double{bodies[4 * other + axis]} - double{bodies[4 * body + axis]}) /
           (squared * std::sqrt(squared));
  }
  return sum;
}

// Around the bodies of a vector (32).
TEST_P(NBodyOf, EqualsTheDefinition) {
  const auto n = GetParam();
  const auto bodies = testing::uniform(4 * n, 1);
  std::vector<float> by_serial(4 * n, 99), by_tbb(4 * n, 99);
  serial::n_body(bodies, by_serial);
  tbb::n_body(bodies, by_tbb);
  for (std::size_t i = 0; i < 4 * n; ++i) {
    const double expected = i % 4 == 3 ? 0 : acceleration(bodies, i / 4, i % 4);
    ASSERT_NEAR(by_serial[i], expected, 1e-4) << i;
    ASSERT_NEAR(by_tbb[i], expected, 1e-4) << i;
  }
}

INSTANTIATE_TEST_SUITE_P(Sizes, NBodyOf, ::testing::Values(0, 1, 2, 31, 32, 33, 300),
                         ::testing::PrintToStringParamName());

}  // namespace
}  // namespace reference
