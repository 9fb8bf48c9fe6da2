// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <random>
#include <string>

#include "floors/floor.hpp"

namespace tickbench {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;
using testing::StartsWith;

FloorFile file_of(const std::string& floors) {
  return FloorFile::parse("{\"schema\": \"tickbench-floors/1\", \"floors\": [\n" + floors + "]}",
                          "floors.json");
}

const std::vector<std::string> kIds = {"opencl/copy/1024", "opencl/saxpy/1024",
                                       "opencl/saxpy/16384", "level_zero/copy/1024",
                                       "level_zero/saxpy/1024"};

template <class Function>
std::string error_of(Function function) {
  try {
    function();
  } catch (const UsageError& error) {
    return error.what();
  }
  return "no error";
}

TEST(FloorFileSelect, MatchesTheWholeOfBothNames) {
  const auto file = file_of(
      R"({"device": "H200", "benchmark": ".*", "metric": "time", "at_most": 1},
         {"device": ".*H200", "benchmark": "saxpy/1024", "metric": "time", "at_most": 1},
         {"device": ".*H200", "benchmark": "[^/]+/saxpy/1024", "metric": "time", "at_most": 1})");
  const auto selection = file.select("NVIDIA H200", "opencl/saxpy/1024");
  ASSERT_THAT(selection.floors, SizeIs(1));
  EXPECT_EQ(selection.floors[0].where, "floors.json: floors[2]");
  EXPECT_EQ(selection.device_mismatches, 1U);
  EXPECT_THAT(file.select("NVIDIA H200", "opencl/saxpy/16384").floors, IsEmpty());
}

TEST(FloorFileSelect, AlternativesAreAnchoredAsAWhole) {
  const auto file =
      file_of(R"({"device": "A|B", "benchmark": "b", "metric": "time", "at_most": 1})");
  EXPECT_THAT(file.select("A", "b").floors, SizeIs(1));
  EXPECT_THAT(file.select("AC", "b").floors, IsEmpty());
  EXPECT_THAT(file.select("CB", "b").floors, IsEmpty());
}

TEST(FloorFileSelect, ReturnsAllThatMatchInTheOrderOfTheFile) {
  const auto file = file_of(R"({"device": ".*", "benchmark": ".*", "metric": "noise", "at_most": 1},
                               {"device": "D", "benchmark": "b", "metric": "time", "at_most": 1})");
  const auto selection = file.select("D", "b");
  ASSERT_THAT(selection.floors, SizeIs(2));
  EXPECT_EQ(selection.floors[0].floor.metric, "noise");
  EXPECT_EQ(selection.floors[1].floor.metric, "time");
}

TEST(FloorFileSelect, FillsTheGroupsOfARatioIn) {
  const auto file =
      file_of(R"({"device": ".*", "benchmark": "(.*)/saxpy/([0-9]+)$", "metric": "ratio",
                                "of": "bytes_per_second", "to": "\\1/copy/\\2", "at_least": 0.8})");
  EXPECT_EQ(file.select("D", "level_zero/saxpy/1024").floors.at(0).other, "level_zero/copy/1024");
}

TEST(FloorFileSelect, MatchesFormerIdsOnce) {
  auto file = file_of(
      R"({"device": ".*", "benchmark": ".*/(old|saxpy)/\\d+", "metric": "time", "at_most": 1},
         {"device": ".*", "benchmark": "(.*)/old/([0-9]+)$", "metric": "ratio", "of": "time",
          "to": "\\1/plain/\\2", "at_least": 0.8})");
  results::FormerIds former;
  former.add("opencl/saxpy/1024", {"opencl/old/1024"});
  former.add("opencl/copy/1024", {"opencl/plain/1024"});
  EXPECT_THAT(error_of([&] { file.require_benchmarks(kIds); }), HasSubstr("floors[1]"));
  file.know(former);
  file.require_benchmarks(kIds);
  const auto selection = file.select("D", "opencl/saxpy/1024");
  ASSERT_THAT(selection.floors, SizeIs(2));
  EXPECT_EQ(selection.floors[1].other, "opencl/copy/1024");
  EXPECT_THAT(file.select("D", "opencl/copy/1024").floors, IsEmpty());
}

TEST(FloorFileSelect, TakesNamesWithAnyCharacters) {
  const std::string name = "Device \"(R)\" [x]; $y \\ ^.*+?{2}|\n";
  Floor floor;
  floor.device = escape_pattern(name);
  floor.benchmark = escape_pattern("opencl/" + name);
  floor.metric = "time";
  floor.threshold = 1;
  const auto file = FloorFile::parse(to_floor_file({&floor, 1}), "f");
  EXPECT_THAT(file.select(name, "opencl/" + name).floors, SizeIs(1));
  EXPECT_EQ(file.select(name + "x", "opencl/" + name).device_mismatches, 1U);
}

TEST(EscapePattern, MatchesTheTextAndNoneThatDiffersInOneCharacter) {
  std::mt19937 random(7);
  std::uniform_int_distribution<int> character(1, 126);
  for (int round = 0; round < 2000; ++round) {
    std::string text;
    for (int i = 0; i < 8; ++i) text += static_cast<char>(character(random));
    Floor floor;
    floor.device = escape_pattern(text);
    floor.benchmark = ".*";
    floor.metric = "time";
    floor.threshold = 1;
    const auto file = FloorFile::parse(to_floor_file({&floor, 1}), "f");
    ASSERT_THAT(file.select(text, "b").floors, SizeIs(1)) << text;
    auto other = text;
    auto& changed = other[static_cast<std::size_t>(round) % 8];
    changed = changed == 'a' ? 'b' : 'a';
    ASSERT_THAT(file.select(other, "b").floors, IsEmpty()) << text << " and " << other;
  }
}

