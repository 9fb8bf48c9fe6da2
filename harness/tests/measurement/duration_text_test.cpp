// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "text/duration_text.hpp"

#include <gtest/gtest.h>

namespace tickbench {
namespace {

TEST(DurationText, ChoosesTheUnit) {
  EXPECT_EQ(duration_text(Seconds(0)), "0 s");
  EXPECT_EQ(duration_text(Seconds(1.5)), "1.5 s");
  EXPECT_EQ(duration_text(Seconds(0.0123456)), "12.35 ms");
  EXPECT_EQ(duration_text(Seconds(-2e-6)), "-2 us");
  EXPECT_EQ(duration_text(Seconds(83e-9)), "83 ns");
  EXPECT_EQ(duration_text(Seconds(5e-13)), "0.0005 ns");
}

}  // namespace
}  // namespace tickbench
