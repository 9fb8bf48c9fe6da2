// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "floors/quantity.hpp"

#include <gtest/gtest.h>

namespace tickbench::floors {
namespace {

TEST(Quantity, TakesThePrefixThatReadsBest) {
  EXPECT_EQ(quantity(4.32e12, "B/s"), "4.32 TB/s");
  EXPECT_EQ(quantity(3.2e-6, "s"), "3.2 us");
  EXPECT_EQ(quantity(1, "s"), "1 s");
  EXPECT_EQ(quantity(1000, "B/s"), "1 kB/s");
  EXPECT_EQ(quantity(1e-3, "s"), "1 ms");
  EXPECT_EQ(quantity(0.25e-12, "s"), "0.25 ps");
  EXPECT_EQ(quantity(2e21, "B/s"), "2000 EB/s");
  EXPECT_EQ(quantity(0, "s"), "0 s");
  EXPECT_EQ(quantity(-4e-6, "s"), "-4 us");
}

TEST(Quantity, RoundsBeforeItTakesThePrefix) {
  EXPECT_EQ(quantity(999.96e9, "B/s"), "1 TB/s");
  EXPECT_EQ(quantity(999.94e9, "B/s"), "999.9 GB/s");
}

TEST(Quantity, RatesHaveNoPrefixBelowOne) {
  EXPECT_EQ(quantity(0.95, "B/s"), "0.95 B/s");
  EXPECT_EQ(quantity(0.0095, "items/s"), "0.0095 items/s");
}

TEST(Quantity, IsPlainWithoutAUnit) {
  EXPECT_EQ(quantity(0.0123456, ""), "0.01235");
  EXPECT_EQ(quantity(12345, ""), "1.234e+04");
}

TEST(Percent, HasNoMoreDigitsThanItNeeds) {
  EXPECT_EQ(percent(0.05), "5 %");
  EXPECT_EQ(percent(0.125), "12.5 %");
}

}  // namespace
}  // namespace tickbench::floors
