// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "tools/tool_fixture.hpp"

namespace tickbench::tools {
namespace {

using testing::HasSubstr;
using testing::Not;

class FloorsCheck : public ToolTest {
 protected:
  void SetUp() override {
    ToolTest::SetUp();
    write("r.json", result_file(row(R"("time": {"value": 2e-6, "low": 1.9e-6, "high": 2.1e-6})")));
  }
  /// With floors of these members.
  static Result check(const std::vector<std::string>& floors,
                      const std::vector<std::string>& flags = {}) {
    write("f.json", floor_file(floors));
    std::vector<std::string> arguments = {"floors", "check", "r.json", "--floors", "f.json"};
    arguments.insert(arguments.end(), flags.begin(), flags.end());
    return run(arguments);
  }
};

const char* const kMet = R"("metric": "time", "at_most": 3e-6)";
const char* const kMissed = R"("metric": "time", "at_most": 1e-6)";
const char* const kOpen = R"("metric": "time", "at_most": 2e-6, "tolerance": 0)";

TEST_F(FloorsCheck, IsZeroWhereAllAreMet) {
  const auto result = check({kMet});
  EXPECT_EQ(result.status, 0);
  EXPECT_EQ(
      result.out,
      "floor met: opencl/a/1 on D: time 2 us [1.9 us, 2.1 us], expected <= 3.15 us (3 us + 5 %), "
      "by f.json: floors[0]\n"
      "1 judgement: 1 met, 0 missed, 0 inconclusive; 0 benchmarks without a floor\n");
  EXPECT_EQ(result.err, "");
}

TEST_F(FloorsCheck, IsOneWhereOneIsMissed) {
  const auto result = check({kMet, kMissed});
  EXPECT_EQ(result.status, 1);
  EXPECT_THAT(result.out, HasSubstr("floor MISSED: opencl/a/1 on D: time 2 us"));
  EXPECT_THAT(result.out, HasSubstr("2 judgements: 1 met, 1 missed, 0 inconclusive"));
}

TEST_F(FloorsCheck, TheInconclusiveFailsOnlyWhenStrict) {
  EXPECT_EQ(check({kOpen}).status, 0);
  EXPECT_THAT(check({kOpen}).out, HasSubstr("floor inconclusive: "));
  EXPECT_EQ(check({kOpen}, {"--strict"}).status, 1);
  EXPECT_THAT(check({kOpen}, {"--strict"}).out, HasSubstr("floor INCONCLUSIVE: "));
}

TEST_F(FloorsCheck, AMetricThatIsNotThereFails) {
  const auto result = check({R"("metric": "speedup_tbb", "at_least": 0.5)"});
  EXPECT_EQ(result.status, 1);
  EXPECT_THAT(result.out, HasSubstr("floor NOT MEASURED: "));
  EXPECT_THAT(result.out, HasSubstr(", 1 not measured;"));
}

TEST_F(FloorsCheck, ATimeThatNoRunTakesIsNotMet) {
  for (const auto* time : {"0", "-1e-6", "1e-320"}) {
    write("r.json", result_file(row(std::string(R"("time": {"value": )") + time + "}")));
    const auto result = check({kMet});
    EXPECT_EQ(result.status, 1) << time;
    EXPECT_THAT(result.out, HasSubstr("floor NOT MEASURED: "));
    EXPECT_THAT(result.out, HasSubstr("time: expected what a run can measure, found "));
  }
}

TEST_F(FloorsCheck, NamesForgeNoLineAndMoveNoCursor) {
  const std::string forged = R"(a\nfloor met: everything\u001b[31m\u202e)";
  write("r.json", result_file(row(R"("time": {"value": 2e-6, "low": 1.9e-6, "high": 2.1e-6})",
                                  forged, forged) +
                              "," + row("", "failing" + forged, "D", "wrong_result")));
  write("f.json", R"({"schema": "tickbench-floors/1", "floors": [
    {"device": "(?s).*", "benchmark": "(?s)a.*", "metric": "time", "at_most": 1}]})");
  const auto text = run({"floors", "check", "r.json", "--floors", "f.json", "--partial"});
  EXPECT_THAT(text.out,
              HasSubstr("floor met: a\\nfloor met: everything\\x1b[31m\\u{202e} on a\\n"));
  const auto suggested =
      run({"floors", "suggest", "r.json", "--device", "everything", "--margin=0.5"});
  EXPECT_EQ(suggested.status, 0) << suggested.err;
  const auto json = run({"floors", "check", "r.json", "--floors", "f.json", "--partial", "--json"});
  for (const auto& said : {text.out, suggested.out, suggested.err, json.out}) {
    EXPECT_THAT(said, Not(HasSubstr("\x1b")));
    EXPECT_THAT(said, Not(HasSubstr("\u202e")));
    EXPECT_THAT(said, Not(HasSubstr("\nfloor met: everything")));
  }
}

