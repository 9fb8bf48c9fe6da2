// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "level_zero/event.hpp"

#include <gtest/gtest.h>

#include "level_zero/stamps.hpp"

namespace tickbench::level_zero {
namespace {

using testing::clock32;
using testing::microseconds;
using testing::stamps;

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
