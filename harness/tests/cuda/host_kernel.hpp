// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstring>

#include "cuhost_kernel.hpp"

/// A kernel as cuhost calls it: once a block, with `arguments` and `block`.
#define HOST_KERNEL(name)                                                                          \
  extern "C" __attribute__((visibility("default"))) void cuhost_kernel_##name(const void* const*,  \
                                                                              const CuhostBlock*); \
  extern "C" __attribute__((visibility("default"))) void cuhost_kernel_##name(                     \
      [[maybe_unused]] const void* const* arguments, [[maybe_unused]] const CuhostBlock* block)

namespace tickbench::host_kernel {

template <class T>
T value_of(const void* argument) {
  T value;
  std::memcpy(&value, argument, sizeof(value));
  return value;
}

/// Calls `item(x, y, z)` with the global index of each thread of a block.
template <class Item>
void for_each_item(const CuhostBlock& of, const Item& item) {
  const auto index = [&](int axis, unsigned thread) {
    return std::size_t{of.index[axis]} * of.block[axis] + thread;
  };
  for (unsigned z = 0; z < of.block[2]; ++z)
    for (unsigned y = 0; y < of.block[1]; ++y)
      for (unsigned x = 0; x < of.block[0]; ++x) item(index(0, x), index(1, y), index(2, z));
}

}  // namespace tickbench::host_kernel
