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

/// The sum of term(i) for all i below n. A part of those that have versions: a template has none.
template <class T, class Term>
[[gnu::always_inline]] inline T sum_of_terms(std::size_t n, const Term& term) {
  T lanes[kLanes] = {};
  std::size_t i = 0;
  for (; i + kLanes <= n; i += kLanes)
    for (std::size_t lane = 0; lane < kLanes; ++lane) lanes[lane] += term(i + lane);
  for (; i < n; ++i) lanes[i % kLanes] += term(i);
  for (std::size_t half = kLanes / 2; half > 0; half /= 2)
    for (std::size_t lane = 0; lane < half; ++lane) lanes[lane] += lanes[lane + half];
  return lanes[0];
}

REFERENCE_MULTIVERSION
float sum_of_block(const float* x, std::size_t n) {
  return sum_of_terms<float>(n, [=](std::size_t i) { return x[i]; });
}
REFERENCE_MULTIVERSION
double sum_of_block(const double* x, std::size_t n) {
  return sum_of_terms<double>(n, [=](std::size_t i) { return x[i]; });
}
REFERENCE_MULTIVERSION
float dot_of_block(const float* x, const float* y, std::size_t n) {
  return sum_of_terms<float>(n, [=](std::size_t i) { return x[i] * y[i]; });
}

/// Of a block of x: what over_blocks asks for.
auto sums_of(const auto& x) {
  return [=](std::size_t begin, std::size_t n) { return sum_of_block(x.data() + begin, n); };
}
auto dots_of(const auto& x, const auto& y) {
  return [=](std::size_t begin, std::size_t n) {
    return dot_of_block(x.data() + begin, y.data() + begin, n);
  };
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
  return static_cast<float>(over_blocks(0, x.size(), sums_of(x)));
}
double sum(std::span<const double> x) { return over_blocks(0, x.size(), sums_of(x)); }
float dot(std::span<const float> x, std::span<const float> y) {
  return static_cast<float>(over_blocks(0, x.size(), dots_of(x, y)));
}
}  // namespace serial

namespace tbb {
float sum(std::span<const float> x) {
  return static_cast<float>(over_blocks_by_tbb(x.size(), sums_of(x)));
}
double sum(std::span<const double> x) { return over_blocks_by_tbb(x.size(), sums_of(x)); }
float dot(std::span<const float> x, std::span<const float> y) {
  return static_cast<float>(over_blocks_by_tbb(x.size(), dots_of(x, y)));
}
}  // namespace tbb

}  // namespace reference
