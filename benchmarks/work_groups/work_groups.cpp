// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
//
// A long chain of arithmetic in 1, 10, 100 and more work-groups: where the time begins to grow, the
// device is full.
#include <string>
#include <tickbench/tickbench.hpp>
#include <type_traits>

#include "suite/shape.hpp"

namespace {

// 20,000 operations a work-item: a multiply-add is two.
constexpr std::size_t kWorkGroup = 128, kSteps = 10000;
constexpr std::size_t kFirstValues = 1024;  // as in the kernel

/// Each step is v <- factor v + 1. With a factor of 1 the chain counts its steps.
template <class T>
void measure(tickbench::State& state, const std::string& kernel, T factor, std::size_t counted) {
  const std::size_t groups = state.size();
  const std::size_t n = groups * kWorkGroup;
  auto& device = state.device();
  auto out = device.allocate<T>(n);
  const auto chains =
      device.kernel(kernel).args(out, factor, T{1}, suite::count_of(kSteps)).over(n, kWorkGroup);

  state.axis("work_groups", groups).writes(out);
  if (std::is_floating_point_v<T>)
    state.flops(2 * kSteps * n);
  else
    state.items(2 * kSteps * n);
  state.expect([&](std::span<T> expected) {
    for (std::size_t i = 0; i < n; ++i) expected[i] = static_cast<T>(i % kFirstValues + counted);
  });
  state.verify(chains, tickbench::out(out), tickbench::exact());  // integers below 2^24
  state.measure(chains);
}

void sizes(tickbench::Registration* registration) {
  for (int groups = 1; groups <= 1000000; groups *= 10) registration->Arg(groups);
  registration->LargeFrom(1000);
  using enum tickbench::Figure;
  registration->Group("work-groups", {kThroughput, kClocks});
}

void WorkGroupsFloat(tickbench::State& state) {
  measure<float>(state, "work_groups_float", 1, kSteps);
}
TICKBENCH(WorkGroupsFloat)->Apply(sizes);

void WorkGroupsDouble(tickbench::State& state) {
  if (!state.device().info().has_double) state.skip("the device has no double precision");
  measure<double>(state, "work_groups_double", 1, kSteps);
}
TICKBENCH(WorkGroupsDouble)->Apply(sizes);

/// Half precision has no integers above 2048 one by one. With a factor of -1 every second step is
/// where it began.
void WorkGroupsHalf(tickbench::State& state) {
  if (!state.device().info().has_half) state.skip("the device has no half precision");
  static_assert(kSteps % 2 == 0);
  measure<float>(state, "work_groups_half", -1, 0);
}
TICKBENCH(WorkGroupsHalf)->Apply(sizes);

/// Items are operations.
void WorkGroupsInt(tickbench::State& state) {
  measure<std::int32_t>(state, "work_groups_int", 1, kSteps);
}
TICKBENCH(WorkGroupsInt)->Apply(sizes);

}  // namespace
