// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
//
// What a launch costs: one work-group that does nothing.
#include <tickbench/tickbench.hpp>

namespace {

// The local size is given because leaving it to the driver can cost more than the launch. On an
// NVIDIA H200 (driver 580.159.04, 400 launches a bracket) a launch takes 3.1 us at any global size
// from 32 to 16384 with a given local size of 1 to 256, and 7.2 us at global size 1 with the local
// size left to the driver.
constexpr std::size_t kWorkGroup = 128;

void Empty(tickbench::State& state) {
  auto empty = state.device().kernel("empty").args().over(kWorkGroup, kWorkGroup);
  state.waive(tickbench::Check::kResult, "an empty kernel writes nothing");
  state.measure(empty);
}
TICKBENCH(Empty);

}  // namespace
