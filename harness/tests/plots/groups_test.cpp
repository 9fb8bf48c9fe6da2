// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include "html_report/files.hpp"
#include "plots/plots.hpp"

/// Groups of figures, and the figures that are drawn for those who ask.
namespace tickbench::html_report {
namespace {

using test::entry;
using test::Json;
using test::TemporaryFolder;
using testing::ElementsAre;
using testing::HasSubstr;

RunSummary run_in(const Json& results) {
  const TemporaryFolder folder;
  return test::read_run(folder.write("r.json", results), "A");
}

/// `entry` as one of a group's.
Json in_group(Json entry, const std::string& group, const std::vector<std::string>& figures) {
  entry["tickbench"]["groups"].push_back({{"name", group}, {"figures", figures}});
  return entry;
}

std::vector<std::string> headings_of(const Json& entries, const std::string& group) {
  std::vector<RunSummary> runs{run_in(test::results(entries))};
  if (!group.empty()) keep_group(group, runs.front());
  std::vector<std::string> headings;
  for (const auto& section : plot_sections(runs, group))
    for (const auto& plot : section.plots) headings.push_back(plot.heading);
  return headings;
}

/// A matrix product with two references, at two sizes; and a copy.
Json two_families() {
  Json entries = Json::array();
  for (const char* n : {"32", "64"}) {
    entries.push_back(in_group(entry(std::string("opencl/matmul/") + n, 1e-6), "study",
                               {"speedup", "a later version's"}));
    auto& metrics = entries.back()["tickbench"]["metrics"];
    for (const char* name :
         {"speedup_tbb", "speedup_serial", "speedup_host_tbb", "speedup_host_serial"})
      metrics[name] = {{"value", 2}};
    entries.push_back(in_group(entry(std::string("opencl/copy/") + n, 1e-6, 8, 0), "other", {}));
  }
  return entries;
}

TEST(Groups, OneIsDrawnAloneAndWithItsFiguresOnly) {
  EXPECT_THAT(headings_of(two_families(), "study"),
              ElementsAre("matmul: speed-up over serial and tbb"));
  EXPECT_THAT(headings_of(two_families(), "other"), ElementsAre("copy: throughput against size"));
  EXPECT_EQ(headings_of(two_families(), "").size(), 4U) << "two of time and two of speed-ups";
}

TEST(Groups, AllReferencesOfAGroupAreInOnePlot) {
  std::vector<RunSummary> runs{run_in(test::results(two_families()))};
  keep_group("study", runs.front());
  const auto plot = plot_sections(runs, "study").front().plots.front();
  ASSERT_EQ(plot.series.size(), 5U);
  EXPECT_EQ(plot.series[0].title, "matmul, kernel time over serial");
  EXPECT_EQ(plot.series[3].title, "matmul, host time over tbb");
}

TEST(Groups, AnUnknownOneIsRefusedWithThoseThatAreThere) {
  auto run = run_in(test::results(two_families()));
  EXPECT_THAT(test::refusal([&] { keep_group("stduy", run); }),
              HasSubstr("expected benchmarks of the group 'stduy', found those of other, study"));
  auto none = run_in(test::suite());
  EXPECT_THAT(test::refusal([&] { keep_group("study", none); }), HasSubstr("found none of any"));
}

/// A launch of 1 us in the enqueue and 10 us in all, of which the device took 3.
Json launched(const std::string& id) {
  Json one = in_group(entry(id, 2e-6), "launch", {"submission"});
  auto& metrics = one["tickbench"]["metrics"];
  metrics["enqueue_time"] = {{"value", 1e-6}};
  metrics["host_time"] = {{"value", 10e-6}};
  metrics["isolated_time"] = {{"value", 3e-6}};
  return one;
}

/// The same, with the device's phases.
Json launched(double queued_to_submit, double submit_to_start) {
  Json one = launched("opencl/launch/first");
  one["tickbench"]["launch"] = {{"queued_to_submit", {{"value", queued_to_submit}}},
                                {"submit_to_start", {{"value", submit_to_start}}},
                                {"start_to_end", {{"value", 3e-6}}}};
  return one;
}

auto are(const std::vector<double>& seconds) {
  return testing::Pointwise(testing::DoubleNear(1e-12), seconds);
}

TEST(Submission, TheBarIsTheHostsTimeInFourParts) {
  const std::vector<RunSummary> runs{run_in(test::results(launched(1e-6, 4e-6)))};
  const auto section = submission_section(make_rows(runs));
  ASSERT_EQ(section.plots.size(), 1U);
  const auto& plot = section.plots[0];
  EXPECT_THAT(plot.segment_names,
              ElementsAre("submission", "lag to the start", "execution behind the submission",
                          "until the wait returned"));
  EXPECT_THAT(plot.bars.front().segments, are({1e-6, 4e-6, 3e-6, 2e-6}));
  EXPECT_TRUE(section.notes.empty());
}

TEST(Submission, TheFirstLaunchHasABarOfItsOwn) {
  Json one = launched("opencl/launch/first");
  one["tickbench"]["first_launch"] = {{"first_build", {{"value", 2e-3}}},
                                      {"first_enqueue", {{"value", 1e-3}}},
                                      {"first_host", {{"value", 5e-3}}},
                                      {"first_device", {{"value", 1e-6}}}};
  const std::vector<RunSummary> runs{run_in(test::results(one))};
  const auto section = submission_section(make_rows(runs));
  ASSERT_EQ(section.plots.size(), 2U);
  const auto& first = section.plots[1];
  EXPECT_THAT(first.bars.front().segments, are({2e-3, 1e-3, 4e-3}));
  EXPECT_EQ(first.table[1][4], "10.0 µs") << "a later launch";
}

TEST(Submission, ALaunchMayBeginBeforeItsSubmissionEnds) {
  const std::vector<RunSummary> runs{run_in(test::results(launched(0, 0.5e-6)))};
  const auto plot = submission_section(make_rows(runs)).plots.front();
  EXPECT_THAT(plot.bars.front().segments, are({1e-6, 2.5e-6, 6.5e-6}));
  EXPECT_EQ(plot.table[1][2], "started before the submission's end");
}

TEST(Submission, WhatABackEndDoesNotTellIsLeftOutByName) {
  const std::vector<RunSummary> runs{run_in(test::results(launched("cuda/launch/first")))};
  const auto section = submission_section(make_rows(runs));
  EXPECT_THAT(section.plots.front().segment_names,
              ElementsAre("submission", "execution behind the submission",
                          "lag and return, not told apart"));
  EXPECT_THAT(section.notes, ElementsAre(HasSubstr("cuda/launch/first: no lag between")));
  EXPECT_EQ(section.plots.front().table[1][2], "not told");
}

TEST(Submission, OverDepthTimesAreThoseOfOneLaunch) {
  Json entries = Json::array();
  for (const double depth : {1.0, 64.0}) {
    Json one = launched("opencl/launch/depth/" + std::to_string(static_cast<int>(depth)));
    one["tickbench"]["metrics"]["items_per_second"] = {{"value", depth / 2e-6}};
    entries.push_back(one);
  }
  const std::vector<RunSummary> runs{run_in(test::results(entries))};
  const auto plot = submission_section(make_rows(runs)).plots.back();
  ASSERT_EQ(plot.series.size(), 3U);
  EXPECT_EQ(plot.series[0].title, "launch/depth, submission with execution");
  EXPECT_DOUBLE_EQ(plot.series[0].points[1].y, 10e-6 / 64);
  EXPECT_DOUBLE_EQ(plot.series[1].points[1].y, 1e-6 / 64);
}

TEST(Submission, IsDrawnWhereABenchmarkAsksForIt) {
  EXPECT_FALSE(headings_of(Json::array({launched("opencl/launch/first")}), "").empty());
  Json silent = launched("opencl/launch/first");
  silent["tickbench"].erase("groups");
  EXPECT_TRUE(headings_of(Json::array({silent}), "").empty());
}

TEST(Clocks, DeviceTimeStandsBesideHostTime) {
  Json entries = Json::array();
  for (const char* n : {"32", "64"})
    entries.push_back(in_group(entry(std::string("opencl/saxpy/") + n, 1e-6), "g", {"clocks"}));
  const std::vector<RunSummary> runs{run_in(test::results(entries))};
  const auto section = clock_section(make_rows(runs));
  ASSERT_EQ(section.plots.size(), 1U);
  EXPECT_EQ(section.plots[0].series[0].title, "saxpy, host's clock");
  EXPECT_DOUBLE_EQ(section.plots[0].series[0].points[0].y, 11e-6);
  EXPECT_DOUBLE_EQ(section.plots[0].series[1].points[0].y, 2e-6);
}

TEST(Regions, StandBesideTheWholeOnBothClocks) {
  Json one = entry("opencl/pipeline/64", 1e-6);
  one["tickbench"]["regions"] = {
      {{"name", "copy in"}, {"device", 1e-6}, {"host", 4e-6}, {"count", 8}},
      {{"name", "kernels"}, {"device", 2e-6}, {"host", 5e-6}, {"count", 8}}};
  const std::vector<RunSummary> runs{run_in(test::results(one))};
  const auto section = region_section(make_rows(runs));
  ASSERT_EQ(section.plots.size(), 1U);
  const auto& plot = section.plots[0];
  EXPECT_THAT(plot.segment_names, ElementsAre("copy in", "kernels", "as one launch"));
  ASSERT_EQ(plot.bars.size(), 4U);
  EXPECT_THAT(plot.bars[0].segments, are({1e-6, 2e-6, 0}));
  EXPECT_THAT(plot.bars[1].segments, are({0, 0, 2e-6}));
  EXPECT_THAT(plot.bars[2].segments, are({4e-6, 5e-6, 0}));
  EXPECT_EQ(plot.table[2][2], "9.00 µs");
}

TEST(Roofline, TheTheoreticalRoofStandsBesideTheMeasuredOne) {
  Json results = test::suite();
  auto& device = results["context"]["tickbench"]["devices"][0];
  device["theoretical"] = {{"bytes_per_second", 2e12}, {"flops_per_second", nullptr}};
  std::vector<RunSummary> runs{run_in(results)};
  auto plot = roofline_section(runs, make_rows(runs)).plots.front();
  EXPECT_EQ(plot.series.back().title, "theoretical bandwidth");
  EXPECT_EQ(plot.series.back().points.back().x, 5) << "up to the measured 10 TFLOP/s";
  EXPECT_THAT(plot.caption, HasSubstr("2.00 TB/s and FLOP/s unknown"));
  device["theoretical"]["flops_per_second"] = 2e13;
  runs = {run_in(results)};
  plot = roofline_section(runs, make_rows(runs)).plots.front();
  EXPECT_EQ(plot.series.back().title, "theoretical peaks");
  EXPECT_EQ(plot.series.back().points[1].y, 2e13);
}

}  // namespace
}  // namespace tickbench::html_report
