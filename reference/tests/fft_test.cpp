// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "reference/kernels/fft.hpp"

#include <gtest/gtest.h>

#include <complex>
#include <numbers>

#include "reference/tests/inputs.hpp"

namespace reference {
namespace {

/// The definition, in double precision.
std::complex<double> transformed(std::span<const float> in, std::size_t k) {
  const std::size_t length = in.size() / 2;
  std::complex<double> sum;
  for (std::size_t i = 0; i < length; ++i) {
    const double turn = static_cast<double>(i * k % length) / static_cast<double>(length);
    sum += std::complex<double>(in[2 * i], in[2 * i + 1]) *
           std::polar(1.0, -2 * std::numbers::pi * turn);
  }
  return sum;
}

class FftOf : public ::testing::TestWithParam<std::size_t> {};

// Several transforms, so that threads share them.
TEST_P(FftOf, EqualsTheDefinition) {
  const auto length = GetParam();
  const std::size_t transforms = length < 64 ? 37 : 3;
  const auto in = testing::uniform(2 * length * transforms, 1);
  std::vector<float> by_serial(in.size(), 99), by_tbb(in.size(), 99);
  serial::fft(length, in, by_serial);
  tbb::fft(length, in, by_tbb);
  for (std::size_t transform = 0; transform < transforms; ++transform)
    for (std::size_t k = 0; k < length; ++k) {
      const auto expected =
          transformed(std::span(in).subspan(2 * length * transform, 2 * length), k);
      const std::size_t at = 2 * (length * transform + k);
      ASSERT_NEAR(by_serial[at], expected.real(), 1e-4) << transform << ", " << k;
      ASSERT_NEAR(by_serial[at + 1], expected.imag(), 1e-4) << transform << ", " << k;
      ASSERT_NEAR(by_tbb[at], expected.real(), 1e-4) << transform << ", " << k;
      ASSERT_NEAR(by_tbb[at + 1], expected.imag(), 1e-4) << transform << ", " << k;
    }
}

INSTANTIATE_TEST_SUITE_P(Lengths, FftOf, ::testing::Values(1, 2, 4, 8, 16, 256, 512, 1024),
                         ::testing::PrintToStringParamName());

}  // namespace
}  // namespace reference
