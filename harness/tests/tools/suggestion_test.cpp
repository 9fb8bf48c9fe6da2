// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tools/floor_results.hpp"

namespace tickbench::tools {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::SizeIs;

results::ResultFile run_of(const std::string& id, const std::map<std::string, double>& metrics,
                           std::string_view device = "D", std::string_view outcome = "passed") {
  results::ResultFile run{.path = "r.json", .context = {}, .devices = {}, .benchmarks = {}};
  auto& benchmark = run.benchmarks.emplace_back();
  benchmark.id = id;
  benchmark.device = device;
  benchmark.outcome = outcome;
  benchmark.is_plain = false;
  auto& repetition = benchmark.repetitions.emplace_back();
  repetition.sample_counts = {{"isolated", 30}};
  for (const auto& [name, value] : metrics)
    repetition.metrics.push_back({{value, {value, value}}, run.strings->intern(name)});
  return run;
}

std::string error_of(const std::vector<results::ResultFile>& runs, const SuggestOptions& options) {
  try {
    suggest_floors(runs, options);
  } catch (const UsageError& error) {
    return error.what();
  }
  return "no error";
}

TEST(Suggest, TakesTheWorstOfAllRunsLessTheMargin) {
  const std::vector<results::ResultFile> runs = {run_of("a", {{"bytes_per_second", 4e12}}),
                                                 run_of("a", {{"bytes_per_second", 3e12}}),
                                                 run_of("a", {{"bytes_per_second", 5e12}})};
  const auto suggestion = suggest_floors(runs, {});
  ASSERT_THAT(suggestion.floors, SizeIs(1));
  const auto& floor = suggestion.floors[0];
  EXPECT_EQ(floor.bound, Floor::Bound::kAtLeast);
  EXPECT_EQ(floor.threshold, 1.5e12);
  EXPECT_EQ(floor.tolerance, 0);
  EXPECT_EQ(floor.note, "lowest of 3 runs: 3 TB/s, spread 26 %; margin 50 %");
  EXPECT_TRUE(suggestion.notes.empty());
}

TEST(Suggest, BoundsTimesFromAboveAtTheSameLossOfSpeed) {
  const std::vector<results::ResultFile> runs = {run_of("a", {{"time", 4e-6}}),
                                                 run_of("a", {{"time", 5e-6}})};
  const auto floor = suggest_floors(runs, {0.2, {}, ""}).floors.at(0);
  EXPECT_EQ(floor.bound, Floor::Bound::kAtMost);
  EXPECT_EQ(floor.threshold, 6.25e-6);
  EXPECT_EQ(floor.note, "highest of 2 runs: 5 us, spread 16 %; margin 20 %");
}

TEST(Suggest, CountsRepetitionsAsValuesOfOneRun) {
  auto run = run_of("a", {{"speedup_tbb", 4}});
  run.benchmarks[0].repetitions.push_back({.metrics = {{{2}, "speedup_tbb"}}, .samples = {}});
  const auto floor = suggest_floors({&run, 1}, {0.5, {"speedup_tbb"}, ""}).floors.at(0);
  EXPECT_EQ(floor.threshold, 1);
  EXPECT_EQ(floor.note, "lowest of 1 run: 2; margin 50 %");
}

TEST(Suggest, RoundsOnTheEasierSide) {
  const std::vector<results::ResultFile> runs = {
      run_of("a", {{"speedup_tbb", 1.23789}, {"time", 1.23123e-6}})};
  const auto floors = suggest_floors(runs, {0, {"speedup_tbb", "time"}, ""}).floors;
  EXPECT_EQ(floors.at(0).threshold, 1.23);
  EXPECT_EQ(floors.at(1).threshold, 1.24e-6);
}

TEST(Suggest, ByDefaultTakesRatesAndTimeWhereThereAreNone) {
  const std::vector<results::ResultFile> rates = {
      run_of("a", {{"bytes_per_second", 1e9}, {"flops_per_second", 1e9}, {"time", 1e-6}})};
  const auto floors = suggest_floors(rates, {}).floors;
  ASSERT_THAT(floors, SizeIs(2));
  EXPECT_EQ(floors[0].metric, "bytes_per_second");
  EXPECT_EQ(floors[1].metric, "flops_per_second");
  const std::vector<results::ResultFile> time = {run_of("a", {{"time", 1e-6}})};
  EXPECT_EQ(suggest_floors(time, {}).floors.at(0).metric, "time");
}

TEST(Suggest, WhatItProposesIsAFloorFileThatTheRunsMeet) {
  const std::string odd = "x (R) [1]; $y \\ \"q\" .*";
  const std::vector<results::ResultFile> runs = {
      run_of(odd, {{"time", 4.4e-6}, {"speedup_tbb", 0.37}}, odd),
      run_of(odd, {{"time", 3.3e-6}, {"speedup_tbb", 0.41}}, odd)};
  const auto suggestion = suggest_floors(runs, {0.01, {"time", "speedup_tbb"}, ""});
  const auto file = FloorFile::parse(to_floor_file(suggestion.floors), "f");
  for (const auto& run : runs) {
    const auto reports = check_results({&run, 1}, {&file, 1});
    ASSERT_THAT(reports, SizeIs(1));
    ASSERT_THAT(reports[0].judgements, SizeIs(2));
    EXPECT_EQ(reports[0].verdict(), FloorVerdict::kPass);
  }
}

TEST(Suggest, RefusesMixedDevicesUnlessOneIsChosen) {
  const std::vector<results::ResultFile> runs = {run_of("a", {{"time", 1}}, "NVIDIA H200"),
                                                 run_of("a", {{"time", 2}}, "A CPU")};
  EXPECT_EQ(error_of(runs, {}),
            "expected results of one device, or --device to take one, found A CPU, NVIDIA H200");
  EXPECT_THAT(error_of(runs, {0.5, {}, "Intel"}),
              HasSubstr("found \"Intel\", and results of A CPU"));
  const auto suggestion = suggest_floors(runs, {0.5, {}, "H200"});
  EXPECT_EQ(suggestion.device, "NVIDIA H200");
  EXPECT_EQ(suggestion.floors.at(0).threshold, 2);
  EXPECT_EQ(suggestion.floors.at(0).note, "highest of 1 run: 1 s; margin 50 %");
}

TEST(Suggest, LeavesOutWhatFailedAndSaysSo) {
  const std::vector<results::ResultFile> runs = {run_of("a", {{"time", 1}}),
                                                 run_of("a", {{"time", 100}}, "D", "wrong_result")};
  const auto suggestion = suggest_floors(runs, {});
  EXPECT_EQ(suggestion.floors.at(0).threshold, 2);
  EXPECT_THAT(suggestion.notes,
              ElementsAre("r.json: left out a: wrong_result", "a: in 1 of 2 runs"));
}

TEST(Suggest, SaysWhereRunsDoNotCompare) {
  std::vector<results::ResultFile> runs = {run_of("a", {{"time", 1}}), run_of("a", {{"time", 1}})};
  runs[1].benchmarks[0].settings = {{"mode", "other"}};
  EXPECT_THAT(suggest_floors(runs, {}).notes,
              ElementsAre("a: the runs were measured in different ways"));
}

TEST(Suggest, SaysWhatItCannotPropose) {
  const std::vector<results::ResultFile> runs = {
      run_of("a", {{"time", 1}, {"launch_overhead", -1e-6}, {"fraction_of_peak", 0}})};
  const auto suggestion =
      suggest_floors(runs, {0.5, {"time", "launch_overhead", "fraction_of_peak", "noise"}, ""});
  EXPECT_THAT(suggestion.floors, SizeIs(1));
  EXPECT_THAT(suggestion.notes, ElementsAre("a: no launch_overhead that a floor could be set by",
                                            "a: no fraction_of_peak that a floor could be set by",
                                            "a: no noise that a floor could be set by"));
}

TEST(Suggest, RefusesWhatLeavesNothing) {
  const std::vector<results::ResultFile> runs = {run_of("a", {{"time", 1}})};
  EXPECT_THAT(error_of(runs, {0.5, {"noise"}, ""}), HasSubstr("found none with these metrics"));
  EXPECT_THAT(error_of(runs, {1, {}, ""}), HasSubstr("--margin: expected a fraction"));
  EXPECT_THAT(error_of(runs, {-0.1, {}, ""}), HasSubstr("found -0.1"));
  EXPECT_THAT(error_of(runs, {0.5, {"tme"}, ""}), HasSubstr("found \"tme\""));
}

}  // namespace
}  // namespace tickbench::tools
