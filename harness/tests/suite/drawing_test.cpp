// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "suite/suite.hpp"

/// What the results hold for those who draw them: groups, regions, the first launch, theoretical
/// peaks.
namespace tickbench::suite {
namespace {

using Json = nlohmann::json;
using ::testing::HasSubstr;

TEST(Drawing, AnEntryHasItsGroups) {
  Suite suite;
  suite.add("Saxpy", saxpy_with("saxpy"))
      ->Arg(1024)
      ->Group("all")
      ->Group("study", {Figure::kSpeedup, Figure::kPhasesOfLaunch});
  suite.add("Plain", saxpy_with("saxpy"))->Arg(1024);
  const auto entries = suite.run_json().json()["benchmarks"];
  EXPECT_EQ(entries[0]["tickbench"]["groups"], Json::parse(R"([{"name": "all", "figures": []},
                            {"name": "study", "figures": ["speedup", "phases"]}])"));
  EXPECT_FALSE(entries[1]["tickbench"].contains("groups"));
}

TEST(Drawing, AWrongGroupEndsTheProgram) {
  Suite suite;
  suite.add("Saxpy", saxpy_with("saxpy"))->Arg(1024)->Group("");
  const auto result = suite.run();
  EXPECT_EQ(result.status, 2);
  EXPECT_THAT(result.err, HasSubstr("Saxpy: ->Group(\"\"): expected a name"));
}

TEST(Drawing, TheFirstRepetitionHasTheFirstLaunch) {
  Suite suite;
  suite.add("Saxpy", saxpy_with("saxpy"))->Arg(1024);
  const auto entries = suite.run_json({"--benchmark_repetitions=2"}).json()["benchmarks"];
  const auto& first = entries[0]["tickbench"]["first_launch"];
  EXPECT_NEAR(first["first_device"]["value"].get<double>(), 10e-6, 1e-8);
  EXPECT_NEAR(first["first_host"]["value"].get<double>(), 30e-6, 1e-6);
  EXPECT_LE(first["first_enqueue"]["value"].get<double>(),
            first["first_host"]["value"].get<double>());
  EXPECT_TRUE(first.contains("first_build"));
  EXPECT_FALSE(entries[1]["tickbench"].contains("first_launch"));
}

/// Each region takes 1 us on the device and 3 us on the host.
class FixedRegion final : public RegionMarker {
 public:
  void start() override {}
  ElapsedTime<Seconds> stop() override { return {Seconds(3e-6), Seconds(1e-6)}; }
};

/// Times so many regions under each of these names.
Registration::Body with_regions(std::vector<std::string> names, int count) {
  return [=](State& state) {
    auto buffer = state.device().upload(std::vector<float>(64, 1.0F));
    const auto launch = state.device().kernel("saxpy_zeros").args(1.0F, buffer, buffer, 64UL);
    state.waive(tickbench::Check::kResult, "only its regions matter here");
    state.measure(launch.over(64));
    for (const auto& name : names) {
      DeviceTimer timer(std::make_unique<FixedRegion>());
      for (int i = 0; i < count; ++i) {
        timer.start();
        timer.stop();
      }
      state.region(name, timer);
    }
  };
}

TEST(Drawing, ARegionIsTheMeanOfItsRounds) {
  Suite suite;
  suite.add("pipeline", with_regions({"copy in", "kernels"}, 4));
  const auto regions = suite.run_json().json()["benchmarks"][0]["tickbench"]["regions"];
  ASSERT_EQ(regions.size(), 2U);
  EXPECT_EQ(regions[0]["name"], "copy in");
  EXPECT_EQ(regions[0]["count"], 4);
  EXPECT_NEAR(regions[0]["device"].get<double>(), 1e-6, 1e-12);
  EXPECT_NEAR(regions[1]["host"].get<double>(), 3e-6, 1e-12);
}

TEST(Drawing, ARegionThatCannotBeMeantIsRefused) {
  const auto message_of = [](const Registration::Body& body) {
    Suite suite;
    suite.add("pipeline", body);
    const auto result = suite.run();
    EXPECT_EQ(result.status, 1);
    return result.err;
  };
  EXPECT_THAT(message_of(with_regions({"a", "a"}, 1)), HasSubstr("each name once in a body"));
  EXPECT_THAT(message_of(with_regions({"a"}, 0)), HasSubstr("a timer with a finished region"));
  EXPECT_THAT(message_of(with_regions({""}, 1)), HasSubstr("a word of visible characters"));
}

Json theoretical_of(const Json& results) {
  return results["context"]["tickbench"]["devices"][0]["theoretical"];
}

TEST(Drawing, TheoreticalPeaksStandBesideTheMeasuredOnes) {
  Suite suite;
  suite.opencl.infos.front().theoretical_bytes_per_second = 8e9;
  suite.add("Saxpy", saxpy_with("saxpy"))->Arg(1024);
  const auto results = suite.run_json().json();
  const auto& entry = results["benchmarks"][0];
  EXPECT_NEAR(entry["fraction_of_theoretical"].get<double>(), 3 * 4096 / 10e-6 / 8e9, 1e-3);
  EXPECT_EQ(theoretical_of(results)["bytes_per_second"], 8e9);
  EXPECT_TRUE(theoretical_of(results)["flops_per_second"].is_null());
}

TEST(Drawing, WhereADriverTellsNoBandwidthTheManagementLibraryMay) {
  Suite suite;
  suite.device_state.emplace();
  suite.device_state->memory_bandwidth = 4e9;
  suite.add("Saxpy", saxpy_with("saxpy"))->Arg(1024);
  EXPECT_EQ(theoretical_of(suite.run_json().json())["bytes_per_second"], 4e9);
}

TEST(Drawing, AnUnknownPeakHasNoShare) {
  Suite suite;
  suite.add("Saxpy", saxpy_with("saxpy"))->Arg(1024);
  const auto results = suite.run_json().json();
  EXPECT_FALSE(results["benchmarks"][0].contains("fraction_of_theoretical"));
  EXPECT_TRUE(theoretical_of(results)["bytes_per_second"].is_null());
}

}  // namespace
}  // namespace tickbench::suite
