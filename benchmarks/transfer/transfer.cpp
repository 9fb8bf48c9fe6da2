// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
//
// Copies by the driver: between each memory of the host (heap, host) and each of the device
// (device, mapped, shared), both ways, and between device and shared. transfer/heap_to_device/8192
// and so on, the size in bytes: 8 KiB times powers of 4 up to 32 MiB; 128 MiB, 512 MiB and 1 GiB
// with
// --tickbench_large.
#include <tickbench/tickbench.hpp>

#include "reference/kernels/copy.hpp"

namespace {
using tickbench::MemoryKind;

constexpr std::int64_t kMiB = 1 << 20;
constexpr std::int64_t kSmallest = 8 << 10, kLargest = 512 * kMiB, kWhole = 1024 * kMiB;
constexpr std::int64_t kStep = 4;
constexpr std::int64_t kLargeFrom = 32 * kMiB + 1;

bool is_device_memory(MemoryKind kind) {
  return kind != MemoryKind::kHeap && kind != MemoryKind::kHost;
}

void transfer(tickbench::State& state, MemoryKind from, MemoryKind to) {
  const auto n = static_cast<std::size_t>(state.range()) / sizeof(std::uint32_t);
  auto& device = state.device();
  auto to_d = device.allocate<std::uint32_t>(n, to);
  const auto source = tickbench::random<std::uint32_t>(n);
  auto from_d = device.upload(source, from);
  auto copy = device.copy(to_d, from_d);

  // What the device's memory sees: a copy within it is read and written there.
  const auto bytes = static_cast<double>(to_d.size_bytes());
  if (is_device_memory(from)) state.reads(bytes);
  if (is_device_memory(to)) state.writes(bytes);
  const auto source_bytes = std::as_bytes(std::span(source));
  state.reference(tickbench::tbb, [&](std::span<std::uint32_t> out) {
    reference::tbb::copy(source_bytes, std::as_writable_bytes(out));
  });
  state.reference(tickbench::serial, [&](std::span<std::uint32_t> out) {
    reference::serial::copy(source_bytes, std::as_writable_bytes(out));
  });
  state.verify(copy, tickbench::out(to_d), tickbench::exact());
  state.measure(copy);
}

void register_transfer(MemoryKind from, MemoryKind to) {
  const auto name = [](MemoryKind kind) {
    return std::string(tickbench::backend::to_string(kind));
  };
  auto* const registration = tickbench::register_benchmark(
      "transfer/" + name(from) + "_to_" + name(to),
      [from, to](tickbench::State& state) { transfer(state, from, to); });
  // Not Range: it goes through the powers of its multiplier, whatever the first size.
  for (std::int64_t size = kSmallest; size <= kLargest; size *= kStep) registration->Arg(size);
  registration->Arg(kWhole)->LargeFrom(kLargeFrom);
}

[[maybe_unused]] const bool kRegistered = [] {
  using enum MemoryKind;
  for (const auto host : {kHeap, kHost})
    for (const auto device : {kDevice, kMapped, kShared}) {
      register_transfer(host, device);
      register_transfer(device, host);
    }
  register_transfer(kDevice, kDevice);
  register_transfer(kDevice, kShared);
  register_transfer(kShared, kDevice);
  return true;
}();

}  // namespace
