// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "laboratory/settings.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace lab {
namespace {

struct Toy {
  std::uint64_t hertz = 7;
  bool is_broken = false;
  std::vector<PlannedFailure> failures;
  std::vector<PlannedCall> calls;
};

std::optional<int> parse_code(std::string_view text) {
  const auto value = parse_number(text);
  return value && *value <= 99 ? std::optional(static_cast<int>(*value)) : std::nullopt;
}

Toy read_toy(std::vector<const char*> environment) {
  static const Readers<Toy> kReaders = {
      {"TOY_HZ", [](Toy& toy, const Setting& s) { toy.hertz = number(s, 1, 1000); }},
      {"TOY_BROKEN", [](Toy& toy, const Setting& s) { toy.is_broken = flag(s); }},
      {"TOY_FAIL",
       [](Toy& toy, const Setting& s) { toy.failures = planned_failures(s, parse_code); }},
      {"TOY_CALLS", [](Toy& toy, const Setting& s) { toy.calls = planned_calls(s); }},
  };
  environment.push_back(nullptr);
  return read<Toy>(environment.data(), "TOY_", kReaders);
}

std::string complaint(const char* variable) {
  try {
    read_toy({variable});
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "none";
}

TEST(Settings, OfOthersAreLeftAlone) {
  const Toy toy = read_toy({"HOME=/root", "OTHER_TOY_HZ=3"});
  EXPECT_EQ(toy.hertz, 7U);
  EXPECT_FALSE(toy.is_broken);
  EXPECT_EQ(read<Toy>(nullptr, "TOY_", {}).hertz, 7U);
}

TEST(Settings, AreRead) {
  EXPECT_EQ(read_toy({"TOY_HZ=19"}).hertz, 19U);
  EXPECT_EQ(read_toy({"TOY_HZ=0x1F"}).hertz, 31U);
  EXPECT_TRUE(read_toy({"HOME=/", "TOY_BROKEN=1"}).is_broken);
}

TEST(Settings, PlanCallsAndFailures) {
  const Toy toy = read_toy({"TOY_FAIL=alloc:3:17,free:1:0x11", "TOY_CALLS=wait:2"});
  ASSERT_EQ(toy.failures.size(), 2U);
  EXPECT_EQ(planned_code(toy.failures, "alloc", 3), 17);
  EXPECT_EQ(planned_code(toy.failures, "alloc", 2), std::nullopt);
  EXPECT_EQ(planned_code(toy.failures, "free", 1), 17);
  EXPECT_EQ(planned_code(toy.failures, "wait", 2), std::nullopt);
  ASSERT_EQ(toy.calls.size(), 1U);
  EXPECT_EQ(toy.calls[0].call, "wait");
  EXPECT_EQ(toy.calls[0].occurrence, 2U);
}

TEST(Settings, NameWhatIsWrong) {
  EXPECT_EQ(complaint("TOY_HZ=fast"), "TOY_HZ: expected a number from 1 to 1000, found 'fast'");
  for (const char* wrong : {"TOY_HZ=", "TOY_HZ", "TOY_HZ=0", "TOY_HZ=1001", "TOY_HZ=-1",
                            "TOY_HZ=0x", "TOY_HZ=99999999999999999999"})
    EXPECT_THAT(complaint(wrong), testing::StartsWith("TOY_HZ: expected")) << wrong;
  EXPECT_EQ(complaint("TOY_BROKEN=yes"), "TOY_BROKEN: expected 0 or 1, found 'yes'");
  for (const char* wrong :
       {"TOY_FAIL=", "TOY_FAIL=free:0:1", "TOY_FAIL=free:1", "TOY_FAIL=free:1:2:3", "TOY_FAIL=:1:2",
        "TOY_FAIL=free:1:100", "TOY_FAIL=free:1:2,"})
    EXPECT_THAT(complaint(wrong), testing::HasSubstr("CALL:OCCURRENCE:CODE")) << wrong;
  for (const char* wrong : {"TOY_CALLS=free", "TOY_CALLS=free:1:2", "TOY_CALLS=free:0"})
    EXPECT_THAT(complaint(wrong), testing::HasSubstr("CALL:OCCURRENCE, several")) << wrong;
  EXPECT_EQ(
      complaint("TOY_HERTZ=1"),
      "TOY_HERTZ: no such setting; known are\n  TOY_BROKEN\n  TOY_CALLS\n  TOY_FAIL\n  TOY_HZ");
}

TEST(Counts, AreWrittenSorted) {
  const auto file = std::filesystem::temp_directory_path() / "tickbench_laboratory_counts";
  write_counts(file, {{"b", 2}, {"a", 1}}, "toy");
  std::ostringstream text;
  text << std::ifstream(file).rdbuf();
  EXPECT_EQ(text.str(), "a 1\nb 2\n");
  std::filesystem::remove(file);
}

TEST(Counts, SayWhereTheyCannotBeWritten) {
  testing::internal::CaptureStderr();
  write_counts("/nowhere/at/all", {{"a", 1}}, "toy: TOY_CALLS_OUT");
  EXPECT_EQ(testing::internal::GetCapturedStderr(),
            "toy: TOY_CALLS_OUT: cannot write /nowhere/at/all\n");
  write_counts("", {{"a", 1}}, "toy");  // not asked for
}

}  // namespace
}  // namespace lab
