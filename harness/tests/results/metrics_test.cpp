// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>
#include <optional>

#include "results/record.hpp"
#include "results/write.hpp"

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
      EXPECT_DOUBLE_EQ(metric.interval.low, 25);
      EXPECT_DOUBLE_EQ(metric.interval.high, 100);
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
      EXPECT_FALSE(metric.has_interval()) << metric.name;
      ++rates;
    }
  EXPECT_EQ(rates, 2);
}

/// The metric's value; nothing where there is none.
std::optional<double> value_of(const Record& record, std::string_view name) {
  for (const auto& metric : metrics(record))
    if (metric.name == name) return metric.value;
  return std::nullopt;
}

/// Of 100 bytes and 60 operations in 2 s.
Record with_rates() {
  static const Case kCase;
  Record record;
  record.benchmark_case = &kCase;
  record.declared.bytes_read = 100;
  record.declared.flops = 60;
  record.batched.emplace();
  record.batched->median = Seconds(2);
  record.batched->interval = {2, 2, 0.95};
  return record;
}

TEST(Metrics, TheShareOfATheoreticalPeakIsTheLargerOfTwo) {
  auto record = with_rates();
  record.peaks = {.bytes_per_second = 80, .flops_per_second = 300};
  EXPECT_EQ(value_of(record, "fraction_of_theoretical"), std::nullopt) << "not known";
  record.theoretical.bytes_per_second = 100;
  EXPECT_DOUBLE_EQ(value_of(record, "fraction_of_theoretical").value(), 0.5);
  EXPECT_DOUBLE_EQ(value_of(record, "fraction_of_peak").value(), 0.625);
  record.theoretical.flops_per_second = 40;
  EXPECT_DOUBLE_EQ(value_of(record, "fraction_of_theoretical").value(), 0.75);
}

TEST(Metrics, TheLargestErrorIsThatOfAllChecks) {
  auto record = with_rates();
  EXPECT_EQ(value_of(record, "largest_error"), std::nullopt) << "nothing was checked";
  record.checks.resize(2);
  EXPECT_EQ(value_of(record, "largest_error"), 0);
  record.checks[0].result.comparison.largest_error = 1e-6;
  record.checks[1].result.comparison.largest_error = 1e-7;
  EXPECT_EQ(value_of(record, "largest_error"), 1e-6);
}

TEST(Metrics, TheEnqueueIsAPartOfTheHostsTime) {
  auto record = with_rates();
  record.isolated.emplace();
  record.isolated->median = Seconds(1);
  for (const double enqueue : {3.0, 1.0, 2.0})
    record.isolated->samples.push_back({Seconds(1), Seconds(5), Seconds(enqueue)});
  EXPECT_EQ(value_of(record, "enqueue_time"), 2);
}

/// `count` isolated samples of 1 s, 2 s, ... in an order without correlation.
Record with_isolated_samples(int count) {
  Record record;
  record.isolated.emplace();
  record.isolated->median = Seconds(1);
  // 179 is coprime to the counts of these tests.
  for (int i = 0; i < count; ++i)
    record.isolated->samples.push_back({.device = Seconds(1 + 179 * i % count)});
  return record;
}

TEST(Metrics, PercentilesNeedTheSamplesOfTheirIntervals) {
  const auto many = with_isolated_samples(401), some = with_isolated_samples(101),
             few = with_isolated_samples(35);
  EXPECT_DOUBLE_EQ(*value_of(many, "isolated_p90"), 361);
  EXPECT_DOUBLE_EQ(*value_of(many, "isolated_p99"), 397);
  EXPECT_DOUBLE_EQ(*value_of(some, "isolated_p90"), 91);
  EXPECT_EQ(value_of(some, "isolated_p99"), std::nullopt);
  EXPECT_EQ(value_of(few, "isolated_p90"), std::nullopt);
}

TEST(Evidence, OfAPercentileIsNotSureByItsSamplesAlone) {
  const auto some = evidence(with_isolated_samples(101), "isolated_p99", 0.95);
  ASSERT_TRUE(some);
  EXPECT_DOUBLE_EQ(some->value, 100);
  EXPECT_LT(some->interval.level, 0.95);
  // All of 101 samples below a floor leave one p99 of three above it.
  EXPECT_FALSE(std::isfinite(some->highest));
  EXPECT_EQ(evidence(with_isolated_samples(401), "isolated_p99", 0.95)->interval.level, 0.95);
}

TEST(Metrics, NothingMeasuredNothingClaimed) { EXPECT_TRUE(metrics(Record{}).empty()); }

Record with_memory(std::uint64_t peak) {
  auto record = with_rates();
  record.device_memory = {.peak = peak, .held = peak - 1, .driver = {}, .driver_counted = "why"};
  return record;
}

TEST(Metrics, MemoryIsExact) {
  for (const auto peak : {std::uint64_t{1}, std::uint64_t{1} << 33, (std::uint64_t{1} << 53) + 1}) {
    const auto record = with_memory(peak);
    EXPECT_EQ(value_of(record, "device_memory"), static_cast<double>(peak));
    const auto json = nlohmann::json::parse(single_line(to_json(record)))["device_memory"];
    EXPECT_EQ(json["peak"].get<std::uint64_t>(), peak);
    EXPECT_TRUE(json["peak"].is_number_unsigned());
    EXPECT_EQ(json["held"].get<std::uint64_t>(), peak - 1);
    EXPECT_EQ(json["driver"]["why_not"], "why");
    const auto found = evidence(record, "device_memory", 0.95);
    ASSERT_TRUE(found);
    EXPECT_TRUE(found->is_exact);
    EXPECT_EQ(found->lowest, static_cast<double>(peak));
    EXPECT_EQ(found->samples, 1U);
  }
}

TEST(Metrics, MemoryIsOfNoRowThatFailedOrTookNone) {
  EXPECT_EQ(value_of(with_memory(0), "device_memory"), std::nullopt);
  EXPECT_FALSE(evidence(with_memory(0), "device_memory", 0.95));
  auto failed = with_memory(7);
  failed.outcome = Outcome::kWrongResult;
  EXPECT_EQ(value_of(failed, "device_memory"), std::nullopt);
  EXPECT_FALSE(evidence(failed, "device_memory", 0.95));
  EXPECT_FALSE(to_json(failed).contains("device_memory"));
}

TEST(Metrics, ADriverThatGaveMemoryBackIsBelowZero) {
  auto record = with_memory(7);
  record.device_memory.driver = -4096;
  EXPECT_EQ(to_json(record)["device_memory"]["driver"]["bytes"], -4096);
}

}  // namespace
}  // namespace tickbench::results
