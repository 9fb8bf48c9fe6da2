// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "html_report/read_run.hpp"

#include <gmock/gmock.h>

#include <random>

#include "html_report/files.hpp"

namespace tickbench::html_report {
namespace {

using test::entry;
using test::Json;
using test::refusal;
using test::TemporaryFolder;
using testing::HasSubstr;

Run run_of(const Json& entries) {
  const TemporaryFolder folder;
  return read_run(folder.write("r.json", test::results(entries)), "A");
}

std::string refusal_of(const std::string& text) {
  const TemporaryFolder folder;
  const auto path = folder.write("r.json", text);
  return refusal([&] { read_run(path, "A"); });
}

TEST(ReadRun, ReadsABenchmark) {
  const auto run = run_of({entry("opencl/copy/8", 1e-6)});
  ASSERT_EQ(run.benchmarks.size(), 1u);
  const auto& benchmark = run.benchmarks.front();
  EXPECT_EQ(benchmark.id, "opencl/copy/8");
  EXPECT_EQ(benchmark.device, "Test Device");
  EXPECT_EQ(benchmark.methods.at("batched"), "bracket");
  EXPECT_EQ(benchmark.batch, 256);
  ASSERT_NE(benchmark.metric("time"), nullptr);
  EXPECT_EQ(benchmark.metric("time")->value, 1e-6);
  EXPECT_DOUBLE_EQ(benchmark.metric("time")->interval->low, 0.99e-6);
  EXPECT_EQ(run.devices.front().peak_bytes_per_second, 1e12);
  EXPECT_THAT(run.facts,
              testing::Contains(testing::Pair("command line", "suite --tickbench_large")));
}

TEST(ReadRun, MissingFieldsAndNullsAreNothing) {
  const auto run =
      run_of({{{"tickbench", {{"id", "x"}, {"metrics", {{"time", {{"value", nullptr}}}}}}}},
              {{"tickbench", {{"id", "y"}, {"metrics", nullptr}}}}});
  EXPECT_EQ(run.benchmarks[0].metric("time"), nullptr);
  EXPECT_TRUE(run.benchmarks[1].metrics.empty());
}

TEST(ReadRun, BareNonFiniteNumbersAreNothing) {
  const TemporaryFolder folder;
  const auto run = read_run(
      folder.write("r.json",
                   std::string(R"({"benchmarks": [{"name": "NaN -Infinity", "real_time": NaN,
                    "bytes_per_second": -Infinity, "items_per_second": 5}]})")),
      "A");
  EXPECT_EQ(run.benchmarks.front().id, "NaN -Infinity");
  EXPECT_EQ(run.benchmarks.front().metric("time"), nullptr);
  EXPECT_EQ(run.benchmarks.front().metric("bytes_per_second"), nullptr);
  EXPECT_EQ(run.benchmarks.front().metric("items_per_second")->value, 5);
}

TEST(ReadRun, AnIntervalTheWrongWayRoundIsNone) {
  Json odd = entry("x", 1e-6);
  odd["tickbench"]["metrics"]["time"]["low"] = 5;
  EXPECT_FALSE(run_of({odd}).benchmarks.front().metric("time")->interval.has_value());
}

TEST(ReadRun, RepetitionsBecomeOne) {
  Json entries = {entry("x", 1e-6), entry("x", 3e-6), entry("x", 2e-6)};
  for (std::size_t i = 0; i < 3; ++i) entries[i]["repetition_index"] = i;
  const auto run = run_of(entries);
  ASSERT_EQ(run.benchmarks.size(), 1u);
  const auto& benchmark = run.benchmarks.front();
  EXPECT_EQ(benchmark.repetitions, 3);
  EXPECT_EQ(benchmark.metric("time")->value, 2e-6);
  EXPECT_DOUBLE_EQ(benchmark.metric("time")->interval->low, 0.99e-6);
  EXPECT_DOUBLE_EQ(benchmark.metric("time")->interval->high, 3.03e-6);
}

TEST(ReadRun, ABadRepetitionSpeaksForAll) {
  Json entries = {entry("x", 1e-6), entry("x", 3e-6)};
  entries[1]["repetition_index"] = 1;
  entries[1]["tickbench"]["outcome"] = "timed_out";
  EXPECT_EQ(run_of(entries).benchmarks.front().outcome, "timed_out");
}

TEST(ReadRun, AggregatesCountOnlyWhereNothingElseIs) {
  Json median = entry("x", 5e-6);
  median["run_type"] = "aggregate";
  median["aggregate_name"] = "median";
  median["repetitions"] = 7;
  Json spread = median;
  spread["aggregate_name"] = "cv";
  const auto alone = run_of({median, spread});
  ASSERT_EQ(alone.benchmarks.size(), 1u);
  EXPECT_EQ(alone.benchmarks.front().repetitions, 7);
  EXPECT_EQ(run_of({entry("x", 1e-6), median}).benchmarks.front().metric("time")->value, 1e-6);
}

TEST(ReadRun, TwoDevicesAreTwoBenchmarks) {
  EXPECT_EQ(run_of({entry("x", 1e-6, "P"), entry("x", 2e-6, "Q")}).benchmarks.size(), 2u);
}

