// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "reference/kernels/prefix_sum.hpp"

#include <tbb/blocked_range.h>
#include <tbb/parallel_scan.h>

#include <cstddef>
#include <functional>

#include "reference/kernels/in_parts.hpp"
#include "reference/kernels/multiversion.hpp"

namespace reference {
namespace {

/// Returns the sum with those before it.
std::uint32_t scan(const std::uint32_t* x, std::uint32_t* out, std::size_t n,
                   std::uint32_t before) {
  // Four at a time: only one of the additions waits for the four before.
  std::size_t i = 0;
  for (; i + 4 <= n; i += 4) {
    const std::uint32_t first = x[i], second = first + x[i + 1], third = second + x[i + 2],
                        fourth = third + x[i + 3];
    out[i] = before + first;
    out[i + 1] = before + second;
    out[i + 2] = before + third;
    out[i + 3] = before + fourth;
    before += fourth;
  }
  for (; i < n; ++i) out[i] = before += x[i];
  return before;
}

REFERENCE_MULTIVERSION
std::uint32_t sum(const std::uint32_t* x, std::size_t n) {
  std::uint32_t total = 0;
  for (std::size_t i = 0; i < n; ++i) total += x[i];
  return total;
}

}  // namespace

namespace serial {
void prefix_sum(std::span<const std::uint32_t> x, std::span<std::uint32_t> out) {
  scan(x.data(), out.data(), x.size(), 0);
}
}  // namespace serial

namespace tbb {
void prefix_sum(std::span<const std::uint32_t> x, std::span<std::uint32_t> out) {
  using Range = ::tbb::blocked_range<std::size_t>;
  ::tbb::parallel_scan(
      Range(0, x.size(), kVectorGrain), std::uint32_t{0},
      [=](const Range& range, std::uint32_t before, bool is_final) {
        const std::size_t begin = range.begin();
        if (is_final) return scan(x.data() + begin, out.data() + begin, range.size(), before);
        return before + sum(x.data() + begin, range.size());
      },
      std::plus<>());
}
}  // namespace tbb

}  // namespace reference
