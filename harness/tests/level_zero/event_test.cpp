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

double span_of(const CommandStamps& first, const CommandStamps& last,
               StampKind kind = StampKind::kGlobal) {
  return microseconds(launch_span(clock32(), {first, last}, kind));
}
double span_of(const CommandStamps& tiles) { return span_of(tiles, tiles); }

TEST(SpanOfLaunch, OfOneTileIsItsOwnTime) {
  const CommandStamps tiles{stamps(100, 130)};
  EXPECT_DOUBLE_EQ(span_of(tiles), 30);
  EXPECT_DOUBLE_EQ(span_of(tiles, tiles, StampKind::kContext), 28);
}

TEST(SpanOfLaunch, ReachesFromTheFirstStartToTheLastEnd) {
  EXPECT_DOUBLE_EQ(span_of({stamps(100, 130), stamps(110, 150), stamps(95, 120)}), 55);
}

TEST(SpanOfLaunch, CoversTilesThatRanOneAfterTheOther) {
  EXPECT_DOUBLE_EQ(span_of({stamps(200, 230), stamps(100, 120)}), 130);
}

TEST(SpanOfLaunch, TakesOutAWrap) {
  constexpr std::uint64_t kTop = 0xFFFF'FFFF;
  EXPECT_DOUBLE_EQ(span_of({stamps(kTop - 9, 20)}), 30);
  EXPECT_DOUBLE_EQ(span_of({stamps(kTop - 9, kTop - 1), stamps(5, 40)}), 50);
}

TEST(SpanOfLaunch, OfAChainReachesFromItsFirstCommandToItsLastOne) {
  EXPECT_DOUBLE_EQ(
      span_of({stamps(100, 130), stamps(90, 120)}, {stamps(500, 530), stamps(510, 540)}), 450);
}

TEST(SpanOfLaunch, OfAChainIsRightUpToAWholeWrap) {
  // Three quarters of a wrap, which begins anywhere in it.
  constexpr std::uint64_t kWrap = std::uint64_t{1} << 32, kLong = kWrap / 4 * 3;
  for (const std::uint64_t begin : {std::uint64_t{0}, kWrap / 2, kWrap - 10}) {
    const auto at = [begin](std::uint64_t after) { return (begin + after) % kWrap; };
    const CommandStamps first{stamps(at(0), at(20)), stamps(at(5), at(30))};
    const CommandStamps last{stamps(at(kLong - 20), at(kLong)),
                             stamps(at(kLong - 30), at(kLong - 9))};
    EXPECT_DOUBLE_EQ(span_of(first, last), static_cast<double>(kLong)) << begin;
  }
}

}  // namespace
}  // namespace tickbench::level_zero
