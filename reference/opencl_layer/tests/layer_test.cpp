// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
//
// The layer, through the loader, as a program sees it. Suites whose names begin with Laboratory
// need the environment that CMakeLists.txt gives them.
#define CL_TARGET_OPENCL_VERSION 300
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#include <CL/cl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <csignal>
#include <numeric>
#include <string>
#include <vector>

namespace {

#define EXPECT_CL(call) EXPECT_EQ(call, CL_SUCCESS)
#define ASSERT_CL(call) ASSERT_EQ(call, CL_SUCCESS)

constexpr const char* kSource = R"(
kernel void add(global int* out, int amount) { out[get_global_id(0)] += amount; }
)";
constexpr std::size_t kItems = 256;
constexpr std::size_t kBytes = kItems * sizeof(int);

struct Stamps {
  cl_ulong queued = 0, start = 0, end = 0;
};

/// The first device, with a queue, a buffer of zeros and the kernel above on it.
class LayerTest : public testing::Test {
 protected:
  void SetUp() override {
    cl_platform_id platform = nullptr;
    ASSERT_CL(clGetPlatformIDs(1, &platform, nullptr));
    ASSERT_CL(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device_, nullptr));
    cl_int status = CL_SUCCESS;
    context_ = clCreateContext(nullptr, 1, &device_, nullptr, nullptr, &status);
    ASSERT_CL(status);
    queue_ = clCreateCommandQueue(context_, device_, CL_QUEUE_PROFILING_ENABLE, &status);
    ASSERT_CL(status);
    program_ = clCreateProgramWithSource(context_, 1, const_cast<const char**>(&kSource), nullptr,
                                         &status);
    ASSERT_CL(status);
    ASSERT_CL(clBuildProgram(program_, 1, &device_, "", nullptr, nullptr));
    kernel_ = clCreateKernel(program_, "add", &status);
    ASSERT_CL(status);
    std::vector<int> zeros(kItems);
    buffer_ = clCreateBuffer(context_, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, kBytes,
                             zeros.data(), &status);
    ASSERT_CL(status);
    const int one = 1;
    ASSERT_CL(clSetKernelArg(kernel_, 0, sizeof(buffer_), static_cast<const void*>(&buffer_)));
    ASSERT_CL(clSetKernelArg(kernel_, 1, sizeof(one), &one));
  }
  void TearDown() override {
    if (buffer_ != nullptr) clReleaseMemObject(buffer_);
    if (kernel_ != nullptr) clReleaseKernel(kernel_);
    if (program_ != nullptr) clReleaseProgram(program_);
    if (queue_ != nullptr) clReleaseCommandQueue(queue_);
    if (context_ != nullptr) clReleaseContext(context_);
  }

  cl_int launch(cl_event* event = nullptr) const {
    return clEnqueueNDRangeKernel(queue_, kernel_, 1, nullptr, &kItems, nullptr, 0, nullptr, event);
  }
  /// The first element, where all are equal; -1 else. What cannot be read is 7.
  int value() const {
    std::vector<int> found(kItems, 7);
    EXPECT_CL(clEnqueueReadBuffer(queue_, buffer_, CL_TRUE, 0, kBytes, found.data(), 0, nullptr,
                                  nullptr));
    return std::accumulate(found.begin(), found.end(), 0) ==
                   found.front() * static_cast<int>(kItems)
               ? found.front()
               : -1;
  }
  /// Of a launch.
  Stamps stamps() const {
    cl_event event = nullptr;
    EXPECT_CL(launch(&event));
    EXPECT_CL(clFinish(queue_));
    Stamps stamps;
    const auto get = [event](cl_profiling_info what, cl_ulong& stamp) {
      EXPECT_CL(clGetEventProfilingInfo(event, what, sizeof(stamp), &stamp, nullptr));
    };
    get(CL_PROFILING_COMMAND_QUEUED, stamps.queued);
    get(CL_PROFILING_COMMAND_START, stamps.start);
    get(CL_PROFILING_COMMAND_END, stamps.end);
    EXPECT_CL(clReleaseEvent(event));
    return stamps;
  }

  cl_device_id device_ = nullptr;
  cl_context context_ = nullptr;
  cl_command_queue queue_ = nullptr;
  cl_program program_ = nullptr;
  cl_kernel kernel_ = nullptr;
  cl_mem buffer_ = nullptr;
};

