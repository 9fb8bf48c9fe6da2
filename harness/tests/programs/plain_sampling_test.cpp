// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include <cmath>
#include <random>

#include "programs/plain.hpp"

namespace tickbench::programs {
namespace {

using testing::HasSubstr;

const PlainBenchmark kOwn{"BM_own", "BM_own"}, kOther{"BM_other", "BM_other"};

/// A machine on which each repetition takes a second by its clock, and a process half a second.
class Machine {
 public:
  double own = 10e-6, other = 10e-6, noise = 0.01;
  double speed = 1;  ///< of the machine: it multiplies what both take
  std::function<void()> before_each = [] {};
  std::string_view outcome = "passed", other_outcome = "passed";
  std::vector<std::string> started{};
  std::vector<int> repetitions{};

  PlainWorld world() {
    return {[this](const auto& benchmark, int count) { return run(benchmark, count); },
            [this] { return now_; }};
  }

 private:
  PlainRun run(const PlainBenchmark& benchmark, int count) {
    before_each();
    const bool is_own = benchmark.id == kOwn.id;
    started.push_back(benchmark.id);
    repetitions.push_back(count);
    PlainRun run;
    run.wall = Seconds(0.5 + count);
    run.measured = Seconds(count);
    now_ += run.wall;
    run.outcome = is_own ? outcome : other_outcome;
    if (!run.is_good()) run.message = "it went wrong";
    for (int i = 0; i < count && run.is_good(); ++i) {
      const double time =
          (is_own ? own : other) * speed * std::exp(noise * std::normal_distribution()(random_));
      run.values["real_time"].push_back(time);
      run.values["cpu_time"].push_back(time);
      run.values["items_per_second"].push_back(1 / time);
      run.values["allocations"].push_back(3);
    }
    run.record.emplace();
    return run;
  }

