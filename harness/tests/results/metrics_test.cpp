// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "results/record.hpp"

namespace tickbench::results {
namespace {

TEST(Metrics, RatesTurnTheIntervalRound) {
  Record record;
  record.declared.bytes_read = 100;
  record.batched.emplace();
  record.batched->median = Seconds(2);
  record.batched->interval = {1, 4, 0.95};
  for (const auto& metric : metrics(record))
    if (metric.name == "bytes_per_second") {
      EXPECT_DOUBLE_EQ(metric.value, 50);
      EXPECT_DOUBLE_EQ(metric.interval->low, 25);
      EXPECT_DOUBLE_EQ(metric.interval->high, 100);
      return;
    }
  FAIL();
}

TEST(Metrics, ATimeThatMayBeZeroLeavesARateWithoutAnInterval) {
  Record record;
  record.declared.bytes_read = 100;
  record.peaks.bytes_per_second = 200;
  record.isolated.emplace();
  record.isolated->median = Seconds(2);
  record.isolated->interval = {0, 4, 0.95};
  int rates = 0;
  for (const auto& metric : metrics(record))
    if (metric.name == "bytes_per_second" || metric.name == "fraction_of_peak") {
      EXPECT_GT(metric.value, 0);
      EXPECT_FALSE(metric.interval) << metric.name;
      ++rates;
    }
  EXPECT_EQ(rates, 2);
}

TEST(Metrics, NothingMeasuredNothingClaimed) { EXPECT_TRUE(metrics(Record{}).empty()); }

}  // namespace
}  // namespace tickbench::results
