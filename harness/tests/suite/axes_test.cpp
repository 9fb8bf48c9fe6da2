// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
//
// Axes from the registration to the result file.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <fstream>

#include "suite/suite.hpp"

namespace tickbench::suite {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::SizeIs;
using Texts = std::vector<std::string>;

enum class Order { kUp, kDown };

/// It runs as saxpy, whatever its axes are besides `n`.
class SuiteAxes : public ::testing::Test {
 protected:
  SuiteAxes() {
    walk_ = suite_.add("Walk", [this](State& state) {
      read_.push_back(state.axis<double>("factor"));
      orders_.push_back(state.axis<Order>("order"));
      EXPECT_EQ(state.axis<std::size_t>("n"), state.size());
      saxpy_with("saxpy")(state);
    });
    walk_->Axis("n", {64, 128})->Axis("factor", {0.5});
    walk_->Axis("order", {{"up", Order::kUp}, {"down", Order::kDown}});
  }
  static Texts lines(const Suite::Result& result) {
    EXPECT_EQ(result.status, 0) << result.err;
    Texts lines;
    std::istringstream in(result.out);
    for (std::string line; std::getline(in, line);) lines.push_back(line);
    return lines;
  }

  Suite suite_;
  Registration* walk_;
  std::vector<double> read_;
  std::vector<Order> orders_;
};

TEST_F(SuiteAxes, AreReadInTheBodyAndStandInIdsAndPlots) {
  const auto result = suite_.run_json({"--benchmark_filter=/n:128/"});
  ASSERT_EQ(result.status, 0) << result.err;
  const auto rows = result.json()["benchmarks"];
  ASSERT_THAT(rows, SizeIs(2));
  EXPECT_EQ(rows[1]["name"], "opencl/walk/n:128/factor:0.5/order:down/manual_time");
  EXPECT_EQ(rows[1]["tickbench"]["id"], "opencl/walk/n:128/factor:0.5/order:down");
  EXPECT_EQ(rows[1]["tickbench"]["axis"],
            nlohmann::json({{"name", "n"}, {"value", 128.0}, {"unit", ""}}));
  EXPECT_THAT(read_, testing::Each(0.5));
  EXPECT_EQ(orders_.front(), Order::kUp);
  EXPECT_EQ(orders_.back(), Order::kDown);
}

TEST_F(SuiteAxes, ThatAreAskedForWronglyAreAnInvalidBenchmark) {
  suite_.add("Wrong", [](State& state) { state.axis<int>("m"); })->Axis("n", {1});
  suite_.add("Bare", [](State& state) { state.axis<int>("m"); });
  suite_.add("Words", [](State& state) { state.size(); })->Axis("s", {"a"});
  suite_.add("Negative", [](State& state) { state.size(); })->Axis("n", {-3});
  const auto result = suite_.run({"--benchmark_filter=wrong|bare|words|negative"});
  EXPECT_EQ(result.status, 1);
  EXPECT_THAT(result.err, HasSubstr("axis(\"m\"): expected an axis of integers, found those named "
                                    "n of integers"));
  EXPECT_THAT(result.err, HasSubstr("state.size(0): the benchmark has 0 arguments"));
  EXPECT_THAT(result.err, HasSubstr("state.size(0): expected an argument of at least 0, found -3"));
}

TEST_F(SuiteAxes, OfTheFlagRunWithFiltersAndListAlike) {
  suite_.add("Saxpy", saxpy_with("saxpy"))->Arg(64);
  const Texts flags{"--tickbench_axis=n=32..2^8*2", "--tickbench_axis=order=down",
                    "--benchmark_filter=-/n:256/"};
  auto listed = flags;
  listed.push_back("--tickbench_list");
  const auto ids = lines(suite_.run(listed));
  EXPECT_THAT(ids, ElementsAre("opencl/walk/n:32/factor:0.5/order:down",
                               "opencl/walk/n:64/factor:0.5/order:down",
                               "opencl/walk/n:128/factor:0.5/order:down"));
  const auto rows = suite_.run_json(flags).json()["benchmarks"];
  ASSERT_EQ(rows.size(), ids.size());
  for (std::size_t i = 0; i < ids.size(); ++i) EXPECT_EQ(rows[i]["tickbench"]["id"], ids[i]);
  EXPECT_EQ(suite_
                .run({"--tickbench_axis=factor=2", "--tickbench_axis=n=7",
                      "--tickbench_benchmark=opencl/walk/n:7/factor:2/order:up"})
                .status,
            0);
}

/// Saxpy as it was, and as it is.
class FormerIds : public ::testing::Test {
 protected:
  FormerIds() {
    before_.add("Saxpy", saxpy_with("saxpy"))->Arg(64);
    now_.add("Axpy", saxpy_with("saxpy"))->Axis("n", {64, 128})->FormerId("saxpy/{n}");
    now_.add("Other", saxpy_with("saxpy"))->Arg(64);
  }
  static nlohmann::json row_of(Suite& suite) {
    return suite.run_json({"--benchmark_filter=saxpy/64"}).json()["benchmarks"].at(0)["tickbench"];
  }
  std::string floors(const std::string& members) {
    std::ofstream(now_.path("floors.json"))
        << R"({"schema": "tickbench-floors/1", "floors": [{"device": ".*", )" << members << "}]}";
    return "--tickbench_floors=" + now_.path("floors.json");
  }
  Suite before_, now_;
};

TEST_F(FormerIds, ChooseBenchmarksWhichAreListedByTheirIdsNow) {
  for (const auto* flag :
       {"--tickbench_benchmark=opencl/saxpy/64", "--benchmark_filter=/saxpy/64$"}) {
    EXPECT_EQ(now_.run({"--tickbench_list", flag}).out, "opencl/axpy/n:64\n") << flag;
  }
  const auto both = now_.run({"--tickbench_list",
                              "--benchmark_filter=^(opencl/saxpy/64|"
                              "opencl/axpy/n:64)$"});
  EXPECT_EQ(both.out, "opencl/axpy/n:64\n");
  EXPECT_EQ(now_.run({"--tickbench_list", "--benchmark_filter=-saxpy"}).out, "opencl/other/64\n");
}

TEST_F(FormerIds, StandInResultsWhoseInputsAreThoseOfTheOldest) {
  const auto before = row_of(before_), now = row_of(now_);
  EXPECT_EQ(now["id"], "opencl/axpy/n:64");
  EXPECT_EQ(now["former_ids"], nlohmann::json({"opencl/saxpy/64"}));
  EXPECT_FALSE(before.contains("former_ids"));
  EXPECT_EQ(now["code"]["digest"], before["code"]["digest"]);
}

TEST_F(FormerIds, HaveTheirFloorsOnce) {
  const auto result = now_.run_json(
      {floors(R"("benchmark": "opencl/a?(sa)?xpy/.*64", "metric": "time", "at_most": 1)")});
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_THAT(result.json()["benchmarks"][0]["tickbench"]["floors"]["judged"], SizeIs(1));
}

TEST_F(FormerIds, AreOtherBenchmarksOfRatios) {
  const auto result =
      now_.run_json({"--benchmark_filter=/other/",
                     floors(R"("benchmark": "(.*)/other/64", "metric": "ratio", "of": "time",
                 "to": "\\1/saxpy/64", "at_most": 1.1)")});
  EXPECT_EQ(result.status, 0) << result.err;
  const auto judged = result.json()["benchmarks"][0]["tickbench"]["floors"]["judged"];
  EXPECT_EQ(judged[0]["to"], "opencl/axpy/n:64");
  EXPECT_EQ(judged[0]["verdict"], "pass");
  const auto itself = now_.run({floors(R"("benchmark": "opencl/axpy/n:64", "metric": "ratio",
                 "of": "time", "to": "opencl/saxpy/64", "at_most": 1.1)")});
  EXPECT_THAT(itself.err, HasSubstr("found opencl/axpy/n:64 itself"));
}

TEST_F(SuiteAxes, OfTheFlagAreNotOfCTestsList) {
  const auto path = suite_.path("tests");
  EXPECT_EQ(suite_.run({"--tickbench_list_ctest=" + path, "--tickbench_axis=n=7"}).status, 0);
  EXPECT_THAT(read_file(path), HasSubstr("opencl/walk/n:128/factor:0.5/order:up"));
  EXPECT_THAT(read_file(path), Not(HasSubstr("n:7")));
}

TEST_F(SuiteAxes, OfTheFlagAreRefusedBeforeADeviceIsOpened) {
  for (const auto& [flag, message] :
       {std::pair("--tickbench_axis=m=3", "expected one of factor, n, order, found 'm'"),
        {"--tickbench_axis=order=dwon", "found 'dwon'; did you mean down?"},
        {"--tickbench_axis=n=1..0*2", "--tickbench_axis=n=1..0*2: expected integers"}}) {
    const auto result = suite_.run({flag});
    EXPECT_EQ(result.status, 2);
    EXPECT_THAT(result.err, HasSubstr(message));
  }
  EXPECT_EQ(suite_.opencl.journal.opened, 0);
}

TEST_F(SuiteAxes, LargeOnesRunWhereTheFlagNamesThem) {
  walk_->LargeFrom(128);
  EXPECT_THAT(lines(suite_.run({"--tickbench_list"})), SizeIs(2));
  EXPECT_THAT(lines(suite_.run({"--tickbench_list", "--tickbench_axis=n=256"})), SizeIs(2));
}

TEST_F(SuiteAxes, FloorsOfRegisteredSizesAndOfTheFlagsAreTaken) {
  const auto path = suite_.path("floors.json");
  std::ofstream(path) << R"({"schema": "tickbench-floors/1", "floors": [
      {"device": ".*", "benchmark": "opencl/walk/n:64/.*", "metric": "time", "at_most": 1},
      {"device": ".*", "benchmark": "opencl/walk/n:(\\d+)/factor:0.5/order:up", "metric": "ratio",
       "of": "time", "to": "opencl/walk/n:\\1/factor:0.5/order:down", "at_most": 10},
      {"device": ".*", "benchmark": ".*/n:\\d+/.*", "metric": "time", "at_most": 1e-9}]})";
  const auto result = suite_.run(
      {"--tickbench_axis=n=32", "--tickbench_axis=order=up", "--tickbench_floors=" + path});
  EXPECT_EQ(result.status, 1);
  EXPECT_THAT(result.err, HasSubstr("floor met: opencl/walk/n:32/factor:0.5/order:up on Fake GPU: "
                                    "ratio of time to opencl/walk/n:32/factor:0.5/order:down"))
      << "which is no row of this run";
  const auto both = suite_.run({"--tickbench_axis=n=32", "--tickbench_floors=" + path});
  EXPECT_EQ(both.status, 1);
  EXPECT_THAT(both.err + both.out, HasSubstr("opencl/walk/n:32/factor:0.5/order:down"));
  EXPECT_THAT(both.err + both.out, HasSubstr("missed"));
}

TEST_F(SuiteAxes, AFailureIsReproducedByTheFlag) {
  suite_.add("Bad", saxpy_with("saxpy_nothing"))->Axis("n", {64});
  const auto result = suite_.run({"--tickbench_axis=n=2^5..2^6*4", "--benchmark_filter=bad"});
  EXPECT_EQ(result.status, 1);
  EXPECT_THAT(result.err, HasSubstr("'--tickbench_axis=n=2^5..2^6*4'"));
  EXPECT_THAT(result.err, HasSubstr("--tickbench_benchmark=opencl/bad/n:32"));
}

TEST_F(SuiteAxes, DoubleIsSkippedWhereTheDeviceHasNone) {
  suite_.opencl.infos[0].has_double = false;
  suite_.add("Typed", saxpy_with("saxpy"))->Axis("type", {"float", "double"})->Axis("n", {64});
  const auto rows = suite_.run_json({"--benchmark_filter=typed"}).json()["benchmarks"];
  EXPECT_EQ(rows[0]["tickbench"]["outcome"], "passed");
  EXPECT_EQ(rows[1]["tickbench"]["outcome"], "unsupported");
  EXPECT_EQ(rows[1]["tickbench"]["message"], "the device has no double precision");
}

TEST_F(SuiteAxes, TenThousandAreListedInTwoSeconds) {
  std::vector<int> hundred(100);
  for (int i = 0; i < 100; ++i) hundred[static_cast<std::size_t>(i)] = i;
  suite_.add("Many", saxpy_with("saxpy"))->Axis("a", hundred)->Axis("b", hundred);
  const auto begin = std::chrono::steady_clock::now();
  EXPECT_THAT(lines(suite_.run({"--tickbench_list", "--benchmark_filter=many"})), SizeIs(10'000));
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
  RecordProperty("seconds", std::to_string(took.count()));
  EXPECT_LT(took.count(), 2);
  EXPECT_EQ(suite_.opencl.journal.opened, 0);
}

}  // namespace
}  // namespace tickbench::suite
