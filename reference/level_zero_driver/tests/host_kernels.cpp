// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
// The kernels of basic.cl as the host executor calls them: once a work item.

#include <cstddef>
#include <cstdint>

#define ZECPU_HOST_KERNEL(name) \
  extern "C" __attribute__((visibility("default"))) void zecpu_host_##name

namespace {
std::uint32_t* words(const void* pointer) {
  return static_cast<std::uint32_t*>(const_cast<void*>(pointer));
}
std::uint32_t value(const void* bytes) { return *static_cast<const std::uint32_t*>(bytes); }
}  // namespace

ZECPU_HOST_KERNEL(nothing)(const void* const*, const std::size_t*);
ZECPU_HOST_KERNEL(nothing)(const void* const*, const std::size_t*) {}

ZECPU_HOST_KERNEL(write_ids)(const void* const* arguments, const std::size_t* id);
ZECPU_HOST_KERNEL(write_ids)(const void* const* arguments, const std::size_t* id) {
  words(arguments[0])[id[0]] = static_cast<std::uint32_t>(id[0]);
}

ZECPU_HOST_KERNEL(add)(const void* const* arguments, const std::size_t* id);
ZECPU_HOST_KERNEL(add)(const void* const* arguments, const std::size_t* id) {
  words(arguments[0])[id[0]] += value(arguments[1]);
}

ZECPU_HOST_KERNEL(spin)(const void* const* arguments, const std::size_t* id);
ZECPU_HOST_KERNEL(spin)(const void* const* arguments, const std::size_t* id) {
  std::uint32_t number = 1;
  for (std::uint32_t i = 0; i < value(arguments[1]); ++i) number = number * 1664525u + 1013904223u;
  words(arguments[0])[id[0]] = number;
}
