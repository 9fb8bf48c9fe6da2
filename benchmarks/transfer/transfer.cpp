// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
//
// Copies by the driver between two kinds of memory; each back end has pairs of its own. The size in
// bytes: transfer/heap_to_device/8192 and so on, 8 KiB times powers of 4 up to 32 MiB; 128 MiB, 512
// MiB and 1 GiB with --tickbench_large.
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
  const auto n = state.size() / sizeof(std::uint32_t);
  auto& device = state.device();
  auto to_d = device.allocate<std::uint32_t>(n, to);
  const auto source = tickbench::random<std::uint32_t>(n);
  auto from_d = device.upload(source, from);
  auto copy = device.copy(to_d, from_d);

  // What the device's memory sees: a copy within it is read and written there.
  if (is_device_memory(from)) state.reads(from_d);
  if (is_device_memory(to)) state.writes(to_d);
  state.axis("size", to_d.size_bytes(), "B").memories(from, to);
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

/// Mapped memory is OpenCL's alone.
struct Pair {
  MemoryKind from;
  MemoryKind to;
  std::vector<std::string> backends;

  bool is_between(MemoryKind a, MemoryKind b) const {
    return (from == a && to == b) || (from == b && to == a);
  }
  /// Out of the host and into it.
  bool crosses() const {
    return is_between(MemoryKind::kHeap, MemoryKind::kDevice) ||
           is_between(MemoryKind::kHost, MemoryKind::kDevice);
  }
};

std::vector<Pair> pairs() {
  using enum MemoryKind;
  const std::string opencl = "opencl", level_zero = "level_zero", cuda = "cuda", vulkan = "vulkan";
  return {
      {kHeap, kDevice, {opencl, level_zero, cuda, vulkan}},
      {kDevice, kHeap, {opencl, level_zero, cuda, vulkan}},
      {kHeap, kMapped, {opencl}},
      {kMapped, kHeap, {opencl}},
      {kHeap, kShared, {opencl, cuda, vulkan}},
      {kShared, kHeap, {opencl, cuda, vulkan}},
      {kHost, kDevice, {opencl, level_zero, cuda, vulkan}},
      {kDevice, kHost, {opencl, level_zero, cuda, vulkan}},
      {kHost, kMapped, {opencl}},
      {kMapped, kHost, {opencl}},
      {kHost, kShared, {opencl, cuda, vulkan}},
      {kShared, kHost, {opencl, cuda, vulkan}},
      {kDevice, kDevice, {opencl, level_zero, cuda, vulkan}},
      {kDevice, kShared, {opencl, cuda, vulkan}},
      {kShared, kDevice, {opencl, cuda, vulkan}},
      {kShared, kShared, {level_zero, cuda, vulkan}},
  };
}

void register_transfer(const Pair& pair) {
  const auto name = [](MemoryKind kind) {
    return std::string(tickbench::backend::to_string(kind));
  };
  auto* const registration = tickbench::register_benchmark(
      "transfer/" + name(pair.from) + "_to_" + name(pair.to),
      [from = pair.from, to = pair.to](tickbench::State& state) { transfer(state, from, to); });
  // Not Range: it goes through the powers of its multiplier, whatever the first size.
  for (std::int64_t size = kSmallest; size <= kLargest; size *= kStep) registration->Arg(size);
  registration->Arg(kWhole)->LargeFrom(kLargeFrom)->Backends(pair.backends);
  constexpr auto kFigure = tickbench::Figure::kMemories;
  if (pair.crosses() || pair.is_between(MemoryKind::kDevice, MemoryKind::kDevice) ||
      pair.is_between(MemoryKind::kShared, MemoryKind::kShared))
    registration->Group("kernels-and-transfers", {kFigure});
  if (pair.crosses()) registration->Group("performance-metrics", {kFigure});
}

[[maybe_unused]] const bool kRegistered = [] {
  for (const auto& pair : pairs()) register_transfer(pair);
  return true;
}();

}  // namespace
