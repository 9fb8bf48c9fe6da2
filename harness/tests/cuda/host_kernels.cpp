// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0

// The kernels of contract.cl, device_test.cl, own.cl and the examples.

#include <cstdint>

#include "host_kernel.hpp"

using tickbench::host_kernel::for_each_item;
using tickbench::host_kernel::value_of;

namespace {

struct PairOfValues {
  float scale;
  std::int32_t offset;
  std::int64_t padding_before;
  char tag;
};

}  // namespace

HOST_KERNEL(contract_scalars) {
  auto* const out = value_of<std::int64_t*>(arguments[0]);
  const std::int64_t sum = value_of<std::int8_t>(arguments[1]) +
                           value_of<std::uint16_t>(arguments[2]) +
                           value_of<std::int32_t>(arguments[3]) +
                           static_cast<std::int64_t>(value_of<std::uint64_t>(arguments[4])) +
                           static_cast<std::int64_t>(value_of<float>(arguments[5]) * 2.0F);
  for_each_item(*block, [&](std::size_t x, std::size_t, std::size_t) {
    out[x] = sum + static_cast<std::int64_t>(x);
  });
}

HOST_KERNEL(contract_struct) {
  auto* const out = value_of<float*>(arguments[0]);
  const auto values = value_of<PairOfValues>(arguments[1]);
  for_each_item(*block, [&](std::size_t x, std::size_t, std::size_t) {
    out[x] = values.scale * static_cast<float>(x) + static_cast<float>(values.offset) +
             static_cast<float>(values.padding_before) + static_cast<float>(values.tag);
  });
}

HOST_KERNEL(contract_variant) {
  const auto put = [&]<class T>(T value) {
    auto* const out = value_of<T*>(arguments[0]);
    for_each_item(*block, [&](std::size_t x, std::size_t, std::size_t) {
      out[x] = value + static_cast<T>(x);
    });
  };
  if (value_of<int>(arguments[2]) == sizeof(int))
    put(value_of<int>(arguments[1]));
  else
    put(value_of<std::int64_t>(arguments[1]));
}

HOST_KERNEL(contract_local) {
  auto* const data = value_of<int*>(arguments[0]);
  auto* const scratch =
      reinterpret_cast<int*>(block->shared + value_of<std::uint64_t>(arguments[1]));
  const std::size_t size = block->block[0];
  const std::size_t first = block->index[0] * size;
  for (std::size_t i = 0; i < size; ++i) scratch[i] = data[first + i];
  for (std::size_t i = 0; i < size; ++i) data[first + i] = scratch[size - 1 - i];
}

HOST_KERNEL(contract_ids) {
  auto* const out = value_of<std::uint32_t*>(arguments[0]);
  const std::size_t nx = std::size_t{block->grid[0]} * block->block[0];
  const std::size_t ny = std::size_t{block->grid[1]} * block->block[1];
  for_each_item(*block, [&](std::size_t x, std::size_t y, std::size_t z) {
    out[x + nx * (y + ny * z)] = static_cast<std::uint32_t>(x + 1000 * y + 1000000 * z);
  });
}

HOST_KERNEL(contract_add) {
  auto* const data = value_of<int*>(arguments[0]);
  for_each_item(*block, [&, value = value_of<int>(arguments[1])](
                            std::size_t x, std::size_t, std::size_t) { data[x] += value; });
}

HOST_KERNEL(contract_multiply) {
  auto* const data = value_of<int*>(arguments[0]);
  for_each_item(*block, [&, value = value_of<int>(arguments[1])](
                            std::size_t x, std::size_t, std::size_t) { data[x] *= value; });
}

HOST_KERNEL(contract_spin) {
  auto* const out = value_of<float*>(arguments[0]);
  const int rounds = value_of<int>(arguments[1]);
  for_each_item(*block, [&](std::size_t x, std::size_t, std::size_t) {
    auto value = static_cast<float>(x);
    for (int i = 0; i < rounds; ++i) value = value * 0.999F + 1.0F;
    out[x] = value;
  });
}

HOST_KERNEL(add_one) {
  auto* const data = value_of<int*>(arguments[0]);
  for_each_item(*block, [&](std::size_t x, std::size_t, std::size_t) { ++data[x]; });
}

HOST_KERNEL(in_groups_of_eight) {
  auto* const sizes = value_of<int*>(arguments[0]);
  for_each_item(*block, [&](std::size_t x, std::size_t, std::size_t) {
    sizes[x] = static_cast<int>(block->block[0]);
  });
}

HOST_KERNEL(scaled_sum) {
  const auto a = value_of<float>(arguments[0]);
  const auto* const x = value_of<const float*>(arguments[1]);
  auto* const y = value_of<float*>(arguments[2]);
  for_each_item(*block, [&](std::size_t i, std::size_t, std::size_t) { y[i] = a * x[i] + y[i]; });
}

HOST_KERNEL(scale) {
  const auto factor = value_of<float>(arguments[0]);
  const auto* const x = value_of<const float*>(arguments[1]);
  auto* const y = value_of<float*>(arguments[2]);
  for_each_item(*block, [&](std::size_t i, std::size_t, std::size_t) { y[i] = factor * x[i]; });
}

/// As own.ptx and own.cu have them, and where those are left out as own.cl does: the value has 8
/// bytes or 4, and the lower ones count.
HOST_KERNEL(own_ptx) {
  auto* const data = value_of<int*>(arguments[0]);
  for_each_item(*block, [&, value = value_of<int>(arguments[1])](
                            std::size_t x, std::size_t, std::size_t) { data[x] += value; });
}
HOST_KERNEL(own_cuda) { cuhost_kernel_own_ptx(arguments, block); }

/// Writes where its two local arrays lie.
HOST_KERNEL(two_locals) {
  auto* const out = value_of<std::uint64_t*>(arguments[0]);
  out[0] = value_of<std::uint64_t>(arguments[1]);
  out[1] = value_of<std::uint64_t>(arguments[2]);
}
