// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
//
// Compiled twice: on a SYCL with barriers, and on one of the standard alone.
#include <gmock/gmock.h>

#include <stdexcept>

#include "fakes/error_of.hpp"
#include "sycl/fake_host.hpp"

namespace tickbench::sycl {
namespace {

using namespace std::chrono_literals;
using fakes::error_of;
using ::sycl::fake::kBarrier;
using ::sycl::fake::kLatency;
using ::sycl::fake::kSubmit;
using ::sycl::fake::machine;
using testing::HasSubstr;

constexpr bool kHasBarrier = detail::Stream::kMarksOrderThemselves;
/// What a mark behind adds: a barrier is closed by its end, a fill by its start.
constexpr double kMark = kHasBarrier ? kBarrier : 0;
/// The device idles before a launch that is submitted behind a mark which has ended.
constexpr double kIdle = kSubmit - (kHasBarrier ? kBarrier : ::sycl::fake::kFill);

DeviceTimer timer_of(const ::sycl::queue& queue, HostClock& host) {
  return DeviceTimer(detail::region_marker(queue, host));
}

TEST_F(FakeSycl, MarksEncloseTheLaunchesAndNothingElse) {
  auto queue = profiled();
  TimedQueue timed(queue, Untimed::kRefuse, host);
  const Work work{[&] { queue.run(10us); }, 0, "a kernel"};
  queue.run(1ms);  // before: not in the bracket
  for (const std::int64_t launches : {1, 7}) {
    const auto bracket = timed.run(work, {launches, TimeMethod::kBracket, 0});
    EXPECT_DOUBLE_EQ(nanoseconds(bracket.device),
                     kIdle + 10'000 * static_cast<double>(launches) + kMark);
  }
  EXPECT_EQ(machine().barriers, kHasBarrier ? 4 : 0);
  EXPECT_EQ(machine().fills.size(), kHasBarrier ? 0U : 4U);
}

TEST_F(FakeSycl, ADeviceTimerSumsRegionsInAUnitOfChoice) {
  auto queue = profiled();
  auto timer = timer_of(queue, host);
  for (int region = 0; region < 3; ++region) {
    timer.time([&] {
      queue.run(10us);
      queue.run(30us);
    });
    queue.run(1ms);  // between two regions
  }
  EXPECT_EQ(timer.regions(), 3);
  const auto [host_time, device] = timer.elapsed<std::chrono::duration<double, std::micro>>();
  EXPECT_NEAR(device.count(), 3 * (40 + (kIdle + kMark) / 1e3), 1e-6);
  EXPECT_GT(host_time, device);
  using Milliseconds = std::chrono::duration<double, std::milli>;
  EXPECT_DOUBLE_EQ(timer.elapsed<Milliseconds>().device.count(), device.count() / 1e3);
}

TEST_F(FakeSycl, AScopeThatThrowsIsNoRegion) {
  auto queue = profiled();
  auto timer = timer_of(queue, host);
  EXPECT_THROW(timer.time([] { throw std::runtime_error("out"); }), std::runtime_error);
  EXPECT_EQ(timer.regions(), 0);
  timer.time([&] { queue.run(10us); });
  EXPECT_EQ(timer.regions(), 1);
}

TEST_F(FakeSycl, BarriersEncloseARegionOfAQueueOutOfOrder) {
  ::sycl::queue queue{::sycl::property_list(Profiling{})};
  if (!kHasBarrier) {
    const auto error = error_of([&] { timer_of(queue, host); });
    EXPECT_EQ(error.outcome(), Outcome::kInvalidBenchmark);
    EXPECT_THAT(error.what(), HasSubstr("without sycl::property::queue::in_order"));
    EXPECT_THAT(error.what(), HasSubstr("no barrier"));
    return;
  }
  auto timer = timer_of(queue, host);
  timer.time([&] {
    queue.run(100us);
    queue.run(10us);  // beside the first, and over before it
  });
  EXPECT_NEAR(timer.elapsed().device.count() * 1e9, kIdle + 100'000 + kMark, 1e-3);
}

TEST_F(FakeSycl, ADeviceTimerRefusesAQueueWithoutProfilingByName) {
  const ::sycl::queue queue(::sycl::property_list(InOrder{}));
  const auto error = error_of([&] { DeviceTimer{queue}; });
  EXPECT_EQ(error.outcome(), Outcome::kInvalidBenchmark);
  EXPECT_THAT(error.what(), HasSubstr("DeviceTimer: the device cannot time this queue"));
  EXPECT_THAT(error.what(), HasSubstr("enable_profiling"));
}

}  // namespace
}  // namespace tickbench::sycl
