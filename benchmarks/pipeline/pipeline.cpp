// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
//
// A pipeline in three regions, each timed by a DeviceTimer on both clocks: y is copied to the
// device, y <- a*x + y runs kSteps times, y is copied back. What is measured is the whole as one
// launch, so that the regions' sum can be held against it. empty_region is what the two fences and
// the wait of a region with nothing in it cost.
#include <algorithm>
#include <tickbench/tickbench.hpp>
#include <vector>

#include "reference/kernels/saxpy.hpp"

namespace {

constexpr float kA = 2.0F;  // a*x is exact, as in saxpy.cpp
constexpr std::size_t kWorkGroup = 256;
constexpr int kSteps = 4, kRounds = 16;

/// What each region enqueues, in turn, in rounds, so that all see the same machine.
struct Region {
  const char* name;
  std::vector<tickbench::Launch> launches;
};

void time_regions(tickbench::State& state, const std::vector<Region>& regions) {
  std::vector<tickbench::DeviceTimer> timers;
  for (std::size_t i = 0; i <= regions.size(); ++i) timers.emplace_back(state.device());
  auto& empty = timers.back();
  for (int round = 0; round < kRounds; ++round) {
    for (std::size_t i = 0; i < regions.size(); ++i) {
      timers[i].start();
      for (const auto& launch : regions[i].launches) launch.enqueue();
      timers[i].stop();
    }
    empty.start();
    empty.stop();
  }
  for (std::size_t i = 0; i < regions.size(); ++i) state.region(regions[i].name, timers[i]);
  const auto [host, device] = empty.elapsed();
  state.counter("empty_region", device.count() / kRounds);
  state.counter("empty_region_host", host.count() / kRounds);
}

void Pipeline(tickbench::State& state) {
  using tickbench::MemoryKind;
  const auto n = state.size();
  const auto x = tickbench::random<float>(n), y = tickbench::random<float>(n);

  auto& device = state.device();
  auto x_d = device.upload(x);
  auto y_d = device.allocate<float>(n);
  auto y_in = device.upload(y, MemoryKind::kHost);
  auto y_out = device.allocate<float>(n, MemoryKind::kHost);
  auto copy_in = device.copy(y_d, y_in), copy_out = device.copy(y_out, y_d);
  auto saxpy = device.kernel("saxpy").args(kA, x_d, y_d).over(n / 4, kWorkGroup);
  const std::vector<tickbench::Launch> kernels(kSteps, saxpy);

  // Of the device's memory: the kernels', and the copies' into it and out of it.
  const double steps = kSteps, bytes = static_cast<double>(y_d.size_bytes());
  state.axis("n", n).reads((2 * steps + 1) * bytes).writes((steps + 1) * bytes).items(n);
  state.reference(tickbench::tbb, [&](std::span<float> out) {
    std::copy(y.begin(), y.end(), out.begin());
    for (int i = 0; i < kSteps; ++i) reference::tbb::saxpy(kA, x, out, out);
  });
  state.verify(copy_in, kernels, copy_out, tickbench::out(y_out), tickbench::exact());
  state.measure(copy_in, kernels, copy_out);
  time_regions(state, {{"copy in", {copy_in}}, {"kernels", kernels}, {"copy out", {copy_out}}});
}
TICKBENCH(Pipeline)
    ->RangeMultiplier(16)
    ->Range(1 << 12, 1 << 20)
    ->Group("scoped-timer", {tickbench::Figure::kRegions});

}  // namespace
