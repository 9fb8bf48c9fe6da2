// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
//
// A kernel whose times are drawn: mean, spread, shape and outliers are known, so that what the
// whole way measures, from the launch to the interval, can be held against the truth. The kernel
// counts cycles, so it runs on processors alone. Comparisons of time.
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <measurement/measurement.hpp>
#include <memory>
#include <ostream>
#include <random>
#include <string>
#include <string_view>
#include <thread>
#include <tickbench/tickbench.hpp>
#include <vector>

extern "C" __attribute__((visibility("default"))) void zecpu_host_drawn_time_of_host(
    const void* const* arguments, const std::size_t* /*id*/) {
  const std::uint64_t begin = __builtin_ia32_rdtsc();
  const auto* const cycles = static_cast<const std::uint64_t*>(arguments[0]);
  auto* const launches = static_cast<std::uint32_t*>(const_cast<void*>(arguments[1]));
  const auto count = *static_cast<const std::uint32_t*>(arguments[2]);
  const std::uint64_t wanted = cycles[launches[0]++ % count];
  while (__builtin_ia32_rdtsc() - begin < wanted) {
  }
}

namespace {

using tickbench::Seconds;

constexpr double kMedian = 200e-6;  // of every shape, in seconds
constexpr std::size_t kDraws = 1 << 16;

/// Of the counter that the kernel reads, by the host's clock.
double cycles_per_second() {
  using Clock = std::chrono::steady_clock;
  const auto begin = Clock::now();
  const std::uint64_t first = __builtin_ia32_rdtsc();
  std::this_thread::sleep_for(std::chrono::milliseconds(300));
  const std::uint64_t last = __builtin_ia32_rdtsc();
  return static_cast<double>(last - first) / Seconds(Clock::now() - begin).count();
}

using Random = std::mt19937_64;

/// Factors on the median: half of them are below 1.
struct Shape {
  const char* name;
  std::function<double(Random&)> draw;
};

double lognormal(Random& random, double sigma) {
  return std::lognormal_distribution<double>(0, sigma)(random);
}

/// One launch of ten takes five times as long, so that the median of all is the factor below which
/// five ninths of the others are: 0.1397 standard deviations above theirs.
double with_outliers(Random& random) {
  constexpr double kSigma = 0.05, kQuantile = 0.13971;
  const bool is_outlier = std::uniform_real_distribution<double>(0, 1)(random) < 0.1;
  return (is_outlier ? 5 : 1) * lognormal(random, kSigma) / std::exp(kSigma * kQuantile);
}

const Shape kConstant{"constant", [](Random&) { return 1.0; }};
const Shape kNormal{"normal, 5 %", [](Random& random) {
                      return std::normal_distribution<double>(1, 0.05)(random);
                    }};
const Shape kSkewed{"lognormal, 20 %", [](Random& random) { return lognormal(random, 0.2); }};
const Shape kOutliers{"lognormal, 5 %, and a tenth of five times", with_outliers};

using Type = tickbench::backend::DeviceType;

struct On {
  const char* name;
  const char* backend;
  Type type;
  const char* kernel;
  const char* platform = "";  ///< a part of its name: other compilers know no cycle counter
};
void PrintTo(const On& of, std::ostream* out) { *out << of.name; }

constexpr On kDevices[] = {{"pocl", "opencl", Type::kCpu, "drawn_time", "Portable Computing"},
                           {"zecpu", "level_zero", Type::kCpu, "drawn_time_of_host"},
                           {"opencl_gpu", "opencl", Type::kGpu, "drawn_chain"},
                           {"level_zero_gpu", "level_zero", Type::kGpu, "drawn_chain"},
                           {"cuda_gpu", "cuda", Type::kGpu, "drawn_chain"},
                           {"vulkan_gpu", "vulkan", Type::kGpu, "drawn_chain"}};

class GroundTruth : public testing::TestWithParam<On> {
 protected:
  void SetUp() override {
    for (auto* backend : tickbench::backend::all()) {
      if (backend->name() != std::string_view(GetParam().backend)) continue;
      tickbench::backend::NotListed not_listed;
      for (const auto& info : backend->devices(not_listed))
        if (!opened_ && info.type == GetParam().type &&
            info.platform.find(GetParam().platform) != std::string::npos)
          opened_ = backend->open(info);
    }
    if (!opened_) GTEST_SKIP() << "no such device here: " << GetParam().name;
    device_ = std::make_unique<tickbench::Device>(*opened_);
    if (GetParam().type == Type::kCpu)
      units_per_second_ = cycles_per_second();
    else
      calibrate();
  }

