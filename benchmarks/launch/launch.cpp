// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
//
// What it takes to submit launches, and what it takes to execute them. launch/depth/N is N empty
// kernels and one wait: at 1 there is a wait after each. launch/first is a kernel that nothing has
// launched before, for the first_launch of its results.
#include <tickbench/tickbench.hpp>
#include <vector>

namespace {

constexpr std::size_t kWorkGroup = 128;  // given, as in empty.cpp: leaving it to the driver costs
constexpr const char* kGroup = "launch";
constexpr std::int64_t kDeepest = 1024;

void depth(tickbench::State& state) {
  auto empty = state.device().kernel("launch_empty").args().over(kWorkGroup, kWorkGroup);
  const std::vector<tickbench::Launch> launches(state.size(), empty);
  state.axis("launches", state.size()).items(state.size());
  state.waive(tickbench::Check::kResult, "an empty kernel writes nothing");
  state.measure(launches);
}

void first(tickbench::State& state) {
  auto empty = state.device().kernel("launch_first").args().over(kWorkGroup, kWorkGroup);
  state.waive(tickbench::Check::kResult, "an empty kernel writes nothing");
  state.measure(empty);
}

[[maybe_unused]] const bool kRegistered = [] {
  using enum tickbench::Figure;
  tickbench::register_benchmark("launch/first", first)->Group(kGroup, {kSubmission});
  tickbench::register_benchmark("launch/depth", depth)
      ->RangeMultiplier(4)
      ->Range(1, kDeepest)
      ->Group(kGroup, {kSubmission});
  return true;
}();

}  // namespace
