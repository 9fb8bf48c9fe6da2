// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
// A body that waits for its own launches, and launches behind a reset, on every back end: for
// drivers of which one call fails.
#include <tickbench/tickbench.hpp>

namespace {

constexpr std::size_t kItems = 1 << 14;

struct Copied {
  tickbench::Buffer<int> to, from;
  tickbench::Launch launch, reset;

  explicit Copied(tickbench::State& state)
      : to(state.device().upload(std::vector<int>(kItems, 1))),
        from(state.device().upload(std::vector<int>(kItems, 2))),
        launch(state.device().copy(to, from)),
        reset(state.device().fill(to, 0)) {
    state.waive(tickbench::Check::kResult, "only what fails matters here");
  }
};

template <class Native>
void wait_on(tickbench::State& state) {
  if (state.device().info().backend != tickbench::NativeQueue<Native>::kBackend) return;
  const Copied copied(state);
  state.measure(tickbench::waits, [&](Native /*queue*/) { copied.launch(); });
}

}  // namespace

void Waiting(tickbench::State& state) {
  wait_on<_cl_command_queue*>(state);
  wait_on<CUstream_st*>(state);
  wait_on<_ze_command_list_handle_t*>(state);
  wait_on<VkCommandBuffer_T*>(state);
}
TICKBENCH(Waiting);

void BehindReset(tickbench::State& state) {
  const Copied copied(state);
  state.measure(copied.launch).after(copied.reset);
}
TICKBENCH(BehindReset);
