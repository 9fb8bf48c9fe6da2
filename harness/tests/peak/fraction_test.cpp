// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "tickbench/peak.hpp"

namespace tickbench {
namespace {

const Peaks kPeaks{.bytes_per_second = 4e12, .flops_per_second = 60e12};

TEST(FractionOfPeak, IsTheLargerOfMemoryAndArithmetic) {
  EXPECT_DOUBLE_EQ(fraction_of_peak(kPeaks, 2e12, 6e12), 0.5);
  EXPECT_DOUBLE_EQ(fraction_of_peak(kPeaks, 1e12, 45e12), 0.75);
}

TEST(FractionOfPeak, TakesWhatIsThere) {
  EXPECT_DOUBLE_EQ(fraction_of_peak(kPeaks, 0, 15e12), 0.25);
  EXPECT_DOUBLE_EQ(fraction_of_peak(kPeaks, 1e12, 0), 0.25);
  EXPECT_DOUBLE_EQ(fraction_of_peak({.bytes_per_second = 1e12}, 1e12, 15e12), 1);
}

TEST(FractionOfPeak, IsZeroWhereNothingApplies) {
  EXPECT_EQ(fraction_of_peak(kPeaks, 0, 0), 0);
  EXPECT_EQ(fraction_of_peak({}, 1e12, 1e12), 0);
}

}  // namespace
}  // namespace tickbench