TEST_F(FloorsCheck, AFailedBenchmarkFailsItsFloorAndSaysWhy) {
  write("r.json", result_file(row("", "opencl/a/1", "D", "wrong_result")));
  const auto result = check({kMet});
  EXPECT_EQ(result.status, 1);
  EXPECT_THAT(result.out, HasSubstr("failed: opencl/a/1 on D: wrong_result: why\n"));
  EXPECT_THAT(result.out, HasSubstr("floor NOT MEASURED: opencl/a/1 on D: time: this benchmark "
                                    "failed (wrong_result), expected"));
}

TEST_F(FloorsCheck, ASkippedBenchmarkIsNotJudged) {
  write("r.json", result_file(row("", "opencl/a/1", "D", "over_limit")));
  const auto result = check({kMet});
  EXPECT_EQ(result.status, 77);
  EXPECT_THAT(result.out, HasSubstr("0 judgements"));
  write("r.json",
        result_file(row("", "opencl/a/1", "D", "over_limit") + "," + row("", "opencl/b/1", "E")));
  EXPECT_EQ(check({kMet}).status, 0) << "not all was skipped";
}

TEST_F(FloorsCheck, CountsBenchmarksWithoutAFloor) {
  write("r.json", result_file(row("", "opencl/a/1", "E") + "," + row("", "opencl/b/1", "E")));
  const auto result = check({kMet});
  EXPECT_EQ(result.status, 0);
  EXPECT_EQ(result.out,
            "no floor: opencl/a/1 on E: none for this device, 1 for others\n"
            "0 judgements: 0 met, 0 missed, 0 inconclusive; 2 benchmarks without a floor, 1 with "
            "one for another device\n");
}

TEST_F(FloorsCheck, StrictFailsWhereNothingIsJudged) {
  const auto here = content("r.json");
  write("r.json", result_file(row("", "opencl/a/1", "E") + "," + row("", "opencl/b/1", "E")));
  const auto result = check({kMet}, {"--strict"});
  EXPECT_EQ(result.status, 1);
  EXPECT_THAT(result.out, HasSubstr("none for this device, 1 for others, which fails where "
                                    "nothing else is judged\n"));
  EXPECT_EQ(result.err,
            "tickbench: expected a floor for one of these benchmarks on this device, found none, "
            "which fails when strict\n");
  write("r.json", result_file(row("", "opencl/b/1", "E")));
  EXPECT_EQ(check({kMet}, {"--strict"}).status, 1) << "nor has any device's floor a benchmark";
  write("r.json", here);
  EXPECT_EQ(check({kMet}, {"--strict"}).status, 0);
}

TEST_F(FloorsCheck, WhatMakesAFloorDoubtfulFailsWhenStrict) {
  const auto expect_doubt = [](const std::string& members, const std::string& words) {
    const auto result = check({members});
    EXPECT_EQ(result.status, 0) << members;
    EXPECT_THAT(result.out, HasSubstr("floor doubtful: opencl/a/1 on D: " + words +
                                      ", which passes unless strict, by f.json: floors[0]\n"));
    EXPECT_EQ(check({members}, {"--strict"}).status, 1) << members;
    EXPECT_THAT(check({members}, {"--json"}).out, HasSubstr("f.json: floors[0]: " + words));
  };
  expect_doubt(R"("metric": "time", "at_most": 1e-3)",
               "time is met by a factor of 500, as by one in a wrong unit");
  expect_doubt(R"("metric": "time", "at_least": 1e-6)",
               "expected at_most for time, of which less is better");
  write("r.json", result_file(row(R"("speedup_tbb": {"value": 2, "low": 1.9, "high": 2.1})")));
  expect_doubt(R"("metric": "speedup_tbb", "at_most": 3)",
               "expected at_least for speedup_tbb, of which more is better");
  expect_doubt(R"("metric": "speedup_tbb", "at_least": 0.01)",
               "speedup_tbb is met by a factor of 200, as by one in a wrong unit");
  write("r.json", result_file(row(R"("noise": {"value": 1e-5, "low": 1e-5, "high": 1e-5})")));
  EXPECT_EQ(check({R"("metric": "noise", "at_most": 0.05)"}, {"--strict"}).status, 0)
      << "a quiet machine is no mistake";
}

TEST_F(FloorsCheck, APartOfADevicesNameIsDoubtful) {
  const auto floors = [](const std::string& more) {
    write("f.json", R"({"schema": "tickbench-floors/1", "floors": [{"device": "pthread",
        "benchmark": "opencl/a/1", "metric": "time", "at_most": 3e-6})" +
                        more + "]}");
  };
  const auto judge = [](const std::string& flag = "--partial") {
    return run({"floors", "check", "r.json", "--floors=f.json", flag});
  };
  write("r.json", result_file(row(R"("time": {"value": 2e-6, "low": 1.9e-6, "high": 2.1e-6})",
                                  "opencl/a/1", "pthread-skylake")));
  floors("");
  EXPECT_EQ(judge().status, 0);
  EXPECT_THAT(
      judge().out,
      HasSubstr("floor doubtful: opencl/a/1 on pthread-skylake: expected a pattern of the "
                "whole name of this device, found \"pthread\", which matches a part of it"));
  EXPECT_EQ(judge("--strict").status, 1);
  floors(R"(, {"device": "pthread-skylake", "benchmark": "opencl/a/1", "metric": "time",
             "at_most": 4e-6})");
  EXPECT_EQ(judge("--strict").status, 0) << "the name is that of another device too";
}

