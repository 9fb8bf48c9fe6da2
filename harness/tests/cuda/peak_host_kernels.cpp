// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0

// The harness's own kernels: of its peaks, of the canary, and of the bands.

#include <cstdint>

#include "host_kernel.hpp"
#include "tickbench/peak.hpp"

using tickbench::host_kernel::for_each_item;
using tickbench::host_kernel::value_of;

HOST_KERNEL(tickbench_peak_update) {
  const auto* const x = value_of<const float*>(arguments[0]);
  auto* const y = value_of<float*>(arguments[1]);
  for_each_item(*block, [&](std::size_t item, std::size_t, std::size_t) {
    for (std::size_t i = 4 * item; i < 4 * item + 4; ++i) y[i] = x[i] - y[i];
  });
}

HOST_KERNEL(tickbench_peak_fill) {
  auto* const y = value_of<float*>(arguments[0]);
  const auto value = value_of<float>(arguments[1]);
  for_each_item(*block, [&](std::size_t item, std::size_t, std::size_t) {
    for (std::size_t i = 4 * item; i < 4 * item + 4; ++i) y[i] = value;
  });
}

/// Not its steps, which take seconds without a GPU: what they come to where a = b = 1, which is all
/// that the harness gives it.
HOST_KERNEL(tickbench_peak_multiply_add) {
  auto* const out = value_of<float*>(arguments[0]);
  for_each_item(*block, [&](std::size_t x, std::size_t, std::size_t) {
    out[x] = tickbench::peak::multiply_add_result(x);
  });
}

HOST_KERNEL(tickbench_fill_local_memory) {
  auto* const words =
      reinterpret_cast<std::uint32_t*>(block->shared + value_of<std::uint64_t>(arguments[0]));
  for (std::uint32_t i = 0; i < value_of<std::uint32_t>(arguments[1]); ++i)
    words[i] = value_of<std::uint32_t>(arguments[2]);
}
