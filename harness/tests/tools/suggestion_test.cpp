// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <random>

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
  const auto suggestion = suggest_floors(runs, {0.5});
  ASSERT_THAT(suggestion.floors, SizeIs(1));
  const auto& floor = suggestion.floors[0];
  EXPECT_EQ(floor.bound, Floor::Bound::kAtLeast);
  EXPECT_EQ(floor.threshold, 1.5e12);
  EXPECT_EQ(floor.tolerance, 0);
  EXPECT_EQ(floor.note,
            "lowest of 3 runs: 3 TB/s, spread 26 %; margin 50 %; finds what is 519 % slower");
  EXPECT_TRUE(suggestion.notes.empty());
}

TEST(Suggest, NotesRunsOfABusyMachine) {
  std::vector<results::ResultFile> runs(3, run_of("a", {{"time", 4e-6}}));
  runs[1].benchmarks[0].repetitions[0].condition = "host pressure 61 %";
  EXPECT_THAT(suggest_floors(runs, {0.5}).notes,
              ElementsAre("1 of 1 benchmarks have a remark on the machine in some run, such as "
                          "'host pressure 61 %': runs on a quiet machine give closer floors"));
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

TEST(Suggest, ByDefaultTakesOneFloorATime) {
  const std::vector<results::ResultFile> rates = {
      run_of("a", {{"bytes_per_second", 1e9}, {"flops_per_second", 1e9}, {"time", 1e-6}})};
  const auto floors = suggest_floors(rates, {0.5}).floors;
  ASSERT_THAT(floors, SizeIs(1));
  EXPECT_EQ(floors[0].metric, "bytes_per_second");
  const std::vector<results::ResultFile> time = {run_of("a", {{"time", 1e-6}})};
  EXPECT_EQ(suggest_floors(time, {0.5}).floors.at(0).metric, "time");
}

/// Runs of one benchmark, times as noisy as `spread`, around a mean.
std::vector<results::ResultFile> noisy_runs(std::size_t count, double spread, double mean,
                                            std::mt19937_64& random) {
  std::vector<results::ResultFile> runs;
  std::normal_distribution<double> noise(0, spread);
  for (std::size_t i = 0; i < count; ++i)
    runs.push_back(run_of("a", {{"time", mean * std::exp(noise(random))}}));
  return runs;
}

TEST(Suggest, TheMarginKeepsBothPromises) {
  std::mt19937_64 random(7);
  for (const std::size_t count : {3U, 5U, 10U}) {
    for (const double spread : {0.02, 0.05}) {
      int alarms = 0, found = 0;
      static constexpr int kTables = 2000;
      for (int i = 0; i < kTables; ++i) {
        const auto suggestion = suggest_floors(noisy_runs(count, spread, 1e-3, random), {});
        const double most = suggestion.floors.at(0).threshold;
        std::normal_distribution<double> noise(0, spread);
        alarms += 1e-3 * std::exp(noise(random)) > most;
        found += 1e-3 * (1 + suggestion.slowdown) * std::exp(noise(random)) > most;
      }
      EXPECT_LT(alarms, 0.016 * kTables) << count << " runs, " << spread;
      EXPECT_GT(found, 0.935 * kTables) << count << " runs, " << spread;
      EXPECT_LT(found, 0.965 * kTables) << "and promises no less than it could";
    }
  }
}

TEST(Suggest, TheSlowDownToFindSetsTheMargin) {
  std::mt19937_64 random(7);
  for (const std::size_t count : {5U, 10U}) {
    for (const double spread : {0.01, 0.02}) {
      int alarms = 0, found = 0;
      static constexpr int kTables = 2000;
      for (int i = 0; i < kTables; ++i) {
        const auto floor =
            suggest_floors(noisy_runs(count, spread, 1e-3, random), {.finds = 0.3}).floors.at(0);
        std::normal_distribution<double> noise(0, spread);
        alarms += 1e-3 * std::exp(noise(random)) > floor.threshold;
        found += 1.3e-3 * std::exp(noise(random)) > floor.threshold;
      }
      EXPECT_LT(alarms, 0.01 * kTables) << count << " runs, " << spread;
      EXPECT_GT(found, 0.935 * kTables) << count << " runs, " << spread;
    }
  }
}

TEST(Suggest, SaysWhereRunsAreTooNoisyForTheSlowDownToFind) {
  const std::vector<results::ResultFile> noisy = {
      run_of("a", {{"time", 1}}), run_of("a", {{"time", 1.04}}), run_of("a", {{"time", 1.08}})};
  const auto floor = suggest_floors(noisy, {.finds = 0.2}).floors.at(0);
  EXPECT_THAT(floor.note, HasSubstr("more than 1 of 100 runs of the same code misses it"));
  EXPECT_THAT(error_of(noisy, {.finds = 0.01}),
              HasSubstr("a: no time that a floor could be set by that finds what is 1.0 % slower"));
  EXPECT_THAT(error_of(noisy, {.finds = 0}), HasSubstr("--finds: expected a fraction above 0"));
  const std::vector<results::ResultFile> rates = {run_of("a", {{"bytes_per_second", 100}}),
                                                  run_of("a", {{"bytes_per_second", 101}}),
                                                  run_of("a", {{"bytes_per_second", 102}})};
  const auto rate = suggest_floors(rates, {.finds = 0.3}).floors.at(0);
  EXPECT_GT(rate.threshold, 101 / 1.3);
  EXPECT_LT(rate.threshold, 100);
}

TEST(Suggest, QuietRunsLetNoKernelPassThatIsMuchSlower) {
  std::mt19937_64 random(7);
  const auto suggestion = suggest_floors(noisy_runs(5, 0.01, 1e-3, random), {});
  EXPECT_LT(suggestion.slowdown, 0.15) << "half of the speed passed once";
  EXPECT_GE(suggestion.floors.at(0).threshold, 1.03e-3) << "5 % above the worst";
  EXPECT_THAT(suggestion.floors.at(0).note, HasSubstr("; finds what is "));
}

TEST(Suggest, FewRunsAskForAMargin) {
  std::mt19937_64 random(7);
  EXPECT_EQ(error_of(noisy_runs(2, 0.01, 1, random), {}),
            "expected at least 3 runs, by whose spread the margin is set, or --margin, found 2 "
            "runs");
  const std::vector<results::ResultFile> equal(3, run_of("a", {{"time", 1e-3}}));
  EXPECT_EQ(suggest_floors(equal, {}).slowdown, 0) << "three equal values tell no spread";
}

TEST(Suggest, ARatioIsThatOfEachRun) {
  std::vector<results::ResultFile> runs;
  for (const double slow : {1.0, 2.0, 3.0}) {  // of the whole machine
    runs.push_back(run_of("a", {{"time", 3 * slow}}));
    auto other = run_of("b\\c", {{"time", slow}});
    runs.back().benchmarks.push_back(other.benchmarks[0]);
    runs.back().benchmarks.back().repetitions[0].metrics[0].name = "time";
  }
  const auto suggestion = suggest_floors(runs, {.ratio_to = "b\\c"});
  ASSERT_THAT(suggestion.floors, SizeIs(1)) << "none of it to itself";
  const auto& floor = suggestion.floors[0];
  EXPECT_EQ(floor.metric, "time");
  EXPECT_EQ(floor.threshold, 3.16) << "3 / 0.95";
  const auto file = FloorFile::parse(to_floor_file(suggestion.floors), "f");
  EXPECT_EQ(file.select("D", "a").floors.at(0).other, "b\\c");
  EXPECT_EQ(error_of(runs, {.ratio_to = "c"}),
            "--ratio-to: expected a benchmark of these runs, found \"c\"; did you mean b\\c?");
}

TEST(Suggest, ACounterIsExactWhereItIsEqualInAllRuns) {
  const std::vector<results::ResultFile> equal(
      3, run_of("a", {{"allocations", 1234567}, {"none", 0}, {"hits", 7}}));
  const auto floors =
      suggest_floors(equal, {.metrics = {"counter:allocations", "counter:none", "counter:hits"},
                             .higher_is_better = {"hits"}})
          .floors;
  ASSERT_THAT(floors, SizeIs(3));
  EXPECT_EQ(floors[0].threshold, 1234567);
  EXPECT_EQ(floors[0].bound, Floor::Bound::kAtMost);
  EXPECT_THAT(floors[0].note, HasSubstr("each of 3 runs: "));
  EXPECT_EQ(floors[1].threshold, 0);
  EXPECT_EQ(floors[2].bound, Floor::Bound::kAtLeast);
}

TEST(Suggest, MemoryIsExactWhereItIsEqualInAllRuns) {
  const std::vector<results::ResultFile> equal(3, run_of("a", {{"device_memory", 100'663'297}}));
  const auto floors = suggest_floors(equal, {.metrics = {"device_memory"}}).floors;
  ASSERT_THAT(floors, SizeIs(1));
  EXPECT_EQ(floors[0].threshold, 100'663'297);
  EXPECT_EQ(floors[0].tolerance, 0);
  EXPECT_EQ(floors[0].bound, Floor::Bound::kAtMost);
  EXPECT_THAT(floors[0].note, HasSubstr("each of 3 runs: 100.7 MB"));
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
  EXPECT_EQ(error_of(runs, {0.5}),
            "expected results of one device, or --device to take one, found A CPU, NVIDIA H200");
  EXPECT_THAT(error_of(runs, {0.5, {}, "Intel"}),
              HasSubstr("found \"Intel\", and results of A CPU"));
  auto without_device = runs;
  without_device[1].benchmarks[0].outcome = "unsupported";
  EXPECT_EQ(suggest_floors(without_device, {0.5}).device, "NVIDIA H200")
      << "a device without a benchmark that passed is none to choose";
  const auto suggestion = suggest_floors(runs, {0.5, {}, "H200"});
  EXPECT_EQ(suggestion.device, "NVIDIA H200");
  EXPECT_EQ(suggestion.floors.at(0).threshold, 2);
  EXPECT_EQ(suggestion.floors.at(0).note, "highest of 1 run: 1 s; margin 50 %");
}

TEST(Suggest, LeavesOutWhatFailedAndSaysSo) {
  const std::vector<results::ResultFile> runs = {run_of("a", {{"time", 1}}),
                                                 run_of("a", {{"time", 100}}, "D", "wrong_result")};
  const auto suggestion = suggest_floors(runs, {0.5});
  EXPECT_EQ(suggestion.floors.at(0).threshold, 2);
  EXPECT_THAT(suggestion.notes,
              ElementsAre("r.json: left out a: wrong_result", "a: in 1 of 2 runs"));
}

TEST(Suggest, SaysWhereRunsDoNotCompare) {
  std::vector<results::ResultFile> runs = {run_of("a", {{"time", 1}}), run_of("a", {{"time", 1}})};
  runs[1].benchmarks[0].settings = {{"mode", "other"}};
  EXPECT_THAT(suggest_floors(runs, {0.5}).notes,
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
