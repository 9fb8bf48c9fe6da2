// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "suite/suite.hpp"

namespace tickbench::suite {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
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
  /// Of the first repetitions with this outcome.
  static std::vector<std::string> ids(const Suite::Result& result, const char* outcome = "passed") {
    std::vector<std::string> found;
    const auto json = result.json();
    for (const auto& row : json["benchmarks"])
      if (row["run_type"] == "iteration" && row["tickbench"]["outcome"] == outcome &&
          row["repetition_index"] == 0)
        found.push_back(row["tickbench"]["id"]);
    return found;
  }
  double wall_of_one() {
    const auto json = run({}).json();
    return json["benchmarks"][1]["tickbench"]["wall"]["total"].get<double>();
  }

  Suite suite_;
};

TEST_F(Smoke, TakesTheSmallestOfEachRegistrationFirst) {
  const auto result = run({});
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_THAT(ids(result), ElementsAre("opencl/a/64", "opencl/b/64", "opencl/c/64", "opencl/a/128",
                                       "opencl/b/128", "opencl/c/128"));
  EXPECT_THAT(result.err, Not(HasSubstr("left_out")));
}

TEST_F(Smoke, LeavesOutWhatDoesNotFitAndNamesIt) {
  const auto result = run({}, std::to_string(3.5 * wall_of_one()));
  EXPECT_EQ(result.status, 0) << result.err;
  const auto taken = ids(result), missing = ids(result, "left_out");
  EXPECT_EQ(taken.size() + missing.size(), 6U);
  EXPECT_GE(taken.size(), 1U);
  EXPECT_GE(missing.size(), 1U);
  EXPECT_THAT(result.err, HasSubstr("has no room for it"));
}

TEST_F(Smoke, TheFirstOneRunsWhateverTheBudget) {
  const auto result = run({}, "0");
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_THAT(ids(result), ElementsAre("opencl/a/64"));
  EXPECT_THAT(ids(result, "left_out"), SizeIs(5));
}

TEST_F(Smoke, AFloorOfWhatIsLeftOutDoesNotFail) {
  const auto path = suite_.path("floors.json");
  std::ofstream(path) << R"({"schema": "tickbench-floors/1", "floors": [{"device": ".*",
      "benchmark": "opencl/c/128", "metric": "time", "at_most": 5e-5, "tolerance": 0}]})";
  EXPECT_EQ(run({"--tickbench_floors=" + path}, "0").status, 0);
}

TEST_F(Smoke, WhatIsNoBudgetIsRefused) {
  for (const char* const budget : {"-1", "nan", "soon", ""}) {
    const auto result = run({}, budget);
    EXPECT_EQ(result.status, 2) << budget;
    EXPECT_THAT(result.err, HasSubstr("tickbench_run_budget: expected")) << budget;
  }
}

/// A file of an earlier run in which no kernel differs, with one change to each row.
class Earlier : public Smoke {
 protected:
  using Change = std::function<void(nlohmann::json& row, const std::string& id)>;
  std::string write(const std::string& name, const std::string& started, const Change& change) {
    auto json = suite_.run_json({kBrief}).json();
    json["context"]["tickbench"]["started"] = started;
    auto rows = nlohmann::json::array();
    for (auto& row : json["benchmarks"]) {
      row["tickbench"]["code"]["modules"] = nlohmann::json::array();
      change(row, row["tickbench"]["id"]);
      if (!row.is_null()) rows.push_back(row);
    }
    json["benchmarks"] = rows;
    const auto path = suite_.path(name);
    std::ofstream(path) << json;
    return "--tickbench_earlier=" + path;
  }
};

TEST_F(Earlier, AFloorThatIsNearComesFirstThenOtherKernelsThenEachRegistration) {
  const auto flag = write("earlier.json", "2026-01-01", [](auto& row, const std::string& id) {
    if (id == "opencl/c/128") row["tickbench"]["metrics"]["time"]["value"] = 0.95e-5;
    if (id == "opencl/a/128") row["tickbench"]["metrics"]["time"]["value"] = 2e-5;  // missed
    if (id == "opencl/b/128") row["tickbench"]["code"]["modules"] = {"0123456789abcdef"};
  });
  const auto floors = suite_.path("floors.json");
  std::ofstream(floors) << R"({"schema": "tickbench-floors/1", "floors": [{"device": ".*",
      "benchmark": "opencl/[ac]/128", "metric": "time", "at_most": 1e-5, "tolerance": 0}]})";
  EXPECT_THAT(ids(run({flag, "--tickbench_floors=" + floors})),
              ElementsAre("opencl/a/128", "opencl/c/128", "opencl/b/128", "opencl/a/64",
                          "opencl/b/64", "opencl/c/64"));
}

TEST_F(Earlier, OfEqualOnesThatWhichWasMeasuredLongestAgoComesFirst) {
  const auto drop = [](auto& row) { row = nullptr; };
  const auto now = write("now.json", "2026-01-03", [&](auto& row, const std::string& id) {
    if (id != "opencl/a/128" && id != "opencl/a/64") drop(row);
  });
  const auto before = write("before.json", "2026-01-02", [&](auto& row, const std::string& id) {
    if (id == "opencl/c/64") drop(row);
  });
  EXPECT_THAT(ids(run({now, before})), ElementsAre("opencl/c/64", "opencl/b/64", "opencl/a/64",
                                                   "opencl/b/128", "opencl/c/128", "opencl/a/128"));
}

TEST_F(Earlier, OfOneBenchmarkTheLatestRunCounts) {
  const auto changed = [](auto& row, const std::string& id) {
    if (id == "opencl/c/128") row["tickbench"]["code"]["modules"] = {"0123456789abcdef"};
  };
  const auto old = write("old.json", "2026-01-01", changed);
  const auto now = write("now.json", "2026-01-02", [](auto&, const std::string&) {});
  EXPECT_EQ(ids(run({old})).front(), "opencl/c/128");
  EXPECT_EQ(ids(run({old, now})).front(), "opencl/a/64");
}

TEST_F(Earlier, ANameThatIsNoMoreIsAnError) {
  const auto flag = write("earlier.json", "2026-01-01", [](auto& row, const std::string& id) {
    if (id == "opencl/b/64") row["tickbench"]["id"] = "opencl/bb/64";
  });
  const auto result = run({flag, "--benchmark_filter=/a/"});
  EXPECT_EQ(result.status, 2);
  EXPECT_THAT(result.err, HasSubstr("expected benchmarks of this program, found 'opencl/bb/64'"));
  EXPECT_THAT(result.err, HasSubstr("opencl/b/64"));
}

TEST_F(Earlier, WithoutABudgetItIsRefused) {
  const auto flag = write("earlier.json", "2026-01-01", [](auto&, const std::string&) {});
  const auto result = suite_.run({kBrief, flag});
  EXPECT_EQ(result.status, 2);
  EXPECT_THAT(result.err, HasSubstr("expected --tickbench_run_budget beside it"));
}

TEST_F(Smoke, KeepsToAFilterAndCountsRepetitions) {
  EXPECT_THAT(ids(run({"--benchmark_filter=/b/"})), ElementsAre("opencl/b/64", "opencl/b/128"));
  const auto result = run({"--benchmark_repetitions=3"}, std::to_string(3.5 * wall_of_one()));
  EXPECT_THAT(ids(result, "left_out"), SizeIs(5));
}

}  // namespace
}  // namespace tickbench::suite
