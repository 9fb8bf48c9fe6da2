// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "measurement/look_schedule.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace tickbench {
namespace {

TEST(LookSchedule, LooksAtThirtyAndThenAtCountsGrowingByHalf) {
  LookSchedule looks;
  std::vector<std::size_t> counts;
  for (std::size_t count = 1; count <= 600; ++count) {
    if (looks.is_due(count)) counts.push_back(count);
  }
  EXPECT_EQ(counts, (std::vector<std::size_t>{30, 45, 68, 102, 153, 230, 345, 518}));
}

TEST(LookSchedule, TakesOneLookForCountsThatWerePassed) {
  LookSchedule looks;
  EXPECT_TRUE(looks.is_due(100));
  EXPECT_FALSE(looks.is_due(101));
  EXPECT_EQ(looks.next(), 102U);
}

}  // namespace
}  // namespace tickbench
