// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "tickbench/backend/backend.hpp"
#include "tickbench/timed_queue.hpp"

/// What stands in for a vendor's driver: a queue whose commands run on this thread when someone
/// waits for them, a clock, and a "compiler" that knows kernels by their names.
namespace toy {

/// Nanoseconds, as the device counts them.
inline std::uint64_t clock() {
  return static_cast<std::uint64_t>(tickbench::host_clock().now().count());
}

struct Commands {
  std::vector<std::function<void()>> list;
  void enqueue(std::function<void()> command) { list.push_back(std::move(command)); }
  void wait() {
    for (const auto& command : std::exchange(list, {})) command();
  }
};

/// A value's bytes, or where a buffer is.
struct Value {
  std::vector<std::byte> bytes;
  void* buffer = nullptr;
};
/// Runs the whole of a launch.
using Function =
    std::function<void(const std::vector<Value>& arguments, const tickbench::backend::Range&)>;

/// Those that a program links.
inline std::map<std::string, Function, std::less<>>& functions() {
  static std::map<std::string, Function, std::less<>> all;
  return all;
}

}  // namespace toy
