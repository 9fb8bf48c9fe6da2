// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
// Bodies that take known amounts of memory, on every back end.
#include <barrier>
#include <functional>
#include <thread>
#include <tickbench/tickbench.hpp>

namespace {

using tickbench::MemoryKind;

constexpr std::size_t kMiB = std::size_t{1} << 20;
constexpr std::size_t kThreads = 4;

template <class Native>
void measure_on(tickbench::State& state, const std::function<void()>& launch) {
  if (state.device().info().backend == tickbench::NativeQueue<Native>::kBackend)
    state.measure(tickbench::waits, [&](Native /*queue*/) { launch(); });
}

/// What may allocate, and waits.
void measure(tickbench::State& state, const std::function<void()>& launch) {
  state.waive(tickbench::Check::kResult, "its memory alone matters");
  measure_on<_cl_command_queue*>(state, launch);
  measure_on<CUstream_st*>(state, launch);
  measure_on<_ze_command_list_handle_t*>(state, launch);
  measure_on<VkCommandBuffer_T*>(state, launch);
}

/// Two buffers of 1 MiB, and the copy that is launched.
struct Copied {
  tickbench::Buffer<char> to, from;
  tickbench::Launch launch;
  explicit Copied(tickbench::Device& device)
      : to(device.upload(std::vector<char>(kMiB, 'a'))),
        from(device.upload(std::vector<char>(kMiB, 'b'))),
        launch(device.copy(to, from)) {}
};

}  // namespace

/// 64 MiB, and 32 MiB more in each launch.
void Holds(tickbench::State& state) {
  auto& device = state.device();
  device.allocate<char>(100 * kMiB);  // freed before it is measured
  const Copied copied(device);
  const auto held = device.allocate<char>(62 * kMiB);
  measure(state, [&] {
    const auto scratch = device.allocate<char>(32 * kMiB);
    copied.launch();
  });
}
TICKBENCH(Holds)->Repetitions(2);

/// 2 MiB, and 3 bytes of each of four threads at a time.
void Threads(tickbench::State& state) {
  auto& device = state.device();
  const Copied copied(device);
  measure(state, [&] {
    std::barrier all_hold(kThreads);
    std::vector<std::thread> threads;
    for (std::size_t i = 0; i < kThreads; ++i)
      threads.emplace_back([&] {
        const auto scratch = device.allocate<char>(3);
        all_hold.arrive_and_wait();
      });
    for (auto& thread : threads) thread.join();
    copied.launch();
  });
}
TICKBENCH(Threads);

/// 2 MiB; 3 MiB that are the device's where it shares the host's memory; 5 MiB of the host's.
void Kinds(tickbench::State& state) {
  auto& device = state.device();
  const Copied copied(device);
  const auto host = device.allocate<char>(3 * kMiB, MemoryKind::kHost);
  const auto heap = device.allocate<char>(5 * kMiB, MemoryKind::kHeap);
  measure(state, copied.launch);
}
TICKBENCH(Kinds);

/// Allocates by the back end itself, parts among it.
void Uncounted(tickbench::State& state) {
  auto& backend = state.device().backend();
  const std::shared_ptr<tickbench::backend::Memory> whole =
      backend.allocate(4 * kMiB, MemoryKind::kDevice);
  const auto part =
      backend.part_alignment() == 0 ? nullptr : backend.part(whole, backend.part_alignment(), kMiB);
  std::vector<std::byte> bytes(kMiB);
  measure(state, [&] { backend.write(*whole, bytes); });
}
TICKBENCH(Uncounted);
