// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <string>
#include <vector>

#include "suite/suite.hpp"

namespace tickbench::suite {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::SizeIs;

constexpr const char* kBrief = "--tickbench_budget=0.03";

/// Three registrations with two sizes each.
class Smoke : public ::testing::Test {
 protected:
  Smoke() {
    suite_.add("A", saxpy_with("saxpy"))->Arg(64)->Arg(128);
    suite_.add("B", saxpy_with("saxpy_there"))->Arg(64)->Arg(128);
    suite_.add("C", saxpy_with("saxpy"))->Arg(64)->Arg(128);
  }
  Suite::Result run(std::vector<std::string> flags, const std::string& budget = "1000") {
    flags.insert(flags.end(), {kBrief, "--tickbench_run_budget=" + budget});
    return suite_.run_json(std::move(flags));
  }
  static std::vector<std::string> ids(const Suite::Result& result) {
    std::vector<std::string> found;
    const auto json = result.json();
    for (const auto& row : json["benchmarks"]) found.push_back(row["tickbench"]["id"]);
    return found;
  }
  static std::vector<std::string> left_out(const Suite::Result& result) {
    std::vector<std::string> found;
    const auto json = result.json();
    for (const auto& each : json["context"]["tickbench"].value("left_out", nlohmann::json::array()))
      found.push_back(each["id"]);
    return found;
  }
  /// The results of these benchmarks, as if they were from then.
  std::string earlier(const std::string& filter, const std::string& started,
                      const std::string& name = "earlier.json", bool has_code = false) {
    auto json = suite_.run_json({kBrief, "--benchmark_filter=" + filter}).json();
    json["context"]["tickbench"]["started"] = started;
    for (auto& row : json["benchmarks"])
      if (!has_code) row["tickbench"].erase("code");
    std::ofstream(suite_.path(name)) << json;
    return "--tickbench_earlier=" + suite_.path(name);
  }
  std::string floors(double at_most, const std::string& id) {
    const auto path = suite_.path("floors.json");
    std::ofstream(path)
        << R"({"schema": "tickbench-floors/1", "floors": [{"device": ".*", "benchmark": ")" << id
        << R"(", "metric": "time", "at_most": )" << at_most << R"(, "tolerance": 0}]})";
    return "--tickbench_floors=" + path;
  }

  Suite suite_;
};

TEST_F(Smoke, TakesOneOfEachRegistrationFirst) {
  const auto result = run({});
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_THAT(ids(result), ElementsAre("opencl/a/64", "opencl/b/64", "opencl/c/64", "opencl/a/128",
                                       "opencl/b/128", "opencl/c/128"));
  EXPECT_THAT(left_out(result), IsEmpty());
  EXPECT_THAT(result.err, Not(HasSubstr("left out")));
}

TEST_F(Smoke, LeavesOutWhatDoesNotFitAndNamesIt) {
  const auto all = run({});
  const auto wall = all.json()["benchmarks"][0]["tickbench"]["wall"]["total"].get<double>();
  const auto result = run({}, std::to_string(3.5 * wall));
  EXPECT_EQ(result.status, 0) << result.err;
  const auto taken = ids(result);
  const auto missing = left_out(result);
  EXPECT_EQ(taken.size() + missing.size(), 6U);
  EXPECT_GE(taken.size(), 1U);
  EXPECT_GE(missing.size(), 1U);
  EXPECT_THAT(result.err, HasSubstr(" left out: --tickbench_run_budget="));
}

TEST_F(Smoke, TheFirstOneRunsWhateverTheBudget) {
  const auto result = run({}, "0");
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_THAT(ids(result), ElementsAre("opencl/a/64"));
  EXPECT_THAT(left_out(result), SizeIs(5));
  const auto table = suite_.run({kBrief, "--tickbench_run_budget=0"});
  EXPECT_THAT(table.out, Not(HasSubstr("opencl/b")));
  EXPECT_EQ(table.status, 0) << "what is left out is not skipped";
}

TEST_F(Smoke, AnEarlierFileTellsWhatIsLongestUnmeasured) {
  const auto result = run({earlier("/a/|/b/128", "2026-01-02T00:00:00Z"),
                           earlier("/c/", "2026-01-01T00:00:00Z", "older.json")});
  EXPECT_THAT(ids(result), ElementsAre("opencl/b/64", "opencl/c/64", "opencl/a/64", "opencl/c/128",
                                       "opencl/a/128", "opencl/b/128"));
}

TEST_F(Smoke, KernelsThatChangedComeBeforeThat) {
  // The fake back end's code is in no module of the program: it counts as changed.
  const auto file = earlier("/c/128", "2026-01-01T00:00:00Z", "earlier.json", true);
  EXPECT_EQ(ids(run({file})).front(), "opencl/c/128");
  EXPECT_EQ(ids(run({earlier("/c/128", "2026-01-01T00:00:00Z")})).front(), "opencl/a/64");
}

TEST_F(Smoke, AFloorThatIsNearlyMissedComesFirst) {
  const auto file = earlier("all", "2026-01-01T00:00:00Z");
  EXPECT_EQ(ids(run({file, floors(1.05e-5, "opencl/c/128")})).front(), "opencl/c/128");
  EXPECT_EQ(ids(run({file, floors(0.5e-5, "opencl/b/128")})).front(), "opencl/b/128") << "missed";
  EXPECT_EQ(ids(run({file, floors(5e-5, "opencl/c/128")})).front(), "opencl/a/64") << "far";
}

TEST_F(Smoke, AFloorOfWhatIsLeftOutDoesNotFail) {
  const auto result = run({floors(5e-5, "opencl/c/128"), "--tickbench_strict"}, "0");
  EXPECT_EQ(result.status, 0) << result.err;
}

TEST_F(Smoke, ANameThatIsNoMoreIsAnError) {
  auto json = suite_.run_json({kBrief}).json();
  json["benchmarks"][0]["tickbench"]["id"] = "opencl/a/65";
  std::ofstream(suite_.path("old.json")) << json;
  const auto result = run({"--tickbench_earlier=" + suite_.path("old.json")});
  EXPECT_EQ(result.status, 2);
  EXPECT_THAT(result.err, HasSubstr("old.json: expected benchmarks of this program, found "
                                    "'opencl/a/65', which it has no more"));
  EXPECT_EQ(run({"--tickbench_earlier=" + suite_.path("none.json")}).status, 2);
  EXPECT_EQ(suite_.run({"--tickbench_earlier=" + suite_.path("old.json")}).status, 2);
}

TEST_F(Smoke, WhatIsNoBudgetIsRefused) {
  for (const char* const budget : {"-1", "nan", "soon", ""}) {
    const auto result = run({}, budget);
    EXPECT_EQ(result.status, 2) << budget;
    EXPECT_THAT(result.err, HasSubstr("tickbench_run_budget: expected")) << budget;
  }
}

TEST_F(Smoke, KeepsToAFilterAndCountsRepetitions) {
  EXPECT_THAT(ids(run({"--benchmark_filter=/b/"})), ElementsAre("opencl/b/64", "opencl/b/128"));
  const auto once = run({});
  const auto wall = once.json()["benchmarks"][0]["tickbench"]["wall"]["total"].get<double>();
  const auto result = run({"--benchmark_repetitions=3"}, std::to_string(3.5 * wall));
  EXPECT_THAT(left_out(result), SizeIs(5));
}

}  // namespace
}  // namespace tickbench::suite
