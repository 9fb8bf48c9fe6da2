// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
// What the driver costs beside the OpenCL that it runs on: both in one process, taken in turns, so
// that whatever else the machine does falls on both. The figures are printed.

#define CL_TARGET_OPENCL_VERSION 300
#include <CL/cl.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <fstream>
#include <iterator>

#include "ze_test.hpp"

namespace {

using Seconds = std::chrono::duration<double>;

template <class Work>
double time(Work work) {
  const auto start = std::chrono::steady_clock::now();
  work();
  return Seconds(std::chrono::steady_clock::now() - start).count();
}

double median(std::vector<double> values) {
  std::nth_element(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2),
                   values.end());
  return values[values.size() / 2];
}

/// The same kernels, from source, as OpenCL itself runs them.
class PlainOpenCl {
 public:
  PlainOpenCl() {
    clGetPlatformIDs(1, &platform_, nullptr);
    clGetDeviceIDs(platform_, CL_DEVICE_TYPE_CPU, 1, &device_, nullptr);
    context_ = clCreateContext(nullptr, 1, &device_, nullptr, nullptr, nullptr);
    queue_ = clCreateCommandQueueWithProperties(context_, device_, nullptr, nullptr);
    std::ifstream file(ZECPU_KERNEL_SOURCE);
    const std::string source{std::istreambuf_iterator<char>(file),
                             std::istreambuf_iterator<char>()};
    const char* text = source.c_str();
    program_ = clCreateProgramWithSource(context_, 1, &text, nullptr, nullptr);
    EXPECT_EQ(clBuildProgram(program_, 1, &device_, "", nullptr, nullptr), CL_SUCCESS);
    nothing_ = clCreateKernel(program_, "nothing", nullptr);
    spin_ = clCreateKernel(program_, "spin", nullptr);
    EXPECT_NE(spin_, nullptr);
  }
  ~PlainOpenCl() {
    clReleaseKernel(nothing_);
    clReleaseKernel(spin_);
    clReleaseProgram(program_);
    clReleaseCommandQueue(queue_);
    clReleaseContext(context_);
  }
  PlainOpenCl(const PlainOpenCl&) = delete;
  PlainOpenCl& operator=(const PlainOpenCl&) = delete;

  void set_spin(void* out, std::uint32_t rounds) {
    EXPECT_EQ(clSetKernelArgSVMPointer(spin_, 0, out), CL_SUCCESS);
    EXPECT_EQ(clSetKernelArg(spin_, 1, sizeof rounds, &rounds), CL_SUCCESS);
  }
  void run_nothing(int launches = 1) { run(nothing_, 1, launches); }
  void run_spin(std::size_t items) { run(spin_, items, 1); }

 private:
  void run(cl_kernel kernel, std::size_t items, int launches) {
    const std::size_t one = 1;
    for (int i = 0; i < launches; ++i)
      clEnqueueNDRangeKernel(queue_, kernel, 1, nullptr, &items, &one, 0, nullptr, nullptr);
    clFinish(queue_);
  }
  cl_platform_id platform_ = nullptr;
  cl_device_id device_ = nullptr;
  cl_context context_ = nullptr;
  cl_command_queue queue_ = nullptr;
  cl_program program_ = nullptr;
  cl_kernel nothing_ = nullptr, spin_ = nullptr;
};

struct Comparison {
  double ratio, ours, theirs;
};

template <class Ours, class Theirs>
Comparison compare(int pairs, Ours ours, Theirs theirs) {
  static constexpr int kWarmUps = 20;
  for (int i = 0; i < kWarmUps; ++i) {
    ours();
    theirs();
  }
  std::vector<double> ratios, own, other;
  for (int i = 0; i < pairs; ++i) {
    // Who goes first changes, so that neither always finds the caches as the other left them.
    double a = 0, b = 0;
    if (i % 2 == 0) a = time(ours);
    b = time(theirs);
    if (i % 2 != 0) a = time(ours);
    own.push_back(a);
    other.push_back(b);
    ratios.push_back(a / b);
  }
  return {median(ratios), median(own), median(other)};
}

