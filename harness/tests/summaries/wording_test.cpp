// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "summaries/wording.hpp"

#include <gtest/gtest.h>

#include "metrics/metric_info.hpp"

namespace tickbench::html_report {
namespace {

TEST(Units, ATimeHasThreeDigitsAndAPrefix) {
  EXPECT_EQ(metric_value("time", 3.2e-6), "3.20 µs");
  EXPECT_EQ(metric_value("bytes_per_second", 4.321e12), "4.32 TB/s");
  EXPECT_EQ(metric_value("time", 0), "0 s");
  EXPECT_EQ(metric_value("time", -5e-6), "-5.00 µs");
  EXPECT_EQ(metric_value("time", 1e-21), "0.00 fs");  // below the smallest prefix
}

TEST(Units, DoesNotWriteAThousand) {
  EXPECT_EQ(metric_value("time", 9.996e-4), "1.00 ms");
  EXPECT_EQ(metric_value("time", 9.994e-4), "999 µs");
  EXPECT_EQ(metric_value("time", 9.996), "10.0 s");
  EXPECT_EQ(metric_value("time", 99.96), "100 s");
}

TEST(Units, APlainNumberHasNoExponentWhereThatIsReadable) {
  EXPECT_EQ(plain(0), "0");
  EXPECT_EQ(plain(0.0456), "0.0456");
  EXPECT_EQ(plain(123.4), "123");
  EXPECT_EQ(plain(123456), "123456");
}

TEST(Units, AnAxisTakesThePrefixOfItsLargestValue) {
  EXPECT_EQ(axis_unit(4.2e9, "B/s").second, "GB/s");
  EXPECT_EQ(axis_unit(4.2e9, "B/s").first, 1e9);
  EXPECT_EQ(axis_unit(3e-6, "s").second, "µs");
  EXPECT_EQ(axis_unit(300, "×").first, 1);
}

TEST(Units, ASpeedUpKnowsItsReference) {
  BenchmarkSummary benchmark;
  benchmark.is_plain = false;
  EXPECT_EQ(metrics::reference_name("speedup_openblas"), "openblas");
  EXPECT_EQ(timing_text(benchmark, "speedup_openblas"), "paired, method not stated");
  EXPECT_EQ(metrics::reference_name("speedup_host_openblas"), "openblas");
  EXPECT_EQ(timing_text(benchmark, "speedup_host_openblas"), "paired, host clock");
  EXPECT_EQ(metrics::reference_name("time"), "");
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
  EXPECT_EQ(metric_value("fraction_of_theoretical", 0.63), "63.0 %");
  EXPECT_EQ(metric_value("largest_error", 1.19e-7), "1.19e-07");
  EXPECT_EQ(metric_value("largest_error", 0), "0");
  EXPECT_EQ(peak_text("bytes_per_second", 144e9), "144 GB/s");
  EXPECT_EQ(peak_text("bytes_per_second", 0), "B/s unknown");
  EXPECT_EQ(metric_value("items_per_second", 1e6), "1.00 M/s");
}

TEST(Units, AnIntervalIsInTheUnitOfItsValue) {
  EXPECT_EQ(metric_interval("time", {1e-3, Interval{9.9e-4, 1.02e-3, 0.95}}), "0.99 to 1.02");
  EXPECT_EQ(metric_interval("speedup_tbb", {3, Interval{2.5, 3.5, 0.95}}), "2.50 to 3.50");
  EXPECT_EQ(metric_interval("noise", {0.02, Interval{0.01, 0.03, 0.95}}), "1.00 to 3.00");
  EXPECT_EQ(metric_interval("time", {1e-3}), "");
}

TEST(FileSlug, IsPlain) {
  EXPECT_EQ(file_slug("NVIDIA H200"), "nvidia-h200");
  EXPECT_EQ(file_slug("../../etc/passwd"), "etc-passwd");
  EXPECT_EQ(file_slug("'; rm -rf /"), "rm-rf");
  EXPECT_EQ(file_slug("设备"), "unnamed");
  EXPECT_EQ(file_slug(std::string(500, 'x')).size(), 40u);
}

}  // namespace
}  // namespace tickbench::html_report