TEST_F(LayerTest, ChangesNothingByItself) {
  EXPECT_CL(launch());
  EXPECT_CL(launch());
  EXPECT_EQ(value(), 2);
  const auto first = stamps();
  EXPECT_GT(first.queued, 0U);
  EXPECT_LE(first.queued, first.start);
  EXPECT_LT(first.start, first.end);
  const auto second = stamps();
  EXPECT_LE(first.end, second.start);
  EXPECT_LT(second.end - first.end, 5'000'000'000U);
}

using LaboratoryPlannedFailure = LayerTest;
TEST_F(LaboratoryPlannedFailure, HitsThatCallAndDoesNothing) {
  EXPECT_CL(launch());
  EXPECT_EQ(launch(), CL_OUT_OF_RESOURCES);
  EXPECT_EQ(value(), 1);
  EXPECT_CL(launch());
  EXPECT_EQ(value(), 2);
  // Where there is no code to return: null, and the code where it is asked for.
  cl_int status = CL_SUCCESS;
  EXPECT_EQ(clCreateBuffer(context_, 0, kBytes, nullptr, &status), nullptr);
  EXPECT_EQ(status, -4711);
  EXPECT_EQ(clCreateUserEvent(context_, nullptr), nullptr);
  EXPECT_EQ(clSVMAlloc(context_, CL_MEM_READ_WRITE, kBytes, 0), nullptr);
}

using LaboratoryZero = LayerTest;
TEST_F(LaboratoryZero, IsEveryStamp) {
  const auto all = stamps();
  EXPECT_EQ(all.queued, 0U);
  EXPECT_EQ(all.start, 0U);
  EXPECT_EQ(all.end, 0U);
}

using LaboratoryHuge = LayerTest;
TEST_F(LaboratoryHuge, IsEveryTime) {
  const auto first = stamps(), second = stamps();
  EXPECT_GT(second.end - first.end, 1'000'000'000U);  // each nanosecond a millisecond
  EXPECT_GT(second.end - second.start, 100'000'000U);
}

using LaboratoryEqual = LayerTest;
TEST_F(LaboratoryEqual, AreStartAndEnd) {
  const auto first = stamps(), second = stamps();
  EXPECT_EQ(first.start, first.end);
  EXPECT_GT(second.start, first.start);
}

using LaboratoryFrozen = LayerTest;
TEST_F(LaboratoryFrozen, IsTheClock) {
  const auto first = stamps(), second = stamps();
  EXPECT_GT(first.start, 0U);
  for (const auto& one : {first.queued, first.end, second.start, second.end})
    EXPECT_EQ(one, first.start);
}

using LaboratoryBackward = LayerTest;
TEST_F(LaboratoryBackward, RunsTheClock) {
  const auto first = stamps(), second = stamps();
  EXPECT_GT(first.start, first.end);
  EXPECT_GT(first.end, second.end);
}

using LaboratorySwapped = LayerTest;
TEST_F(LaboratorySwapped, AreStartAndEnd) {
  const auto first = stamps(), second = stamps();
  EXPECT_GT(first.start, first.end);
  EXPECT_GT(second.end, first.start);
}

using LaboratorySkip = LayerTest;
TEST_F(LaboratorySkip, SucceedsAndDoesNothingFromThatCallOn) {
  for (int i = 0; i < 3; ++i) {
    cl_event event = nullptr;
    ASSERT_CL(launch(&event));
    EXPECT_CL(clWaitForEvents(1, &event));
    cl_int status = CL_QUEUED;
    EXPECT_CL(
        clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof(status), &status, nullptr));
    EXPECT_EQ(status, CL_COMPLETE);
    EXPECT_CL(clReleaseEvent(event));
  }
  EXPECT_EQ(value(), 1);
}

using LaboratorySkipEverything = LayerTest;
TEST_F(LaboratorySkipEverything, ReadsToo) {
  EXPECT_CL(launch());
  EXPECT_EQ(value(), 7);
  cl_int status = CL_SUCCESS;
  auto* const mapped = static_cast<int*>(clEnqueueMapBuffer(
      queue_, buffer_, CL_TRUE, CL_MAP_READ, 0, kBytes, 0, nullptr, nullptr, &status));
  ASSERT_CL(status);
  EXPECT_EQ(mapped[0], 1);  // the first command was executed
  EXPECT_CL(clEnqueueUnmapMemObject(queue_, buffer_, mapped, 0, nullptr, nullptr));
  EXPECT_CL(clFinish(queue_));
}

using LaboratoryExecuteNothing = LayerTest;
TEST_F(LaboratoryExecuteNothing, LetsEveryWaitSucceed) {
  cl_event event = nullptr;
  ASSERT_CL(launch(&event));
  EXPECT_CL(clWaitForEvents(1, &event));
  EXPECT_CL(clFinish(queue_));
  cl_int status = CL_COMPLETE;
  EXPECT_CL(
      clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof(status), &status, nullptr));
  EXPECT_GT(status, CL_COMPLETE);
  EXPECT_CL(clReleaseEvent(event));
  EXPECT_EQ(value(), 7);
}