class LaunchCostTest : public ZeTest {
 protected:
  PlainOpenCl opencl_;
};

TEST_F(LaunchCostTest, EmptyKernelThroughASynchronousImmediateList) {
  const auto at_once = immediate();
  const auto nothing = basic("nothing");
  const auto result = compare(
      5000,
      [&] {
        zeCommandListAppendLaunchKernel(at_once, nothing, &kSingleGroup, nullptr, 0, nullptr);
      },
      [&] { opencl_.run_nothing(); });
  std::printf(
      "empty kernel, synchronous immediate list: %.2f us, OpenCL %.2f us, paired ratio %.3f\n",
      result.ours * 1e6, result.theirs * 1e6, result.ratio);
  EXPECT_LE(result.ratio, 1.3);
}

TEST_F(LaunchCostTest, EmptyKernelThroughAnAsynchronousQueue) {
  const auto asynchronous = queue();
  auto regular = list();
  ASSERT_ZE(zeCommandListAppendLaunchKernel(regular, basic("nothing"), &kSingleGroup, nullptr, 0,
                                            nullptr));
  ASSERT_ZE(zeCommandListClose(regular));
  const auto result = compare(
      5000,
      [&] {
        zeCommandQueueExecuteCommandLists(asynchronous, 1, &regular, nullptr);
        zeCommandQueueSynchronize(asynchronous, kForever);
      },
      [&] { opencl_.run_nothing(); });
  std::printf("empty kernel, asynchronous queue: %.2f us, OpenCL %.2f us, %.2f us added\n",
              result.ours * 1e6, result.theirs * 1e6, (result.ours - result.theirs) * 1e6);
  EXPECT_LE(result.ours - result.theirs, 300e-6);  // a hang or a poll would be more
}

TEST_F(LaunchCostTest, ManyEmptyKernelsInOneList) {
  static constexpr int kLaunches = 200;
  const auto synchronous = queue(ZE_COMMAND_QUEUE_MODE_SYNCHRONOUS);
  auto regular = list();
  const auto nothing = basic("nothing");
  for (int i = 0; i < kLaunches; ++i) {
    ASSERT_ZE(
        zeCommandListAppendLaunchKernel(regular, nothing, &kSingleGroup, nullptr, 0, nullptr));
  }
  ASSERT_ZE(zeCommandListClose(regular));
  const auto result = compare(
      500, [&] { zeCommandQueueExecuteCommandLists(synchronous, 1, &regular, nullptr); },
      [&] { opencl_.run_nothing(kLaunches); });
  std::printf("%d empty kernels, one list: %.2f us each, OpenCL %.2f us, paired ratio %.3f\n",
              kLaunches, result.ours * 1e6 / kLaunches, result.theirs * 1e6 / kLaunches,
              result.ratio);
  EXPECT_LE(result.ratio, 1.3);
}

TEST_F(LaunchCostTest, KernelsOverAMillisecond) {
  const auto spin = basic("spin");
  static constexpr std::uint32_t kItems = 16, kRounds = 200'000;
  auto* out = shared<std::uint32_t>(kItems);
  set(spin, 0, out);
  set(spin, 1, kRounds);
  opencl_.set_spin(out, kRounds);
  const auto at_once = immediate();
  const ze_group_count_t groups{kItems, 1, 1};
  const auto result = compare(
      400, [&] { zeCommandListAppendLaunchKernel(at_once, spin, &groups, nullptr, 0, nullptr); },
      [&] { opencl_.run_spin(kItems); });
  std::printf("kernel of %.2f ms: OpenCL %.2f ms, paired ratio %.4f\n", result.ours * 1e3,
              result.theirs * 1e3, result.ratio);
  EXPECT_GT(result.theirs, 1e-3);
  EXPECT_LE(result.ratio, 1.02);
}

}  // namespace
