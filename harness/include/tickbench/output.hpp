// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <span>

#include "tickbench/device.hpp"
#include "tickbench/verification.hpp"

namespace tickbench {

/// What a launch writes, and how to reach it: `out(buffer)` or `inout(buffer)`, or callbacks of
/// your own for memory that is not a tickbench::Buffer.
struct Output {
  ElementType type;
  std::size_t count = 0;
  bool is_inout = false;
  std::function<void(std::span<std::byte>)> read;         ///< blocking
  std::function<void(std::span<const std::byte>)> write;  ///< blocking
};

/// Wholly written by the launch: poisoned before the checked launch.
template <class T>
Output out(Buffer<T>& buffer) {
  return {element_type<T>(), buffer.size(), false,
          [&buffer](std::span<std::byte> to) {
            buffer.read(std::span(reinterpret_cast<T*>(to.data()), buffer.size()));
          },
          [&buffer](std::span<const std::byte> from) {
            buffer.write(std::span(reinterpret_cast<const T*>(from.data()), buffer.size()));
          }};
}
/// Read and written: restored to its contents before the checked launch and after it. Must stay
/// finite under a million launches.
template <class T>
Output inout(Buffer<T>& buffer) {
  auto result = out(buffer);
  result.is_inout = true;
  return result;
}

}  // namespace tickbench
