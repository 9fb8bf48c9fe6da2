// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "google/reporter.hpp"

namespace tickbench::google {
namespace {

using results::Json;

TEST(Augment, NumbersThatAreNotFiniteBecomeNull) {
  const auto text = augment(R"({"context": {}, "benchmarks": [{"a": NaN, "b": "NaN"}]})", {}, {},
                            [](const EntryKey&) { return Json(); });
  const auto row = nlohmann::json::parse(text)["benchmarks"][0];
  EXPECT_TRUE(row["a"].is_null());
  EXPECT_EQ(row["b"], "NaN");
}

TEST(Augment, BytesThatAreNotUtf8DoNotCostTheFile) {
  const Json context{{"log", "caf\xE9"}};
  const auto text = augment(R"({"context": {}, "benchmarks": [{"name": "a"}]})", {{}}, context,
                            [](const EntryKey&) {
                              return Json{{"id", "a"}};
                            });
  const auto json = nlohmann::json::parse(text);
  EXPECT_EQ(json["benchmarks"][0]["tickbench"]["id"], "a");
}

TEST(Augment, ATerminalSeesNoControlCharacter) {
  const auto text = augment("{\"context\": {}, \"benchmarks\": [{\"name\": \"a\xC2\x9B\x7F\"}]}",
                            {}, {}, [](const EntryKey&) { return Json(); });
  EXPECT_NE(text.find(R"("a\u009b\u007f")"), std::string::npos) << text;
}

}  // namespace
}  // namespace tickbench::google
