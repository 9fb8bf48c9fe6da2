// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
//
// On a real SYCL, which the environment chooses: TICKBENCH_TEST_PLATFORM is a part of its
// platform's name.
#include <gmock/gmock.h>

#include <chrono>
#include <cstdlib>
#include <optional>
#include <string>
#include <thread>

#include "clock/clock_check.hpp"
#include "fakes/error_of.hpp"
#include "measurement/measurement.hpp"
#include "raw_sycl.hpp"
#include "tickbench/sycl.hpp"

namespace tickbench::sycl {
namespace {

using namespace std::chrono_literals;
using fakes::error_of;
using testing::HasSubstr;

constexpr Seconds kStep{1e-6};

class SyclDevice : public testing::Test {
 protected:
  void SetUp() override {
    const char* const wanted = std::getenv("TICKBENCH_TEST_PLATFORM");
    try {
      program.emplace();
    } catch (const std::exception& error) {
      GTEST_SKIP() << "no SYCL device: " << error.what();
    }
    const auto platform = device().get_platform().get_info<::sycl::info::platform::name>();
    if (wanted != nullptr && platform.find(wanted) == std::string::npos)
      GTEST_SKIP() << "no SYCL device of " << wanted << ", found " << platform;
    submit().wait();  // the first launch moves the buffers
  }
  ::sycl::device device() const { return program->queue.get_device(); }
  ::sycl::event submit() { return program->submit_scale(2.0F); }
  void submit_host_task(std::chrono::milliseconds time) {
    program->queue.submit([&](::sycl::handler& handler) {
      handler.host_task([=] { std::this_thread::sleep_for(time); });
    });
  }
  Work marked() {
    return {[this] { submit(); }, 0, "scale"};
  }
  static void expect_plausible(const Bracket& bracket) {
    EXPECT_GT(bracket.device, Seconds(0));
    EXPECT_LE(bracket.device, bracket.host * 1.05 + kStep);
  }
  std::optional<RawSycl> program;
};

TEST_F(SyclDevice, TimesAKernelByEveryMethod) {
  const auto timed = timed_queue(program->queue);
  const auto work = timed->with_events([this] { return submit(); });
  expect_plausible(timed->run(work, {1, TimeMethod::kOneEvent, 0}));
  expect_plausible(timed->run(work, {5, TimeMethod::kEventSum, 0}));
  expect_plausible(timed->run(marked(), {5, TimeMethod::kBracket, 0}));
  const auto two = timed->with_events([this] {
    const auto first = submit();
    return std::pair(first, submit());
  });
  expect_plausible(timed->run(two, {3, TimeMethod::kEventSum, 0}));
  EXPECT_GT(timed->run(marked(), {3, TimeMethod::kHost, 0}).host, Seconds(0));
  EXPECT_EQ(timed->device_name(), device().get_info<::sycl::info::device::name>());
}

TEST_F(SyclDevice, HasPhasesWhereTheSubmissionHasAStamp) {
  using Submit = ::sycl::info::event_profiling::command_submit;
  auto event = submit();
  event.wait();
  const bool has_stamp = event.get_profiling_info<Submit>() != 0;
  const auto timed = timed_queue(program->queue);
  const auto work = timed->with_events([this] { return submit(); });
  const auto bracket = timed->run(work, {1, TimeMethod::kOneEvent, 0});
  if (!has_stamp) {
    EXPECT_FALSE(bracket.launch.has_value());
    return;
  }
  // Two clocks, which the driver brings together: now and then the submission lies behind the
  // start.
  if (!bracket.launch) GTEST_SKIP() << "the submission is stamped behind the start";
  EXPECT_DOUBLE_EQ(bracket.launch->start_to_end.count(), bracket.device.count());
  EXPECT_GE(bracket.launch->submit_to_start, Seconds(0));
}

TEST_F(SyclDevice, ReadsTheClock) {
  const auto timed = timed_queue(program->queue);
  const auto check = check_clock(*timed, host_clock());
  EXPECT_EQ(check.verdict, ClockCheck::Verdict::kSound) << check.message;
}

TEST_F(SyclDevice, DisplacesCaches) {
  const auto timed = timed_queue(program->queue);
  const auto work = timed->with_events([this] { return submit(); });
  expect_plausible(timed->run(work, {2, TimeMethod::kEventSum, 1U << 20}));
  expect_plausible(timed->run(marked(), {1, TimeMethod::kBracket, 4097}));
}

TEST_F(SyclDevice, RefusesItsQueuesByName) {
  const ::sycl::queue unordered(device(), ::sycl::property::queue::enable_profiling{});
  EXPECT_THAT(error_of([&] { timed_queue(unordered); }).what(), HasSubstr("in_order"));
  const ::sycl::queue unprofiled(device(), ::sycl::property::queue::in_order{});
  EXPECT_THAT(error_of([&] { timed_queue(unprofiled); }).what(), HasSubstr("enable_profiling"));
  EXPECT_THAT(error_of([&] { DeviceTimer{unprofiled}; }).what(), HasSubstr("enable_profiling"));
  const auto by_host = timed_queue(unprofiled, Untimed::kHostTime);
  EXPECT_FALSE(by_host->supports(TimeMethod::kBracket, marked()));
}

/// A kernel behind a host task reaches the device's queue only when that has run.
constexpr auto kTask = 50ms;

TEST_F(SyclDevice, MarksEncloseWhatFollowsAHostTask) {
  const Work work{[this] {
                    submit();
                    submit_host_task(kTask);
                    submit();
                  },
                  0, "a kernel, a host task and a kernel"};
  const auto own = timed_queue(program->queue)->run(work, {1, TimeMethod::kBracket, 0});
  EXPECT_GE(own.device, Seconds(kTask));
  expect_plausible(own);
  // Native marks do not, as the page says.
  const auto native = native_timed_queue(program->queue)->run(work, {1, TimeMethod::kBracket, 0});
  EXPECT_LT(native.device, Seconds(kTask));
}

TEST_F(SyclDevice, BarriersEncloseARegionOfAQueueOutOfOrder) {
  program->queue = ::sycl::queue(program->queue.get_context(), device(),
                                 ::sycl::property::queue::enable_profiling{});
  DeviceTimer timer(program->queue);
  timer.time([&] {
    submit_host_task(kTask);
    submit();
  });
  EXPECT_GE(timer.elapsed().device, Seconds(kTask));
  EXPECT_GE(timer.elapsed().host, timer.elapsed().device * 0.95);
}

TEST_F(SyclDevice, GivesTheNativeQueueBack) {
  const auto references = [&] {
    cl_command_queue queue = ::sycl::get_native<::sycl::backend::opencl>(program->queue);
    cl_uint count = 0;
    clGetCommandQueueInfo(queue, CL_QUEUE_REFERENCE_COUNT, sizeof(count), &count, nullptr);
    clReleaseCommandQueue(queue);
    return count;
  };
  program->queue.wait();
  const auto before = references();
  // Before anything runs on it: on PoCL commands hold the queue too.
  native_timed_queue(program->queue);
  EXPECT_EQ(references(), before);
  const auto native = native_timed_queue(program->queue);
  EXPECT_EQ(native->device_name(), device().get_info<::sycl::info::device::name>());
  expect_plausible(native->run(marked(), {5, TimeMethod::kBracket, 0}));
}

TEST_F(SyclDevice, TimesAKernelThatIsCompiledAtRunTime) {
  namespace experimental = ::sycl::ext::oneapi::experimental;
  constexpr auto kLanguage = experimental::source_language::sycl;
  if (!device().ext_oneapi_can_build(kLanguage) ||
      !device().has(::sycl::aspect::usm_shared_allocations))
    GTEST_SKIP() << "the device takes no SYCL source, or has no shared memory";
  auto& queue = program->queue;
  auto source = experimental::create_kernel_bundle_from_source(queue.get_context(), kLanguage,
                                                               R"(
#include <sycl/sycl.hpp>
extern "C" SYCL_EXT_ONEAPI_FUNCTION_PROPERTY((
    sycl::ext::oneapi::experimental::nd_range_kernel<1>))
void count(int* out) {
  const auto at = sycl::ext::oneapi::this_work_item::get_nd_item<1>().get_global_linear_id();
  out[at] += static_cast<int>(at);
}
)");
  const auto kernel = experimental::build(source).ext_oneapi_get_kernel("count");
  constexpr std::size_t kCount = 1U << 16;
  auto* const out = ::sycl::malloc_shared<int>(kCount, queue);
  std::fill_n(out, kCount, 1);
  const auto timed = timed_queue(queue);
  const auto work = timed->with_events([&] {
    return queue.submit([&](::sycl::handler& handler) {
      handler.set_args(out);
      handler.parallel_for(::sycl::nd_range<1>(kCount, 64), kernel);
    });
  });
  expect_plausible(timed->run(work, {1, TimeMethod::kOneEvent, 0}));
  EXPECT_EQ(out[kCount - 1], static_cast<int>(kCount));
  expect_plausible(timed->run(work, {5, TimeMethod::kBracket, 0}));
  ::sycl::free(out, queue);
}

TEST_F(SyclDevice, TimesACopyOfSharedMemory) {
  if (!device().has(::sycl::aspect::usm_device_allocations)) GTEST_SKIP() << "no shared memory";
  auto& queue = program->queue;
  constexpr std::size_t kBytes = 1U << 22;
  auto* const from = ::sycl::malloc_device<char>(2 * kBytes, queue);
  const auto timed = timed_queue(queue);
  const auto work = timed->with_events([&] { return queue.memcpy(from + kBytes, from, kBytes); });
  expect_plausible(timed->run(work, {1, TimeMethod::kOneEvent, 0}));
  ::sycl::free(from, queue);
}

}  // namespace
}  // namespace tickbench::sycl
