// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
//
// What the device reaches at best where fraction_of_peak does not ask: double precision, integers,
// local memory, and launches.
#include <tickbench/peak.hpp>
#include <tickbench/tickbench.hpp>
#include <vector>

namespace {
namespace peak = tickbench::peak;

// As in the kernels.
constexpr std::size_t kFirstValues = 1024, kSteps = 512;
constexpr std::size_t kDoubleLanes = 32, kIntegerLanes = 64;
constexpr std::size_t kGroup = 256, kRounds = 4;

/// What a work-item sums up when a = b = 1: each of its lanes, and the steps that it has counted.
std::size_t counted(std::size_t item, std::size_t lanes) {
  return lanes * (lanes - 1) / 2 + lanes * (item % kFirstValues + kSteps);
}

void PeakDouble(tickbench::State& state) {
  auto& device = state.device();
  if (!device.info().has_double) state.skip("the device has no double precision");
  const std::size_t n = peak::multiply_add_work_items(device.info());
  auto out = device.allocate<double>(n);
  auto chains = device.kernel("peak_double").args(out, 1.0, 1.0).over(n, peak::kWorkGroup);

  state.flops(2 * kDoubleLanes * kSteps * n).writes(out);
  state.expect([&](std::span<double> expected) {
    for (std::size_t i = 0; i < n; ++i) expected[i] = static_cast<double>(counted(i, kDoubleLanes));
  });
  state.verify(chains, tickbench::out(out), tickbench::exact());  // integers below 2^53
  state.measure(chains);
}
TICKBENCH(PeakDouble);

/// Items are operations: products and sums.
void PeakInteger(tickbench::State& state) {
  auto& device = state.device();
  const std::size_t n = peak::multiply_add_work_items(device.info());
  auto out = device.allocate<std::int32_t>(n);
  auto chains = device.kernel("peak_integer")
                    .args(out, std::int32_t{1}, std::int32_t{1})
                    .over(n, peak::kWorkGroup);

  state.items(2 * kIntegerLanes * kSteps * n).writes(out);
  state.expect([&](std::span<std::int32_t> expected) {
    for (std::size_t i = 0; i < n; ++i)
      expected[i] = static_cast<std::int32_t>(counted(i, kIntegerLanes));
  });
  state.verify(chains, tickbench::out(out), tickbench::exact());
  state.measure(chains);
}
TICKBENCH(PeakInteger);

/// Items are bytes read from local memory: what is declared as read is the device's memory.
void PeakLocalMemory(tickbench::State& state) {
  auto& device = state.device();
  const std::size_t n = peak::multiply_add_work_items(device.info());  // a multiple of kGroup
  constexpr std::size_t kFloats = 4, kReads = kRounds * kGroup;
  auto out = device.allocate<float>(n);
  auto reads = device.kernel("peak_local_memory").args(out, 1.0F).over(n, kGroup);

  state.items(kReads * kFloats * sizeof(float) * n).writes(out);
  // The items of a group, four floats each, of which two are larger than the item by 1 and 2.
  constexpr std::size_t kSum = kRounds * (kFloats * (kGroup * (kGroup - 1) / 2) + 3 * kGroup);
  state.expect([&](std::span<float> expected) {
    for (std::size_t i = 0; i < n; ++i) expected[i] = static_cast<float>(kSum + i % kGroup);
  });
  state.verify(reads, tickbench::out(out), tickbench::exact());  // integers below 2^24
  state.measure(reads);
}
TICKBENCH(PeakLocalMemory);

/// Items are launches, of which so many follow each other.
void PeakLaunches(tickbench::State& state) {
  constexpr std::size_t kLaunches = 64, kWorkGroup = 128;
  const auto empty = state.device().kernel("empty").args().over(kWorkGroup, kWorkGroup);
  const std::vector<tickbench::Launch> launches(kLaunches, empty);
  state.items(kLaunches);
  state.waive(tickbench::Check::kResult, "empty kernels write nothing");
  state.measure(launches);
}
TICKBENCH(PeakLaunches);

}  // namespace
