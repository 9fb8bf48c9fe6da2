// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "floors/floor_report.hpp"

#include <gtest/gtest.h>

#include "fake_source.hpp"

namespace tickbench {
namespace {

/// Three floors that judge one benchmark, one of each verdict, and one whose metric is missing.
FloorReport report() {
  const auto file = FloorFile::parse(R"({"schema": "tickbench-floors/1", "floors": [
{"device": "NVIDIA H200", "benchmark": "opencl/saxpy/67108864", "metric": "bytes_per_second", "at_least": 4.1e12, "tolerance": 0.03},
{"device": ".*", "benchmark": "opencl/saxpy/.*", "metric": "time", "at_most": 180e-6, "tolerance": 0},
{"device": ".*", "benchmark": "(.*)/saxpy/([0-9]+)$", "metric": "ratio", "of": "bytes_per_second", "to": "\\1/copy/\\2", "at_least": 0.9},
{"device": ".*", "benchmark": ".*", "metric": "speedup_tbb", "at_least": 1},
{"device": "Another", "benchmark": ".*", "metric": "noise", "at_most": 0.1}]
})",
                                     "floors.json");
  FloorReport report{"NVIDIA H200", "opencl/saxpy/67108864", {}, 0};
  const auto selection = file.select(report.device, report.id);
  report.device_mismatches = selection.device_mismatches;
  FloorJudge judge(selection, 1);
  FakeSource source([](const AppliedFloor& applied, double level, int) -> std::optional<Evidence> {
    if (applied.floor.metric == "time") return Evidence{{190e-6, {188e-6, 191e-6, level}}, 45};
    if (applied.floor.is_ratio()) return Evidence{{0.86, {0.84, 0.88, level}}, 30};
    if (applied.floor.metric == "bytes_per_second")
      return Evidence{{4.32e12, {4.31e12, 4.33e12, level}}, 45};
    return std::nullopt;
  });
  judge.judge_repetition(source);
  report.judgements = judge.judgements();
  return report;
}

TEST(FloorReport, TextOfEveryVerdict) {
  EXPECT_EQ(
      to_text(report(), false),
      "floor met: opencl/saxpy/67108864 on NVIDIA H200: bytes_per_second 4.32 TB/s [4.31 TB/s, "
      "4.33 TB/s], expected >= 3.977 TB/s (4.1 TB/s - 3 %), by floors.json: floors[0]\n"
      "floor MISSED: opencl/saxpy/67108864 on NVIDIA H200: time 190 us [188 us, 191 us], "
      "expected <= 180 us, by floors.json: floors[1]\n"
      "floor inconclusive: opencl/saxpy/67108864 on NVIDIA H200: ratio of bytes_per_second to "
      "opencl/copy/67108864 0.86 [0.84, 0.88], expected >= 0.855 (0.9 - 5 %): the interval "
      "holds the floor, which passes unless strict, by floors.json: floors[2]\n"
      "floor NOT MEASURED: opencl/saxpy/67108864 on NVIDIA H200: speedup_tbb: this benchmark "
      "has none, expected >= 0.95 (1 - 5 %), by floors.json: floors[3]\n");
}

std::string text_of(const Evidence& evidence) {
  Floor floor;
  floor.device = "D";
  floor.benchmark = "a";
  floor.metric = "time";
  floor.bound = Floor::Bound::kAtMost;
  floor.threshold = 1;
  floor.tolerance = 0;
  return to_text(
      {"D", "a", {{{floor, "", "f:1:1"}, FloorVerdict::kInconclusive, evidence, 1, 1, ""}}, 0},
      false);
}

TEST(FloorReport, SaysWhyItIsInconclusive) {
  EXPECT_EQ(text_of({0.5, {0.5, 0.5, 0}, 30}),
            "floor inconclusive: a on D: time 500 ms, expected <= 1 s: a value without its "
            "interval decides nothing, which passes unless strict, by f:1:1\n");
  const auto why = [](const Evidence& evidence) {
    const std::string text = text_of(evidence);
    const auto begin = text.find("<= 1 s: ") + 8;
    return text.substr(begin, text.find(", which") - begin);
  };
  EXPECT_EQ(why({0.9, {0.8, 1.1, 0.95}, 30}), "the interval holds the floor");
  EXPECT_EQ(why({0.9, {0.8, 0.95, 0.95}, 9}), "9 samples are too few to be sure by");
  EXPECT_EQ(why({0.9, {0.8, 0.95, 0.95}, 0}), "of an unknown number of samples nothing is sure");
  EXPECT_EQ(why({0.9, {0.8, 0.95, 0.9}, 12}),
            "the samples allow no interval above 90 %, too little to be sure by");
}

