// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "affinity.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace zecpu {
namespace {

using testing::ElementsAre;
using testing::Optional;

TEST(Affinity, WithoutAMaskEverythingIsThere) {
  EXPECT_TRUE(Affinity::from("", 2).has_device);
  EXPECT_FALSE(Affinity::from("", 2).parts.has_value());
}

TEST(Affinity, TheDeviceIsNumberNought) {
  EXPECT_TRUE(Affinity::from("0", 2).has_device);
  EXPECT_FALSE(Affinity::from("0.1,0", 2).parts.has_value());
  for (const char* mask : {"1", "1.0,2", "all", "-1", "0.2", "0.", ",", "0x0"})
    EXPECT_FALSE(Affinity::from(mask, 2).has_device) << mask;
}

TEST(Affinity, PartsAreNamedBehindAPoint) {
  EXPECT_THAT(Affinity::from("0.1", 2).parts, Optional(ElementsAre(1U)));
  EXPECT_THAT(Affinity::from("1,0.3,0.0", 4).parts, Optional(ElementsAre(0U, 3U)));
}

}  // namespace
}  // namespace zecpu
