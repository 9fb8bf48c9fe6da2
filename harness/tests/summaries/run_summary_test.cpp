// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "summaries/run_summary.hpp"

#include <gmock/gmock.h>

#include "html_report/files.hpp"
#include "html_report/write_report.hpp"
#include "summaries/wording.hpp"

namespace tickbench::html_report {
namespace {

using test::entry;
using test::Json;
using test::refusal;
using test::TemporaryFolder;
using testing::HasSubstr;

RunSummary run_of_entries(const Json& entries) {
  const TemporaryFolder folder;
  return test::read_run(folder.write("r.json", test::results(entries)), "A");
}

TEST(ReadRun, ReadsABenchmark) {
  const auto run = run_of_entries({entry("opencl/copy/8", 1e-6)});
  ASSERT_EQ(run.benchmarks.size(), 1u);
  const auto& benchmark = run.benchmarks.front();
  EXPECT_EQ(benchmark.id, "opencl/copy/8");
  EXPECT_EQ(benchmark.device, "Test Device");
  EXPECT_EQ(results::find_named(benchmark.methods, "batched")->value, "bracket");
  EXPECT_EQ(benchmark.batch, 256);
  ASSERT_NE(benchmark.metric("time"), nullptr);
  EXPECT_EQ(benchmark.metric("time")->value, 1e-6);
  EXPECT_DOUBLE_EQ(benchmark.metric("time")->interval.low, 0.99e-6);
  EXPECT_EQ(run.file.devices.front().peak_bytes_per_second, 1e12);
  EXPECT_THAT(run.file.context.facts,
              testing::Contains(testing::Pair("command_line", "suite --tickbench_large")));
  EXPECT_THAT(run.file.context.facts, testing::Contains(testing::Pair("host cpu", "A CPU")));
  EXPECT_THAT(run.file.devices.front().facts,
              testing::Contains(testing::Pair("compute_units", "16")));
  EXPECT_THAT(sampling_text(benchmark), HasSubstr("; 45 isolated"));
  EXPECT_EQ(results::find_named(benchmark.repetitions.front().stop_reasons, "batched")->value,
            "precision");
  EXPECT_EQ(benchmark.converged, true);
}

TEST(ReadRun, PlainBenchmarksHaveTheIdsOfFloorsTheirCountersAndLabels) {
  Json sum = test::plain_entry("BM_Sum/8/min_time:1.000/real_time/threads:2", 2e-6);
  sum["compares"] = 12;
  sum["bytes_per_second"] = 4e9;
  sum["label"] = "in cache";
  const TemporaryFolder folder;
  const auto path =
      folder.write("r.json", Json{{"context", Json::object()}, {"benchmarks", {sum}}});
  const auto run = test::read_run(path, "A");
  const auto& benchmark = run.benchmarks.at(0);
  EXPECT_EQ(benchmark.id, "BM_Sum/8/threads:2");
  EXPECT_EQ(benchmark.label, "in cache");
  EXPECT_EQ(benchmark.metric("counter:compares")->value, 12);
  EXPECT_EQ(metric_value("counter:compares", 12), "12");
  EXPECT_EQ(metric_value("counter:compares", 0.125), "0.125");
  EXPECT_EQ(metric_interval("counter:compares", {{12, {12, 12}}}), "");
  EXPECT_EQ(metric_interval("counter:compares", {{12, {11, 12.5}}}), "11.0 to 12.5");
  EXPECT_EQ(timing_text(benchmark, "time"), "host clock, Google Benchmark");
  EXPECT_EQ(timing_text(benchmark, "cpu_time"), "processor time, Google Benchmark");
  EXPECT_EQ(timing_text(benchmark, "bytes_per_second"), "host clock, Google Benchmark");
  EXPECT_EQ(timing_text(benchmark, "counter:compares"), "Google Benchmark");
  EXPECT_EQ(compare_runs(run, run).comparison.rows.at(0).id, "BM_Sum/8/threads:2");
}

TEST(ReadRun, RepetitionsBecomeOne) {
  Json entries = {entry("x", 1e-6), entry("x", 3e-6), entry("x", 2e-6)};
  for (std::size_t i = 0; i < 3; ++i) entries[i]["repetition_index"] = i;
  const auto run = run_of_entries(entries);
  ASSERT_EQ(run.benchmarks.size(), 1u);
  const auto& benchmark = run.benchmarks.front();
  EXPECT_EQ(benchmark.repetition_count(), 3u);
  EXPECT_EQ(benchmark.metric("time")->value, 2e-6);
  EXPECT_DOUBLE_EQ(benchmark.metric("time")->interval.low, 0.99e-6);
  EXPECT_DOUBLE_EQ(benchmark.metric("time")->interval.high, 3.03e-6);
}

TEST(ReadRun, ABadRepetitionSpeaksForAll) {
  Json entries = {entry("x", 1e-6), entry("x", 3e-6)};
  entries[1]["repetition_index"] = 1;
  entries[1]["tickbench"]["outcome"] = "timed_out";
  EXPECT_EQ(run_of_entries(entries).benchmarks.front().outcome, "timed_out");
}

TEST(ReadRun, AggregatesCountOnlyWhereNothingElseIs) {
  Json median = entry("x", 5e-6);
  median["run_type"] = "aggregate";
  median["aggregate_name"] = "median";
  median["repetitions"] = 7;
  Json spread = median;
  spread["aggregate_name"] = "cv";
  const auto alone = run_of_entries({median, spread});
  ASSERT_EQ(alone.benchmarks.size(), 1u);
  EXPECT_EQ(alone.benchmarks.front().repetition_count(), 7u);
  EXPECT_EQ(run_of_entries({entry("x", 1e-6), median}).benchmarks.front().metric("time")->value,
            1e-6);
}

TEST(ReadRun, TwoDevicesAreTwoBenchmarks) {
  EXPECT_EQ(run_of_entries({entry("x", 1e-6, "P"), entry("x", 2e-6, "Q")}).benchmarks.size(), 2u);
}

TEST(ReadRun, ReadsPlainGoogleBenchmark) {
  const TemporaryFolder folder;
  const auto run = test::read_run(
      folder.write("r.json",
                   Json{{"context", {{"host_name", "h"}, {"num_cpus", 4}}},
                        {"benchmarks",
                         {{{"name", "BM_x/8/real_time"},
                           {"run_name", "BM_x/8/real_time"},
                           {"real_time", 2.5},
                           {"time_unit", "us"}},
                          {{"name", "BM_y"}, {"error_occurred", true}, {"error_message", "no"}}}}}),
      "A");
  EXPECT_DOUBLE_EQ(run.benchmarks[0].metric("time")->value, 2.5e-6);
  EXPECT_TRUE(run.benchmarks[0].is_plain);
  EXPECT_EQ(run.benchmarks[0].id, "BM_x/8");  // as floors have it
  EXPECT_EQ(run.benchmarks[1].outcome, "error");
  EXPECT_EQ(run.benchmarks[1].message, "no");
}

TEST(ReadRun, AGoodRowOfGoogleBenchmarkHasNothingToCheck) {
  const TemporaryFolder folder;
  const auto run = test::read_run(
      folder.write("r.json",
                   Json{{"benchmarks", {{{"name", "f"}, {"real_time", 1}}, {{"name", "g"}}}}}),
      "A");
  EXPECT_EQ(run.benchmarks.front().outcome, "nothing_to_check");
}

TEST(ReadRun, RefusesAFileOfNothing) {
  const TemporaryFolder folder;
  EXPECT_THAT(refusal([&] {
                test::read_run(folder.write("r.json", Json{{"benchmarks", Json::array()}}), "A");
              }),
              HasSubstr("found an empty list"));
}

TEST(ReadRun, TakesItsSamplesAlong) {
  const TemporaryFolder folder;
  const auto run = test::read_run(folder.write("r.json", test::results({entry("x", 1e-6)})), "A",
                                  folder.write("s.json", test::samples("x", {1e-6, 2e-6})));
  const auto& samples = run.benchmarks.front().repetitions.front().samples;
  EXPECT_EQ(run.benchmarks.front().device, "Test Device");
  ASSERT_EQ(samples.size(), 1u);
  EXPECT_THAT(samples.front().device_seconds, testing::ElementsAre(1e-6, 2e-6));
  EXPECT_EQ(samples.front().launches_per_bracket, 256);
}

/// Of the runs with these times, the host of each, and a number from 1.
Json runs_json(const std::vector<std::pair<double, std::string>>& times) {
  Json list = Json::array(), rows = Json::array();
  for (const auto& [time, host] : times) {
    const auto number = list.size() + 1;
    list.push_back({{"run", number}, {"context", {{"host_name", host}}}});
    auto row = entry("x", time);
    row["tickbench"]["run"] = number;
    rows.push_back(row);
  }
  return {{"context", {{"tickbench", {{"schema", "tickbench-runs/1"}, {"runs", list}}}}},
          {"benchmarks", rows}};
}

TEST(ReadRun, SaysWhereTheRunsOfAFileWereTimedBySeveralMethods) {
  const TemporaryFolder folder;
  auto runs = runs_json({{1e-6, "h"}, {2e-6, "h"}});
  const auto same = test::read_run(folder.write("same.json", runs), "A");
  EXPECT_EQ(timing_text(same.benchmarks.front(), "time"),
            "batched, bracket ×256, median of 2 runs");
  auto& second = runs["benchmarks"][1]["tickbench"];
  second["methods"]["batched"] = "held bracket";
  second["batch"] = 64;
  const auto mixed = test::read_run(folder.write("mixed.json", runs), "B");
  const auto& benchmark = mixed.benchmarks.front();
  EXPECT_EQ(timing_text(benchmark, "time"), "batched, bracket and held bracket, median of 2 runs");
  EXPECT_EQ(compare_runs(same, mixed).comparison.rows.front().verdict,
            compare::Verdict::kNotComparable);
}

TEST(ReadRun, TellsRunsFromTheirRepetitions) {
  const TemporaryFolder folder;
  auto runs = runs_json({{1e-6, "h"}, {2e-6, "h"}});
  auto again = runs["benchmarks"][1];
  again["repetition_index"] = 1;
  runs["benchmarks"].push_back(again);
  const auto run = test::read_run(folder.write("r.json", runs), "A");
  EXPECT_EQ(timing_text(run.benchmarks.front(), "time"),
            "batched, bracket ×256, median of 2 runs with 3 repetitions in all");
}

TEST(ReadRuns, TakesTheRunsOfAFileTogetherWithTheirSpread) {
  const TemporaryFolder folder;
  const auto runs = read_runs(
      folder.write("r.json", runs_json({{1e-6, "m"}, {1.1e-6, "m"}, {1.2e-6, "m"}})), "A");
  ASSERT_EQ(runs.size(), 1u);
  EXPECT_EQ(runs[0].label, "A");
  const auto* time = runs[0].benchmarks.at(0).metric("time");
  EXPECT_DOUBLE_EQ(time->value, 1.1e-6);
  EXPECT_EQ(time->runs, 3u);
  EXPECT_NEAR(time->spread.value(), 0.0912, 1e-4);
  EXPECT_NE(page("t", runs, {}, {}).find("spread 9.1 %, 3 runs"), std::string::npos);
}

TEST(ReadRuns, MachinesAreRunsOfTheirOwn) {
  const TemporaryFolder folder;
  const auto runs =
      read_runs(folder.write("r.json", runs_json({{1e-6, "m"}, {2e-6, "n"}, {1e-6, "m"}})), "A");
  ASSERT_EQ(runs.size(), 2u);
  EXPECT_EQ(runs[0].label, "A (m)");
  EXPECT_EQ(runs[1].label, "A (n)");
  EXPECT_FALSE(runs[1].benchmarks.at(0).metric("time")->spread);
}

TEST(ReadRuns, SamplesAreOfOneRun) {
  const TemporaryFolder folder;
  EXPECT_THAT(refusal([&] {
                read_runs(folder.write("r.json", runs_json({{1e-6, "m"}, {2e-6, "m"}})), "A",
                          folder.write("s.json", test::samples("x", {1e-6})));
              }),
              HasSubstr("expected one run, for its samples, found several"));
}

}  // namespace
}  // namespace tickbench::html_report
