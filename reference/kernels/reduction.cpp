// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "reference/kernels/reduction.hpp"

#include <tbb/blocked_range.h>
#include <tbb/parallel_reduce.h>

#include <algorithm>
#include <cstddef>
#include <functional>

#include "reference/kernels/in_parts.hpp"
#include "reference/kernels/multiversion.hpp"

namespace reference {
namespace {

constexpr std::size_t kLanes = 64, kBlock = 4096;

REFERENCE_MULTIVERSION
float sum_of_block(const float* x, std::size_t n) {
  float lanes[kLanes] = {};
  std::size_t i = 0;
  for (; i + kLanes <= n; i += kLanes)
    for (std::size_t lane = 0; lane < kLanes; ++lane) lanes[lane] += x[i + lane];
  for (; i < n; ++i) lanes[i % kLanes] += x[i];
  for (std::size_t half = kLanes / 2; half > 0; half /= 2)
    for (std::size_t lane = 0; lane < half; ++lane) lanes[lane] += lanes[lane + half];
  return lanes[0];
}

REFERENCE_MULTIVERSION
float dot_of_block(const float* x, const float* y, std::size_t n) {
  float lanes[kLanes] = {};
  std::size_t i = 0;
  for (; i + kLanes <= n; i += kLanes)
    for (std::size_t lane = 0; lane < kLanes; ++lane) lanes[lane] += x[i + lane] * y[i + lane];
  for (; i < n; ++i) lanes[i % kLanes] += x[i] * y[i];
  for (std::size_t half = kLanes / 2; half > 0; half /= 2)
    for (std::size_t lane = 0; lane < half; ++lane) lanes[lane] += lanes[lane + half];
  return lanes[0];
}

/// The sum of block(begin, size) over all blocks of begin to end.
template <class Block>
double over_blocks(std::size_t begin, std::size_t end, const Block& block) {
  double sum = 0;
  for (; begin < end; begin += kBlock) sum += block(begin, std::min(kBlock, end - begin));
  return sum;
}

/// The same by all threads. Of the same parts at every call, so that the result is the same.
template <class Block>
double over_blocks_by_tbb(std::size_t n, const Block& block) {
  using Range = ::tbb::blocked_range<std::size_t>;
  return ::tbb::parallel_deterministic_reduce(
      Range(0, n, kVectorGrain), 0.0,
      [&](const Range& range, double sum) {
        return sum + over_blocks(range.begin(), range.end(), block);
      },
      std::plus<>());
}

}  // namespace

namespace serial {
float sum(std::span<const float> x) {
  return static_cast<float>(over_blocks(0, x.size(), [=](std::size_t begin, std::size_t n) {
    return sum_of_block(x.data() + begin, n);
  }));
}
float dot(std::span<const float> x, std::span<const float> y) {
  return static_cast<float>(over_blocks(0, x.size(), [=](std::size_t begin, std::size_t n) {
    return dot_of_block(x.data() + begin, y.data() + begin, n);
  }));
}
}  // namespace serial

namespace tbb {
float sum(std::span<const float> x) {
  return static_cast<float>(over_blocks_by_tbb(x.size(), [=](std::size_t begin, std::size_t n) {
    return sum_of_block(x.data() + begin, n);
  }));
}
float dot(std::span<const float> x, std::span<const float> y) {
  return static_cast<float>(over_blocks_by_tbb(x.size(), [=](std::size_t begin, std::size_t n) {
    return dot_of_block(x.data() + begin, y.data() + begin, n);
  }));
}
}  // namespace tbb

}  // namespace reference
