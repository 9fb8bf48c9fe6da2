// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0

// The kernels of liars.cl and cheats.cl.

#include <cstdint>

#include "host_kernel.hpp"

using tickbench::host_kernel::for_each_item;
using tickbench::host_kernel::value_of;

namespace {

struct OfScale {
  explicit OfScale(const void* const* arguments)
      : a(value_of<float>(arguments[0])),
        x(value_of<const float*>(arguments[1])),
        y(value_of<float*>(arguments[2])) {}
  void operator()(std::size_t i) const { y[i] = a * x[i]; }
  float a;
  const float* x;
  float* y;
};

}  // namespace

HOST_KERNEL(scale) {
  const OfScale scale(arguments);
  for_each_item(*block, [&](std::size_t i, std::size_t, std::size_t) { scale(i); });
}

HOST_KERNEL(scale_at_first) {
  const OfScale scale(arguments);
  auto* const launches = value_of<std::int32_t*>(arguments[3]);
  for_each_item(*block, [&](std::size_t i, std::size_t, std::size_t) {
    if (launches[i]++ < 3) scale(i);
  });
}

HOST_KERNEL(sum) {
  const auto* const x = value_of<const float*>(arguments[0]);
  float sum = 0;
  for (std::uint64_t i = 0; i < value_of<std::uint64_t>(arguments[2]); ++i) sum += x[i];
  *value_of<float*>(arguments[1]) = sum;
}

HOST_KERNEL(constants) {
  value_of<float*>(arguments[0])[0] = 3;
  value_of<float*>(arguments[0])[1] = 4;
}

HOST_KERNEL(elsewhere) {
  auto* const other = value_of<float*>(arguments[0]);
  for_each_item(*block, [&](std::size_t i, std::size_t, std::size_t) { other[i] = 1; });
}

HOST_KERNEL(scale_from_before) {
  const OfScale scale(arguments);
  for_each_item(*block, [&](std::size_t i, std::size_t, std::size_t) {
    scale(i);
    if (i == 0) *(scale.y - 1) = scale.a;
  });
}

HOST_KERNEL(add_neighbour) {
  const auto* const x = value_of<const float*>(arguments[0]);
  auto* const y = value_of<float*>(arguments[1]);
  for_each_item(*block, [&](std::size_t i, std::size_t, std::size_t) { y[i] = x[i] + x[i + 1]; });
}

HOST_KERNEL(scale_and_add) {
  const OfScale scale(arguments);
  const auto* const more = value_of<const float*>(arguments[3]);
  for_each_item(*block, [&](std::size_t i, std::size_t, std::size_t) {
    scale(i);
    scale.y[i] += more[i];
  });
}

HOST_KERNEL(scale_and_add_local) {
  const OfScale scale(arguments);
  const auto* const more =
      reinterpret_cast<const float*>(block->shared + value_of<std::uint64_t>(arguments[3]));
  for_each_item(*block, [&](std::size_t i, std::size_t, std::size_t) {
    scale(i);
    scale.y[i] += more[i % block->block[0]];
  });
}

HOST_KERNEL(count_up) {
  auto* const y = value_of<float*>(arguments[0]);
  for_each_item(*block,
                [&](std::size_t i, std::size_t, std::size_t) { y[i] = static_cast<float>(i); });
}

HOST_KERNEL(scale_once) {
  const OfScale scale(arguments);
  auto* const kept = value_of<float*>(arguments[3]);
  auto* const is_kept = value_of<std::int32_t*>(arguments[4]);
  for_each_item(*block, [&](std::size_t i, std::size_t, std::size_t) {
    if (is_kept[i] == 0) kept[i] = scale.a * scale.x[i];
    is_kept[i] = 1;
    scale.y[i] = kept[i];
  });
}

HOST_KERNEL(one_constant) {
  auto* const y = value_of<float*>(arguments[0]);
  for_each_item(*block, [&](std::size_t i, std::size_t, std::size_t) { y[i] = 1; });
}

HOST_KERNEL(handed_over) {
  const auto* const expected = value_of<const float*>(arguments[0]);
  auto* const y = value_of<float*>(arguments[1]);
  for_each_item(*block, [&](std::size_t i, std::size_t, std::size_t) { y[i] = expected[i]; });
}
