// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

#include "compare/runs.hpp"
#include "compare/table.hpp"
#include "pairs/pairs.hpp"
#include "tickbench/error.hpp"

namespace tickbench::pairs {
namespace {

using compare::Comparison;
using compare::Verdict;
using ::testing::AllOf;
using ::testing::Contains;
using ::testing::HasSubstr;
using testing::RunBuilder;

// Two programs on a fake clock. Each run takes `wall` seconds.
struct FakeWorld {
  double ratio = 1, noise = 0.002;
  Seconds wall{1};
  Seconds now{0};
  std::string order;  // "O" and "N" as they ran
  std::vector<std::string> progress;
  std::vector<AbRequest> requests;
  std::function<void(bool, RunBuilder&)> change = [](bool, RunBuilder&) {};
  std::mt19937_64 random{3};
  std::vector<results::ResultFile> checked;

  Comparison run(const AbSettings& settings) {
    const AbWorld world{[&](const AbRequest& request) {
                          const bool is_new = request.is_new;
                          requests.push_back(request);
                          order += is_new ? 'N' : 'O';
                          now += wall;
                          std::normal_distribution<double> spread(1, noise);
                          RunBuilder run(std::to_string(request.number));
                          run.add("f", (is_new ? ratio : 1) * spread(random));
                          change(is_new, run);
                          return ProgramRun{run, wall};
                        },
                        [&] { return now; },
                        [&](const std::string& text) { progress.push_back(text); },
                        [&] { return checked; }};
    return run_ab(settings, world);
  }
};

TEST(AbRun, FindsASlowdownAndStopsEarly) {
  FakeWorld world;
  world.ratio = 1.05;
  const auto comparison = world.run({});
  ASSERT_EQ(comparison.rows.size(), 1U);
  EXPECT_EQ(comparison.rows[0].verdict, Verdict::kSlower);
  EXPECT_EQ(comparison.rows[0].source, compare::SpreadSource::kPairs);
  EXPECT_NEAR(comparison.rows[0].ratio->value, 1.05, 0.003);
  EXPECT_LT(world.order.size(), 2 * AbSettings{}.pairs) << "clear long before the last pair";
}

/// As two suites check their benchmarks `f` and `g`: without times.
std::vector<results::ResultFile> checked(const std::string& old_f, const std::string& new_f,
                                         const std::string& old_g, const std::string& new_g) {
  std::vector<results::ResultFile> sides;
  for (const auto& [f, g] : {std::pair(old_f, old_g), std::pair(new_f, new_g)}) {
    RunBuilder run;
    run.add("f", 0).on("GPU").launches(f).add("g", 0).on("GPU").launches(g);
    sides.push_back(run);
    for (auto& benchmark : sides.back().benchmarks) benchmark.repetitions[0].metrics.clear();
  }
  return sides;
}

TEST(AbRun, EqualCodeIsNotRun) {
  FakeWorld world;
  world.checked = checked("1", "1", "2", "2");
  const auto comparison = world.run({});
  EXPECT_TRUE(world.requests.empty());
  ASSERT_EQ(comparison.rows.size(), 2U);
  for (const auto& row : comparison.rows) EXPECT_TRUE(row.is_equal_code);
  EXPECT_EQ(exit_status(comparison, {}), 0);
  EXPECT_THAT(comparison.notes, Contains(HasSubstr("Nothing was measured")));
}

TEST(AbRun, OnlyWhatChangedIsRun) {
  FakeWorld world;
  world.ratio = 1.05;
  world.noise = 0.02;  // several looks
  world.checked = checked("1", "7", "2", "2");
  const auto comparison = world.run({});
  ASSERT_FALSE(world.requests.empty());
  for (const auto& request : world.requests)
    EXPECT_EQ(request.ids, std::vector<std::string>{"f"}) << request.number;
  ASSERT_EQ(comparison.rows.size(), 2U);
  EXPECT_EQ(comparison.rows[0].verdict, Verdict::kSlower);
  EXPECT_TRUE(comparison.rows[1].is_equal_code);
  EXPECT_EQ(comparison.rows[1].id, "g");
  EXPECT_EQ(comparison.promised, 1U);
}

TEST(AbRun, OldIsAskedByTheFormerId) {
  FakeWorld world;
  world.checked = checked("1", "7", "2", "2");
  world.checked[1].benchmarks[0].former_ids = {"f"};
  world.checked[1].benchmarks[0].id = "now";
  world.change = [](bool is_new, RunBuilder& run) {
    if (!is_new) return;
    RunBuilder renamed("new");
    run = renamed.add("now", 1).formerly("f");
  };
  const auto comparison = world.run({});
  ASSERT_FALSE(world.requests.empty());
  for (const auto& request : world.requests)
    EXPECT_EQ(request.ids, (std::vector<std::string>{"now", "f"})) << request.number;
  ASSERT_EQ(comparison.rows.size(), 2U);
  EXPECT_EQ(comparison.rows[0].id, "now");
  EXPECT_EQ(comparison.rows[0].verdict, Verdict::kSame);
}

TEST(AbRun, AllIsRunWhereAProgramLacksWhatChanged) {
  FakeWorld world;
  world.checked = checked("1", "7", "2", "2");
  world.change = [&](bool, RunBuilder&) {
    if (!world.requests.back().ids.empty()) throw UsageError("matches none");
  };
  const auto comparison = world.run({});
  EXPECT_THAT(comparison.notes, Contains(HasSubstr("all benchmarks were run")));
  ASSERT_EQ(comparison.rows.size(), 1U);
  EXPECT_FALSE(comparison.rows[0].is_equal_code);
}

TEST(AbRun, WithoutDigestsOrByRequestAllIsRun) {
  FakeWorld world;
  world.checked = checked("", "", "", "");
  EXPECT_FALSE(world.run({}).rows.at(0).is_equal_code);
  EXPECT_TRUE(world.requests.at(0).ids.empty());
  for (auto change : {+[](AbSettings& settings) { settings.options.all = true; },
                      +[](AbSettings& settings) { settings.options.metric = "cpu_time"; }}) {
    FakeWorld other;
    other.checked = checked("1", "1", "2", "2");
    AbSettings settings;
    change(settings);
    other.run(settings);
    EXPECT_FALSE(other.requests.empty());
  }
}

TEST(AbRun, WhatIsMissingOnOneSideIsRun) {
  FakeWorld world;
  world.checked = checked("1", "1", "2", "2");
  world.checked[1].benchmarks.pop_back();
  world.run({});
  ASSERT_FALSE(world.requests.empty());
  EXPECT_EQ(world.requests[0].ids, std::vector<std::string>{"g"});
}

TEST(AbRun, SaysWhetherTheMachineMoved) {
  FakeWorld world;
  world.change = [](bool is_new, RunBuilder& run) { run.canary("memory", is_new ? 1.1 : 1); };
  EXPECT_THAT(world.run({}).notes, Contains(HasSubstr("The machine moved")));
  world.change = [](bool, RunBuilder& run) { run.canary("memory", 1); };
  EXPECT_THAT(world.run({}).notes, Contains(HasSubstr("The machine stood still")));
}

TEST(AbRun, EqualProgramsAreTheSame) {
  FakeWorld world;
  EXPECT_EQ(world.run({}).rows.at(0).verdict, Verdict::kSame);
}

TEST(AbRun, NoiseThatHidesItIsUnclear) {
  FakeWorld world;
  world.noise = 0.3;
  world.ratio = 1.02;
  AbSettings settings;
  settings.pairs = 100;
  const auto comparison = world.run(settings);
  EXPECT_EQ(comparison.rows.at(0).verdict, Verdict::kUnclear);
  EXPECT_EQ(world.order.size(), 2 * (settings.pairs + 1)) << "all pairs, and the rehearsal";
  EXPECT_THAT(comparison.notes,
              Contains(HasSubstr("of the budget are left: all 100 pairs are taken. "
                                 "--pairs 299 takes more.")));
}

TEST(AbRun, InterleavesInABalancedOrder) {
  FakeWorld world;
  world.noise = 0.3;
  world.run({});
  ASSERT_EQ(world.order.substr(0, 2), "ON") << "the rehearsal";
  bool seen_ab = false, seen_ba = false;
  for (std::size_t i = 2; i + 4 <= world.order.size(); i += 4) {
    const auto block = world.order.substr(i, 4);
    EXPECT_TRUE(block == "ONNO" || block == "NOON") << block;
    seen_ab |= block == "ONNO";
    seen_ba |= block == "NOON";
  }
  EXPECT_TRUE(seen_ab && seen_ba);
}

TEST(AbRun, TheRehearsalIsNotJudged) {
  FakeWorld world;
  int runs = 0;
  world.change = [&](bool, RunBuilder& run) {
    if (++runs <= 2) run = RunBuilder().add("f", 1000.0 * runs);  // caches are cold
  };
  EXPECT_EQ(world.run({}).rows.at(0).verdict, Verdict::kSame);
}

TEST(AbRun, KeepsToTheBudget) {
  FakeWorld world;
  world.noise = 0.3;
  AbSettings settings;
  settings.budget = Seconds(30);
  const auto comparison = world.run(settings);
  EXPECT_LE(world.now.count(), 30);
  EXPECT_GE(world.order.size(), 2 + 2 * 12U);
  EXPECT_EQ(comparison.rows.at(0).old_runs, 14U);
}

TEST(AbRun, RunsThatGrowLongerStillKeepToTheBudget) {
  FakeWorld world;
  world.noise = 0.3;
  world.change = [&](bool, RunBuilder&) { world.wall *= 1.05; };
  AbSettings settings;
  settings.budget = Seconds(60);
  const auto comparison = world.run(settings);
  EXPECT_LE(world.now.count(), 62);
  EXPECT_EQ(exit_status(comparison, {}), 0);
}

// Programs that ran are no reason for 2: nothing is claimed, and what would be needed is said.
TEST(AbRun, ABudgetForNothingSaysSo) {
  for (const double budget : {3.0, 5.0}) {  // room for no pair, and for one
    FakeWorld world;
    world.ratio = 6;
    AbSettings settings;
    settings.budget = Seconds(budget);
    const auto comparison = world.run(settings);
    EXPECT_EQ(world.order.size(), budget > 4 ? 4U : 2U);
    EXPECT_EQ(comparison.rows.at(0).verdict, Verdict::kUnclear);
    EXPECT_THAT(comparison.notes, Contains(HasSubstr("a spread takes two: nothing is claimed")));
    EXPECT_THAT(comparison.notes, Contains(HasSubstr("--budget 24 has room for ten")));
    EXPECT_EQ(exit_status(comparison, {}), 0);
    EXPECT_EQ(exit_status(comparison, {true, false}), 1) << "strict";
  }
}

TEST(AbRun, TheBudgetMayEndAfterAnyPair) {
  for (std::size_t pairs = 2; pairs < 20; ++pairs) {
    FakeWorld equal, slow;
    slow.ratio = 2;
    AbSettings settings;
    settings.budget = Seconds(2.0 * static_cast<double>(pairs + 1) + 0.5);
    const auto of_equal = equal.run(settings), of_slow = slow.run(settings);
    EXPECT_EQ(exit_status(of_equal, {}), 0) << pairs;
    EXPECT_EQ(of_slow.rows.at(0).verdict, Verdict::kSlower) << pairs;
    EXPECT_LE(slow.now, settings.budget);
  }
}

// What would settle an unclear row, settles it.
TEST(AbRun, AnUnclearRowNamesTheFlagThatWouldSettleIt) {
  FakeWorld world;
  world.noise = 0.04;
  world.ratio = 1.03;
  AbSettings settings;
  settings.budget = Seconds(50);
  const auto comparison = world.run(settings);
  const auto& row = comparison.rows.at(0);
  ASSERT_EQ(row.verdict, Verdict::kUnclear);
  double seconds = 0;
  ASSERT_EQ(std::sscanf(row.reason.c_str(), "--budget %lf would settle it", &seconds), 1)
      << row.reason;
  EXPECT_GT(seconds, 50);
  world.now = Seconds(0);
  settings.budget = Seconds(1.5 * seconds);
  EXPECT_EQ(world.run(settings).rows.at(0).verdict, Verdict::kSlower);
}

TEST(AbRun, FewPairsAssumeNormalNoiseAndSaySo) {
  FakeWorld world;
  world.ratio = 1.5;
  AbSettings settings;
  settings.pairs = 4;
  const auto comparison = world.run(settings);
  EXPECT_EQ(comparison.rows.at(0).verdict, Verdict::kSlower);
  EXPECT_THAT(comparison.notes, Contains(HasSubstr("assumed normal")));
}

TEST(AbRun, WhatIsNotComparableIsNotRunOn) {
  FakeWorld world;
  world.change = [](bool is_new, RunBuilder& run) {
    run.method("batched", is_new ? "events" : "bracket");
  };
  const auto comparison = world.run({});
  EXPECT_EQ(world.order, "ON");
  EXPECT_EQ(comparison.rows.at(0).verdict, Verdict::kNotComparable);
  EXPECT_EQ(exit_status(comparison, {}), 2);
  FakeWorld forced = world;
  AbSettings settings;
  settings.options.force = true;
  EXPECT_EQ(forced.run(settings).rows.at(0).verdict, Verdict::kSame);
}

TEST(AbRun, NothingInCommonIsNotRunOn) {
  FakeWorld world;
  world.change = [](bool is_new, RunBuilder& run) {
    run = RunBuilder().add(is_new ? "new" : "old", 1);
  };
  const auto comparison = world.run({});
  EXPECT_EQ(world.order, "ON");
  EXPECT_EQ(exit_status(comparison, {}), 2);
}

TEST(AbRun, AMissingBenchmarkIsReportedBesideTheOthers) {
  FakeWorld world;
  world.change = [](bool is_new, RunBuilder& run) {
    if (!is_new) run.add("gone", 1);
  };
  const auto comparison = world.run({});
  ASSERT_EQ(comparison.rows.size(), 2U);
  EXPECT_EQ(comparison.rows[0].verdict, Verdict::kSame);
  EXPECT_EQ(comparison.rows[1].verdict, Verdict::kMissing);
}

// Two quiet ones and a noisy one: from the first clear look on the noisy one runs alone, and gets
// more pairs than fit with all of them.
TEST(AbRun, WhatIsClearIsLeftOut) {
  FakeWorld world;
  world.noise = 0.05;
  world.change = [&](bool is_new, RunBuilder& run) {
    const auto& ids = world.requests.back().ids;
    world.wall = Seconds(ids.empty() ? 3 : 1);
    if (!ids.empty()) return;
    run.add("same", 1).add("slow", is_new ? 1.2 : 1);
  };
  AbSettings settings;
  settings.budget = Seconds(240);
  const auto comparison = world.run(settings);
  ASSERT_EQ(comparison.rows.size(), 3U);
  EXPECT_EQ(comparison.rows[1].verdict, Verdict::kSame);
  EXPECT_EQ(comparison.rows[2].verdict, Verdict::kSlower);
  EXPECT_LT(comparison.rows[1].old_runs, 24U);
  EXPECT_GT(comparison.rows[0].old_runs, 40U) << "more than 240 s have room for with all";
  EXPECT_EQ(world.requests.back().ids, std::vector<std::string>{"f"});
  EXPECT_LE(comparison.rows[1].p_adjusted.value(), 0.01);
  EXPECT_LE(comparison.rows[2].p_adjusted.value(), 0.01);
}

TEST(AbRun, AProgramThatDoesNotTakeTheFilterRunsAllOfIt) {
  FakeWorld world;
  world.noise = 0.05;
  world.change = [&](bool, RunBuilder& run) {
    if (!world.requests.back().ids.empty()) throw UsageError("no such benchmark");
    run.add("same", 1);
  };
  const auto comparison = world.run({});
  EXPECT_EQ(comparison.rows.at(1).verdict, Verdict::kSame);
  EXPECT_THAT(comparison.notes, Contains(AllOf(HasSubstr("all benchmarks were run"),
                                               HasSubstr("no such benchmark"))));
  EXPECT_TRUE(world.requests.back().ids.empty());
}

TEST(AbRun, ABenchmarkThatFailsIsNotRunOn) {
  FakeWorld world;
  world.noise = 0.05;
  world.change = [&](bool is_new, RunBuilder& run) {
    if (world.requests.back().ids.empty()) run.add("bad", 1);
    if (world.requests.back().ids.empty() && is_new) run.outcome("wrong_result", "element 3");
  };
  const auto comparison = world.run({});
  EXPECT_EQ(comparison.rows.at(1).verdict, Verdict::kFailed);
  EXPECT_EQ(world.requests.back().ids, std::vector<std::string>{"f"});
}

TEST(AbRun, NamesBothCommits) {
  FakeWorld world;
  world.change = [](bool is_new, RunBuilder& run) {
    run.context().commit = is_new ? "bbb" : "aaa";
  };
  const auto comparison = world.run({});
  EXPECT_EQ(comparison.old_commit, "aaa");
  EXPECT_EQ(comparison.new_commit, "bbb");
  EXPECT_THAT(comparison.notes, Contains("Commits of the source tree that tickbench was built in, "
                                         "or TICKBENCH_COMMIT: old aaa, new bbb."));
}

// A start costs ten times as much as a repetition, and the noise lies between repetitions.
TEST(AbRun, DividesRunsByTheVarianceSeen) {
  const auto repetitions = [](double between, double within) {
    FakeWorld world;
    world.noise = 1e-9;
    std::mt19937_64 random(9);
    world.change = [&](bool, RunBuilder& run) {
      const auto count = std::max<std::size_t>(1, world.requests.back().repetitions);
      world.wall = Seconds(1 + 0.1 * static_cast<double>(count));
      std::normal_distribution<double> of_run(1, between), of_repetition(1, within);
      const double centre = of_run(random);
      run = RunBuilder(std::to_string(world.requests.size()));
      run.add("f", centre * of_repetition(random));
      for (std::size_t i = 1; i < count; ++i) run.repeated(centre * of_repetition(random));
    };
    AbSettings settings;
    settings.options.effect = 0.0005;
    world.run(settings);
    return std::ranges::max(world.requests, {}, &AbRequest::repetitions).repetitions;
  };
  EXPECT_LE(repetitions(0.02, 0.0002), 2U) << "more of them would not help";
  EXPECT_GE(repetitions(0.002, 0.04), 10U);
}

// Two benchmarks' worth of runs that happen to agree do not show that all runs do, and no pair may
// eat what is left.
TEST(AbRun, NoPairTakesMoreThanATenthOfWhatIsLeft) {
  FakeWorld world;
  std::mt19937_64 random(9);
  std::vector<double> left;
  AbSettings settings;
  settings.options.effect = 0.0005;
  settings.budget = Seconds(100);
  world.change = [&](bool, RunBuilder& run) {
    const auto count = std::max<std::size_t>(1, world.requests.back().repetitions);
    const auto wall = Seconds(1 + 0.1 * static_cast<double>(count));
    world.now += wall - world.wall;
    world.wall = wall;
    if (count > 2) left.push_back(2 * wall.count() / (settings.budget - world.now).count());
    std::normal_distribution<double> of_repetition(1, 0.3);
    run = RunBuilder(std::to_string(world.requests.size()));
    run.add("f", of_repetition(random));
    for (std::size_t i = 1; i < count; ++i) run.repeated(of_repetition(random));
  };
  world.run(settings);
  ASSERT_FALSE(left.empty());
  // A look every seventh of the pairs: in between what is left shrinks.
  EXPECT_LT(std::ranges::max(left), 0.25);
  EXPECT_GE(world.requests.size(), 40U);
}

// All benchmarks still run where the repetitions are raised: the pair after it takes more than the
// one before.
TEST(AbRun, MoreRepetitionsStillKeepToTheBudget) {
  for (const double budget : {20.0, 21.0, 22.0, 23.0, 24.0, 26.0, 28.0}) {
    FakeWorld world;
    std::mt19937_64 random(9);
    AbSettings settings;
    settings.budget = Seconds(budget);
    world.change = [&](bool, RunBuilder& run) {
      const auto count = std::max<std::size_t>(1, world.requests.back().repetitions);
      const auto wall = Seconds(0.2 + 0.8 * static_cast<double>(count));
      world.now += wall - world.wall;
      world.wall = wall;
      std::normal_distribution<double> of_repetition(1, 0.3);
      run = RunBuilder(std::to_string(world.requests.size()));
      run.add("f", of_repetition(random));
      for (std::size_t i = 1; i < count; ++i) run.repeated(of_repetition(random));
    };
    world.run(settings);
    EXPECT_LE(world.now.count(), budget) << world.requests.back().repetitions;
  }
}

TEST(AbShares, KnowTheirOwnError) {
  compare::Sides sides;
  for (int i = 0; i < 6; ++i)
    for (auto* runs : {&sides.old_runs, &sides.new_runs})
      runs->push_back({1 + 1e-6 * i, compare::SpreadSource::kRepetitions,
                       static_cast<std::uint32_t>(i), 0.02, 3});
  // The pairs happen to agree, by far less than their repetitions differ.
  const auto few = variance_shares(sides).value();
  EXPECT_GT(few.between, 0);
}

TEST(AbShares, FollowKaliberaAndJones) {
  EXPECT_EQ(best_repetitions({0.01, 0.04}, 1, 0.25), 4U) << "sqrt(4 * 4)";
  EXPECT_EQ(best_repetitions({0.04, 0.01}, 1, 1), 1U);
  EXPECT_EQ(best_repetitions({0, 0.01}, 1, 1), kMostRepetitions);
  EXPECT_EQ(best_repetitions({0.01, 0}, 1, 1), 1U);
  RunCosts costs;
  costs.add(3, Seconds(2.5));
  EXPECT_FALSE(costs.costs()) << "one size";
  costs.add(6, Seconds(4));
  EXPECT_NEAR(costs.costs()->start, 1, 1e-9);
  EXPECT_NEAR(costs.costs()->repetition, 0.5, 1e-9);
}

TEST(AbRun, FailedRunsFailWhicheverTheyAre) {
  for (const int failing : {1, 2, 6}) {  // the rehearsal's, a new one, one in the middle
    FakeWorld world;
    int runs = 0;
    world.change = [&](bool, RunBuilder& run) {
      run.add("good", 1);
      if (runs++ == failing)
        run.add("f2", 1).outcome("error", "half of the runs");
      else
        run.add("f2", 1);
    };
    const auto comparison = world.run({});
    ASSERT_EQ(comparison.rows.size(), 3U);
    EXPECT_EQ(comparison.rows[0].verdict, Verdict::kSame);
    EXPECT_EQ(comparison.rows[2].verdict, Verdict::kFailed);
    EXPECT_THAT(comparison.rows[2].reason, HasSubstr("error: half of the runs"));
    EXPECT_EQ(exit_status(comparison, {}), 1);
  }
}

}  // namespace
}  // namespace tickbench::pairs
