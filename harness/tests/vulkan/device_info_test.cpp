// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "vulkan/device_info.hpp"

#include <gmock/gmock.h>

#include <cmath>
#include <limits>

#include "fakes/error_of.hpp"
#include "tickbench/error.hpp"
#include "vulkan/queue.hpp"

namespace tickbench::vulkan {
namespace {

using fakes::error_of;
using testing::HasSubstr;

constexpr VkQueueFlags kDraws = VK_QUEUE_GRAPHICS_BIT;
constexpr VkQueueFlags kComputes = VK_QUEUE_COMPUTE_BIT;
constexpr VkQueueFlags kCopies = VK_QUEUE_TRANSFER_BIT;

TEST(QueueFamily, TheFirstThatComputesAndTakesStampsIsTaken) {
  EXPECT_FALSE(compute_family({}));
  EXPECT_FALSE(compute_family({{0, kDraws | kCopies, 64}}));
  EXPECT_EQ(compute_family({{0, kDraws, 64}, {1, kComputes, 36}, {2, kComputes, 64}})->index, 1U);
  EXPECT_EQ(compute_family({{0, kComputes, 0}, {1, kComputes, 36}})->index, 1U);
}

TEST(QueueFamily, OneWithoutStampsIsBetterThanNone) {
  EXPECT_EQ(compute_family({{0, kDraws, 64}, {1, kComputes, 0}})->index, 1U);
}

TEST(QueueFamily, OneThatOnlyCopiesNeitherComputesNorDraws) {
  EXPECT_FALSE(
      copy_only_family({{0, kDraws | kComputes | kCopies, 64}, {1, kComputes | kCopies, 64}}));
  EXPECT_EQ(copy_only_family({{0, kComputes | kCopies, 64}, {1, kCopies, 32}})->index, 1U);
}

TEST(QueueFamily, IsNamedByItsNumberAndWhatItDoes) {
  EXPECT_EQ(to_string(QueueFamily{2, kComputes | kCopies, 64}), "family 2 (compute, transfer)");
}

TEST(Clock, APeriodNeedNotBeWhole) {
  // 19.2 MHz, as the driver states it: a float of nanoseconds.
  const auto clock = clock_from(52.083332F, 36, "a device");
  EXPECT_NEAR(clock.hertz(), 19.2e6, 1);
  EXPECT_NEAR(clock.elapsed(GlobalStamp{0}, GlobalStamp{19'200'000}).count(), 1.0, 1e-6);
}

TEST(Clock, EveryNumberOfValidBitsWrapsWhereItShould) {
  for (int bits = 1; bits <= 64; ++bits) {
    const auto clock = clock_from(1, bits, "a device");
    const auto last = valid_bits_mask(bits);
    SCOPED_TRACE(bits);
    // One tick, over the wrap. What a driver puts above the valid bits is no time.
    EXPECT_DOUBLE_EQ(clock.elapsed(GlobalStamp{last}, GlobalStamp{0}).count(), 1e-9);
    const auto above = bits == 64 ? 0 : std::uint64_t{1} << bits;
    EXPECT_DOUBLE_EQ(clock.elapsed(GlobalStamp{last}, GlobalStamp{above}).count(), 1e-9);
    EXPECT_DOUBLE_EQ(clock.elapsed(GlobalStamp{last}, GlobalStamp{last | above}).count(), 0);
  }
}

TEST(Clock, APeriodThatNoClockHasIsRefused) {
  for (const double period : {0.0, -1.0, std::numeric_limits<double>::infinity(), std::nan("")}) {
    const auto error = error_of([&] { clock_from(period, 64, "a device"); });
    EXPECT_EQ(error.outcome(), Outcome::kDeviceError);
    EXPECT_THAT(error.what(), HasSubstr("expected a timestampPeriod above 0 ns, found"));
    EXPECT_THAT(error.what(), HasSubstr("a device"));
  }
}

TEST(Stamp, OneThatWasNotWrittenIsRefused) {
  EXPECT_EQ(require_stamp({0, 1}, "a device"), GlobalStamp{0});
  const auto error = error_of([] { require_stamp({17, 0}, "a device"); });
  EXPECT_EQ(error.outcome(), Outcome::kDeviceError);
  EXPECT_THAT(error.what(), HasSubstr("the device executed nothing"));
}

}  // namespace
}  // namespace tickbench::vulkan
