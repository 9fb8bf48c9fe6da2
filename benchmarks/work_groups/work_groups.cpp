// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
//
// A long chain of arithmetic in 1, 10, 100 and more work-groups: where the time begins to grow, the
// device is full.
#include <tickbench/tickbench.hpp>
#include <type_traits>

#include "suite/half.hpp"
#include "suite/shape.hpp"

namespace {

// 20,000 operations a work-item: a multiply-add is two.
constexpr std::size_t kWorkGroup = 128, kSteps = 10000;
constexpr std::size_t kFirstValues = 1024;  // as in the kernel

/// Each step is v <- factor v + 1. With a factor of 1 the chain counts its steps. Half precision
/// has no integers above 2048 one by one: with a factor of -1 every second step is where it began.
template <class T>
void WorkGroups(tickbench::State& state) {
  static_assert(kSteps % 2 == 0);
  constexpr bool kIsHalf = std::is_same_v<T, suite::Half>;
  using Value = std::conditional_t<kIsHalf, float, T>;
  const auto groups = state.size(), n = groups * kWorkGroup;
  auto& device = state.device();
  auto out = device.allocate<Value>(n);
  const auto chains = device.kernel("work_groups")
                          .args(out, Value{kIsHalf ? -1 : 1}, Value{1}, suite::count_of(kSteps))
                          .over(n, kWorkGroup);

  state.writes(out);
  if (std::is_floating_point_v<Value>)
    state.flops(2 * kSteps * n);
  else
    state.items(2 * kSteps * n);  // operations
  state.expect([&](std::span<Value> expected) {
    for (std::size_t i = 0; i < n; ++i)
      expected[i] = static_cast<Value>(i % kFirstValues + (kIsHalf ? 0 : kSteps));
  });
  state.verify(chains, tickbench::out(out), tickbench::exact());  // integers below 2^24
  state.measure(chains);
}
TICKBENCH_TYPES(WorkGroups, float, double, suite::Half, std::int32_t)
    ->Axis("groups", {1, 10, 100, 1000, 10000, 100000, 1000000})
    ->LargeFrom(100)
    ->Group("work-groups", {tickbench::Figure::kThroughput, tickbench::Figure::kClocks})
    ->FormerId("work_groups_{type}/{groups}");

}  // namespace
