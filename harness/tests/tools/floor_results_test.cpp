// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "tools/floor_results.hpp"

#include <gmock/gmock.h>

#include <cmath>

#include "tools/tool_fixture.hpp"

namespace tickbench::tools {
namespace {

using testing::HasSubstr;
using testing::SizeIs;

class FloorResults : public ToolTest {
 protected:
  static MeasuredRun read(const std::string& text) {
    write("r.json", text);
    return read_measured("r.json").at(0);
  }
  static std::string error_of(const std::string& text) {
    try {
      read(text);
    } catch (const UsageError& error) {
      return error.what();
    }
    return "no error";
  }
};

TEST_F(FloorResults, ReadsAMetricWithItsInterval) {
  const auto file = read(result_file(row(R"("time": {"value": 2, "low": 1.5, "high": 3})")));
  ASSERT_THAT(file.benchmarks, SizeIs(1));
  EXPECT_EQ(file.benchmarks[0].id, "opencl/a/1");
  EXPECT_EQ(file.benchmarks[0].device, "D");
  const auto& evidence = file.benchmarks[0].repetitions.at(0).at("time");
  EXPECT_EQ(evidence.value, 2);
  EXPECT_EQ(evidence.interval.low, 1.5);
  EXPECT_EQ(evidence.interval.high, 3);
  EXPECT_EQ(evidence.interval.level, 0.95);
  EXPECT_EQ(evidence.samples, 40U);
  EXPECT_TRUE(std::isinf(evidence.lowest));
}

TEST_F(FloorResults, CountsTheSamplesOfTheModeThatAMetricComesFrom) {
  const std::string interval = R"({"value": 2, "low": 1.5, "high": 3})";
  const auto file =
      read(result_file(row("\"isolated_time\": " + interval + ", \"host_time\": " + interval +
                           ", \"speedup_tbb\": " + interval)));
  const auto& metrics = file.benchmarks[0].repetitions[0];
  EXPECT_EQ(metrics.at("isolated_time").samples, 30U);
  EXPECT_EQ(metrics.at("host_time").samples, 30U);
  EXPECT_EQ(metrics.at("speedup_tbb").samples, 5U);
  EXPECT_EQ(metrics.at("speedup_tbb").lowest, 1.5) << "of five samples the interval is [min, max]";
  EXPECT_EQ(metrics.at("speedup_tbb").highest, 3);
}

TEST_F(FloorResults, TakesTheLevelFromTheMetric) {
  const auto file =
      read(result_file(row(R"("time": {"value": 2, "low": 1.5, "high": 3, "level": 0.9})")));
  EXPECT_EQ(file.benchmarks[0].repetitions[0].at("time").interval.level, 0.9);
}

TEST_F(FloorResults, TakesTheSamplesOfAReferenceFromWhereItStands) {
  const std::string metrics =
      R"("speedup_host_tbb": {"value": 2, "low": 1.5, "high": 3}}, "references": {"tbb": {"samples": 3})";
  EXPECT_EQ(
      read(result_file(row(metrics))).benchmarks[0].repetitions[0].at("speedup_host_tbb").samples,
      3U);
}

TEST_F(FloorResults, EstimatesTheIntervalOfTheNoise) {
  const auto file = read(result_file(row(R"("noise": {"value": 0.1})")));
  const auto& noise = file.benchmarks[0].repetitions[0].at("noise");
  EXPECT_NEAR(noise.interval.low, 0.1 / 1.4353, 1e-4);
  EXPECT_NEAR(noise.interval.high, 0.1 * 1.4353, 1e-4);
  EXPECT_EQ(noise.interval.level, 0.95);
}

TEST_F(FloorResults, ANullIsAMetricThatWasNotMeasured) {
  const auto file = read(result_file(row(R"("time": {"value": null}, "noise": null)")));
  EXPECT_TRUE(file.benchmarks[0].repetitions[0].empty());
}

TEST_F(FloorResults, PutsRepetitionsTogetherAndDevicesApart) {
  const auto file = read(result_file(row("") + "," + row("", "opencl/a/1", "E") + "," + row("")));
  ASSERT_THAT(file.benchmarks, SizeIs(2));
  EXPECT_THAT(file.benchmarks[0].repetitions, SizeIs(2));
  EXPECT_EQ(file.benchmarks[1].device, "E");
}

TEST_F(FloorResults, OneFailedRepetitionFailsTheBenchmark) {
  const auto file =
      read(result_file(row("") + "," + row("", "opencl/a/1", "D", "wrong_result") + "," + row("")));
  EXPECT_EQ(file.benchmarks[0].outcome, "wrong_result");
  EXPECT_TRUE(file.benchmarks[0].is_failed());
  EXPECT_FALSE(file.benchmarks[0].is_skipped());
}

TEST_F(FloorResults, KnowsSkipsFromFailures) {
  for (const char* skip : {"over_limit", "unsupported", "no_device"}) {
    const auto file = read(result_file(row("", "opencl/a/1", "D", skip)));
    EXPECT_TRUE(file.benchmarks[0].is_skipped()) << skip;
    EXPECT_FALSE(file.benchmarks[0].is_failed()) << skip;
  }
  EXPECT_TRUE(read(result_file(row("", "opencl/a/1", "D", "timed_out"))).benchmarks[0].is_failed());
  EXPECT_FALSE(
      read(result_file(row("", "opencl/a/1", "D", "nothing_to_check"))).benchmarks[0].is_failed());
}

TEST_F(FloorResults, TakesTheMedianWhereOnlyAggregatesAreThere) {
  const auto aggregate = [](const std::string& name, const std::string& value) {
    return R"({"name": "n", "run_type": "aggregate", "aggregate_name": ")" + name +
           R"(", "tickbench": {"id": "a", "device": "D", "metrics": {"time": {"value": )" + value +
           "}}}}";
  };
  const auto aggregates = aggregate("mean", "1") + "," + aggregate("median", "2");
  EXPECT_EQ(read(result_file(aggregates)).benchmarks[0].repetitions.at(0).at("time").value, 2);
  EXPECT_EQ(
      read(result_file(row("", "a") + "," + aggregates)).benchmarks[0].repetitions.at(0).size(),
      0U);
}

TEST_F(FloorResults, RefusesOtherFiles) {
  EXPECT_THAT(error_of(R"({"benchmarks": []})"), HasSubstr("at least one benchmark, found none"));
  EXPECT_THAT(error_of(R"({"benchmarks": [{"name": "BM_x", "run_type": "iteration"}]})"),
              HasSubstr("'BM_x' without an object named tickbench"));
  EXPECT_THROW(read_measured("none.json"), UsageError);
}

}  // namespace
}  // namespace tickbench::tools
