// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
//
// One kernel through OpenCL and through Level Zero on the CPU driver, in turns in one process: both
// back ends then report the same device times, since both run it by the same OpenCL, which takes
// the stamps of both. Where one side's had to wait for a thread to wake up, a busy machine would
// show it.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <optional>
#include <string>
#include <tickbench/tickbench.hpp>
#include <vector>

namespace {

constexpr std::size_t kItems = 16;         // one a work-group: nothing to make vectors of
constexpr std::uint32_t kSteps = 200'000;  // some milliseconds
constexpr int kPairs = 400, kWarmUps = 5;

std::unique_ptr<tickbench::backend::Device> open_cpu(std::string_view name) {
  for (auto* backend : tickbench::backend::all()) {
    if (backend->name() != name) continue;
    tickbench::backend::NotListed not_listed;
    for (const auto& info : backend->devices(not_listed))
      if (info.type == tickbench::backend::DeviceType::kCpu) return backend->open(info);
  }
  return nullptr;
}

/// A kernel ready to be launched.
class DependentSteps {
 public:
  explicit DependentSteps(tickbench::backend::Device& backend)
      : device_(backend),
        out_(device_.allocate<float>(kItems)),
        launch_(device_.kernel("dependent_steps").args(out_, kSteps).over(kItems, 1)) {}
  const tickbench::Launch& launch() const { return launch_; }

 private:
  tickbench::Device device_;
  tickbench::Buffer<float> out_;
  tickbench::Launch launch_;
};

class Empty {
 public:
  explicit Empty(tickbench::backend::Device& backend)
      : device_(backend), launch_(device_.kernel("empty_kernel").args().over(1, 1)) {}
  const tickbench::Launch& launch() const { return launch_; }

 private:
  tickbench::Device device_;
  tickbench::Launch launch_;
};

double median(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

struct Comparison {
  double seconds = 0;  // through OpenCL
  double ratio = 0;    // Level Zero over OpenCL
};

template <class Kernel>
std::optional<Comparison> compare(const tickbench::BracketRequest& request) {
  const auto opencl = open_cpu("opencl");
  const auto level_zero = open_cpu("level_zero");
  if (!opencl || !level_zero) return std::nullopt;
  const Kernel by_opencl(*opencl), by_level_zero(*level_zero);
  const auto seconds = [&](const Kernel& kernel) {
    return kernel.launch().queue().run(kernel.launch().work(), request).device.count();
  };
  std::vector<double> ratios, times;
  for (int i = -kWarmUps; i < kPairs; ++i) {
    // Who goes first changes, so that neither always finds the caches as the other left them.
    double one = 0, other = 0;
    if (i % 2 == 0) one = seconds(by_level_zero);
    other = seconds(by_opencl);
    if (i % 2 != 0) one = seconds(by_level_zero);
    if (i < 0) continue;
    ratios.push_back(one / other);
    times.push_back(other);
  }
  const Comparison found{median(times), median(ratios)};
  std::printf("%d launches, %s: %.1f us through OpenCL, Level Zero over OpenCL %.4f (%d pairs)\n",
              static_cast<int>(request.launches), std::string(to_string(request.method)).c_str(),
              found.seconds * 1e6, found.ratio, kPairs);
  return found;
}

constexpr const char* kNoPair = "no CPU device of both back ends";

class SameKernel : public testing::TestWithParam<tickbench::TimeMethod> {};

TEST_P(SameKernel, TakesTheSameTimeThroughBothBackEnds) {
  const auto found = compare<DependentSteps>({1, GetParam(), 0});
  if (!found) GTEST_SKIP() << kNoPair;
  EXPECT_GT(found->seconds, 1e-3);
  EXPECT_NEAR(found->ratio, 1, 0.05);
}

INSTANTIATE_TEST_SUITE_P(Methods, SameKernel,
                         testing::Values(tickbench::TimeMethod::kOneEvent,
                                         tickbench::TimeMethod::kBracket),
                         [](const auto& method) { return std::string(to_string(method.param)); });

TEST(EmptyKernels, TakeTheSameTimeBetweenTimestampsAsBetweenMarkers) {
  const auto found = compare<Empty>({1024, tickbench::TimeMethod::kBracket, 0});
  if (!found) GTEST_SKIP() << kNoPair;
  EXPECT_LE(found->ratio, 1.1);  // the way to OpenCL and back, in each bracket, would be more
}

}  // namespace
