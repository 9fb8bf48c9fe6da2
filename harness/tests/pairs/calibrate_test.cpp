// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <random>
#include <sstream>
#include <string>
#include <vector>

#include "compare/runs.hpp"
#include "pairs/pairs.hpp"
#include "tickbench/error.hpp"

namespace tickbench::pairs {
namespace {

using ::testing::HasSubstr;
using testing::RunBuilder;

/// One program on a fake clock: a benchmark of each of these spreads between runs.
struct FakeMachine {
  std::vector<double> spreads;
  Seconds wall{1};
  Seconds now{};
  std::vector<AbRequest> requests{};
  std::mt19937_64 random{4};

  AbWorld world() {
    return {[this](const AbRequest& request) {
              requests.push_back(request);
              now += wall;
              RunBuilder run(std::to_string(requests.size()));
              for (std::size_t i = 0; i < spreads.size(); ++i)
                run.add("f/" + std::to_string(i),
                        std::exp(std::normal_distribution<double>(0, spreads[i])(random)));
              return ProgramRun{run, wall};
            },
            [this] { return now; }, [](const std::string&) {}};
  }
};

TEST(Calibrate, MeasuresTheSpreadAndProposesMoreForMoreNoise) {
  FakeMachine quiet{{0.001, 0.002}}, noisy{{0.001, 0.03}};
  const auto of_quiet = calibrate({}, quiet.world()), of_noisy = calibrate({}, noisy.world());
  ASSERT_EQ(of_quiet.benchmarks.size(), 2U);
  EXPECT_EQ(of_quiet.pairs_taken, 20U);
  EXPECT_EQ(quiet.requests.size(), 2 * 21U) << "and a rehearsal";
  EXPECT_EQ(of_noisy.benchmarks[0].id, "f/1") << "the noisiest first";
  EXPECT_NEAR(of_noisy.benchmarks[0].spread, 0.03, 0.01);
  EXPECT_TRUE(of_quiet.is_enough);
  EXPECT_DOUBLE_EQ(of_quiet.slowdown, 0.03);
  EXPECT_DOUBLE_EQ(of_quiet.effect, 0.015);
  EXPECT_LT(of_quiet.pairs, of_noisy.pairs);
  EXPECT_LT(of_quiet.margin, of_noisy.margin);
  for (const auto& benchmark : of_noisy.benchmarks) EXPECT_GE(benchmark.found, 95U);
}

// The power that it states is that of comparisons on the same noise, drawn anew.
TEST(Calibrate, ThePowerIsThatOfComparisons) {
  FakeMachine machine{{0.02}};
  CalibrationSettings settings;
  settings.pairs = 60;
  const auto calibration = calibrate(settings, machine.world());
  ASSERT_TRUE(calibration.is_enough);
  std::mt19937_64 random(77);
  std::normal_distribution<double> noise(0, 0.02);
  int found = 0;
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    AbSettings ab;
    ab.pairs = calibration.pairs;
    ab.options.effect = calibration.effect;
    ab.seed = seed;
    const AbWorld world{
        [&](const AbRequest& request) {
          const double factor = request.is_new ? 1 + calibration.slowdown : 1;
          return ProgramRun{
              RunBuilder(std::to_string(random())).add("f", factor * std::exp(noise(random))),
              Seconds(1)};
        },
        [] { return Seconds(0); }, [](const std::string&) {}};
    found += run_ab(ab, world).rows.at(0).verdict == compare::Verdict::kSlower;
  }
  EXPECT_GE(found, 51) << "85 of 100: the spread that it saw is itself uncertain";
}

TEST(Calibrate, SaysWhatIsFoundWhereTheSlowdownIsNot) {
  FakeMachine machine{{0.2}};
  const auto calibration = calibrate({}, machine.world());
  EXPECT_FALSE(calibration.is_enough);
  EXPECT_GT(calibration.slowdown, 0.03);
  std::ostringstream table, json;
  print_table(table, calibration);
  EXPECT_THAT(table.str(), HasSubstr("takes a quieter machine"));
  print_json(json, calibration);
  const auto parsed = nlohmann::json::parse(json.str());
  EXPECT_EQ(parsed.at("schema"), "tickbench-calibration/1");
  EXPECT_EQ(parsed.at("pairs"), calibration.pairs);
  EXPECT_EQ(parsed.at("benchmarks").at(0).at("id"), "f/0");
}

TEST(Calibrate, NamesWhatFailed) {
  FakeMachine machine{{0.001}};
  const auto all = machine.world();
  AbWorld failing = all;
  // It owns the texts of its benchmark.
  const results::ResultFile bad =
      RunBuilder().add("bad", 1).outcome("error", "expected 1, found 2");
  failing.run = [&](const AbRequest& request) {
    auto run = all.run(request);
    run.results.benchmarks.push_back(bad.benchmarks.front());
    return run;
  };
  const auto calibration = calibrate({}, failing);
  EXPECT_EQ(calibration.benchmarks.size(), 1U);
  ASSERT_EQ(calibration.left_out.size(), 1U);
  EXPECT_EQ(calibration.left_out[0].id, "bad");
  EXPECT_TRUE(calibration.left_out[0].is_failed);
  std::ostringstream table, json;
  print_table(table, calibration);
  EXPECT_THAT(table.str(), HasSubstr("failed: bad: old: "));
  EXPECT_THAT(table.str(), HasSubstr("expected 1, found 2"));
  print_json(json, calibration);
  EXPECT_EQ(nlohmann::json::parse(json.str()).at("left_out").at(0).at("id"), "bad");
}

TEST(Calibrate, KeepsToTheBudget) {
  FakeMachine machine{{0.001}};
  CalibrationSettings settings;
  settings.budget = Seconds(15);
  const auto calibration = calibrate(settings, machine.world());
  EXPECT_LE(machine.now.count(), 15);
  EXPECT_EQ(calibration.pairs_taken, 6U);
  settings.budget = Seconds(17 + 4);
  EXPECT_THROW(calibrate(settings, machine.world()), UsageError) << "two pairs show nothing";
}

}  // namespace
}  // namespace tickbench::pairs
