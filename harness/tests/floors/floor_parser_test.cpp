// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "floors/floor_parser.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "metrics/metric_info.hpp"

namespace tickbench {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

std::string refusal_of(std::string_view text) {
  try {
    FloorFile::parse(text, "floors.json");
  } catch (const UsageError& error) {
    return error.what();
  }
  return "no error";
}

/// A file whose one floor, in line 3, has these members.
std::string with_floor(const std::string& members) {
  return "{\"schema\": \"tickbench-floors/1\",\n  \"floors\": [\n    {" + members + "}]}";
}

const std::string kGood = R"("device": "D", "benchmark": "b", "metric": "time", "at_most": 1e-3)";

/// Of the common reader of JSON, which names the place before it and the line.
constexpr const char* kNoJson = "expected a whole JSON document";

struct Refused {
  const char* name;
  std::string text;
  const char* place;
  const char* message;
  friend void PrintTo(const Refused& refused, std::ostream* out) { *out << refused.name; }
};

class FloorParserRefuses : public testing::TestWithParam<Refused> {};

TEST_P(FloorParserRefuses, WithFilePlaceAndReason) {
  const std::string error = refusal_of(GetParam().text);
  EXPECT_THAT(error, StartsWith(std::string("floors.json: ") + GetParam().place));
  EXPECT_THAT(error, HasSubstr(GetParam().message));
}

TEST(FloorParser, RefusesAnEmptyFile) {
  const std::string error = refusal_of("");
  EXPECT_THAT(error, HasSubstr("line 1, column 1"));
  // The JSON library says the former up to 3.11.2 and the latter from 3.11.3 on.
  EXPECT_THAT(error, testing::AnyOf(HasSubstr("unexpected end of input"),
                                    HasSubstr("attempting to parse an empty input")));
}

INSTANTIATE_TEST_SUITE_P(
    OneFloor, FloorParserRefuses,
    testing::Values(
        Refused{"MisspelledMetric", with_floor(R"("device": "D", "benchmark": "b",
      "metric": "bytes_per_secnod", "at_least": 1e9)"),
                "floors[0].metric",
                "expected one of the metrics time, isolated_time, isolated_p90, isolated_p99, "
                "host_time, launch_overhead, "
                "bytes_per_second, items_per_second, flops_per_second, speedup_tbb, "
                "speedup_serial, speedup_host_tbb, speedup_host_serial, speedup_baseline, "
                "fraction_of_peak, "
                "fraction_of_theoretical, noise, device_memory, "
                "real_time, cpu_time, instructions, counter:NAME, or ratio, found "
                "\"bytes_per_secnod\""},
        Refused{"CounterNamedAsATime", with_floor(R"("device": "D", "benchmark": "b",
      "metric": "counter:time", "at_least": 1)"),
                "floors[0].metric", "expected another counter, found \"counter:time\""},
        Refused{"UnknownMember", with_floor(kGood + R"(, "tolerence": 0.1)"), "floors[0]",
                "found the unknown member \"tolerence\"; did you mean tolerance?"},
        Refused{"MemberTwice", with_floor(kGood + R"(, "device": "E")"), "floors[0].device",
                "expected this member once, found a second"},
        Refused{"NoDevice", with_floor(R"("benchmark": "b", "metric": "time", "at_most": 1)"),
                "floors[0]", "this floor has no \"device\""},
        Refused{"NoBenchmark", with_floor(R"("device": "b", "metric": "time", "at_most": 1)"),
                "floors[0]", "this floor has no \"benchmark\""},
        Refused{"NoMetric", with_floor(R"("device": "D", "benchmark": "b", "at_most": 1)"),
                "floors[0]", "this floor has no \"metric\""},
        Refused{"EmptyPattern",
                with_floor(R"("device": "", "benchmark": "b", "metric": "time", "at_most": 1)"),
                "floors[0].device", "device: expected some text, found \"\""},
        Refused{
            "InvalidDevicePattern",
            with_floor(R"("device": "NVIDIA (", "benchmark": "b", "metric": "time", "at_most": 1)"),
            "floors[0].device", "device: expected an RE2 pattern, found \"NVIDIA (\": missing )"},
        Refused{"InvalidBenchmarkPattern",
                with_floor(R"("device": "D", "benchmark": "a**", "metric": "time", "at_most": 1)"),
                "floors[0].benchmark",
                "benchmark: expected an RE2 pattern, found \"a**\": bad repetition operator"},
        Refused{
            "BackReference",
            with_floor(R"("device": "D", "benchmark": "(a)\\1", "metric": "time", "at_most": 1)"),
            "floors[0].benchmark", "invalid escape sequence"},
        Refused{"PatternBomb",
                with_floor(R"("device": "((((.{99}){99}){99}){99}){99}", "benchmark": "b", )"
                           R"("metric": "time", "at_most": 1)"),
                "floors[0].device", "device: expected an RE2 pattern"},
        Refused{"NeitherBound", with_floor(R"("device": "D", "benchmark": "b", "metric": "time")"),
                "floors[0]", "expected one of at_least and at_most, found neither"},
        Refused{"BothBounds", with_floor(kGood + R"(, "at_least": 1e-6)"), "floors[0]",
                "expected one of at_least and at_most, found both: write two floors"}));

INSTANTIATE_TEST_SUITE_P(
    Number, FloorParserRefuses,
    testing::Values(
        Refused{"NegativeBound",
                with_floor(R"("device": "D", "benchmark": "b", "metric": "time", "at_most": -1)"),
                "floors[0].at_most",
                "at_most: expected a number between 1e-12 and 1e+05 s, found -1"},
        Refused{"ZeroBound",
                with_floor(R"("device": "D", "benchmark": "b", "metric": "noise", "at_most": 0)"),
                "floors[0].at_most", "at_most: expected a number between 1e-09 and 10, found 0"},
        Refused{
            "NegativeZeroBound",
            with_floor(R"("device": "D", "benchmark": "b", "metric": "noise", "at_most": -0.0)"),
            "floors[0].at_most", "found -0"},
        Refused{
            "UnderflowToZero",
            with_floor(R"("device": "D", "benchmark": "b", "metric": "time", "at_most": 1e-999)"),
            "floors[0].at_most", "found 0"},
        Refused{
            "Overflow",
            with_floor(R"("device": "D", "benchmark": "b", "metric": "time", "at_most": 1e999)"),
            kNoJson, "number overflow parsing '1e999'"},
        Refused{"PercentageForFraction",
                with_floor(R"("device": "D", "benchmark": "b", "metric": "fraction_of_peak", )"
                           R"("at_least": 90)"),
                "floors[0].at_least", "at_least: expected a number between 1e-09 and 2, found 90"},
        Refused{"SecondsForRate",
                with_floor(R"("device": "D", "benchmark": "b", "metric": "bytes_per_second", )"
                           R"("at_least": 3e-6)"),
                "floors[0].at_least",
                "at_least: expected a number between 1 and 1e+18 B/s, found 3e-06"},
        Refused{"NotANumber",
                with_floor(R"("device": "D", "benchmark": "b", "metric": "time", "at_most": "1")"),
                "floors[0].at_most", "at_most: expected a number, found a string"},
        Refused{"BareNaN",
                with_floor(R"("device": "D", "benchmark": "b", "metric": "time", "at_most": NaN)"),
                "floors[0].at_most", "at_most: expected a number, found null"},
        Refused{"NullBound",
                with_floor(R"("device": "D", "benchmark": "b", "metric": "time", "at_most": null)"),
                "floors[0].at_most", "at_most: expected a number, found null"},
        Refused{"ToleranceOfOne", with_floor(kGood + R"(, "tolerance": 1)"), "floors[0].tolerance",
                "tolerance: expected a fraction of at least 0 and below 1, found 1"},
        Refused{"NegativeTolerance", with_floor(kGood + R"(, "tolerance": -0.01)"),
                "floors[0].tolerance", "found -0.01"},
        Refused{"PercentageForTolerance", with_floor(kGood + R"(, "tolerance": 5)"),
                "floors[0].tolerance", "found 5"},
        Refused{"BooleanTolerance", with_floor(kGood + R"(, "tolerance": true)"),
                "floors[0].tolerance", "tolerance: expected a number, found true or false"},
        Refused{"OneRun", with_floor(kGood + R"(, "runs": 1)"), "floors[0].runs",
                "runs: expected a whole number between 2 and 100, found 1"},
        Refused{"MoreRunsThanAnybodyWaitsFor", with_floor(kGood + R"(, "runs": 101)"),
                "floors[0].runs", "found 101"},
        Refused{"PartOfARun", with_floor(kGood + R"(, "runs": 2.5)"), "floors[0].runs",
                "found 2.5"},
        Refused{"RunsInWords", with_floor(kGood + R"(, "runs": "five")"), "floors[0].runs",
                "runs: expected a number, found a string"}));

INSTANTIATE_TEST_SUITE_P(
    Ratio, FloorParserRefuses,
    testing::Values(
        Refused{
            "WithoutOf",
            with_floor(
                R"("device": "D", "benchmark": "b", "metric": "ratio", "to": "c", "at_least": 1)"),
            "floors[0]", "this floor has no \"of\""},
        Refused{
            "WithoutTo",
            with_floor(
                R"("device": "D", "benchmark": "b", "metric": "ratio", "of": "time", "at_least": 1)"),
            "floors[0]", "this floor has no \"to\""},
        Refused{
            "OfRatio",
            with_floor(
                R"("device": "D", "benchmark": "b", "metric": "ratio", "of": "ratio", "to": "c", "at_least": 1)"),
            "floors[0].of", "of: expected the metric that is compared, found \"ratio\""},
        Refused{
            "OfUnknownMetric",
            with_floor(
                R"("device": "D", "benchmark": "b", "metric": "ratio", "of": "tme", "to": "c", "at_least": 1)"),
            "floors[0].of", "expected one of the metrics"},
        Refused{
            "ToMissingGroup",
            with_floor(
                R"("device": "D", "benchmark": "(.*)/b", "metric": "ratio", "of": "time", "to": "\\2/c", "at_least": 1)"),
            "floors[0].to",
            "to: expected an id, in which \\1 stands for the first group of benchmark"},
        Refused{"ToWithoutRatio", with_floor(kGood + R"(, "to": "c")"), "floors[0].to",
                "\"to\" is for the metric \"ratio\", found with \"time\""},
        Refused{"OfWithoutRatio", with_floor(kGood + R"(, "of": "time")"), "floors[0].of",
                "\"of\" is for the metric \"ratio\", found with \"time\""}));

const std::string kFloors = R"("floors": [{)" + kGood + "}]";

INSTANTIATE_TEST_SUITE_P(
    File, FloorParserRefuses,
    testing::Values(
        Refused{"OnlySpace", " \n ", kNoJson, "line 2, column 2"},
        Refused{"NoObject", "[]", "", "expected an object, found a list"},
        Refused{"AString", "\"floors\"", "", "expected an object, found a string"},
        Refused{"NoSchema", "\n {" + kFloors + "}", "",
                "expected \"schema\": \"tickbench-floors/1\", found no schema"},
        Refused{"OtherSchema", R"({"schema": "tickbench-floors/2", )" + kFloors + "}", "schema",
                "schema: expected \"tickbench-floors/1\", found \"tickbench-floors/2\""},
        Refused{"SchemaIsNumber", R"({"schema": 1})", "schema",
                "expected a string, found a number"},
        Refused{"NoFloors", R"({"schema": "tickbench-floors/1"})", "",
                "expected \"floors\", a list of floors, found none"},
        Refused{"EmptyFloors", R"({"schema": "tickbench-floors/1", "floors": []})", "floors",
                "expected at least one floor, found an empty list"},
        Refused{"FloorsIsObject", R"({"floors": {}})", "floors",
                "expected a list, found an object"},
        Refused{"FloorIsNumber", R"({"floors": [-17]})", "floors[0]",
                "expected an object, found a number"},
        Refused{"FloorIsArray", R"({"floors": [[]]})", "floors[0]", "found a list"},
        Refused{"UnknownFileMember", R"({"schema": "tickbench-floors/1", "flors": []})", "",
                "expected schema, floors, note, $schema, found the unknown member \"flors\"; did "
                "you mean "
                "floors?"},
        Refused{"FileMemberTwice", "{" + kFloors + ",\n" + kFloors + "}", "floors",
                "expected this member once, found a second"},
        Refused{"DepthBomb", std::string(100'000, '['), "", "expected at most 64 levels"},
        Refused{"DepthBombInFloor", with_floor(R"("device": )" + std::string(100'000, '[')),
                "floors[0].device", "expected at most 64 levels"},
        Refused{"ObjectInFloor", with_floor(R"("device": {"name": "D"})"), "floors[0].device",
                "expected a string, found an object"},
        Refused{"Truncated",
                R"({"schema": "tickbench-floors/1",)"
                "\n"
                R"( "floors": [{"device": "NV)",
                kNoJson, "line 2, column 27"},
        Refused{"TruncatedBetween", R"({"schema": "tickbench-floors/1",)", kNoJson,
                "line 1, column 33"},
        Refused{"Trailing", with_floor(kGood) + "\n}", kNoJson, "line 4, column 1"},
        Refused{"TrailingComma", with_floor(kGood + ","), kNoJson, "line 3, column 73"},
        Refused{"Comment", "// floors\n" + with_floor(kGood), kNoJson, "line 1, column 1"},
        Refused{"ZeroByte", with_floor(kGood) + std::string(1, '\0') + "more", kNoJson,
                "line 3, column 75"},
        Refused{"Latin1", with_floor("\"device\": \"Ger\xE4t\""), kNoJson, "line 3, column 21"},
        Refused{"Utf16", std::string("\xFF\xFE{\0", 4), kNoJson, "line 1, column"},
        Refused{"StrayByte", "\xFF", kNoJson, "line 1, column 1"},
        Refused{"LoneSurrogate", with_floor(R"("device": "\ud800")"), kNoJson, "line 3, column 23"},
        Refused{"OddNames", with_floor(R"("device": "Gerät é", "metric": 5)"), "floors[0].metric",
                "metric: expected a string, found a number"},
        Refused{"CarriageReturns", "{\r\n\"floors\":\r\n7}", "floors",
                "expected a list, found a number"}));

TEST(FloorParser, NamesBothPlacesOfAnExactRepeat) {
  const auto text = "{\"schema\": \"tickbench-floors/1\", \"floors\": [\n {" + kGood + "},\n {" +
                    kGood + ", \"tolerance\": 0.05, \"note\": \"the default, spelt out\"}]}";
  EXPECT_EQ(refusal_of(text),
            "floors.json: floors[1]: expected each floor once, found that of floors[0] again");
}

TEST(FloorParser, TakesTwoFloorsThatDifferInAnything) {
  const std::string base = R"({"device": "D", "benchmark": "b", "metric": "time", )";
  const auto text = R"({"schema": "tickbench-floors/1", "floors": [)" + base + R"("at_most": 2},)" +
                    base + R"("at_most": 3},)" + base + R"("at_least": 2},)" + base +
                    R"("at_most": 2, "tolerance": 0}]})";
  EXPECT_EQ(FloorFile::parse(text, "f").floors().size(), 4U);
}

TEST(FloorParser, ReadsEveryMember) {
  const auto file = FloorFile::parse(R"({
  "$schema": "https://example.org/floors.schema.json",
  "note": "any text",
  "floors": [
    { "device": "NVIDIA H200", "benchmark": "opencl/saxpy/67108864",
      "metric": "bytes_per_second", "at_least": 4.1e12, "tolerance": 0.03, "note": "ten runs" },
    { "tolerance": 0, "at_most": 2, "to": "\\1/copy/1024", "of": "time", "metric": "ratio",
      "benchmark": "(.*)/saxpy/1024", "device": ".*" } ],
  "schema": "tickbench-floors/1"
})",
                                     "f");
  ASSERT_EQ(file.floors().size(), 2U);
  const auto& absolute = file.floors()[0];
  EXPECT_EQ(absolute.device, "NVIDIA H200");
  EXPECT_EQ(absolute.benchmark, "opencl/saxpy/67108864");
  EXPECT_EQ(absolute.metric, "bytes_per_second");
  EXPECT_FALSE(absolute.is_ratio());
  EXPECT_EQ(absolute.bound, Floor::Bound::kAtLeast);
  EXPECT_EQ(absolute.threshold, 4.1e12);
  EXPECT_EQ(absolute.tolerance, 0.03);
  EXPECT_EQ(absolute.runs, 1U);
  EXPECT_EQ(absolute.note, "ten runs");
  EXPECT_EQ(absolute.index, 0U);
  const auto& ratio = file.floors()[1];
  EXPECT_TRUE(ratio.is_ratio());
  EXPECT_EQ(ratio.metric, "time");
  EXPECT_EQ(ratio.to, "\\1/copy/1024");
  EXPECT_EQ(ratio.bound, Floor::Bound::kAtMost);
  EXPECT_EQ(ratio.index, 1U);
}

TEST(FloorParser, RefusesWhatIsNoUtf8) {
  // The first and the last character of each length, and those around the surrogates.
  const auto with_note = [](const std::string& note) {
    return with_floor(kGood + ", \"note\": \"" + note + '"');
  };
  EXPECT_NO_THROW(FloorFile::parse(
      with_note("\x7F\xC2\x80\xDF\xBF\xE0\xA0\x80\xEF\xBF\xBF\xF0\x90\x80\x80\xF4\x8F\xBF\xBF"
                "\xED\x9F\xBF\xEE\x80\x80"),
      "f"));
  for (const std::string bad :
       {"\x80", "\xC1\xBF", "\xE0\x9F\xBF", "\xF0\x8F\xBF\xBF", "\xED\xA0\x80", "\xF4\x90\x80\x80",
        "\xF5\x80\x80\x80", "\xE2\x82", "\xE2\x28\xA1"})
    EXPECT_THAT(refusal_of(with_note(bad)), HasSubstr("ill-formed UTF-8 byte")) << bad;
  EXPECT_THAT(refusal_of(with_note("\x1F")), HasSubstr("control character"));
}

TEST(InQuotes, EscapesWhatBreaksALine) {
  EXPECT_EQ(floors::in_quotes("a\"b\n\x1B é"), "\"a\\\"b\\n\\u001b é\"");
}

TEST(FloorParser, ToleranceDefaultsToFivePercent) {
  EXPECT_EQ(FloorFile::parse(with_floor(kGood), "f").floors()[0].tolerance, 0.05);
}

TEST(FloorParser, SkipsAByteOrderMark) {
  const auto file = FloorFile::parse("\xEF\xBB\xBF" + with_floor(kGood), "f");
  EXPECT_EQ(file.floors().size(), 1U);
  EXPECT_THAT(refusal_of("\xEF\xBB\xBF[]"),
              StartsWith("floors.json: the document: expected an object"));
}

TEST(FloorParser, TakesEveryMetricOfTheList) {
  for (const auto metric : metrics::floor_metrics()) {
    const auto text = with_floor(R"("device": "D", "benchmark": "b", "at_least": 1, "metric": ")" +
                                 std::string(metric) + "\"");
    EXPECT_EQ(FloorFile::parse(text, "f").floors()[0].metric, metric);
  }
}

TEST(FloorParser, AMessageHoldsNoControlCharactersAndIsNotLong) {
  const auto error = refusal_of(with_floor("\"a\\n\\u001b[31m" + std::string(5000, 'x') + "\": 1"));
  EXPECT_THAT(error, HasSubstr("a\\n\\u001b[31mxxx"));
  EXPECT_THAT(error, HasSubstr("xxx...\""));
  EXPECT_LT(error.size(), 400U);
  EXPECT_EQ(error.find('\n'), std::string::npos);
}

TEST(FloorParser, RefusesMoreFloorsThanAnyFileHas) {
  std::string text = R"({"schema": "tickbench-floors/1", "floors": [)";
  for (int i = 0; i <= 10'000; ++i)
    text += (i == 0 ? "\n{" : ",\n{") + std::string(R"("device": "D", "benchmark": "b)") +
            std::to_string(i) + R"(", "metric": "time", "at_most": 1})";
  EXPECT_THAT(refusal_of(text + "]}"), StartsWith("floors.json: floors: expected at most 10000"));
}

TEST(FloorParser, RefusesPatternsThatAreTooLargeTogether) {
  std::string text = R"({"schema": "tickbench-floors/1", "floors": [)";
  for (int i = 0; i < 1000; ++i)
    text += (i == 0 ? "\n{" : ",\n{") +
            std::string(R"("device": "D", "benchmark": "b{900}c{900})") + std::to_string(i) +
            R"(", "metric": "time", "at_most": 1})";
  EXPECT_THAT(refusal_of(text + "]}"), HasSubstr("too large together"));
}

/// The fuzzer begins with these; their names say what is to come of them.
TEST(FloorParser, TakesAndRefusesTheCorpusAsItsNamesSay) {
  int valid = 0;
  int refused = 0;
  for (const auto& entry :
       std::filesystem::directory_iterator(TICKBENCH_HARNESS_DIR "/fuzz/corpus/floors")) {
    const auto name = entry.path().filename().string();
    if (name.starts_with("valid-")) {
      EXPECT_NO_THROW(FloorFile::load(entry.path())) << name;
      ++valid;
    } else if (name.starts_with("refused-")) {
      EXPECT_THROW(FloorFile::load(entry.path()), UsageError) << name;
      ++refused;
    } else {
      ADD_FAILURE() << "expected valid-... or refused-..., found " << name;
    }
  }
  EXPECT_GE(valid, 8);
  EXPECT_GE(refused, 25);
}

}  // namespace
}  // namespace tickbench
