// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <limits>

#include "text/wording.hpp"

namespace tickbench::text {
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

TEST(Quantity, HasNoMoreThanItsDigits) {
  const QuantityFormat three{.digits = 3, .keeps_zeros = true, .least = -5, .micro = "µ"};
  EXPECT_EQ(quantity(3.2e-6, "s", three), "3.20 µs");
  EXPECT_EQ(quantity(9.996e-4, "s", three), "1.00 ms");
  EXPECT_EQ(quantity(9.994e-4, "s", three), "999 µs");
  EXPECT_EQ(quantity(99.96, "s", three), "100 s");
  EXPECT_EQ(quantity(12345, "s", three), "12345 s") << "no prefix above a second";
  EXPECT_EQ(quantity(1e-21, "s", three), "0.00 fs") << "below the smallest prefix";
  EXPECT_EQ(quantity(0, "s", three), "0 s");
}

TEST(Quantity, APrefixCanBeSharedByOthers) {
  const QuantityFormat three{.digits = 3, .keeps_zeros = true};
  EXPECT_EQ(prefix_power(1e-3, "s"), -1);
  EXPECT_EQ(prefix_power(999.96e9, "B/s"), 4);
  EXPECT_EQ(prefixed_unit(4, "B/s"), "TB/s");
  EXPECT_EQ(in_prefix(9.9e-4, -1, three), "0.99");
  EXPECT_EQ(in_prefix(1.02e-3, -1, three), "1.02");
}

TEST(Quantity, WhatIsNoNumberHasNoPrefix) {
  EXPECT_EQ(quantity(std::numeric_limits<double>::infinity(), "s"), "inf s");
  EXPECT_EQ(quantity(std::numeric_limits<double>::quiet_NaN(), "B/s", {.keeps_zeros = true}),
            "nan B/s");
}

TEST(DurationText, ChoosesTheUnit) {
  EXPECT_EQ(duration_text(Seconds(0)), "0 s");
  EXPECT_EQ(duration_text(Seconds(1.5)), "1.5 s");
  EXPECT_EQ(duration_text(Seconds(0.0123456)), "12.35 ms");
  EXPECT_EQ(duration_text(Seconds(-2e-6)), "-2 us");
  EXPECT_EQ(duration_text(Seconds(83e-9)), "83 ns");
  EXPECT_EQ(duration_text(Seconds(5e-13)), "0.0005 ns");
}

TEST(Percent, HasNoMoreDigitsThanItNeeds) {
  EXPECT_EQ(percent(0.05), "5 %");
  EXPECT_EQ(percent(0.125), "12.5 %");
}

TEST(RoughPercent, HasOneDecimalBelowTen) {
  EXPECT_EQ(rough_percent(0.0044), "0.4 %");
  EXPECT_EQ(rough_percent(0.00031), "0.03 %");
  EXPECT_EQ(rough_percent(0.123), "12 %");
  EXPECT_EQ(rough_percent(0), "0.0 %");
}

TEST(Width, CountsCharacters) { EXPECT_EQ(width("±0.4 %"), 6U); }

}  // namespace
}  // namespace tickbench::text
