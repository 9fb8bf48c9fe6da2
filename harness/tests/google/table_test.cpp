// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "google/table.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <re2/re2.h>

#include <locale>
#include <sstream>

#include "suite/suite.hpp"
#include "text/wording.hpp"

namespace tickbench::google {
namespace {

using ::testing::AllOf;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

class OnATerminal : public testing::Test {
 protected:
  OnATerminal() { suite_.add("Saxpy", suite::saxpy_with("saxpy"))->Arg(64)->Arg(128); }
  suite::Suite::Result run(std::size_t columns, const std::vector<std::string>& flags = {}) {
    suite_.out_columns = columns;
    auto all = flags;
    all.emplace_back("--benchmark_color=false");
    return suite_.run(all);
  }
  suite::Suite suite_;
};

TEST_F(OnATerminal, EightyColumns) {
  EXPECT_EQ(run(80).out,
            R"(benchmark            time        ±            rate    peak  x serial
opencl/saxpy/64   10.0 us   ±0.0 %       76.8 MB/s   1.9 %      0.01
    host-bound 1 %
opencl/saxpy/128  10.0 us   ±0.0 %        154 MB/s   3.8 %      0.01
    host-bound 1 %

time        median device time of one launch; ±: half of its 95 % interval
rate        of bytes or operations: the one that is nearer to its peak
peak        share of the highest rate measured; data in caches exceed it
x           how many times as fast as this reference on the CPU
host-bound  the device may have waited for the host; others were held
--benchmark_out=FILE and --benchmark_format=json have all figures.
)");
}

TEST_F(OnATerminal, AHundredAndTwenty) {
  EXPECT_THAT(
      run(120).out,
      StartsWith(
          R"(benchmark            time        ±            rate    peak  x serial     host  isolated  overhead
opencl/saxpy/64   10.0 us   ±0.0 %       76.8 MB/s   1.9 %      0.01  30.1 us   10.0 us   20.1 us  host-bound 1 %
opencl/saxpy/128  10.0 us   ±0.0 %        154 MB/s   3.8 %      0.01  30.1 us   10.0 us   20.1 us  host-bound 1 %
)"));
}

TEST_F(OnATerminal, AHundredAndSixtyHaveAllColumnsAndSoHasAPipe) {
  const auto wide = run(160).out;
  EXPECT_THAT(
      wide,
      StartsWith(
          R"(benchmark            time        ±            rate    peak  x serial     host  isolated  overhead   noise
opencl/saxpy/64   10.0 us   ±0.0 %       76.8 MB/s   1.9 %      0.01  30.1 us   10.0 us   20.1 us   0.0 %  host-bound 1 %
opencl/saxpy/128  10.0 us   ±0.0 %        154 MB/s   3.8 %      0.01  30.1 us   10.0 us   20.1 us   0.0 %  host-bound 1 %
)"));
  EXPECT_EQ(wide, run(0).out);
  EXPECT_THAT(wide, Not(HasSubstr("--benchmark_out")));
}

TEST_F(OnATerminal, NoLineIsWiderThanIt) {
  suite_
      .add("A name that is longer than any column of names is: größer als jede Spalte",
           suite::saxpy_with("saxpy"))
      ->Arg(64)
      ->Arg(1 << 10);
  suite_.add("Wrong", suite::saxpy_with("saxpy_zeros"))->Arg(64);
  for (const std::size_t columns : {80U, 100U, 120U, 140U, 160U, 200U}) {
    const auto out = run(columns).out;
    EXPECT_THAT(out, HasSubstr("größer als jede"));
    std::istringstream lines(out);
    // An id may be of any length: it has a line of its own.
    for (std::string line; std::getline(lines, line);)
      EXPECT_TRUE(text::width(line) <= columns || line.starts_with("opencl/a name")) << out;
  }
}

TEST(Table, AnAggregateHasItsTime) {
  Table table({"opencl/empty_stddev", "opencl/saxpy/64"}, 80, false);
  google::Run run;
  run.run_type = google::Run::RT_Aggregate;
  run.aggregate_name = "mean";
  run.iterations = 2;
  run.real_accumulated_time = 3e-6;
  EXPECT_EQ(table.row({"opencl/empty", "", nullptr}, run), "opencl/empty_mean    1.50 us\n");
}

TEST(Table, AReferenceThatTheFirstRowLacksIsAWord) {
  results::Record record;
  record.batched.emplace();
  record.batched->median = Seconds(1e-3);
  const auto reference = [&](const char* name) {
    record.references.emplace_back().name = name;
    record.references.back().speedup.value = 2;
  };
  reference("serial");
  Table table({"opencl/a", "opencl/b"}, 100, false);
  EXPECT_THAT(table.row({"opencl/a", "", &record}, {}), HasSubstr(" 2.00"));
  EXPECT_THAT(table.heading(), AllOf(HasSubstr("x serial"), Not(HasSubstr("x tbb"))));
  reference("tbb");
  EXPECT_THAT(table.row({"opencl/b", "", &record}, {}), HasSubstr("  x tbb 2.00"));
}

TEST(Table, ARowIsMarkedFromFivePerCentOnOrFromWhatIsAskedFor) {
  results::Record record;
  record.batched.emplace();
  record.batched->median = Seconds(1);
  record.batched->interval = {0.97, 1.03, 0.95};
  record.settings.wide = 0.05;
  const auto row = [&] { return Table({"a"}, 80, false).row({"a", "", &record}, {}); };
  EXPECT_THAT(row(), Not(HasSubstr("!")));
  record.settings.wide = 0.02;
  EXPECT_THAT(row(), HasSubstr("±3.0 % !"));
}

TEST(Table, ExplainsTheWordsOfABusyHost) {
  results::Record record;
  record.batched.emplace();
  record.words = {"host pressure 35 %", "steal 12 %"};
  Table table({"a"}, 80, false);
  table.row({"a", "", &record}, {});
  EXPECT_THAT(table.legend(), AllOf(HasSubstr("\nhost pressure  tasks waited"),
                                    HasSubstr("\nsteal          other")));
}

TEST_F(OnATerminal, AFailureStandsOut) {
  suite_.add("Wrong", suite::saxpy_with("saxpy_zeros"))->Arg(64);
  for (const std::size_t columns : {80U, 0U})
    EXPECT_THAT(run(columns).out, HasSubstr("\nopencl/wrong/64   FAILED  wrong_result: "))
        << run(columns).out;
  suite_.out_columns = 80;
  EXPECT_THAT(suite_.run({"--benchmark_color=true"}).out,
              HasSubstr("\x1b[1;31mFAILED  wrong_result: "));
}

TEST_F(OnATerminal, AGoodRunEndsWithTheNextStep) {
  EXPECT_THAT(run(80).err, EndsWith("next: --benchmark_out=results.json keeps the figures, for "
                                    "`tickbench compare` and floors\n"));
  const auto file = suite_.path("a.json");
  EXPECT_THAT(run(80, {"--benchmark_out=" + file}).err,
              AllOf(HasSubstr("\nnext: `tickbench compare " + file +
                              " NEW.json` compares; floors take runs: `tickbench run 5 "),
                    EndsWith(" --out=runs.json`\n")));
  EXPECT_THAT(run(80, {"--tickbench_benchmark=opencl/saxpy/64"}).err, Not(HasSubstr("next: ")));
  suite_.add("Wrong", suite::saxpy_with("saxpy_zeros"))->Arg(64);
  EXPECT_THAT(run(80).err, EndsWith("--tickbench_benchmark=opencl/wrong/64 "
                                    "--tickbench_device=opencl:0 --tickbench_timeout=0\n"));
}

TEST_F(OnATerminal, SeveralDevicesAreNamedOnce) {
  suite_.opencl.add_device("another");
  const auto out = run(80, {"--tickbench_device=all"}).out;
  EXPECT_THAT(out, HasSubstr("\non opencl:0\n"));
  EXPECT_THAT(out, HasSubstr("\n\non opencl:1\nopencl/saxpy/64 "));
  EXPECT_EQ(out.find("opencl:1"), out.rfind("opencl:1"));
  EXPECT_EQ(out.find("benchmark  "), out.rfind("benchmark  "));
  EXPECT_THAT(run(80).out, Not(HasSubstr("opencl:0")));
}

TEST(Table, WhatTheMachineLacksIsNoRow) {
  Table table({"opencl/a"}, 80, false);
  results::Record record;
  record.message = "why";
  for (const auto outcome : {Outcome::kUnsupported, Outcome::kNoDevice}) {
    record.outcome = outcome;
    EXPECT_EQ(table.row({"opencl/a", "", &record}, {}), "");
  }
  record.outcome = Outcome::kOverLimit;
  EXPECT_EQ(table.row({"opencl/a", "", &record}, {}), "opencl/a      skipped  over_limit: why\n");
}

TEST(Table, AHostileNameReachesNoTerminal) {
  const std::string id = "opencl/a\x1b[2Jb\xff/1", file = "\x1b]0;title\x07";
  for (const std::size_t columns : {0U, 30U, 80U}) {
    Table table({id, "opencl/a\x1b[2Jb\xff/2"}, columns, false);
    results::Record record;
    record.outcome = Outcome::kBuildFailed;
    record.message = file + "\nsecond line";
    const auto text = table.heading() + table.row({id, "\x1b[1m", &record}, {}) + table.legend();
    for (const char hostile : {'\x1b', '\x07', '\xff'}) EXPECT_EQ(text.find(hostile), text.npos);
    EXPECT_THAT(text, Not(HasSubstr("second line")));
  }
}

TEST_F(OnATerminal, GoogleBenchmarksOwnTableIsThereForWhoAsks) {
  const auto out = run(80, {"--benchmark_format=console"}).out;
  EXPECT_THAT(out, HasSubstr(" Iterations "));
  EXPECT_THAT(out, HasSubstr("opencl/saxpy/64/manual_time "));
  EXPECT_THAT(out, HasSubstr(" speedup_serial"));
  EXPECT_THAT(run(100, {"--benchmark_format=console", "--benchmark_counters_tabular=false"}).out,
              HasSubstr(" speedup_serial="));
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
  EXPECT_FALSE(RE2::PartialMatch(table, R"(\d,\d+ us)")) << table;
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
