// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "html_report/units.hpp"

#include <gtest/gtest.h>

namespace tickbench::html_report {
namespace {

TEST(Units, SiHasThreeDigitsAndAPrefix) {
  EXPECT_EQ(si(3.2e-6, "s"), "3.20 µs");
  EXPECT_EQ(si(4.321e12, "B/s"), "4.32 TB/s");
  EXPECT_EQ(si(0, "s"), "0 s");
  EXPECT_EQ(si(-5e-6, "s"), "-5.00 µs");
  EXPECT_EQ(si(1e-21, "s"), "0.00 fs");  // below the smallest prefix
}

TEST(Units, SiDoesNotWriteAThousand) {
  EXPECT_EQ(si(9.996e-4, "s"), "1.00 ms");
  EXPECT_EQ(si(9.994e-4, "s"), "999 µs");
  EXPECT_EQ(si(9.996, "s"), "10.0 s");
  EXPECT_EQ(si(99.96, "s"), "100 s");
}

TEST(Units, TicsHaveNoIdleDigits) {
  EXPECT_EQ(si_tic(2e9, "B/s"), "2 GB/s");
  EXPECT_EQ(si_tic(0, "s"), "0");
  EXPECT_EQ(plain_tic(2048), "2048");
  EXPECT_EQ(plain_tic(0.5), "0.5");
}

TEST(Units, BinaryPrefixesOfWholeMultiplesOnly) {
  EXPECT_EQ(binary(8192, "B"), "8 KiB");
  EXPECT_EQ(binary(1 << 30, "B"), "1 GiB");
  EXPECT_EQ(binary(1000, "B"), "1000 B");
  EXPECT_EQ(binary(1536, "B"), "1536 B");
  EXPECT_EQ(binary(64, ""), "64");
}

TEST(Units, EachMetricHasItsOwn) {
  EXPECT_EQ(metric_value("host_time", 1.5e-5), "15.0 µs");
  EXPECT_EQ(metric_value("flops_per_second", 6.5e13), "65.0 TFLOP/s");
  EXPECT_EQ(metric_value("speedup_tbb", 3.14159), "3.14×");
  EXPECT_EQ(metric_value("fraction_of_peak", 0.987), "98.7 %");
  EXPECT_EQ(metric_value("items_per_second", 1e6), "1.00 M/s");
}

TEST(Units, AnIntervalIsInTheUnitOfItsValue) {
  EXPECT_EQ(metric_interval("time", {1e-3, Interval{9.9e-4, 1.02e-3, 0.95}}), "0.99 to 1.02");
  EXPECT_EQ(metric_interval("speedup_tbb", {3, Interval{2.5, 3.5, 0.95}}), "2.50 to 3.50");
  EXPECT_EQ(metric_interval("noise", {0.02, Interval{0.01, 0.03, 0.95}}), "1.00 to 3.00");
  EXPECT_EQ(metric_interval("time", {1e-3, {}}), "");
}

}  // namespace
}  // namespace tickbench::html_report