TEST(FloorReport, OfAFailedBenchmarkNoFloorIsMeasured) {
  const auto file = FloorFile::parse(
      R"({"schema": "tickbench-floors/1", "floors": [
{"device": ".*", "benchmark": "a", "metric": "time", "at_most": 1, "tolerance": 0},
{"device": "E", "benchmark": "a", "metric": "time", "at_most": 2}]})",
      "f");
  const auto failed = failed_report("D", "a", file.select("D", "a"), "timed_out");
  EXPECT_EQ(failed.verdict(), FloorVerdict::kNotMeasured);
  EXPECT_EQ(failed.device_mismatches, 1U);
  EXPECT_EQ(to_text(failed, false),
            "floor NOT MEASURED: a on D: time: this benchmark failed (timed_out), expected <= 1 s, "
            "by f: floors[0]\n");
  EXPECT_EQ(to_text(failed_report("", "a", file.select("", "a"), "device_error"), false),
            "floor NOT MEASURED: a: time: this benchmark failed (device_error), expected <= 1 s, "
            "by f: floors[0]\n");
}

TEST(FloorReport, NoFloorIsSaidAndNotAPass) {
  FloorReport none{"A (CPU)", "opencl/copy/1024", {}, 2};
  EXPECT_EQ(none.verdict(), FloorVerdict::kNoFloor);
  EXPECT_EQ(to_text(none, false),
            "no floor: opencl/copy/1024 on A (CPU): none for this device, 2 for others\n");
  none.device_mismatches = 0;
  EXPECT_EQ(to_text(none, false),
            "no floor: opencl/copy/1024 on A (CPU): none for this benchmark\n");
  EXPECT_EQ(floors::to_json(none).dump(),
            R"({"verdict":"no_floor","device_mismatches":0,"judged":[]})");
}

TEST(FloorReport, VerdictIsTheWorst) {
  auto all = report();
  EXPECT_EQ(all.verdict(), FloorVerdict::kFail);
  all.judgements.erase(all.judgements.begin() + 1);
  EXPECT_EQ(all.verdict(), FloorVerdict::kNotMeasured);
  all.judgements.pop_back();
  EXPECT_EQ(all.verdict(), FloorVerdict::kInconclusive);
  all.judgements.pop_back();
  EXPECT_EQ(all.verdict(), FloorVerdict::kPass);
}

TEST(FloorReport, Json) {
  EXPECT_EQ(
      floors::to_json(report()).dump(),
      R"({"verdict":"fail","device_mismatches":1,"judged":[)"
      R"({"floor":"floors.json: floors[0]",)"
      R"("metric":"bytes_per_second","at_least":4100000000000.0,"tolerance":0.03,)"
      R"("effective":3977000000000.0,"verdict":"pass",)"
      R"("value":4320000000000.0,"low":4310000000000.0,"high":4330000000000.0,"level":0.9833333333333333,"samples":45,"looks":1,"repetitions":1},)"
      R"({"floor":"floors.json: floors[1]",)"
      R"("metric":"time","at_most":0.00018,"tolerance":0.0,)"
      R"("effective":0.00018,"verdict":"fail",)"
      R"("value":0.00019,"low":0.000188,"high":0.000191,"level":0.9833333333333333,"samples":45,"looks":1,"repetitions":1},)"
      R"({"floor":"floors.json: floors[2]",)"
      R"("metric":"ratio","of":"bytes_per_second","to":"opencl/copy/67108864","at_least":0.9,"tolerance":0.05,)"
      R"("effective":0.855,"verdict":"inconclusive",)"
      R"("value":0.86,"low":0.84,"high":0.88,"level":0.9833333333333333,"samples":30,"looks":1,"repetitions":1},)"
      R"({"floor":"floors.json: floors[3]",)"
      R"("metric":"speedup_tbb","at_least":1.0,"tolerance":0.05,)"
      R"("effective":0.95,"verdict":"not_measured","looks":1,"repetitions":1}]})");
}

}  // namespace
}  // namespace tickbench
