// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>

#include "tools/floor_results.hpp"

namespace tickbench::tools {
namespace {

using Metrics = std::vector<results::Metric>;

results::Metric around(std::string_view name, double value, double half_width) {
  return {{value, {value - half_width, value + half_width, 0.95}}, name};
}

results::Metric time_around(double value, double half_width) {
  return around("time", value, half_width);
}

results::Benchmark benchmark(const std::string& id, const std::vector<Metrics>& repetitions) {
  results::Benchmark benchmark;
  benchmark.id = id;
  benchmark.device = "D";
  benchmark.outcome = "passed";
  benchmark.is_plain = false;
  for (const auto& metrics : repetitions) {
    auto& repetition = benchmark.repetitions.emplace_back();
    repetition.metrics = metrics;
    repetition.sample_counts = {{"isolated", 30}};
  }
  return benchmark;
}

FloorFile floors(const std::string& members) {
  return FloorFile::parse(
      R"({"schema": "tickbench-floors/1", "floors": [{"device": "D", )" + members + "}]}", "f");
}

std::vector<Judgement> judgements(std::vector<results::Benchmark> benchmarks,
                                  const FloorFile& file) {
  results::ResultFile run;
  run.benchmarks = std::move(benchmarks);
  return check_results({&run, 1}, {&file, 1}).at(0).judgements;
}

Judgement only_judgement(std::vector<results::Benchmark> benchmarks, const FloorFile& file) {
  return judgements(std::move(benchmarks), file).at(0);
}

TEST(Widened, ScalesBothSidesAsANormalDistributionOfTheLogarithmWould) {
  const Evidence wide = widened({10, {9, 12, 0.95}, 30}, 0.99);
  EXPECT_NEAR(wide.interval.low, 10 * std::pow(0.9, 2.5758 / 1.9600), 1e-3);
  EXPECT_NEAR(wide.interval.high, 10 * std::pow(1.2, 2.5758 / 1.9600), 1e-3);
  EXPECT_EQ(wide.interval.level, 0.99);
  EXPECT_GT(widened({10, {0.5, 40, 0.95}, 30}, 0.9999).interval.low, 0) << "however noisy";
  EXPECT_NEAR(widened({0, {-1, 1, 0.95}, 30}, 0.99).interval.low, -2.5758 / 1.9600, 1e-3)
      << "a difference";
}

TEST(Widened, NeverNarrowsAndLeavesExtremesAlone) {
  EXPECT_EQ(widened({10, {9, 12, 0.95}, 30}, 0.9).interval.low, 9);
  const Evidence few{{10, {9, 12, 0.9375}}, 5, 9, 12};
  EXPECT_EQ(widened(few, 0.99).interval.low, 9);
  EXPECT_EQ(widened({10, {10, 10, 0}, 30}, 0.95).interval.level, 0);
}

TEST(CheckResults, OneFloorTakesTheIntervalAsItIs) {
  const auto file = floors(R"("benchmark": "a", "metric": "time", "at_most": 10, "tolerance": 0)");
  const auto judged = [&](double value) {
    return only_judgement({benchmark("a", {{time_around(value, 0.1)}})}, file).verdict;
  };
  EXPECT_EQ(judged(9.89), FloorVerdict::kPass);
  EXPECT_EQ(judged(9.95), FloorVerdict::kInconclusive);
  EXPECT_EQ(judged(10.11), FloorVerdict::kFail);
}

TEST(CheckResults, FewSamplesDecideByTheirSideAndOneCountDoes) {
  auto one = benchmark("a", {{time_around(9, 0.1), {"loads", 3, {}}}});
  const auto judged = [&](std::int64_t samples, const std::string& metric, const char* at_most) {
    one.repetitions[0].sample_counts = {{"isolated", samples}};
    return only_judgement({one}, floors(R"("benchmark": "a", "tolerance": 0, "metric": ")" +
                                        metric + R"(", "at_most": )" + at_most))
        .verdict;
  };
  EXPECT_EQ(judged(4, "time", "10"), FloorVerdict::kInconclusive);
  EXPECT_EQ(judged(5, "time", "10"), FloorVerdict::kPass);
  EXPECT_EQ(judged(5, "time", "8"), FloorVerdict::kFail);
  EXPECT_EQ(judged(30, "counter:loads", "3"), FloorVerdict::kPass);
  EXPECT_EQ(judged(30, "counter:loads", "2"), FloorVerdict::kFail);
}

TEST(CheckResults, SeveralFloorsShareTheErrorRate) {
  const auto file = FloorFile::parse(
      R"({"schema": "tickbench-floors/1", "floors": [
{"device": "D", "benchmark": "a", "metric": "time", "at_most": 10, "tolerance": 0},
{"device": "D", "benchmark": "a", "metric": "host_time", "at_most": 20, "tolerance": 0}]})",
      "f");
  const auto found = judgements(
      {benchmark("a", {{time_around(9.89, 0.1), around("host_time", 9.89, 0.1)}})}, file);
  EXPECT_EQ(found.at(0).verdict, FloorVerdict::kInconclusive) << "the interval is wider now";
  EXPECT_EQ(found.at(0).evidence->interval.level, level_for(2, 1));
  EXPECT_EQ(found.at(1).verdict, FloorVerdict::kPass);
}

