// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include "floors/floor.hpp"
#include "tools/tool_fixture.hpp"

namespace tickbench::tools {
namespace {

using testing::HasSubstr;

class FloorsSuggest : public ToolTest {
 protected:
  void SetUp() override {
    ToolTest::SetUp();
    write("1.json", result_file(row(R"("time": {"value": 2e-6}, "speedup_tbb": {"value": 3})")));
    write("2.json", result_file(row(R"("time": {"value": 3e-6}, "speedup_tbb": {"value": 4})")));
  }
};

TEST_F(FloorsSuggest, PrintsAFloorFileAndSaysHowManyRuns) {
  const auto result = run({"floors", "suggest", "1.json", "2.json", "--margin=0.5"});
  EXPECT_EQ(result.status, 0);
  EXPECT_EQ(result.out, R"({
  "schema": "tickbench-floors/1",
  "floors": [
    {"device": "D", "benchmark": "opencl/a/1", "metric": "time", "at_most": 6e-06, "tolerance": 0, "note": "highest of 2 runs: 3 us, spread 29 %; margin 50 %"}
  ]
}
)");
  EXPECT_EQ(result.err,
            "1 floor from 2 runs on D: the runs do not show which slow-down is found\n");
}

TEST_F(FloorsSuggest, TakesMarginMetricsAndDevice) {
  const auto result = run({"floors", "suggest", "1.json", "2.json", "--margin", "0.1", "--metrics",
                           "speedup_tbb,time", "--device", "D"});
  const auto file = FloorFile::parse(result.out, "out");
  ASSERT_EQ(file.floors().size(), 2U);
  EXPECT_EQ(file.floors()[0].metric, "speedup_tbb");
  EXPECT_EQ(file.floors()[0].threshold, 2.7);
}

TEST_F(FloorsSuggest, WithoutAMarginTakesThreeRuns) {
  const auto few = run({"floors", "suggest", "1.json", "2.json"});
  EXPECT_EQ(few.status, 2);
  EXPECT_THAT(few.err, HasSubstr("or --margin, found 2 runs"));
  write("3.json", result_file(row(R"("time": {"value": 2.5e-6}, "speedup_tbb": {"value": 3})")));
  const auto result = run({"floors", "suggest", "1.json", "2.json", "3.json"});
  EXPECT_THAT(result.err, HasSubstr("1 floor from 3 runs on D: what is "));
  EXPECT_THAT(result.err, HasSubstr(" slower is found in 95 of 100 runs\n"));
}

TEST_F(FloorsSuggest, RefusesARunGivenTwice) {
  const auto result = run({"floors", "suggest", "1.json", "./1.json"});
  EXPECT_EQ(result.status, 2);
  EXPECT_EQ(result.out, "");
  EXPECT_EQ(result.err,
            "tickbench: ./1.json: expected another run than that of 1.json, found the same one\n");
  std::filesystem::copy_file("1.json", "copy.json");
  EXPECT_EQ(run({"floors", "suggest", "1.json", "2.json", "copy.json"}).status, 2) << "a copy";
}

TEST_F(FloorsSuggest, UsageErrorsAreTwo) {
  EXPECT_EQ(run({"floors", "suggest"}).status, 2);
  EXPECT_EQ(run({"floors", "suggest", "none.json"}).status, 2);
  EXPECT_EQ(run({"floors", "suggest", "1.json", "--margin", "half"}).status, 2);
  EXPECT_EQ(run({"floors", "suggest", "1.json", "--margin", "1"}).status, 2);
}

}  // namespace
}  // namespace tickbench::tools