TEST(ReadRun, ReadsPlainGoogleBenchmark) {
  const TemporaryFolder folder;
  const auto run = read_run(
      folder.write("r.json",
                   Json{{"context", {{"host_name", "h"}, {"num_cpus", 4}}},
                        {"benchmarks",
                         {{{"name", "BM_x/8"},
                           {"run_name", "BM_x/8"},
                           {"real_time", 2.5},
                           {"time_unit", "us"}},
                          {{"name", "BM_y"}, {"error_occurred", true}, {"error_message", "no"}}}}}),
      "A");
  EXPECT_DOUBLE_EQ(run.benchmarks[0].metric("time")->value, 2.5e-6);
  EXPECT_TRUE(run.benchmarks[0].is_plain);
  EXPECT_EQ(run.benchmarks[1].outcome, "error");
  EXPECT_EQ(run.benchmarks[1].message, "no");
}

TEST(ReadRun, RefusesWhatIsNoResultFile) {
  const TemporaryFolder folder;
  EXPECT_THAT(refusal([&] { read_run((folder / "none").string(), "A"); }), HasSubstr("found none"));
  EXPECT_THAT(refusal([&] { read_run(folder.path().string(), "A"); }), HasSubstr("found a folder"));
  EXPECT_THAT(refusal_of(""), HasSubstr("found an empty file"));
  EXPECT_THAT(refusal_of("[]"), HasSubstr("found array"));
  EXPECT_THAT(refusal_of("{}"), HasSubstr("expected a result file with \"benchmarks\""));
  EXPECT_THAT(refusal_of(R"({"schema": "tickbench-floors/1"})"), HasSubstr("tickbench-floors/1"));
  EXPECT_THAT(refusal_of(R"({"benchmarks": []})"), HasSubstr("found an empty list"));
  EXPECT_THAT(refusal_of(R"({"benchmarks": 5})"), HasSubstr("benchmarks: expected an array"));
  EXPECT_THAT(refusal_of(R"({"benchmarks": [5]})"), HasSubstr("benchmarks[0]: expected an object"));
  EXPECT_THAT(refusal_of(R"({"benchmarks": [{}]})"),
              HasSubstr("benchmarks[0]: expected a benchmark's id"));
  EXPECT_THAT(refusal_of("{\"benchmarks\": [{\"name\": \"\xff\"}]}"), HasSubstr("UTF-8"));
}

TEST(ReadRun, RefusesNumbersThatAreText) {
  Json odd = entry("x", 1e-6);
  odd["tickbench"]["metrics"]["time"]["value"] = "fast";
  EXPECT_THAT(
      refusal([&] { run_of({odd}); }),
      HasSubstr("benchmarks[0].tickbench.metrics.time.value: expected a number, found string"));
}

TEST(ReadRun, RefusesARepetitionTwice) {
  EXPECT_THAT(refusal([] {
                run_of({entry("x", 1e-6), entry("x", 2e-6)});
              }),
              HasSubstr("benchmarks[1]: expected each repetition once, found repetition 0 of x"));
}

TEST(ReadRun, RefusesAFileCutOffAnywhere) {
  const std::string whole = test::results({entry("x", 1e-6)}).dump();
  for (std::size_t length = 0; length < whole.size(); ++length)
    ASSERT_NE(refusal_of(whole.substr(0, length)), "") << length;
}

TEST(ReadRun, SurvivesAFewWrongBytes) {
  const std::string whole = test::suite().dump();
  std::mt19937 random(1);
  const TemporaryFolder folder;
  int refused = 0;
  constexpr int kFiles = 2000;
  for (int i = 0; i < kFiles; ++i) {
    std::string damaged = whole;
    for (int j = 0; j < 3; ++j) damaged[random() % damaged.size()] = static_cast<char>(random());
    const auto path = folder.write("r.json", damaged);
    if (!refusal([&] { read_run(path, "A"); }).empty()) ++refused;
  }
  EXPECT_GT(refused, kFiles / 2);  // most bytes matter
}

TEST(ReadRun, DeepNestingIsNoCrash) {
  EXPECT_NE(refusal_of(std::string(1000000, '[')), "");
  const std::string deep =
      "{\"benchmarks\": " + std::string(100000, '[') + std::string(100000, ']') + "}";
  EXPECT_NE(refusal_of(deep), "");
}

TEST(ReadSamples, ReadsThem) {
  const TemporaryFolder folder;
  auto run = run_of({entry("x", 1e-6)});
  read_samples(folder.write("s.json", test::samples("x", {1e-6, 2e-6})), run);
  ASSERT_EQ(run.samples.size(), 1u);
  EXPECT_THAT(run.samples.front().seconds, testing::ElementsAre(1e-6, 2e-6));
  EXPECT_EQ(run.samples.front().launches_per_bracket, 256);
}

TEST(ReadSamples, RefusesOtherFilesAndOtherRuns) {
  const TemporaryFolder folder;
  auto run = run_of({entry("x", 1e-6)});
  const auto other = folder.write("s.json", test::samples("y", {1e-6}));
  EXPECT_THAT(refusal([&] { read_samples(other, run); }), HasSubstr("found y"));
  const auto results = folder.write("r.json", test::results({entry("x", 1e-6)}));
  EXPECT_THAT(refusal([&] { read_samples(results, run); }),
              HasSubstr("tickbench-samples/1, found none"));
}

}  // namespace
}  // namespace tickbench::html_report