TEST(CheckResults, JudgesRepetitionsTogether) {
  const auto file = floors(R"("benchmark": "a", "metric": "time", "at_most": 10, "tolerance": 0)");
  const auto judgement =
      only_judgement({benchmark("a", {{time_around(9, 0.1)}, {time_around(11, 0.1)}})}, file);
  EXPECT_EQ(judgement.verdict, FloorVerdict::kInconclusive);
  EXPECT_EQ(judgement.repetitions, 2U);
}

class CheckRatio : public testing::Test {
 protected:
  static Judgement judged(const Metrics& own, const Metrics& other,
                          const char* outcome = "passed") {
    std::vector results{benchmark("x/a", {own}), benchmark("x/b", {other})};
    results[1].outcome = outcome;
    return only_judgement(results, floors(R"("benchmark": "(x)/a", "metric": "ratio", "of": "time",
                                             "to": "\\1/b", "at_most": 2, "tolerance": 0)"));
  }
};

TEST_F(CheckRatio, IsBoundedByTheEndsOfBothIntervals) {
  const auto judgement = judged({time_around(30, 1)}, {time_around(20, 1)});
  EXPECT_EQ(judgement.verdict, FloorVerdict::kPass);
  EXPECT_DOUBLE_EQ(judgement.evidence->value, 1.5);
  // Each at 97.5 %, so that both hold at 95 %.
  const double wider = 2.2414 / 1.9600;
  const auto end = [&](double value, double by) {
    return value * std::pow((value + by) / value, wider);
  };
  EXPECT_NEAR(judgement.evidence->interval.low, end(30, -1) / end(20, 1), 1e-4);
  EXPECT_NEAR(judgement.evidence->interval.high, end(30, 1) / end(20, -1), 1e-4);
  EXPECT_NEAR(judgement.evidence->interval.level, 0.95, 1e-12);
}

TEST_F(CheckRatio, OfNoisyTimesIsJudged) {
  // Widened to 97.5 % as it stands, the interval of the other would reach below 0.
  EXPECT_EQ(judged({time_around(1, 0.1)}, {time_around(20, 19.5)}).verdict,
            FloorVerdict::kInconclusive);
  EXPECT_EQ(judged({time_around(1, 0.1)}, {time_around(20, 19)}).verdict, FloorVerdict::kPass);
}

TEST_F(CheckRatio, OfOneThatIsTooSlowFails) {
  EXPECT_EQ(judged({time_around(50, 1)}, {time_around(20, 1)}).verdict, FloorVerdict::kFail);
  EXPECT_EQ(judged({time_around(40, 1)}, {time_around(20, 1)}).verdict,
            FloorVerdict::kInconclusive);
}

TEST_F(CheckRatio, NeedsBothToBeMeasured) {
  EXPECT_EQ(judged({time_around(30, 1)}, {}).why_not, "x/b has none");
  EXPECT_EQ(judged({}, {time_around(20, 1)}).why_not, "this benchmark has none");
  EXPECT_EQ(judged({time_around(30, 1)}, {time_around(1, 2)}).why_not, "that of x/b may be 0");
  EXPECT_EQ(judged({time_around(1, 2)}, {time_around(20, 1)}).why_not,
            "that of this benchmark may be 0");
  EXPECT_EQ(judged({time_around(30, 1)}, {}).verdict, FloorVerdict::kNotMeasured);
  EXPECT_EQ(judged({}, {time_around(20, 1)}).verdict, FloorVerdict::kNotMeasured);
  EXPECT_EQ(judged({time_around(30, 1)}, {time_around(1, 2)}).verdict, FloorVerdict::kNotMeasured);
  EXPECT_EQ(judged({time_around(30, 1)}, {time_around(20, 1)}, "wrong_result").verdict,
            FloorVerdict::kNotMeasured);
}

}  // namespace
}  // namespace tickbench::tools
