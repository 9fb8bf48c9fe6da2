// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "google/reporter.hpp"

namespace tickbench::google {
namespace {

using results::Json;

TEST(WithoutNonFinite, OnlyOutsideStrings) {
  EXPECT_EQ(without_non_finite(R"({"a": NaN, "b": -Infinity, "c": "NaN \" Infinity", "d": null})"),
            R"({"a": null, "b": null, "c": "NaN \" Infinity", "d": null})");
  EXPECT_EQ(without_non_finite("[-1.5e+03, inf, true]"), "[-1.5e+03, null, true]");
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

}  // namespace
}  // namespace tickbench::google
