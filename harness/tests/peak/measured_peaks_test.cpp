// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>

#include "peak/fake_device.hpp"
#include "tickbench/peak.hpp"

namespace tickbench {
namespace {
using testing::FakeDevice;

TEST(MeasuredPeaks, DivideTheWorkByTheTimeOfALaunch) {
  FakeDevice device("rates");
  device.launch_time = [] { return Seconds(10); };
  const auto peaks = measured_peaks(device);
  const double bytes =
      3.0 * sizeof(float) * static_cast<double>(peak::update_floats(device.info()));
  EXPECT_NEAR(peaks.bytes_per_second, bytes / 10, 1e-6 * bytes);
  EXPECT_NEAR(peaks.flops_per_second, peak::kMultiplyAddFlops * 8192 / 10.0, 1);
}

TEST(MeasuredPeaks, AreMeasuredOnceAndFreeWhatTheyAllocated) {
  FakeDevice device("once");
  const auto first = measured_peaks(device);
  const int brackets = device.brackets;
  EXPECT_GT(brackets, 0);
  EXPECT_EQ(device.live_allocations, 0);
  EXPECT_EQ(measured_peaks(device).bytes_per_second, first.bytes_per_second);
  EXPECT_EQ(device.brackets, brackets);
}

TEST(MeasuredPeaks, TakeShorterBracketsOfAProcessor) {
  FakeDevice gpu("GPU", backend::DeviceType::kGpu), cpu("CPU", backend::DeviceType::kCpu);
  measured_peaks(gpu);
  measured_peaks(cpu);
  EXPECT_EQ(gpu.launches.back(), 20);
  EXPECT_EQ(cpu.launches.back(), 2);
}

TEST(MeasuredPeaks, AreZeroWhereMemoryIsShort) {
  for (const char* place : {"allocate", "kernel", "run"}) {
    FakeDevice device(std::string("fails at ") + place);
    device.fails_at = place;
    const auto peaks = measured_peaks(device);
    EXPECT_EQ(peaks.bytes_per_second, 0) << place;
    EXPECT_EQ(peaks.flops_per_second, 0) << place;
    EXPECT_NE(peaks.note.find(place), std::string::npos) << peaks.note;
    EXPECT_EQ(device.live_allocations, 0) << place;
  }
}

TEST(MeasuredPeaks, LetADeviceThatFailsBeSeen) {
  for (const char* place : {"allocate", "kernel", "run"}) {
    FakeDevice device(std::string("lost at ") + place);
    device.fails_at = place;
    device.fails_with = Outcome::kDeviceError;
    EXPECT_THROW(measured_peaks(device), Error) << place;
    EXPECT_EQ(device.live_allocations, 0) << place;
  }
}

TEST(MeasuredPeaks, HaveTheirKernelsEmbedded) {
  FakeDevice device("kernels");
  measured_peaks(device);
  const auto& modules = backend::modules();
  EXPECT_TRUE(std::any_of(modules.begin(), modules.end(), [](const backend::Module& module) {
    return module.text().find(peak::kUpdateKernel) != std::string_view::npos &&
           module.text().find(peak::kMultiplyAddKernel) != std::string_view::npos;
  }));
}

}  // namespace
}  // namespace tickbench
