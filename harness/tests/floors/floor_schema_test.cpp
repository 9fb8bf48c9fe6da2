// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "floors/floor.hpp"
#include "metrics/metric_info.hpp"

/// The published schema says the same as the parser, as far as a schema can.
namespace tickbench {
namespace {

nlohmann::json schema() {
  std::ifstream file(TICKBENCH_HARNESS_DIR "/docs/floors.schema.json");
  return nlohmann::json::parse(file);
}

TEST(FloorSchema, ListsTheMetricsOfTheParser) {
  std::vector<std::string> metrics;
  for (const auto metric : metrics::floor_metrics()) metrics.emplace_back(metric);
  const auto published = schema().at("$defs").at("metric").at("enum");
  EXPECT_EQ(published.get<std::vector<std::string>>(), metrics);
}

TEST(FloorSchema, NamesTheFormatOfTheParser) {
  EXPECT_EQ(schema().at("properties").at("schema").at("const"), std::string(FloorFile::kSchema));
}

TEST(FloorSchema, StatesTheDefaultTolerance) {
  const auto tolerance = schema().at("$defs").at("floor").at("properties").at("tolerance");
  EXPECT_EQ(tolerance.at("default"), Floor::kDefaultTolerance);
}

TEST(FloorSchema, StatesTheMostRuns) {
  const auto runs = schema().at("$defs").at("floor").at("properties").at("runs");
  EXPECT_EQ(runs.at("maximum"), Floor::kMostRuns);
}

/// Each member that the schema names is one that the parser knows: with a value of a wrong kind it
/// complains of the value, not of the member.
TEST(FloorSchema, NamesTheMembersOfTheParser) {
  const auto floor = schema().at("$defs").at("floor");
  const auto& properties = floor.at("properties");
  EXPECT_EQ(properties.size(), 10U);
  EXPECT_EQ(floor.at("additionalProperties"), false);
  for (const auto& [name, unused] : properties.items()) {
    try {
      FloorFile::parse("{\"floors\": [{\"" + name + "\": null}]}", "f");
      ADD_FAILURE() << "null was taken for " << name;
    } catch (const UsageError& error) {
      EXPECT_THAT(error.what(), testing::HasSubstr(name + ": expected a ")) << name;
    }
  }
}

}  // namespace
}  // namespace tickbench
