// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
//
// What a launch costs: one full work-group that does nothing.
#include <tickbench/tickbench.hpp>

namespace {

// A whole group; which size launches fastest on a GPU is still to be measured.
constexpr std::size_t kWorkGroup = 128;

void Empty(tickbench::State& state) {
  auto empty = state.device().kernel("empty").args().over(kWorkGroup, kWorkGroup);
  state.nothing_to_check("an empty kernel writes nothing");
  state.measure(empty);
}
TICKBENCH(Empty);

}  // namespace
