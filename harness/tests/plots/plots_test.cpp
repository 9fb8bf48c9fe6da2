// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "plots/plots.hpp"

#include <gmock/gmock.h>

#include <set>

#include "html_report/files.hpp"

namespace tickbench::html_report {
namespace {

using test::entry;
using test::Json;
using test::TemporaryFolder;
using testing::HasSubstr;

RunSummary run_of(const Json& results, const std::string& label = "A") {
  const TemporaryFolder folder;
  return test::read_run(folder.write("r.json", results), label);
}

RunSummary run_with_samples(const Json& samples) {
  const TemporaryFolder folder;
  return test::read_run(folder.write("r.json", test::suite()), "A",
                        folder.write("s.json", samples));
}

TEST(Plots, ThroughputIsBytesForACopyAndFlopsForAMatrixProduct) {
  const std::vector<RunSummary> runs{run_of(test::suite())};
  const auto section = throughput_section(make_rows(runs));
  ASSERT_EQ(section.plots.size(), 2u);
  EXPECT_EQ(section.plots[0].heading, "copy: throughput against size");
  EXPECT_EQ(section.plots[0].y.label, "Bytes read and written a second");
  EXPECT_EQ(section.plots[1].y.label, "Floating-point rate");
  const auto& points = section.plots[0].series.front().points;
  ASSERT_EQ(points.size(), 3u);
  EXPECT_EQ(points[0].x, 1024);
  EXPECT_DOUBLE_EQ(points[0].y, 8192 / (2e-6 + 8192 / 1e12));
  EXPECT_LT(points[0].low, points[0].y);
}

TEST(Plots, APlainBenchmarkHasIterationsAndAnAxisOfItsSizes) {
  const auto plot_of = [](const std::vector<int>& sizes) {
    Json rows = Json::array();
    for (const int size : sizes)
      rows.push_back(test::plain_entry("BM_Sort/" + std::to_string(size), 1e-9 * size));
    const std::vector<RunSummary> runs{run_of({{"context", Json::object()}, {"benchmarks", rows}})};
    return throughput_section(make_rows(runs)).plots.at(0);
  };
  EXPECT_EQ(plot_of({64, 4096}).y.label, "Time an iteration");
  EXPECT_EQ(plot_of({64, 4096}).x.scale, Scale::kLog2);
  EXPECT_EQ(plot_of({64, 4096}).x.text(2048), "2048");
  EXPECT_EQ(plot_of({64, 1 << 20}).x.text(2048), "2 Ki");
  EXPECT_EQ(plot_of({100, 10000}).x.scale, Scale::kLog10);
  EXPECT_EQ(plot_of({5, 6, 7}).x.scale, Scale::kLinear) << "no power of two lies between";
}

TEST(Plots, WhatIsNotGoodIsNotDrawn) {
  Json results = test::suite();
  for (auto& each : results["benchmarks"]) each["tickbench"]["outcome"] = "wrong_result";
  const std::vector<RunSummary> runs{run_of(results)};
  EXPECT_TRUE(throughput_section(make_rows(runs)).plots.empty());
  EXPECT_TRUE(memory_section(make_rows(runs)).plots.empty());
  EXPECT_TRUE(roofline_section(runs, make_rows(runs)).plots.empty());
}

TEST(Plots, SpeedUpsOfKernelAndHostTimeOverEachReference) {
  const std::vector<RunSummary> runs{run_of(test::suite())};
  const auto section = speedup_section(make_rows(runs));
  ASSERT_EQ(section.plots.size(), 2u);
  const auto& serial = section.plots.front();
  EXPECT_EQ(serial.heading, "matmul: speed-up over serial");
  ASSERT_EQ(serial.series.size(), 3u);
  EXPECT_EQ(serial.series[0].title, "matmul, kernel time");
  EXPECT_EQ(serial.series[0].points.back().y, 16);  // 2 * 128 / 16
  EXPECT_EQ(serial.series[1].title, "matmul, host time");
  EXPECT_EQ(serial.series[1].points.back().y, 4);
  EXPECT_EQ(serial.series[2].kind, Series::Kind::kLimit);
}

TEST(Plots, PairsOfMemoriesAreTwoPlotsWithALineAPair) {
  const std::vector<RunSummary> runs{run_of(test::suite())};
  const auto section = memory_section(make_rows(runs));
  ASSERT_EQ(section.plots.size(), 2u);
  for (const auto& plot : section.plots) {
    ASSERT_EQ(plot.series.size(), 2u);
    EXPECT_EQ(plot.series[0].title, "heap to device");
    EXPECT_EQ(plot.series[0].points.size(), 2u);
    EXPECT_NE(plot.series[0].style, plot.series[1].style);
  }
  EXPECT_EQ(section.plots[0].heading, "Throughput between memories, 8 KiB to 32 KiB");
  EXPECT_EQ(section.plots[1].heading, "Throughput between memories, 8 MiB to 32 MiB");
  EXPECT_EQ(section.plots[0].series[0].points[1].x, 32768);
  EXPECT_EQ(section.plots[1].series[0].points[0].x, 8388608);
}

TEST(Plots, PairsOfOneSizeAreDotsBelowEachOther) {
  const std::vector<RunSummary> runs{run_of(
      test::results({test::moved("opencl/transfer/up/8192", 1e-6, 8192, "heap", "device"),
                     test::moved("opencl/transfer/down/8192", 2e-6, 8192, "device", "heap")}))};
  const auto section = memory_section(make_rows(runs));
  ASSERT_EQ(section.plots.size(), 1u);
  const auto& plot = section.plots.front();
  EXPECT_TRUE(plot.series.empty());
  ASSERT_EQ(plot.bars.size(), 2u);
  EXPECT_EQ(plot.bars[1].label, "device to heap");
  EXPECT_DOUBLE_EQ(plot.bars[1].dot.x, 4.096e9);
  EXPECT_EQ(plot.x.label, "Bytes read and written a second (GB/s)");
  EXPECT_LT(plot.bars[1].dot.low, plot.bars[1].dot.x);
  EXPECT_THAT(plot.caption, HasSubstr("Size 8 KiB"));
}

TEST(Plots, TheRoofMeetsAtTheRidge) {
  const std::vector<RunSummary> runs{run_of(test::suite())};
  const auto section = roofline_section(runs, make_rows(runs));
  ASSERT_EQ(section.plots.size(), 1u);
  const auto& roof = section.plots.front().series.back();
  EXPECT_EQ(roof.points[1].x, 10);  // 10 TFLOP/s over 1 TB/s
  EXPECT_EQ(roof.points[1].y, 1e13);
  EXPECT_DOUBLE_EQ(roof.points[0].y, roof.points[0].x * 1e12);
  EXPECT_EQ(roof.points[2].y, 1e13);
}

TEST(Plots, WithoutPeaksTheRooflineSaysSo) {
  Json results = test::suite();
  results["context"]["tickbench"]["devices"][0].erase("peaks");
  const std::vector<RunSummary> runs{run_of(results)};
  const auto section = roofline_section(runs, make_rows(runs));
  EXPECT_TRUE(section.plots.empty());
  EXPECT_THAT(section.notes, testing::ElementsAre(HasSubstr("no measured peaks")));
}

TEST(Plots, PhasesAreStacked) {
  const std::vector<RunSummary> runs{run_of(test::suite())};
  const auto section = phase_section(make_rows(runs));
  ASSERT_EQ(section.plots.size(), 1u);
  ASSERT_EQ(section.plots.front().bars.size(), 1u);
  EXPECT_EQ(section.plots.front().bars.front().label, "opencl/copy/1024");
  EXPECT_THAT(section.plots.front().bars.front().segments, testing::ElementsAre(1e-6, 4e-6, 3e-6));
}

TEST(Plots, SamplesCountWhatTheyCannotShow) {
  std::vector<double> seconds(300, 1e-6);
  for (std::size_t i = 0; i < seconds.size(); i += 2) seconds[i] = 1.1e-6;
  seconds[100] = 1;
  const std::vector<RunSummary> runs{run_with_samples(test::samples("opencl/copy/1024", seconds))};
  const auto section = sample_section(runs, make_rows(runs));
  ASSERT_EQ(section.plots.size(), 1u);
  EXPECT_THAT(section.plots.front().caption, HasSubstr("1 samples above"));
  EXPECT_THAT(section.plots.front().caption, HasSubstr("the largest is 1.00 s"));
  EXPECT_THAT(section.plots.front().caption, HasSubstr("batched, bracket ×256"));
  EXPECT_EQ(section.plots.front().series[1].points.size(), 299u);
}

TEST(Plots, SamplesHaveThePercentilesThatTheyAllow) {
  std::vector<double> seconds(401);
  // 179 is coprime to their number: neighbours are not alike.
  for (std::size_t i = 0; i < seconds.size(); ++i)
    seconds[i] = 1e-6 * static_cast<double>(1 + 179 * i % seconds.size());
  const auto names = [](std::vector<double> values) {
    const std::vector<RunSummary> runs{
        run_with_samples(test::samples("opencl/copy/1024", std::move(values)))};
    const auto section = sample_section(runs, make_rows(runs));
    std::vector<std::string> found;
    for (const auto& row : section.plots.at(0).table) found.push_back(row.at(0) + " " + row.at(1));
    return found;
  };
  EXPECT_THAT(names(seconds), testing::IsSupersetOf({"p90 361 µs", "p99 397 µs"}));
  seconds.resize(101);
  EXPECT_THAT(names(seconds), testing::Not(testing::Contains(testing::StartsWith("p99"))));
}

TEST(Plots, TooManyLinesBecomeAPlotARunAndDevice) {
  Json entries = Json::array();
  for (int device = 0; device < 3; ++device)
    for (int pair = 0; pair < 5; ++pair)
      for (const char* size : {"8192", "32768"}) {
        auto one = test::moved("opencl/transfer/p" + std::to_string(pair) + "/" + size, 1e-6,
                               std::stod(size), "p" + std::to_string(pair), "heap");
        one["tickbench"]["device"] = "Device " + std::to_string(device);
        one["tickbench"]["device_id"] = "opencl:" + std::to_string(device);
        entries.push_back(one);
      }
  const std::vector<RunSummary> runs{run_of(test::results(entries))};
  const auto section = memory_section(make_rows(runs));
  ASSERT_EQ(section.plots.size(), 3u);
  EXPECT_THAT(section.plots[1].heading, testing::EndsWith(": Device 1"));
  EXPECT_EQ(section.plots[1].series.size(), 5u);
}

TEST(Plots, ABackEndOfOneDeviceTellsItsLines) {
  Json entries = Json::array();
  for (const std::string backend : {"opencl", "level_zero"})
    for (const char* kernel : {"matmul", "matmul_tiled"})
      for (const char* n : {"32", "64"}) {
        auto one = entry(backend + "/" + kernel + "/" + n, 1e-6, "A long name of " + backend);
        one["tickbench"]["backend"] = backend;
        one["tickbench"]["device_id"] = backend + ":0";
        one["tickbench"]["metrics"]["speedup_tbb"] = {{"value", 2}};
        entries.push_back(one);
      }
  const std::vector<RunSummary> runs{run_of(test::results(entries))};
  const auto section = speedup_section(make_rows(runs));
  ASSERT_EQ(section.plots.size(), 2u);
  EXPECT_EQ(section.plots.front().series.front().title, "opencl, kernel time");
  const auto throughput = throughput_section(make_rows(runs)).plots.front();
  EXPECT_EQ(throughput.series.front().title, "opencl");
  EXPECT_THAT(throughput.caption,
              testing::StartsWith("level_zero on A long name of level_zero, opencl on A long name "
                                  "of opencl. Medians"));
}

TEST(Plots, ALaunchIsToldByItsIdWhereThatTellsTheDevice) {
  const auto launched = [](const std::string& backend, const std::string& device) {
    auto one = entry(backend + "/empty", 1e-6, device);
    one["tickbench"]["backend"] = backend;
    for (const char* phase : {"queued_to_submit", "submit_to_start", "start_to_end"})
      one["tickbench"]["launch"][phase] = {{"value", 1e-6}};
    return one;
  };
  const auto label_of_first = [](const Json& entries) {
    const std::vector<RunSummary> runs{run_of(test::results(entries))};
    return phase_section(make_rows(runs)).plots.front().bars.front().label;
  };
  EXPECT_EQ(label_of_first({launched("opencl", "P"), launched("level_zero", "Q")}), "opencl/empty");
  EXPECT_EQ(label_of_first({launched("opencl", "P"), launched("opencl", "Q")}), "opencl/empty, P");
}

TEST(Plots, AUsersPeakFinderIsDrawnLikeAnyOther) {
  Json entries = Json::array();
  for (const double n : {64.0, 128.0, 256.0})
    entries.push_back(
        entry("opencl/peak_finder/" + std::to_string(static_cast<int>(n)), 1e-6 * n, 4 * n, 2 * n));
  const std::vector<RunSummary> runs{run_of(test::results(entries))};
  const auto throughput = throughput_section(make_rows(runs));
  ASSERT_EQ(throughput.plots.size(), 1u);
  EXPECT_EQ(throughput.plots.front().heading, "peak_finder: throughput against size");
  const auto roofline = roofline_section(runs, make_rows(runs));
  ASSERT_EQ(roofline.plots.size(), 1u);
  EXPECT_EQ(roofline.plots.front().series.front().title, "peak_finder");
}

TEST(Plots, ATransferQueueWithoutMemoriesIsDrawnLikeAnyOther) {
  const std::vector<RunSummary> runs{
      run_of(test::results({entry("opencl/transfer_queue/8", 1e-6, 8, 0),
                            entry("opencl/transfer_queue/16", 1e-6, 16, 0)}))};
  EXPECT_TRUE(memory_section(make_rows(runs)).plots.empty());
  const auto section = throughput_section(make_rows(runs));
  ASSERT_EQ(section.plots.size(), 1u);
  EXPECT_EQ(section.plots.front().heading, "transfer_queue: throughput against size");
}

TEST(Plots, FamiliesThatDeclareMemoriesAreDrawnTogether) {
  const std::vector<RunSummary> runs{
      run_of(test::results({test::moved("opencl/up/8192", 1e-6, 8192, "heap", "device"),
                            test::moved("opencl/up/16384", 1e-6, 16384, "heap", "device"),
                            test::moved("opencl/fetch/8192", 1e-6, 8192, "device", "heap"),
                            test::moved("opencl/fetch/16384", 1e-6, 16384, "device", "heap")}))};
  EXPECT_TRUE(throughput_section(make_rows(runs)).plots.empty());
  const auto section = memory_section(make_rows(runs));
  ASSERT_EQ(section.plots.size(), 1u);
  EXPECT_EQ(section.plots.front().heading, "Throughput between memories, 8 KiB to 16 KiB");
  EXPECT_EQ(section.plots.front().x.label, "bytes");
  ASSERT_EQ(section.plots.front().series.size(), 2u);
  EXPECT_EQ(section.plots.front().series[1].title, "fetch/device to heap");
}

TEST(Plots, VariantsBetweenOnePairOfMemoriesStayApart) {
  const std::vector<RunSummary> runs{run_of(
      test::results({test::moved("opencl/up/pinned/8192", 1e-6, 8192, "heap", "device"),
                     test::moved("opencl/up/pageable/8192", 1e-6, 8192, "heap", "device")}))};
  const auto section = memory_section(make_rows(runs));
  ASSERT_EQ(section.plots.size(), 1u);
  EXPECT_EQ(section.plots.front().bars[0].label, "up/pinned");
  EXPECT_EQ(section.plots.front().bars[1].label, "up/pageable");
}

TEST(Plots, AReferenceHasAnyName) {
  Json entries = Json::array();
  for (const char* n : {"32", "64"}) {
    entries.push_back(entry(std::string("opencl/gemv/") + n, 1e-6));
    entries.back()["tickbench"]["metrics"]["speedup_openblas"] = {{"value", 2}};
    entries.back()["tickbench"]["metrics"]["speedup_host_openblas"] = {{"value", 1}};
  }
  const std::vector<RunSummary> runs{run_of(test::results(entries))};
  const auto section = speedup_section(make_rows(runs));
  ASSERT_EQ(section.plots.size(), 1u);
  EXPECT_EQ(section.plots.front().heading, "gemv: speed-up over openblas");
  EXPECT_EQ(section.plots.front().series.size(), 3u);
}

TEST(Plots, ABaselineIsDrawnAsAReference) {
  Json entries = Json::array();
  for (const char* n : {"32", "64"}) {
    entries.push_back(entry(std::string("opencl/gemv/kernel:tiled/n:") + n, 1e-6));
    entries.back()["tickbench"]["metrics"]["speedup_baseline"] = {
        {"value", 2}, {"low", 1.9}, {"high", 2.1}, {"level", 0.95}};
    entries.push_back(entry(std::string("opencl/gemv/kernel:naive/n:") + n, 2e-6));
  }
  const std::vector<RunSummary> runs{run_of(test::results(entries))};
  const auto section = speedup_section(make_rows(runs));
  ASSERT_EQ(section.plots.size(), 1u);
  const auto& plot = section.plots.front();
  EXPECT_EQ(plot.heading, "gemv: speed-up over baseline");
  ASSERT_EQ(plot.series.size(), 2u) << "no host time, and no line of the baseline itself";
  EXPECT_EQ(plot.series[0].points.back().y, 2);
  EXPECT_EQ(plot.series[0].points.back().low, 1.9);
  EXPECT_EQ(plot.series[1].title, "as fast as the baseline");
}

TEST(Plots, TheSizeIsWhatABenchmarkDeclares) {
  Json entries = Json::array();
  for (const int n : {8, 16})
    for (const int m : {1, 2, 3}) {
      entries.push_back(entry("opencl/f/" + std::to_string(n) + "/" + std::to_string(m), 1e-6));
      entries.back()["tickbench"]["axis"] = {{"name", "n"}, {"value", n}};
    }
  const std::vector<RunSummary> runs{run_of(test::results(entries))};
  const auto section = throughput_section(make_rows(runs));
  ASSERT_EQ(section.plots.size(), 1u);
  const auto& plot = section.plots.front();
  EXPECT_EQ(plot.x.label, "n");
  ASSERT_EQ(plot.series.size(), 3u);
  EXPECT_EQ(plot.series[0].title, "1");
  EXPECT_EQ(plot.series[0].points[1].x, 16);
  EXPECT_THAT(plot.alt, HasSubstr("at n = 8 to"));
}

TEST(Plots, AnAxisOfValuesOfOneSizeBeginsAtZero) {
  EXPECT_EQ(metric_axis("bytes_per_second", "Bytes", {1e9, 4e9}).from, 0);
  EXPECT_EQ(metric_axis("bytes_per_second", "Bytes", {1e9, 4e9}).label, "Bytes (GB/s)");
  EXPECT_EQ(metric_axis("bytes_per_second", "Bytes", {1e9, 4e9}).divisor, 1e9);
  EXPECT_EQ(metric_axis("time", "t", {}).from, 0);
}

TEST(Plots, AWideAxisIsLogarithmicWithUnitsOnItsTics) {
  const auto axis = metric_axis("bytes_per_second", "Bytes", {1e6, 4e9});
  EXPECT_EQ(axis.scale, Scale::kLog10);
  EXPECT_EQ(axis.text(1e7), "10 MB/s");
  EXPECT_EQ(metric_axis("time", "t", {1e-6, 1}).text(1e-6), "1 µs");
  EXPECT_EQ(metric_axis("speedup_tbb", "s", {0.1, 10}).text(0.1), "0.1×");
}

TEST(Plots, EveryPlotHasWordsAndAUniqueName) {
  const std::vector<RunSummary> runs{
      run_with_samples(test::samples("opencl/copy/1024", {1e-6, 2e-6, 3e-6}))};
  std::set<std::string> names;
  for (const auto& section : plot_sections(runs))
    for (const auto& plot : section.plots) {
      EXPECT_TRUE(names.insert(plot.name).second) << plot.name;
      EXPECT_GT(plot.alt.size(), 20u) << plot.name;
      ASSERT_GT(plot.table.size(), 1u) << plot.name;
      EXPECT_EQ(plot.table.front().back(), "Method");
      for (const auto& line : plot.table) EXPECT_NE(line.back(), "") << plot.name;
    }
  EXPECT_EQ(names.size(), 9u);
}

TEST(CompareRuns, TakesTheRowsOfCompare) {
  const RunSummary old_run = run_of(
      test::results({entry("same", 1e-6), entry("gone", 1e-6), entry("other", 1e-6)}), "old");
  Json other = entry("other", 1e-6);
  other["tickbench"]["methods"]["batched"] = "host";
  const RunSummary new_run =
      run_of(test::results({entry("new", 1e-6), entry("same", 2e-6), other}), "new");
  const auto rows = compare_runs(old_run, new_run).comparison.rows;
  ASSERT_EQ(rows.size(), 4u);
  EXPECT_DOUBLE_EQ(rows[0].ratio->value, 2);
  EXPECT_EQ(rows[0].verdict, compare::Verdict::kUnclear) << "one run a side";
  EXPECT_EQ(rows[1].verdict, compare::Verdict::kMissing);
  EXPECT_EQ(rows[2].verdict, compare::Verdict::kNotComparable);
  EXPECT_FALSE(rows[2].ratio.has_value());
  EXPECT_EQ(rows[3].verdict, compare::Verdict::kNew);
}

TEST(CompareRuns, FilesWithoutACommonDeviceArePairedById) {
  const RunSummary old_run = run_of(test::results({entry("x", 1e-6, "P")}), "old");
  const RunSummary new_run = run_of(test::results({entry("x", 3e-6, "Q")}), "new");
  const auto both = compare_runs(old_run, new_run);
  EXPECT_TRUE(both.compares_devices);
  ASSERT_EQ(both.comparison.rows.size(), 1u);
  EXPECT_DOUBLE_EQ(both.comparison.rows.front().ratio->value, 3);
}

}  // namespace
}  // namespace tickbench::html_report
