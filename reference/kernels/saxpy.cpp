// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "reference/kernels/saxpy.hpp"

#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>

#include <cstddef>

#include "reference/kernels/multiversion.hpp"

namespace {
// Below this the vector loop takes less time than waking a second thread, some microseconds.
constexpr std::size_t kGrain = std::size_t{1} << 15;

REFERENCE_MULTIVERSION
void saxpy_range(float a, const float* __restrict x, const float* __restrict y,
                 float* __restrict out, std::size_t n) {
  for (std::size_t i = 0; i < n; ++i) out[i] = a * x[i] + y[i];
}
}  // namespace

namespace reference::serial {
void saxpy(float a, std::span<const float> x, std::span<const float> y, std::span<float> out) {
  saxpy_range(a, x.data(), y.data(), out.data(), out.size());
}
}  // namespace reference::serial

namespace reference::tbb {
void saxpy(float a, std::span<const float> x, std::span<const float> y, std::span<float> out) {
  ::tbb::parallel_for(::tbb::blocked_range<std::size_t>(0, out.size(), kGrain),
                      [=](const ::tbb::blocked_range<std::size_t>& range) {
                        const std::size_t begin = range.begin();
                        saxpy_range(a, x.data() + begin, y.data() + begin, out.data() + begin,
                                    range.size());
                      });
}
}  // namespace reference::tbb