TEST(FloorFileRequire, TakesFloorsThatAllMatchABenchmark) {
  const auto file = file_of(
      R"({"device": "another", "benchmark": ".*/saxpy/16384", "metric": "time", "at_most": 1},
         {"device": ".*", "benchmark": "(.*)/saxpy/1024", "metric": "ratio", "of": "time",
          "to": "\\1/copy/1024", "at_most": 2})");
  EXPECT_NO_THROW(file.require_benchmarks(kIds));
}

TEST(FloorFileRequire, RefusesAFloorThatMatchesNone) {
  const auto file = file_of(
      R"({"device": "D", "benchmark": "opencl/saxpy/1024", "metric": "time", "at_most": 1},
  {"device": "D", "benchmark": "opencl/sapxy/.*", "metric": "time", "at_most": 1})");
  EXPECT_EQ(error_of([&] { file.require_benchmarks(kIds); }),
            "floors.json: floors[1]: expected a benchmark that matches \"opencl/sapxy/.*\", found "
            "none among "
            "5: opencl/copy/1024, opencl/saxpy/1024, opencl/saxpy/16384, ...");
  EXPECT_NO_THROW(file.require_benchmarks(kIds, "another device"));
  const auto slip = file_of(
      R"({"device": "D", "benchmark": "opencl/sapxy/1024", "metric": "time", "at_most": 1})");
  EXPECT_THAT(error_of([&] { slip.require_benchmarks(kIds); }),
              testing::HasSubstr(", ...; did you mean opencl/saxpy/1024"));
}

TEST(FloorFileRequire, RefusesARatioToWhatDoesNotExist) {
  const auto file = file_of(
      R"({"device": "D", "benchmark": "(.*)/saxpy/([0-9]+)$", "metric": "ratio", "of": "time",
          "to": "\\1/copy/\\2", "at_most": 2})");
  EXPECT_THAT(
      error_of([&] { file.require_benchmarks(kIds); }),
      StartsWith("floors.json: floors[0]: expected a benchmark to compare opencl/saxpy/16384 with, "
                 "found none named \"opencl/copy/16384\""));
}

TEST(FloorFileRequire, RefusesARatioToItself) {
  const auto file = file_of(R"({"device": "D", "benchmark": "(.*)/(copy|saxpy)/1024",
                                "metric": "ratio", "of": "time", "to": "\\1/copy/1024", "at_most": 2})");
  EXPECT_THAT(
      error_of([&] { file.require_benchmarks(kIds); }),
      HasSubstr("expected another benchmark to compare with, found opencl/copy/1024 itself"));
}

TEST(ToFloorFile, IsReadBackAsTheSameFloors) {
  const std::string text = R"({
  "schema": "tickbench-floors/1",
  "floors": [
    {"device": "NVIDIA H200", "benchmark": "opencl/saxpy/67108864", "metric": "bytes_per_second", "at_least": 4.1e+12, "tolerance": 0.03},
    {"device": ".*", "benchmark": "(.*)/saxpy/1024", "metric": "ratio", "of": "time", "to": "\\1/copy/1024", "at_most": 1.7, "note": "\"é\"\n"},
    {"device": ".*", "benchmark": "a", "metric": "noise", "at_most": 0.30000000000000004}
  ]
}
)";
  EXPECT_EQ(to_floor_file(FloorFile::parse(text, "f").floors()), text);
}

class FloorFileLoad : public testing::Test {
 protected:
  void SetUp() override { std::filesystem::create_directories(folder_); }
  void TearDown() override { std::filesystem::remove_all(folder_); }
  std::filesystem::path folder_ =
      std::filesystem::path(testing::TempDir()) / ("floor_file_load_" + std::to_string(::getpid()));
};

TEST_F(FloorFileLoad, NamesTheFileInItsErrors) {
  const auto path = folder_ / "mine.json";
  std::ofstream(path) << "{\"schema\":\n \"other\"}";
  EXPECT_EQ(error_of([&] { FloorFile::load(path); }),
            path.string() + ": schema: expected \"tickbench-floors/1\", found \"other\"");
}

TEST_F(FloorFileLoad, RefusesWhatIsNoFile) {
  EXPECT_EQ(error_of([&] { FloorFile::load(folder_ / "none.json"); }),
            (folder_ / "none.json").string() + ": cannot be read: No such file or directory");
  EXPECT_EQ(error_of([&] { FloorFile::load(folder_); }),
            folder_.string() + ": expected a file, found a folder");
}

TEST_F(FloorFileLoad, AByteOfZeroIsNoEndOfTheFile) {
  const auto path = folder_ / "zero.json";
  const std::string text =
      R"({"schema": "tickbench-floors/1", "floors": [{"device": ".*", "benchmark": "a",
          "metric": "time", "at_most": 1}]})";
  std::ofstream(path) << text;
  EXPECT_EQ(error_of([&] { FloorFile::load(path); }), "no error");
  std::ofstream(path) << text << '\0' << "garbage";
  EXPECT_NE(error_of([&] { FloorFile::load(path); }), "no error");
}

TEST_F(FloorFileLoad, RefusesAnEndlessFileWithoutReadingItAll) {
  EXPECT_EQ(error_of([&] { FloorFile::load("/dev/zero"); }),
            "/dev/zero: expected at most 4194304 bytes, found more");
}

}  // namespace
}  // namespace tickbench
