// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "backend/grid.hpp"

#include <gmock/gmock.h>

namespace tickbench::backend {
namespace {

using testing::ElementsAre;

// As on a driver for the CPU.
GridLimits limits() { return {{1024, 1024, 1024}, {65535, 65535, 65535}, 1024, 32768}; }

TEST(Group, IsTheLargestUsualDivisor) {
  EXPECT_THAT(group_for({1 << 20, 1, 1}, {}, limits()), ElementsAre(256, 1, 1));
  EXPECT_THAT(group_for({300, 7, 1}, {}, limits()), ElementsAre(150, 1, 1));
  EXPECT_THAT(group_for({16, 12, 4}, {}, limits()), ElementsAre(16, 12, 1));
  EXPECT_THAT(group_for({100'003, 1, 1}, {}, limits()), ElementsAre(1, 1, 1));
}

TEST(Group, IsLargerWhereThereWouldBeTooManyGroups) {
  EXPECT_THAT(group_for({1 << 25, 1, 1}, {}, limits()), ElementsAre(1024, 1, 1));
}

TEST(Group, HasTheSizesThatTheSourceFixes) {
  EXPECT_THAT(group_for({64, 64, 1}, {1, 0, 1}, limits()), ElementsAre(1, 64, 1));
  EXPECT_THAT(group_for({64, 64, 64}, {16, 16, 0}, limits()), ElementsAre(16, 16, 1));
}

TEST(Group, StaysWithinTheLimitOfEachDimension) {
  auto narrow = limits();
  narrow.group = {64, 64, 64};
  EXPECT_THAT(group_for({256, 256, 1}, {}, narrow), ElementsAre(64, 4, 1));
}

}  // namespace
}  // namespace tickbench::backend
