// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "level_zero/event.hpp"

#include <gtest/gtest.h>

namespace tickbench::level_zero {
namespace {

ze_kernel_timestamp_result_t stamps(std::uint64_t start, std::uint64_t end) {
  ze_kernel_timestamp_result_t result{};
  result.global = {start, end};
  result.context = {start + 7, end + 5};
  return result;
}

// 1 MHz: a tick is a microsecond.
const DeviceClock& clock32() {
  static const DeviceClock kClock = DeviceClock::from_frequency(1e6, 32);
  return kClock;
}

double microseconds(Seconds time) { return time.count() * 1e6; }

TEST(SpanOfTiles, OfOneTileIsItsOwnTime) {
  const ze_kernel_timestamp_result_t tiles[] = {stamps(100, 130)};
  EXPECT_DOUBLE_EQ(microseconds(span_of_tiles(clock32(), tiles, StampKind::kGlobal)), 30);
  EXPECT_DOUBLE_EQ(microseconds(span_of_tiles(clock32(), tiles, StampKind::kContext)), 28);
}

TEST(SpanOfTiles, ReachesFromTheFirstStartToTheLastEnd) {
  const ze_kernel_timestamp_result_t tiles[] = {stamps(100, 130), stamps(110, 150),
                                                stamps(95, 120)};
  EXPECT_DOUBLE_EQ(microseconds(span_of_tiles(clock32(), tiles, StampKind::kGlobal)), 55);
}

TEST(SpanOfTiles, CoversTilesThatRanOneAfterTheOther) {
  const ze_kernel_timestamp_result_t tiles[] = {stamps(200, 230), stamps(100, 120)};
  EXPECT_DOUBLE_EQ(microseconds(span_of_tiles(clock32(), tiles, StampKind::kGlobal)), 130);
}

TEST(SpanOfTiles, TakesOutAWrap) {
  constexpr std::uint64_t kTop = 0xFFFF'FFFF;
  const ze_kernel_timestamp_result_t one[] = {stamps(kTop - 9, 20)};
  EXPECT_DOUBLE_EQ(microseconds(span_of_tiles(clock32(), one, StampKind::kGlobal)), 30);
  const ze_kernel_timestamp_result_t two[] = {stamps(kTop - 9, kTop - 1), stamps(5, 40)};
  EXPECT_DOUBLE_EQ(microseconds(span_of_tiles(clock32(), two, StampKind::kGlobal)), 50);
}

}  // namespace
}  // namespace tickbench::level_zero