  /// How long a step takes, and what comes on top of all steps of a launch.
  void calibrate() {
    constexpr std::uint64_t kFew = 20'000, kMany = 100'000;
    constexpr std::int64_t kSamples = 500;
    const double few = measure(launch_of({kFew}), kSamples).median.count();
    const double many = measure(launch_of({kMany}), kSamples).median.count();
    units_per_second_ = static_cast<double>(kMany - kFew) / (many - few);
    on_top_ = few - static_cast<double>(kFew) / units_per_second_;
    std::printf("%s: a step takes %.3f ns, and a launch %.2f us on top\n", GetParam().name,
                1e9 / units_per_second_, on_top_ * 1e6);
  }

  /// Takes the first of these, in cycles or steps, then the second, and so on.
  tickbench::Launch launch_of(const std::vector<std::uint64_t>& units) {
    units_ = std::make_unique<tickbench::Buffer<std::uint64_t>>(device_->upload(units));
    launches_ = std::make_unique<tickbench::Buffer<std::uint32_t>>(
        device_->upload(std::vector<std::uint32_t>(2, 0)));
    return device_->kernel(GetParam().kernel)
        .args(*units_, *launches_, static_cast<std::uint32_t>(units.size()))
        .over(1, 1);
  }

  /// The launch takes drawn times from now on.
  tickbench::Launch drawn(const Shape& shape, std::uint64_t seed) {
    Random random(seed);
    std::vector<std::uint64_t> units(kDraws);
    for (auto& one : units) {
      const double seconds = shape.draw(random) * kMedian - on_top_;
      one = static_cast<std::uint64_t>(std::max(0.0, seconds * units_per_second_));
    }
    return launch_of(units);
  }

  tickbench::Measurement measure(const tickbench::Launch& launch, std::int64_t samples) {
    tickbench::MeasurementSettings settings;
    settings.samples = samples;
    settings.minimum_warm_up = settings.warm_up_budget = Seconds(0);
    settings.budget = Seconds(60);
    return tickbench::measure(launch.queue(), launch.work(), tickbench::Mode::kIsolated, settings);
  }

  std::unique_ptr<tickbench::backend::Device> opened_;
  std::unique_ptr<tickbench::Device> device_;
  std::unique_ptr<tickbench::Buffer<std::uint64_t>> units_;
  std::unique_ptr<tickbench::Buffer<std::uint32_t>> launches_;
  double units_per_second_ = 0;
  double on_top_ = 0;
};

TEST_P(GroundTruth, MediansAreWithinTwoPercent) {
  for (const Shape& shape : {kConstant, kNormal, kSkewed, kOutliers}) {
    const auto found = measure(drawn(shape, 1), 10'000);
    const double error = found.median.count() / kMedian - 1;
    std::printf("%s: %s: median %.2f us of %.2f us drawn (%+.2f %%), noise %.3f\n", GetParam().name,
                shape.name, found.median.count() * 1e6, kMedian * 1e6, error * 100, found.noise);
    EXPECT_NEAR(error, 0, 0.02) << shape.name;
  }
}

// 67 samples: of all small numbers the one at which ranks come nearest to 95 %, 95.02.
TEST_P(GroundTruth, IntervalsHoldTheMedianIn95PercentOfRuns) {
  constexpr unsigned kRuns = 1000;
  constexpr std::int64_t kSamples = 67;
  // What a launch adds to what it counts is no noise: the truth is what it takes with it.
  const double truth = measure(drawn(kConstant, 1), 2000).median.count();
  unsigned covered = 0;
  for (unsigned run = 0; run < kRuns; ++run) {
    const auto interval = measure(drawn(kSkewed, 100 + run), kSamples).interval;
    covered += interval.low <= truth && truth <= interval.high ? 1U : 0U;
  }
  std::printf("%s: %u of %u intervals hold the median, %.2f us\n", GetParam().name, covered, kRuns,
              truth * 1e6);
  EXPECT_GE(covered, kRuns * 93 / 100);
  EXPECT_LE(covered, kRuns * 97 / 100);
}

INSTANTIATE_TEST_SUITE_P(Devices, GroundTruth, testing::ValuesIn(kDevices),
                         [](const auto& on) { return std::string(on.param.name); });

}  // namespace