/// The signal of an alarm ends what waits for ever.
constexpr unsigned kHangsS = 2;
using LaboratoryHang = LayerTest;
TEST_F(LaboratoryHang, IsForEver) {
  testing::FLAGS_gtest_death_test_style = "threadsafe";
  EXPECT_EXIT(
      {
        ::alarm(kHangsS);
        clFlush(queue_);
        ::_exit(0);
      },
      testing::KilledBySignal(SIGALRM), "");
}

using LaboratoryStall = LayerTest;
TEST_F(LaboratoryStall, KeepsTheQueueForEver) {
  testing::FLAGS_gtest_death_test_style = "threadsafe";
  EXPECT_EXIT(
      {
        if (launch() != CL_SUCCESS || clFinish(queue_) != CL_SUCCESS) ::_exit(1);
        if (launch() != CL_SUCCESS || clFlush(queue_) != CL_SUCCESS) ::_exit(1);
        ::alarm(kHangsS);
        clFinish(queue_);
        ::_exit(0);
      },
      testing::KilledBySignal(SIGALRM), "");
}

using LaboratoryLose = LayerTest;
TEST_F(LaboratoryLose, IsForGoodAndCanBeCleanedUp) {
  EXPECT_CL(launch());
  EXPECT_EQ(launch(), CL_DEVICE_NOT_AVAILABLE);
  EXPECT_EQ(launch(), CL_DEVICE_NOT_AVAILABLE);
  EXPECT_EQ(clFinish(queue_), CL_DEVICE_NOT_AVAILABLE);
  cl_int status = CL_SUCCESS;
  EXPECT_EQ(clCreateUserEvent(context_, &status), nullptr);
  EXPECT_EQ(status, CL_DEVICE_NOT_AVAILABLE);
  char name[256] = {};
  EXPECT_CL(clGetDeviceInfo(device_, CL_DEVICE_NAME, sizeof(name), name, nullptr));
  EXPECT_STRNE(name, "");
  EXPECT_CL(clRetainMemObject(buffer_));
  EXPECT_CL(clReleaseMemObject(buffer_));
}

using LaboratoryObjects = LayerTest;
TEST_F(LaboratoryObjects, AreCounted) {
  // The file is read by a test of CMakeLists.txt, when this process has ended.
  cl_event kept = nullptr;
  ASSERT_CL(launch(&kept));
  EXPECT_CL(clRetainEvent(kept));
  cl_int status = CL_SUCCESS;
  void* const mapped = clEnqueueMapBuffer(queue_, buffer_, CL_TRUE, CL_MAP_READ, 0, kBytes, 0,
                                          nullptr, nullptr, &status);
  EXPECT_CL(status);
  EXPECT_CL(clEnqueueUnmapMemObject(queue_, buffer_, mapped, 0, nullptr, nullptr));
  // These two are planned to fail: the driver hears of none, and the layer of both.
  EXPECT_EQ(clReleaseProgram(program_), CL_INVALID_VALUE);
  EXPECT_EQ(clReleaseProgram(program_), CL_INVALID_VALUE);
  program_ = nullptr;
}

}  // namespace
