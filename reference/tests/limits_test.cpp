// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
//
// How near the references come to what is known to be good, on this machine. Both sides run in
// turn, so that a machine that others use as well slows both.
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <functional>
#include <vector>

#include "reference/kernels/matmul.hpp"
#include "reference/kernels/openblas.hpp"
#include "reference/kernels/stream.hpp"
#include "reference/tests/inputs.hpp"

namespace reference {
namespace {

constexpr int kPairs = 21;
/// Launches of a sample, behind one that wakes the threads.
constexpr int kRuns = 3;

double seconds(const std::function<void()>& run) {
  using Clock = std::chrono::steady_clock;
  run();
  const auto begin = Clock::now();
  for (int i = 0; i < kRuns; ++i) run();
  return std::chrono::duration<double>(Clock::now() - begin).count() / kRuns;
}

double median(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

/// The median of the paired ratios of rates, ours over the other's. Prints both rates.
double ratio(const char* what, double giga_units, const char* unit,
             const std::function<void()>& ours, const char* other,
             const std::function<void()>& others) {
  std::vector<double> ratios, our_seconds, other_seconds;
  for (int i = 0; i < kPairs; ++i) {
    our_seconds.push_back(seconds(ours));
    other_seconds.push_back(seconds(others));
    ratios.push_back(other_seconds.back() / our_seconds.back());
  }
  const double found = median(ratios);
  std::printf("%s: TBB %.1f, %s %.1f %s; median of %d paired ratios %.3f\n", what,
              giga_units / median(our_seconds), other, giga_units / median(other_seconds), unit,
              kPairs, found);
  return found;
}

class MatmulBesideOpenBlas : public ::testing::TestWithParam<std::size_t> {};

TEST_P(MatmulBesideOpenBlas, ReachesMostOfIt) {
  if (!openblas::missing().empty()) GTEST_SKIP() << openblas::missing();
  const auto n = GetParam();
  const auto a = testing::uniform(n * n, 1), b = testing::uniform(n * n, 2);
  std::vector<float> by_tbb(n * n), by_openblas(n * n);
  const auto size = static_cast<double>(n);
  const double found =
      ratio(("matmul " + std::to_string(n)).c_str(), 2e-9 * size * size * size, "GFLOP/s",
            [&] { tbb::matmul(n, a, b, by_tbb); }, openblas::name().c_str(),
            [&] { openblas::matmul(n, a, b, by_openblas); });
  for (std::size_t i = 0; i < by_tbb.size(); ++i) ASSERT_NEAR(by_tbb[i], by_openblas[i], 1e-3) << i;
  EXPECT_GE(found, 0.85);
}

INSTANTIATE_TEST_SUITE_P(Sizes, MatmulBesideOpenBlas, ::testing::Values(512, 1024),
                         ::testing::PrintToStringParamName());

#ifdef _OPENMP
/// STREAM's triad as it is written everywhere.
void plain_triad(float a, const float* x, const float* y, float* out, std::ptrdiff_t n) {
#pragma omp parallel for
  for (std::ptrdiff_t i = 0; i < n; ++i) out[i] = x[i] + a * y[i];
}
#endif

TEST(TriadBesideOpenMp, ReachesNearlyAllOfIt) {
#ifdef _OPENMP
  // Each array is larger than most caches of the last level.
  constexpr std::size_t kN = std::size_t{1} << 26;
  const std::vector<float> x(kN, 1), y(kN, 2);
  std::vector<float> by_tbb(kN), by_openmp(kN);
  const double found = ratio(
      "triad of 2^26 floats", 3e-9 * kN * sizeof(float), "GB/s",
      [&] { tbb::stream_triad(3, x, y, by_tbb); }, "OpenMP",
      [&] { plain_triad(3, x.data(), y.data(), by_openmp.data(), kN); });
  EXPECT_EQ(by_tbb, by_openmp);
  EXPECT_GE(found, 0.95);
#else
  GTEST_SKIP() << "the compiler has no OpenMP";
#endif
}

}  // namespace
}  // namespace reference