  Seconds now_{};
  std::mt19937_64 random_{7};
};

FloorSelection floors(const std::string& members) {
  return FloorFile::parse(R"({"schema": "tickbench-floors/1", "floors": [)" + members + "]}", "f")
      .select({}, kOwn.id);
}

std::string at_most(const std::string& metric, double threshold, const std::string& more = "") {
  return R"({"device": ".*", "benchmark": "BM_own", "metric": ")" + metric + R"(", "at_most": )" +
         std::to_string(threshold) + R"(, "tolerance": 0)" + more + "}";
}

std::string ratio(double threshold) {
  return at_most("ratio", threshold, R"(, "of": "cpu_time", "to": "BM_other")");
}

PlainFindings sampled(Machine& machine, const FloorSelection& selection,
                      PlainSettings settings = {Seconds(600), Seconds(1)}) {
  std::vector<PlainBenchmark> others;
  for (const auto& applied : selection.floors)
    if (!applied.other.empty() && others.empty()) others.push_back(kOther);
  return sample_plain(kOwn, "D", others, selection, settings, machine.world());
}

FloorVerdict verdict(const PlainFindings& findings) {
  return findings.report.judgements.at(0).verdict;
}

TEST(PlainSampling, EndsAtTheFirstLookThatIsSure) {
  for (const auto& [threshold, expected] :
       {std::pair(11e-6, FloorVerdict::kPass), std::pair(9e-6, FloorVerdict::kFail)}) {
    Machine machine;
    const auto findings = sampled(machine, floors(at_most("cpu_time", threshold)));
    EXPECT_EQ(verdict(findings), expected);
    EXPECT_EQ(findings.turns.size(), 4U);
    EXPECT_EQ(findings.values.at("cpu_time").size(), 12U) << "the rehearsal is no sample";
    EXPECT_EQ(machine.repetitions.front(), 1);
    EXPECT_EQ(findings.report.judgements.at(0).looks, 1);
  }
}

TEST(PlainSampling, SamplesOnWhileAFloorLiesWithinTheInterval) {
  Machine machine;
  const auto findings = sampled(machine, floors(at_most("cpu_time", 10e-6)));
  EXPECT_GT(findings.turns.size(), 100U) << "3.5 s each, and 600 s";
  EXPECT_LE(machine.world().elapsed(), Seconds(600));
  EXPECT_EQ(findings.report.judgements.at(0).looks, 3);
}

TEST(PlainSampling, IsNotSureByAFewValues) {
  for (const double budget : {1.0, 8.0}) {
    Machine machine;
    const auto findings =
        sampled(machine, floors(at_most("cpu_time", 1e-6)), {Seconds(budget), Seconds(1)});
    EXPECT_EQ(findings.turns.size(), 1U) << "of three values";
    EXPECT_EQ(verdict(findings), FloorVerdict::kInconclusive);
  }
}

TEST(PlainSampling, JudgesTimesRatesAndCounters) {
  for (const auto& [floor, expected] :
       {std::pair(at_most("real_time", 11e-6), FloorVerdict::kPass),
        std::pair(at_most("counter:allocations", 3), FloorVerdict::kPass),
        std::pair(at_most("counter:allocations", 2), FloorVerdict::kFail),
        std::pair(at_most("items_per_second", 90e3), FloorVerdict::kFail),
        std::pair(at_most("counter:nothing", 2), FloorVerdict::kNotMeasured),
        std::pair(at_most("isolated_time", 2), FloorVerdict::kNotMeasured)}) {
    Machine machine;
    EXPECT_EQ(verdict(sampled(machine, floors(floor))), expected) << floor;
  }
}

TEST(PlainSampling, ARatioIsThatOfEachTurnOnAMachineThatSlowsDown) {
  Machine machine;
  machine.own = 11e-6;
  machine.before_each = [&] { machine.speed *= 1.02; };
  const auto findings = sampled(machine, floors(ratio(1.2) + "," + ratio(1.05)));
  EXPECT_EQ(findings.report.judgements.at(0).verdict, FloorVerdict::kPass);
  EXPECT_EQ(findings.report.judgements.at(1).verdict, FloorVerdict::kFail);
  EXPECT_NEAR(findings.report.judgements.at(0).evidence->value, 1.1, 0.03);
  EXPECT_EQ(findings.turns.size(), 12U);
  // After the rehearsals now the one first, now the other.
  EXPECT_THAT(std::vector(machine.started.begin() + 2, machine.started.begin() + 6),
              testing::ElementsAre("BM_own", "BM_other", "BM_other", "BM_own"));
}

TEST(PlainSampling, SaysWhyThereIsNoRatio) {
  Machine machine;
  machine.other_outcome = kCrashed;
  const auto findings = sampled(machine, floors(ratio(1.2)));
  EXPECT_TRUE(findings.is_good());
  EXPECT_EQ(verdict(findings), FloorVerdict::kNotMeasured);
  EXPECT_EQ(findings.report.judgements.at(0).why_not, "BM_other has none: it went wrong");
}

TEST(PlainSampling, EndsWithTheFirstProcessThatGoesWrong) {
  Machine machine;
  machine.before_each = [&] {
    if (machine.started.size() == 3) machine.outcome = kError;
  };
  const auto findings = sampled(machine, floors(at_most("cpu_time", 1)));
  EXPECT_EQ(findings.outcome, kError);
  EXPECT_EQ(findings.message, "it went wrong");
  EXPECT_EQ(machine.started.size(), 4U);
  EXPECT_EQ(verdict(findings), FloorVerdict::kNotMeasured);
}

TEST(PlainSampling, TakesAsManyProcessesAsAFloorAsksFor) {
  Machine machine;
  const auto findings = sampled(machine, floors(at_most("cpu_time", 11e-6, R"(, "runs": 6)")),
                                {Seconds(1), Seconds(1)});
  EXPECT_EQ(findings.turns.size(), 6U) << "whatever the budget is";
  EXPECT_EQ(verdict(findings), FloorVerdict::kPass);
  EXPECT_EQ(findings.report.judgements.at(0).evidence->runs, 6U);
}

TEST(PlainSampling, AProcessThatTakesLongToStartRepeatsMore) {
  Machine machine;
  sampled(machine, floors(at_most("cpu_time", 11e-6)), {Seconds(600), Seconds(0.01)});
  EXPECT_EQ(machine.repetitions.back(), 3);
  auto world = machine.world();
  world.run = [&, run = world.run](const PlainBenchmark& benchmark, int repetitions) {
    auto result = run(benchmark, repetitions);
    result.measured = Seconds(0.01 * repetitions);
    return result;
  };
  sample_plain(kOwn, "D", {}, floors(at_most("cpu_time", 11e-6)), {Seconds(600), Seconds(0.01)},
               world);
  EXPECT_EQ(machine.repetitions.back(), 10);
}

TEST(PlainSampling, FloorsOnOneTimeShareNothing) {
  const auto level = [](const std::string& members) {
    Machine machine;
    return sampled(machine, floors(members)).report.judgements.at(0).evidence->interval.level;
  };
  const auto one = level_for(1, kMaxFloorLooks), two = level_for(2, kMaxFloorLooks);
  EXPECT_EQ(level(at_most("cpu_time", 1)), one);
  EXPECT_EQ(level(at_most("cpu_time", 1) + "," + at_most("items_per_second", 1e6)), one)
      << "rates are of the CPU time here";
  EXPECT_EQ(level(at_most("real_time", 1) + "," + at_most("time", 1)), one);
  EXPECT_EQ(level(at_most("cpu_time", 1) + "," + at_most("real_time", 1)), two);
  EXPECT_EQ(level(at_most("cpu_time", 1) + "," + at_most("counter:allocations", 9)), two);
}

/// Of equal code, and of code that is 10 % slower, by a floor at 5 %: on a machine whose processes
/// differ by 2 %, with a tenth of all values far out.
TEST(PlainSampling, FindsTenPercentAndRaisesNoAlarm) {
  int missed = 0, alarms = 0;
  for (unsigned seed = 0; seed < 200; ++seed) {
    for (const double slower : {1.0, 1.1}) {
      Machine machine;
      std::mt19937_64 random(seed);
      machine.before_each = [&] {
        machine.speed =
            std::exp(0.02 * std::normal_distribution()(random)) * (random() % 10 == 0 ? 1.5 : 1);
        machine.own = 10e-6 * slower;
      };
      const auto found = verdict(sampled(machine, floors(ratio(1.05))));
      missed += slower > 1 && found != FloorVerdict::kFail;
      alarms += slower == 1 && found == FloorVerdict::kFail;
    }
  }
  EXPECT_LE(missed, 10);
  EXPECT_LE(alarms, 2);
}

}  // namespace
}  // namespace tickbench::programs
