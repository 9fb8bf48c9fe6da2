// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <iostream>
#include <vector>

#include "measurement/measurement.hpp"
#include "opencl/error.hpp"
#include "opencl/test_device.hpp"

namespace tickbench::opencl {
namespace {

// The requirement: kernels above 50 us, the median of paired ratios within 2 % of 1.
constexpr Seconds kLongEnough{50e-6};
constexpr double kTolerance = 0.02;
constexpr int kPairs = 101;

std::uint64_t end_timestamp(const EventHandle& event) {
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

/// What anyone would write with OpenCL alone: the time of one of so many launches.
Seconds by_hand(cl_command_queue queue, const RawSpin& spin, std::int64_t launches) {
  clFinish(queue);
  const auto before = marker(queue);
  for (std::int64_t i = 0; i < launches; ++i) spin.enqueue(queue);
  const auto after = marker(queue);
  clFinish(queue);
  return Seconds(std::chrono::nanoseconds(end_timestamp(after) - end_timestamp(before))) /
         static_cast<double>(launches);
}

TEST(HandWrittenLoop, AgreesWithTheHarness) {
  auto* const device = test_device();
  if (device == nullptr) GTEST_SKIP() << "no OpenCL device";
  const RawDevice raw(test_device_index());
  const auto raw_queue = raw.queue(CL_QUEUE_PROFILING_ENABLE);

  int rounds = 1000;
  while (true) {  // grow the kernel until it is long enough on this device
    const RawSpin spin(raw, rounds);
    by_hand(raw_queue.get(), spin, 1);
    if (by_hand(raw_queue.get(), spin, 10) > 2 * kLongEnough) break;
    rounds *= 2;
  }
  const RawSpin spin(raw, rounds);
  tickbench::Device facade(*device);
  auto buffer = facade.allocate<float>(kSpinItems);
  const auto launch = facade.kernel("queue_test_spin").args(buffer, rounds).over(kSpinItems);
  // The whole of a measurement each time: warm-up, clock step, bracket, gate; one sample.
  MeasurementSettings settings;
  settings.samples = 1;
  settings.minimum_warm_up = Seconds(0);
  settings.warm_up_budget = Seconds(0);
  const auto by_harness = [&] {
    return measure(device->queue(), launch.work(), Mode::kBatched, settings);
  };

  for (int i = 0; i < 5; ++i) by_harness();
  std::vector<double> ratios;
  Seconds total{};
  for (int i = 0; i < kPairs; ++i) {
    // In turns, so that a drift touches both alike; by hand in brackets as long as the harness's,
    // so that an interruption of the machine does too.
    const Measurement measured = by_harness();
    const Seconds hand = by_hand(raw_queue.get(), spin, measured.launches_per_bracket);
    ratios.push_back(measured.median / hand);
    total += hand;
  }
  std::sort(ratios.begin(), ratios.end());
  const double median = ratios[ratios.size() / 2];
  std::cout << device->info().name << ": a launch of " << total.count() * 1e6 / kPairs
            << " us, harness / hand-written = " << median << " (quartiles "
            << ratios[ratios.size() / 4] << " to " << ratios[ratios.size() * 3 / 4] << ")\n";
  RecordProperty("ratio", std::to_string(median));
  EXPECT_NEAR(median, 1.0, kTolerance);
}

}  // namespace
}  // namespace tickbench::opencl
