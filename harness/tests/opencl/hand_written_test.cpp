// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <iostream>
#include <vector>

#include "opencl/error.hpp"
#include "opencl/test_device.hpp"
#include "tickbench/timed_queue.hpp"

namespace tickbench::opencl {
namespace {

// The requirement: kernels above 50 us, the median of paired ratios within 2 % of 1.
constexpr Seconds kLongEnough{50e-6};
constexpr double kTolerance = 0.02;
constexpr int kPairs = 101;
// Long enough that the markers' own microseconds do not matter.
constexpr int kLaunches = 20;

std::uint64_t end_of(const EventHandle& event) {
  cl_ulong end = 0;
  check(clGetEventProfilingInfo(event.get(), CL_PROFILING_COMMAND_END, sizeof(end), &end, nullptr),
        "clGetEventProfilingInfo");
  return end;
}

EventHandle marker(cl_command_queue queue) {
  cl_event event = nullptr;
  check(clEnqueueMarkerWithWaitList(queue, 0, nullptr, &event), "clEnqueueMarkerWithWaitList");
  return EventHandle::adopt(event);
}

/// What anyone would write with OpenCL alone.
Seconds by_hand(cl_command_queue queue, const RawSpin& spin) {
  clFinish(queue);
  const auto before = marker(queue);
  for (int i = 0; i < kLaunches; ++i) spin.enqueue(queue);
  const auto after = marker(queue);
  clFinish(queue);
  return std::chrono::nanoseconds(end_of(after) - end_of(before));
}

TEST(HandWrittenLoop, AgreesWithTheHarness) {
  auto* const device = test_device();
  if (device == nullptr) GTEST_SKIP() << "no OpenCL device";
  const RawDevice raw(test_device_index());
  const auto raw_queue = raw.queue(CL_QUEUE_PROFILING_ENABLE);

  int rounds = 1000;
  while (true) {  // grow the kernel until it is long enough on this device
    const RawSpin spin(raw, rounds);
    by_hand(raw_queue.get(), spin);
    if (by_hand(raw_queue.get(), spin) / kLaunches > 2 * kLongEnough) break;
    rounds *= 2;
  }
  const RawSpin spin(raw, rounds);
  tickbench::Device facade(*device);
  auto buffer = facade.allocate<float>(kSpinItems);
  const auto launch = facade.kernel("queue_test_spin").args(buffer, rounds).over(kSpinItems);
  const auto by_harness = [&] {
    return device->queue().run(launch.work(), {kLaunches, TimeMethod::kBracket, 0}).device;
  };

  for (int i = 0; i < 5; ++i) {
    by_hand(raw_queue.get(), spin);
    by_harness();
  }
  std::vector<double> ratios;
  Seconds total{};
  for (int i = 0; i < kPairs; ++i) {
    // In turns, and each first every other time, so that a drift touches both alike.
    const Seconds first = i % 2 == 0 ? by_harness() : by_hand(raw_queue.get(), spin);
    const Seconds second = i % 2 == 0 ? by_hand(raw_queue.get(), spin) : by_harness();
    ratios.push_back(i % 2 == 0 ? first / second : second / first);
    total += first + second;
  }
  std::sort(ratios.begin(), ratios.end());
  const double median = ratios[ratios.size() / 2];
  std::cout << device->info().name << ": a launch of "
            << total.count() * 1e6 / (2 * kPairs * kLaunches)
            << " us, harness / hand-written = " << median << " (quartiles "
            << ratios[ratios.size() / 4] << " to " << ratios[ratios.size() * 3 / 4] << ")\n";
  RecordProperty("ratio", std::to_string(median));
  EXPECT_NEAR(median, 1.0, kTolerance);
}

}  // namespace
}  // namespace tickbench::opencl
