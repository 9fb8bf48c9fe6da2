// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "kernels.hpp"

#include <dlfcn.h>

#include <chrono>
#include <cstdint>
#include <cstring>
#include <iterator>
#include <thread>

#include "clock.hpp"

namespace cuhost {
namespace {

template <class T>
T value_of(const void* argument) {
  T value;
  std::memcpy(&value, argument, sizeof(value));
  return value;
}

// On a host with few cores the thread that enqueues has to run as well.
constexpr std::chrono::microseconds kNap{20};

/// Waits for a word; after a time it gives up, and writes how long it waited behind that.
void hold(const void* const* arguments, const CuhostBlock* /*block*/) {
  auto* const words = value_of<char*>(arguments[0]);
  const auto ticket = value_of<std::uint32_t>(arguments[1]);
  const auto limit = value_of<std::uint64_t>(arguments[2]);
  const auto begin = device_now_ns();
  auto* const opened = reinterpret_cast<std::uint32_t*>(words);
  while (__atomic_load_n(opened, __ATOMIC_ACQUIRE) != ticket) {
    std::this_thread::sleep_for(kNap);
    const auto held = device_now_ns() - begin;
    if (held < limit) continue;
    __atomic_store_n(reinterpret_cast<std::uint64_t*>(words + 8), held, __ATOMIC_RELEASE);
    return;
  }
}

void clock_now(const void* const* arguments, const CuhostBlock* /*block*/) {
  __atomic_store_n(value_of<std::uint64_t*>(arguments[0]), device_now_ns(), __ATOMIC_RELEASE);
}

void clock_step(const void* const* arguments, const CuhostBlock* /*block*/) {
  __atomic_store_n(value_of<std::uint64_t*>(arguments[0]), kClockStep, __ATOMIC_RELEASE);
}

struct Own {
  const char* name;
  CuhostKernel function;
};
constexpr Own kOwn[] = {{"tickbench_hold", hold},
                        {"tickbench_clock_now", clock_now},
                        {"tickbench_clock_step", clock_step}};

}  // namespace

CuhostKernel find_kernel(const std::string& name) {
  for (const auto& own : kOwn)
    if (name == own.name) return own.function;
  // POSIX lets an object pointer from dlsym be a function's.
  return reinterpret_cast<CuhostKernel>(::dlsym(RTLD_DEFAULT, ("cuhost_kernel_" + name).c_str()));
}

}  // namespace cuhost
