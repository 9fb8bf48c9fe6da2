// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
//
// One kernel through OpenCL and through Level Zero on the CPU driver, in turns in one process: both
// back ends then report the same device times, since both run it by the same OpenCL.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <tickbench/tickbench.hpp>

namespace {

constexpr std::size_t kFloats = 1 << 23, kWorkGroup = 256;  // some milliseconds
constexpr int kPairs = 100, kWarmUps = 5;

std::unique_ptr<tickbench::backend::Device> open_cpu(std::string_view name) {
  for (auto* backend : tickbench::backend::all()) {
    if (backend->name() != name) continue;
    tickbench::backend::NotListed not_listed;
    for (const auto& info : backend->devices(not_listed))
      if (info.type == tickbench::backend::DeviceType::kCpu) return backend->open(info);
  }
  return nullptr;
}

/// Saxpy, ready to be launched: bound by memory, so that what two compilers make of it does not
/// matter.
class Saxpy {
 public:
  explicit Saxpy(tickbench::backend::Device& backend)
      : device_(backend),
        x_(device_.upload(tickbench::random<float>(kFloats))),
        y_(device_.upload(tickbench::random<float>(kFloats))),
        launch_(device_.kernel("saxpy").args(2.0F, x_, y_).over(kFloats / 4, kWorkGroup)) {}

  double seconds(tickbench::TimeMethod method) const {
    return launch_.queue().run(launch_.work(), {1, method, 0}).device.count();
  }

 private:
  tickbench::Device device_;
  tickbench::Buffer<float> x_, y_;
  tickbench::Launch launch_;
};

class SameKernel : public testing::TestWithParam<tickbench::TimeMethod> {};

TEST_P(SameKernel, TakesTheSameTimeThroughBothBackEnds) {
  const auto opencl = open_cpu("opencl");
  const auto level_zero = open_cpu("level_zero");
  if (!opencl || !level_zero) GTEST_SKIP() << "no CPU device of both back ends";
  const Saxpy by_opencl(*opencl), by_level_zero(*level_zero);
  std::vector<double> ratios, times;
  for (int i = -kWarmUps; i < kPairs; ++i) {
    // Who goes first changes, so that neither always finds the caches as the other left them.
    double one = 0, other = 0;
    if (i % 2 == 0) one = by_level_zero.seconds(GetParam());
    other = by_opencl.seconds(GetParam());
    if (i % 2 != 0) one = by_level_zero.seconds(GetParam());
    if (i < 0) continue;
    ratios.push_back(one / other);
    times.push_back(other);
  }
  const auto median = [](std::vector<double> values) {
    std::nth_element(values.begin(), values.begin() + kPairs / 2, values.end());
    return values[kPairs / 2];
  };
  std::printf("%s: %.2f ms through OpenCL, Level Zero over OpenCL %.4f (median of %d pairs)\n",
              std::string(to_string(GetParam())).c_str(), median(times) * 1e3, median(ratios),
              kPairs);
  EXPECT_GT(median(times), 1e-3);
  EXPECT_NEAR(median(ratios), 1, 0.05);
}

INSTANTIATE_TEST_SUITE_P(Methods, SameKernel,
                         testing::Values(tickbench::TimeMethod::kEvent,
                                         tickbench::TimeMethod::kBracket),
                         [](const auto& method) { return std::string(to_string(method.param)); });

}  // namespace
