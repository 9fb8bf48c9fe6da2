// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "partner/modules_file.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <array>
#include <filesystem>
#include <fstream>
#include <string>
#include <utility>

#include "tickbench/error.hpp"

namespace tickbench::other_build {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

constexpr std::array kCode{std::byte{0x03}, std::byte{0x00}, std::byte{0xff}, std::byte{0x7f}};

std::string text() {
  return to_modules_file({{"a.spv", "spirv", kCode, "double", "-cl-mad-enable"}},
                         {"1.2", "83b3f7f"});
}

std::string replaced(const std::string& what, const std::string& by) {
  auto changed = text();
  const auto at = changed.find(what);
  EXPECT_NE(at, std::string::npos) << what;
  return changed.replace(at, what.size(), by);
}

std::string refusal(const std::string& of) {
  try {
    ModulesFile::parse(of, "old.json");
  } catch (const UsageError& error) {
    return error.what();
  }
  return "it was taken";
}

TEST(ModulesFile, IsReadAsItWasWritten) {
  auto first = ModulesFile::parse(text(), "old.json");
  const auto file = std::move(first);
  EXPECT_EQ(file.build().version, "1.2");
  EXPECT_EQ(file.build().commit, "83b3f7f");
  ASSERT_EQ(file.modules().size(), 1U);
  const auto& module = file.modules().front();
  EXPECT_EQ(module.name, "a.spv");
  EXPECT_EQ(module.format, "spirv");
  EXPECT_EQ(module.variant, "double");
  EXPECT_EQ(module.options, "-cl-mad-enable");
  EXPECT_THAT(module.code, ::testing::ElementsAreArray(kCode));
}

TEST(ModulesFile, SaysWhatWasExpectedAndWhere) {
  EXPECT_THAT(refusal("{"), StartsWith("old.json: expected a whole JSON document, found, at "));
  EXPECT_EQ(refusal("[]"), "old.json: the document: expected an object, found a list");
  EXPECT_EQ(refusal(replaced("modules/1", "modules/2")),
            "old.json: schema: expected 'tickbench-modules/1', found 'tickbench-modules/2'");
  EXPECT_EQ(refusal(replaced("\"variant\"", "\"more\"")),
            "old.json: modules[0].more: expected no member of another name, found this one");
  EXPECT_EQ(refusal(replaced("\"a.spv\"", "7")),
            "old.json: modules[0].name: expected a string, found a number");
  EXPECT_EQ(refusal(replaced("\"spirv\"", "\"\"")),
            "old.json: modules[0].format: expected some text, found none");
  EXPECT_EQ(
      refusal(replaced("0300ff7f", "0300ff7")),
      "old.json: modules[0].code: expected pairs of the digits 0-9 and a-f, found other text");
  EXPECT_EQ(
      refusal(replaced("0300ff7f", "0300FF7F")),
      "old.json: modules[0].code: expected pairs of the digits 0-9 and a-f, found other text");
  EXPECT_EQ(refusal(R"({"schema": "tickbench-modules/1", "modules": []})"),
            "old.json: the document: expected a member 'build', found none");
}

TEST(ModulesFile, WhatItQuotesIsShortAndVisible) {
  const auto message =
      refusal(replaced("\"schema\"", "\"\\u001b[2J" + std::string(5000, 'x') + "\""));
  EXPECT_THAT(message, AllOf(HasSubstr("\\x1b[2J"), Not(HasSubstr("\x1b"))));
  EXPECT_LT(message.size(), 400U);
}

TEST(ModulesFile, AnEmptySourceIsASource) {
  EXPECT_TRUE(
      ModulesFile::parse(replaced("0300ff7f", ""), "old.json").modules().front().code.empty());
}

TEST(ModulesFile, AnEmptyListIsRefused) {
  EXPECT_THAT(refusal(to_modules_file({}, {"1.2", "83b3f7f"})),
              HasSubstr("modules: expected at least one module, found an empty list"));
}

TEST(ModulesFile, HoweverDeepItIsItIsRefused) {
  const std::string deep = std::string(1000000, '[') + std::string(1000000, ']');
  EXPECT_THAT(refusal(deep), HasSubstr("expected at most 64 levels, found more"));
  EXPECT_THAT(refusal("{\"schema\": " + deep + "}"), HasSubstr("expected at most 64 levels"));
}

TEST(ModulesFile, AByteOfZeroIsNoEndOfTheFile) {
  const auto path = (std::filesystem::path(::testing::TempDir()) /
                     ("modules_" + std::to_string(::getpid()) + ".json"))
                        .string();
  std::ofstream(path) << text();
  EXPECT_NO_THROW(ModulesFile::read(path));
  std::ofstream(path) << text() << '\0' << "garbage";
  EXPECT_THROW(ModulesFile::read(path), UsageError);
  std::filesystem::remove(path);
}

TEST(ModulesFile, AFileThatIsNotThereIsNamed) {
  EXPECT_THROW(ModulesFile::read("/nowhere/old.json"), UsageError);
}

}  // namespace
}  // namespace tickbench::other_build
