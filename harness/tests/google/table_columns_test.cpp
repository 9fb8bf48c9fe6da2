// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <re2/re2.h>

#include <locale>
#include <sstream>

#include "google/reporter.hpp"
#include "suite/suite.hpp"

namespace tickbench::google {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

Run run_with(std::initializer_list<const char*> counters, const std::string& label = "") {
  Run run;
  for (const auto* name : counters) run.counters[name] = 1.0;
  run.report_label = label;
  return run;
}

std::vector<std::string> fitted(TableColumns& columns, Run run, std::size_t label = 0) {
  columns.fit(run, label);
  std::vector<std::string> names;
  for (const auto& [name, counter] : run.counters) names.push_back(name);
  return names;
}

// A name of 20 columns and the times take 63.
constexpr std::size_t kName = 20;
constexpr std::size_t kTaken = 63;
// Without the column CPU, which goes where beside it no rate would fit.
constexpr std::size_t kNarrow = kTaken - 16;

TEST(TableColumns, TheMostImportantThatFit) {
  const auto row =
      run_with({"bytes_per_second", "fraction_of_peak", "host_time", "noise", "speedup_tbb"});
  TableColumns narrow(kTaken + 17 + 12, kName);
  EXPECT_THAT(fitted(narrow, row), ElementsAre("bytes_per_second", "speedup_tbb"));
  EXPECT_THAT(narrow.omitted(), ElementsAre("host_time", "noise", "fraction_of_peak"));
  TableColumns wide(kTaken + 17 + 17 + 11 + 11 + 12, kName);
  EXPECT_EQ(fitted(wide, row).size(), 5U);
  EXPECT_THAT(wide.omitted(), IsEmpty());
}

TEST(TableColumns, ANarrowOneTakesTheRoomThatAWideOneDoesNotFit) {
  TableColumns columns(kNarrow + 16, kName);
  EXPECT_THAT(fitted(columns, run_with({"bytes_per_second", "host_time"})),
              ElementsAre("host_time"));
}

TEST(TableColumns, TheBenchmarksOwnCountersComeBeforeTheTimes) {
  TableColumns columns(kNarrow + 11, kName);
  EXPECT_THAT(fitted(columns, run_with({"host_time", "keys"})), ElementsAre("keys"));
}

TEST(TableColumns, ItemsComeFirstWhereThereIsNoOtherRate) {
  TableColumns columns(kTaken + 17, kName);
  EXPECT_THAT(fitted(columns, run_with({"items_per_second", "speedup_tbb"})),
              ElementsAre("items_per_second"));
  EXPECT_THAT(fitted(columns, run_with({"items_per_second", "bytes_per_second"})),
              ElementsAre("bytes_per_second"));
}

TEST(TableColumns, ALabelHasItsRoomBesideTheFirst) {
  TableColumns columns(kTaken + 17 + 11 + 14, kName);
  const auto shown = [&](const std::string& label) {
    return fitted(columns, run_with({"bytes_per_second", "noise"}, label), 13).size();
  };
  EXPECT_EQ(shown(""), 2U);
  EXPECT_EQ(shown("not converged"), 2U);
  EXPECT_EQ(shown("timed by the host"), 1U);
}

TEST(TableColumns, TheFirstGoesBeforeTheLabel) {
  TableColumns columns(kTaken + 20, kName);
  EXPECT_THAT(fitted(columns, run_with({"bytes_per_second", "noise"}), 13),
              ElementsAre("bytes_per_second"));
  EXPECT_THAT(columns.omitted(), ElementsAre("noise"));
}

TEST(TableColumns, ATerminalNarrowerThanTheTimes) {
  TableColumns columns(10, kName);
  EXPECT_THAT(fitted(columns, run_with({"noise"})), IsEmpty());
}

class OnATerminal : public testing::Test {
 protected:
  OnATerminal() { suite_.add("Saxpy", suite::saxpy_with("saxpy"))->Arg(64)->Arg(128); }
  suite::Suite::Result run(std::size_t columns, const std::vector<std::string>& flags = {}) {
    suite_.out_columns = columns;
    auto all = flags;
    all.emplace_back("--benchmark_color=false");
    return suite_.run(all);
  }
  static std::size_t widest_line(const std::string& text) {
    std::istringstream lines(text);
    std::size_t widest = 0;
    for (std::string line; std::getline(lines, line);) widest = std::max(widest, line.size());
    return widest;
  }
  suite::Suite suite_;
};

TEST_F(OnATerminal, NoRowWraps) {
  // In fewer columns the label wraps, where it says the host's share.
  for (const std::size_t columns : {100U, 140U, 200U, 300U})
    EXPECT_LE(widest_line(run(columns).out), columns) << run(columns).out;
  EXPECT_GT(widest_line(run(0).out), 140U);
}

TEST_F(OnATerminal, OneLineAtTheEndNamesWhatIsLeftOut) {
  const auto narrow = run(100);
  EXPECT_THAT(narrow.out, HasSubstr(" bytes_per_second"));
  EXPECT_THAT(narrow.out, Not(HasSubstr("speedup_serial")));
  EXPECT_THAT(narrow.err,
              HasSubstr("Not in the table, which has 100 columns: flops_per_second, host_time, "
                        "noise, fraction_of_peak, isolated_time, launch_overhead, "
                        "speedup_serial.\n--benchmark_out=FILE and --benchmark_format=json have "
                        "all counters.\n"));
  for (const std::size_t columns : {std::size_t{0}, std::size_t{300}})
    EXPECT_THAT(run(columns).err, Not(HasSubstr("Not in the table")));
}

TEST_F(OnATerminal, TheColumnCpuGoesWhereARateWouldNotFitBesideIt) {
  for (const bool is_coloured : {false, true}) {
    suite_.out_columns = 70;
    const auto out =
        suite_.run({is_coloured ? "--benchmark_color=true" : "--benchmark_color=false"}).out;
    EXPECT_THAT(out, HasSubstr(" Time   Iterations bytes_per_second\n")) << out;
    EXPECT_THAT(out, Not(HasSubstr("CPU")));
    std::istringstream lines(out);
    for (std::string line; std::getline(lines, line);) {
      RE2::GlobalReplace(&line, "\\x1b\\[[0-9;]*m", "");
      if (!line.starts_with("opencl/")) continue;
      EXPECT_TRUE(
          RE2::PartialMatch(line, R"(^opencl/saxpy/\d+ +[0-9.]+ ns +\d+ +[0-9.]+[A-Za-z]/s )"))
          << line;
      EXPECT_EQ(line.find(" ns ") + 3, out.find(" Time ") - out.find("Benchmark ") + 5) << line;
    }
  }
  EXPECT_THAT(run(100).out, HasSubstr("CPU"));
}

TEST_F(OnATerminal, NamesGoWithoutTheSuffixThatAllHave) {
  EXPECT_THAT(run(100).out, Not(HasSubstr("manual_time")));
  EXPECT_THAT(run(0).out, HasSubstr("opencl/saxpy/64/manual_time "));
}

TEST_F(OnATerminal, NameEqualsValuePrintsAllOfThem) {
  const auto result = run(100, {"--benchmark_counters_tabular=false"});
  EXPECT_THAT(result.out, HasSubstr(" speedup_serial="));
  EXPECT_THAT(result.err, Not(HasSubstr("Not in the table")));
}

struct DecimalComma : std::numpunct<char> {
  char do_decimal_point() const override { return ','; }
};

TEST_F(OnATerminal, ABodyMaySetALocale) {
  suite_
      .add("Comma",
           [](State& state) {
             std::locale::global(std::locale(std::locale::classic(), new DecimalComma));
             suite::saxpy_with("saxpy")(state);
           })
      ->Arg(64);
  const auto file = suite_.path("out.json");
  const auto table = run(0, {"--benchmark_out=" + file}).out;
  EXPECT_EQ(std::use_facet<std::numpunct<char>>(std::locale()).decimal_point(), ',') << "it stays";
  std::locale::global(std::locale::classic());
  EXPECT_EQ(nlohmann::json::parse(suite::read_file(file))["benchmarks"].size(), 3U);
  EXPECT_FALSE(RE2::PartialMatch(table, R"(\d,\d+ ns)")) << table;
}

TEST_F(OnATerminal, JsonAndFilesHaveEverything) {
  const auto file = suite_.path("out.json");
  run(80, {"--benchmark_out=" + file});
  const auto written = nlohmann::json::parse(suite::read_file(file));
  const auto shown = nlohmann::json::parse(run(80, {"--benchmark_format=json"}).out);
  for (const auto& json : {written, shown}) {
    EXPECT_EQ(json["benchmarks"][0]["name"], "opencl/saxpy/64/manual_time");
    EXPECT_TRUE(json["benchmarks"][0].contains("speedup_serial"));
  }
  const auto table = suite_.path("out.txt");
  run(80, {"--benchmark_out=" + table, "--benchmark_out_format=console"});
  EXPECT_THAT(suite::read_file(table), HasSubstr("speedup_serial"));
}

}  // namespace
}  // namespace tickbench::google
