// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "results/metric.hpp"

#include <gtest/gtest.h>

namespace tickbench::results {
namespace {

TEST(Metric, EveryMetricOfTheOutputHasItsDirection) {
  for (const auto* name :
       {"time", "real_time", "cpu_time", "isolated_time", "host_time", "launch_overhead", "noise"})
    EXPECT_EQ(better_direction(name), Direction::kLowerIsBetter) << name;
  for (const auto* name :
       {"bytes_per_second", "items_per_second", "flops_per_second", "speedup_tbb", "speedup_serial",
        "speedup_host_tbb", "speedup_host_serial", "fraction_of_peak"})
    EXPECT_EQ(better_direction(name), Direction::kHigherIsBetter) << name;
}

TEST(Metric, AnUnknownCounterHasNone) { EXPECT_EQ(better_direction("widgets"), std::nullopt); }

TEST(Metric, OnlyTimesAreSampled) {
  EXPECT_EQ(sampled_by("time")->mode, "batched");
  EXPECT_TRUE(sampled_by("host_time")->host);
  EXPECT_EQ(sampled_by("bytes_per_second"), std::nullopt);
}

TEST(Metric, SpeedUpsDependOnTheHost) {
  EXPECT_TRUE(depends_on_host("speedup_tbb"));
  EXPECT_TRUE(depends_on_host("host_time"));
  EXPECT_FALSE(depends_on_host("time"));
  EXPECT_FALSE(depends_on_host("bytes_per_second"));
}

}  // namespace
}  // namespace tickbench::results
