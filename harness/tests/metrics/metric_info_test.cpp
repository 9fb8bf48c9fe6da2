// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "metrics/metric_info.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <set>
#include <span>

#include "floors/floor.hpp"

namespace tickbench::metrics {
namespace {

TEST(Metric, EveryMetricOfTheOutputHasItsDirection) {
  for (const auto* name : {"time", "real_time", "cpu_time", "isolated_time", "host_time",
                           "enqueue_time", "launch_overhead", "noise", "largest_error"})
    EXPECT_EQ(find_metric(name)->better, Direction::kLowerIsBetter) << name;
  for (const auto* name :
       {"bytes_per_second", "items_per_second", "flops_per_second", "speedup_tbb", "speedup_serial",
        "speedup_host_tbb", "speedup_host_serial", "fraction_of_peak", "fraction_of_theoretical"})
    EXPECT_EQ(find_metric(name)->better, Direction::kHigherIsBetter) << name;
}

TEST(Metric, NoTimeAndNoRateIsZero) {
  for (const auto* name : {"time", "host_time", "bytes_per_second", "speedup_tbb", "real_time"})
    for (const double value : {0.0, -1e-6, 1e-320, std::numeric_limits<double>::infinity()})
      EXPECT_FALSE(find_metric(name)->is_possible(value)) << name << value;
  EXPECT_TRUE(find_metric("time")->is_possible(1e-9));
  EXPECT_TRUE(find_metric("noise")->is_possible(0));
  EXPECT_FALSE(find_metric("noise")->is_possible(-1));
  EXPECT_TRUE(find_metric("launch_overhead")->is_possible(-1e-6)) << "a difference";
}

TEST(Metric, AnUnknownCounterHasNone) {
  for (const auto* name : {"widgets", "timesteps", "tokens_per_second", "host_threads", "speedup_",
                           "speedup", "Time", ""})
    EXPECT_EQ(find_metric(name), nullptr) << name;
  EXPECT_EQ(source_of("timesteps"), SampleSource::kShown);
}

TEST(Metric, SpeedUpsDependOnTheHost) {
  EXPECT_TRUE(find_metric("speedup_tbb")->depends_on_host());
  EXPECT_TRUE(find_metric("host_time")->depends_on_host());
  EXPECT_TRUE(find_metric("enqueue_time")->depends_on_host());
  EXPECT_FALSE(find_metric("time")->depends_on_host());
  EXPECT_FALSE(find_metric("bytes_per_second")->depends_on_host());
}

TEST(Metric, ASpeedUpOverAnyReferenceIsOne) {
  for (const auto* name : {"speedup_openblas", "speedup_host_openblas", "speedup_my_own"}) {
    ASSERT_NE(find_metric(name), nullptr) << name;
    EXPECT_EQ(find_metric(name)->kind, MetricKind::kRatio) << name;
    EXPECT_EQ(find_metric(name)->source, SampleSource::kReferences) << name;
    EXPECT_TRUE(find_metric(name)->takes_floor()) << name;
  }
  EXPECT_EQ(reference_name("speedup_my_own"), "my_own");
  EXPECT_EQ(reference_name("speedup_host_tbb"), "tbb");
  EXPECT_EQ(reference_name("time"), "");
}

TEST(Metric, TheRatioToABaselineIsASpeedUpOfTheDeviceAlone) {
  const auto* metric = find_metric("speedup_baseline");
  EXPECT_EQ(metric->kind, MetricKind::kRatio);
  EXPECT_EQ(metric->source, SampleSource::kBaseline);
  EXPECT_EQ(metric->better, Direction::kHigherIsBetter);
  EXPECT_FALSE(metric->depends_on_host());
  EXPECT_FALSE(metric->is_single_sample());
  EXPECT_TRUE(metric->takes_floor());
  EXPECT_EQ(reference_name("speedup_baseline"), "baseline");
}

TEST(Metric, FloorsAreAboutMostOfThemAndAnyCounter) {
  for (const auto name : metrics::floor_metrics()) EXPECT_NE(floor_range(name), nullptr) << name;
  EXPECT_EQ(floor_range("energy"), nullptr);
  EXPECT_EQ(floor_range("allocations"), nullptr) << "which may be a slip";
  EXPECT_EQ(floor_range("counter:"), nullptr);
  EXPECT_TRUE(floor_range("counter:allocations")->holds(0));
  EXPECT_FALSE(floor_range("real_time")->holds(0));
}

TEST(Metric, MemoryIsACountOfBytes) {
  EXPECT_TRUE(is_exact("device_memory"));
  EXPECT_FALSE(is_exact("energy"));
  EXPECT_EQ(unit_of("device_memory"), "B");
  EXPECT_FALSE(find_metric("device_memory")->is_of_samples());
  EXPECT_TRUE(floor_range("device_memory")->holds(std::pow(2, 33)));
  EXPECT_FALSE(floor_range("device_memory")->holds(0));
  EXPECT_FALSE(floor_range("device_memory")->holds(1e-3));
}

TEST(Metric, ACounterIsNamedAsInResults) {
  EXPECT_EQ(counter_name("counter:allocations"), "allocations");
  EXPECT_EQ(counter_name("time"), "");
  EXPECT_EQ(name_in_results("counter:time"), "time");
  EXPECT_EQ(name_in_results("cpu_time"), "cpu_time");
}

TEST(Metric, GoogleBenchmarksTableShowsWhatIsNoOtherNumberAgain) {
  for (const auto* name : {"bytes_per_second", "speedup_tbb", "speedup_any", "host_time"})
    EXPECT_TRUE(find_metric(name)->is_printed);
  for (const auto* name : {"time", "speedup_host_tbb", "largest_error", "cpu_time"})
    EXPECT_FALSE(find_metric(name)->is_printed);
}

}  // namespace
}  // namespace tickbench::metrics