TEST_F(FloorsCheck, AFloorWithoutABenchmarkIsAUsageErrorUnlessPartial) {
  write("r.json", result_file(row("", "opencl/b/1")));
  const auto result = check({kMet});
  EXPECT_EQ(result.status, 2);
  EXPECT_EQ(
      result.err,
      "tickbench: f.json: floors[0]: expected a benchmark that matches \"opencl/a/1\", found none "
      "among 1: "
      "opencl/b/1 (where the results are of a part of the suite: --partial)\n");
  EXPECT_EQ(check({kMet}, {"--partial"}).status, 0);
}

TEST_F(FloorsCheck, ARatioToABenchmarkThatIsNotThereTellsOfPartial) {
  const char* const ratio = R"("metric": "ratio", "of": "time", "to": "opencl/b/1", "at_most": 1)";
  EXPECT_EQ(check({ratio}).status, 2);
  EXPECT_THAT(check({ratio}).err, HasSubstr("of a part of the suite: --partial"));
  const auto partial = check({ratio}, {"--partial"});
  EXPECT_EQ(partial.status, 1);
  EXPECT_THAT(partial.out, HasSubstr("ratio of time to opencl/b/1: opencl/b/1 has none: it is not "
                                     "in the file, expected"));
  const auto itself =
      check({R"("metric": "ratio", "of": "time", "to": "opencl/a/1", "at_most": 1)"});
  EXPECT_EQ(itself.status, 2);
  EXPECT_THAT(itself.err, testing::Not(HasSubstr("--partial")));
}

TEST_F(FloorsCheck, ARatioToASkippedBenchmarkSaysWhy) {
  write("r.json", result_file(row(R"("time": {"value": 2e-6, "low": 1.9e-6, "high": 2.1e-6})") +
                              "," + row("", "opencl/b/1", "D", "unsupported")));
  const auto result =
      check({R"("metric": "ratio", "of": "time", "to": "opencl/b/1", "at_most": 1)"});
  EXPECT_EQ(result.status, 1);
  EXPECT_THAT(result.out,
              HasSubstr("ratio of time to opencl/b/1: opencl/b/1 has none: why, expected"));
}

// Google Benchmark's aggregates alone: --benchmark_report_aggregates_only.
TEST_F(FloorsCheck, AValueWithoutAnIntervalIsSaidToBeOne) {
  write("r.json", result_file(row(R"("time": {"value": 2e-6})")));
  const auto result = check({kMet});
  EXPECT_EQ(result.status, 0);
  EXPECT_THAT(result.out, HasSubstr("floor inconclusive: opencl/a/1 on D: time 2 us, expected <= "
                                    "3.15 us (3 us + 5 %): a value without its interval decides "
                                    "nothing, which passes unless strict"));
}

TEST_F(FloorsCheck, WhatHasNoDeviceNeedsNoFloors) {
  write("r.json", result_file(row("", "opencl/b/1", "", "no_device")));
  EXPECT_EQ(check({kMet}).status, 77);
}

TEST_F(FloorsCheck, TakesOneFile) {
  write("f.json", floor_file({kMet}));
  const auto result = run({"floors", "check", "r.json", "s.json", "--floors", "f.json"});
  EXPECT_EQ(result.status, 2);
  EXPECT_EQ(
      result.err,
      "tickbench: expected one result file, found 2: r.json, s.json: judge them one by one, or "
      "over all runs: `tickbench merge` makes one file of them\n");
}

TEST_F(FloorsCheck, AFaultyFloorFileIsAUsageError) {
  const auto result = check({R"("metric": "tme", "at_most": 1)"});
  EXPECT_EQ(result.status, 2);
  EXPECT_THAT(result.err, testing::StartsWith(
                              "tickbench: f.json: floors[0].metric: expected one of the metrics"));
  EXPECT_EQ(run({"floors", "check", "r.json", "--floors", "none.json"}).status, 2);
  EXPECT_EQ(run({"floors", "check", "r.json"}).status, 2);
}

TEST_F(FloorsCheck, PrintsJson) {
  const auto result = check({kMet, kMissed}, {"--json"});
  EXPECT_EQ(result.status, 1);
  const auto json = nlohmann::json::parse(result.out);
  ASSERT_EQ(json.size(), 1U);
  EXPECT_EQ(json[0]["id"], "opencl/a/1");
  EXPECT_EQ(json[0]["device"], "D");
  EXPECT_EQ(json[0]["floors"]["verdict"], "fail");
  EXPECT_EQ(json[0]["floors"]["judged"].size(), 2U);
}

}  // namespace
}  // namespace tickbench::tools
