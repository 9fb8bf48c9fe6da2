// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <regex>

#include "outputs/ctest_elements.hpp"
#include "suite/suite.hpp"

namespace tickbench::outputs {
namespace {

using ::testing::Contains;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Key;
using ::testing::Not;
using ::testing::Pair;

/// Name and value of each element of this tag.
std::map<std::string, std::string> elements(const std::string& out, const std::string& tag) {
  std::map<std::string, std::string> found;
  const std::regex element("<" + tag + " type=\"[^\"]*\" name=\"([^\"<>]*)\">([^<>]*)</" + tag +
                           ">\n");
  for (std::sregex_iterator at(out.begin(), out.end(), element), end; at != end; ++at)
    found[(*at)[1]] = (*at)[2];
  return found;
}
std::map<std::string, std::string> measurements(const std::string& out) {
  return elements(out, "CTestMeasurement");
}

TEST(CTestOutput, IsOnlyWrittenWhereAskedFor) {
  suite::Suite suite;
  suite.add("Saxpy", suite::saxpy_with("saxpy"))->Arg(1024);
  EXPECT_THAT(suite.run().out, Not(HasSubstr("CTestMeasurement")));
}

TEST(CTestOutput, IsTheMetricsOfTheResultsAfterAllElse) {
  suite::Suite suite;
  suite.add("Saxpy", suite::saxpy_with("saxpy"))->Arg(1024);
  const auto path = suite.path("results.json");
  const auto result = suite.run({"--tickbench_ctest", "--benchmark_out=" + path});
  ASSERT_EQ(result.status, 0) << result.err;
  auto found = measurements(result.out);
  EXPECT_EQ(found["outcome"], "passed");
  EXPECT_EQ(found["device"], "Fake GPU");
  const auto json = nlohmann::json::parse(suite::read_file(path));
  const auto& metrics = json["benchmarks"][0]["tickbench"]["metrics"];
  EXPECT_EQ(found.size(), metrics.size() + 2);
  for (const auto& [name, metric] : metrics.items())
    EXPECT_EQ(std::stod(found[name]), metric["value"].get<double>()) << name;
  // CTest reads all that lies between the first and the last element as XML.
  const auto tail = result.out.substr(result.out.find("<CTestMeasurement"));
  EXPECT_EQ(std::regex_replace(tail, std::regex("<(CTest\\w+) [^<>]*>[^<>]*</\\1>\n"), ""),
            ctest_end(0));
  EXPECT_THAT(elements(tail, "CTestMeasurementFile"), Contains(Pair("results", EndsWith(path))));
}

TEST(CTestOutput, TakesTheMedianOfRepetitions) {
  suite::Suite suite;
  suite.add("Saxpy", suite::saxpy_with("saxpy"))->Arg(1024);
  const auto path = suite.path("results.json");
  const auto result =
      suite.run({"--tickbench_ctest", "--benchmark_repetitions=3", "--benchmark_out=" + path});
  std::vector<double> times;
  const auto json = nlohmann::json::parse(suite::read_file(path));
  for (const auto& entry : json["benchmarks"])
    if (entry["run_type"] == "iteration")
      times.push_back(entry["tickbench"]["metrics"]["time"]["value"].get<double>());
  ASSERT_EQ(times.size(), 3U);
  std::sort(times.begin(), times.end());
  EXPECT_EQ(std::stod(measurements(result.out)["time"]), times[1]);
}

TEST(CTestOutput, TellsSeveralBenchmarksAndDevicesApart) {
  suite::Suite suite;
  suite.opencl.add_device("Fake CPU");
  suite.add("Saxpy", suite::saxpy_with("saxpy"))->Arg(256)->Arg(1024);
  const auto found =
      measurements(suite.run({"--tickbench_ctest", "--tickbench_device=opencl:all"}).out);
  for (const char* device : {"opencl:0", "opencl:1"})
    for (const char* id : {"opencl/saxpy/256", "opencl/saxpy/1024"})
      EXPECT_THAT(found, Contains(Key(std::string(id) + " " + device + " time")));
  EXPECT_THAT(found, Not(Contains(Key("time"))));
}

TEST(CTestOutput, NamesFromOutsideAreText) {
  suite::Suite suite;
  suite.opencl.add_device("<b> & \"Q\" \x1b[31m\xff");
  suite.add("Saxpy", suite::saxpy_with("saxpy"))->Name("a<b>&\"c'")->Arg(256)->Arg(1024);
  const auto out = suite.run({"--tickbench_ctest", "--tickbench_device=opencl:1"}).out;
  const auto found = measurements(out);
  EXPECT_EQ(found.at("opencl/a&lt;b&gt;&amp;&quot;c&#39;/256 opencl:1 device")
                .find("&lt;b&gt; &amp; &quot;Q&quot; "),
            0U);
  EXPECT_THAT(out.substr(out.find("<CTestMeasurement")), Not(HasSubstr("\x1b")));
  EXPECT_THAT(out.substr(out.find("<CTestMeasurement")), Not(HasSubstr("\xff")));
}

TEST(CTestOutput, SaysHowItEndedWithoutAMeasurement) {
  suite::Suite suite(false);
  suite.add("Saxpy", suite::saxpy_with("saxpy"))->Arg(1024);
  const auto result = suite.run({"--tickbench_ctest"});
  EXPECT_EQ(result.status, 77);
  EXPECT_THAT(measurements(result.out), Contains(Pair("outcome", "no_device")));
}

TEST(CTestOutput, HasNoMeasurementsOfAFailedBenchmark) {
  suite::Suite suite;
  suite.add("Again", suite::saxpy_measured_twice())->Arg(1024);
  const auto result = suite.run({"--tickbench_ctest"});
  EXPECT_EQ(result.status, 1);
  const auto found = measurements(result.out);
  EXPECT_EQ(found.size(), 2U);
  EXPECT_THAT(found, Contains(Pair("outcome", "invalid_benchmark")));
  EXPECT_THAT(found, Contains(Key("device")));
}

TEST(CTestOutput, SaysWhatBecameOfEachFloor) {
  suite::Suite suite;
  suite.add("Saxpy", suite::saxpy_with("saxpy"))->Arg(1024);
  const auto path = suite.path("floors.json");
  std::ofstream(path) << R"({"schema": "tickbench-floors/1", "floors": [
    {"device": ".*", "benchmark": ".*", "metric": "time", "at_most": 1},
    {"device": ".*", "benchmark": ".*", "metric": "bytes_per_second", "at_least": 1e15}]})";
  const auto result = suite.run({"--tickbench_ctest", "--tickbench_floors=" + path});
  EXPECT_EQ(result.status, 1);
  const auto found = measurements(result.out);
  EXPECT_EQ(found.at("floors"), "fail");
  EXPECT_THAT(found.at("floor 1"), HasSubstr("floor met: opencl/saxpy/1024 on Fake GPU: time "));
  EXPECT_THAT(found.at("floor 2"), HasSubstr("floor MISSED: "));
  EXPECT_THAT(found.at("floor 2"), EndsWith("floors.json: floors[1]"));
}

TEST(CTestLine, NoIdEndsItsQuotes) {
  EXPECT_EQ(ctest_line("suite", "a;b/${x}\"\\", 3),
            "_tickbench_add_test(suite [[a;b/${x}\"\\]] 3)\n");
  EXPECT_EQ(ctest_line("plain", "a]"), "_tickbench_add_test(plain [=[a]]=] 1)\n");
  EXPECT_EQ(ctest_line("plain", "a]] b]=]"), "_tickbench_add_test(plain [==[a]] b]=]]==] 1)\n");
}

TEST(CTestOutput, LeavesOutFilesThatAreNone) {
  suite::Suite suite;
  suite.add("Saxpy", suite::saxpy_with("saxpy"))->Arg(1024);
  const auto out = suite
                       .run({"--tickbench_ctest", "--tickbench_samples_out=/dev/null",
                             "--benchmark_out=" + suite.path("line\nbreak.json")})
                       .out;
  EXPECT_THAT(elements(out, "CTestMeasurementFile"), IsEmpty());
}

}  // namespace
}  // namespace tickbench::outputs
