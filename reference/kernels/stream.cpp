// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "reference/kernels/stream.hpp"

#include <cstddef>

#include "reference/kernels/in_parts.hpp"
#include "reference/kernels/multiversion.hpp"

namespace reference {
namespace {

REFERENCE_MULTIVERSION
void scale(float a, const float* __restrict x, float* __restrict out, std::size_t n) {
  for (std::size_t i = 0; i < n; ++i) out[i] = a * x[i];
}

REFERENCE_MULTIVERSION
void add(const float* __restrict x, const float* __restrict y, float* __restrict out,
         std::size_t n) {
  for (std::size_t i = 0; i < n; ++i) out[i] = x[i] + y[i];
}

REFERENCE_MULTIVERSION
void triad(float a, const float* __restrict x, const float* __restrict y, float* __restrict out,
           std::size_t n) {
  for (std::size_t i = 0; i < n; ++i) out[i] = x[i] + a * y[i];
}

}  // namespace

namespace serial {
void stream_scale(float a, std::span<const float> x, std::span<float> out) {
  scale(a, x.data(), out.data(), out.size());
}
void stream_add(std::span<const float> x, std::span<const float> y, std::span<float> out) {
  add(x.data(), y.data(), out.data(), out.size());
}
void stream_triad(float a, std::span<const float> x, std::span<const float> y,
                  std::span<float> out) {
  triad(a, x.data(), y.data(), out.data(), out.size());
}
}  // namespace serial

namespace tbb {
void stream_scale(float a, std::span<const float> x, std::span<float> out) {
  in_parts(out.size(), [=](std::size_t begin, std::size_t n) {
    scale(a, x.data() + begin, out.data() + begin, n);
  });
}
void stream_add(std::span<const float> x, std::span<const float> y, std::span<float> out) {
  in_parts(out.size(), [=](std::size_t begin, std::size_t n) {
    add(x.data() + begin, y.data() + begin, out.data() + begin, n);
  });
}
void stream_triad(float a, std::span<const float> x, std::span<const float> y,
                  std::span<float> out) {
  in_parts(out.size(), [=](std::size_t begin, std::size_t n) {
    triad(a, x.data() + begin, y.data() + begin, out.data() + begin, n);
  });
}
}  // namespace tbb

}  // namespace reference
