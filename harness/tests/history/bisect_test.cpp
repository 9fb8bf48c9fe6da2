// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
//
// The search with a judge that may be unclear: the whole of `ab`, of times that are drawn.
#include "commits/bisect.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <random>
#include <set>

#include "compare/runs.hpp"
#include "text/escape.hpp"
#include "tickbench/error.hpp"

namespace tickbench::history {
namespace {

using compare::Verdict;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

constexpr std::size_t kCommits = 129;  // 128 after GOOD

struct World {
  std::vector<Commit> commits;
  std::map<std::string, double> factors;  ///< of each commit's time
  std::set<std::string> unbuildable, crashing;
  double noise = 0.01;
  std::mt19937_64 random{1};
  std::set<std::string> built;
  std::vector<BisectAnswer> kept;
  std::vector<pairs::AbSettings> asked;
  BisectSettings settings;

  World() {
    for (std::size_t i = 0; i < kCommits; ++i) {
      commits.push_back({"c" + std::to_string(i), "2026-01-01T00:00:00Z", "A", "s", ""});
      factors[commits.back().hash] = 1;
    }
    settings.ab.pairs = 200;
  }
  void step(std::size_t first, double factor) {
    for (std::size_t i = first; i < kCommits; ++i) factors["c" + std::to_string(i)] *= factor;
  }

  compare::Comparison ab(const std::string& before, const std::string& now,
                         const std::vector<std::string>& ids, pairs::AbSettings ab_settings) {
    asked.push_back(ab_settings);
    if (crashing.contains(now)) throw UsageError("NEW was ended by signal 11");
    ab_settings.seed = random();
    Seconds elapsed{0};
    std::normal_distribution<double> spread(0, noise);
    return pairs::run_ab(ab_settings, {[&](const pairs::AbRequest& request) {
                                         testing::RunBuilder run(std::to_string(request.number) +
                                                                 (request.is_new ? "n" : "o"));
                                         const double factor =
                                             factors.at(request.is_new ? now : before);
                                         if (ids.empty())
                                           run.add("steady", std::exp(spread(random)));
                                         run.add("f", factor * std::exp(spread(random)));
                                         elapsed += Seconds(1);
                                         return pairs::ProgramRun{run, Seconds(1)};
                                       },
                                       [&] { return elapsed; }, [](const std::string&) {}});
  }

  BisectResult run() {
    settings.on_answer = [&](const BisectAnswer& answer) { kept.push_back(answer); };
    return bisect(commits, settings,
                  {[&](const std::string& commit) {
                     built.insert(commit);
                     return !unbuildable.contains(commit);
                   },
                   [&](const auto& before, const auto& now, const auto& ids, const auto& ab_of) {
                     return ab(before, now, ids, ab_of);
                   },
                   [](const std::string&) {}});
  }
};

std::string found(const BisectResult& result) {
  return result.candidates.size() == 1 ? result.candidates.front().hash : "";
}

TEST(Bisect, FindsAPlantedStepInTwelveBuilds) {
  static constexpr int kSearches = 100;
  std::mt19937_64 random(7);
  int right = 0, proven = 0;
  std::size_t most_builds = 0;
  for (int i = 0; i < kSearches; ++i) {
    World world;
    world.random.seed(random());
    const auto first = 1 + random() % (kCommits - 1);
    world.step(first, 1.05);
    const auto result = world.run();
    right += found(result) == "c" + std::to_string(first);
    proven += result.is_proven();
    most_builds = std::max(most_builds, world.built.size());
  }
  RecordProperty("right", right);
  std::printf("bisect: %d of %d right, %d proven, at most %zu builds\n", right, kSearches, proven,
              most_builds);
  EXPECT_GE(right, 90);
  EXPECT_GE(proven, 90);
  EXPECT_LE(most_builds, 12U);
}

TEST(Bisect, EndsThatDoNotDifferAreNotSearched) {
  World world;
  try {
    world.run();
    FAIL();
  } catch (const UsageError& error) {
    EXPECT_THAT(error.what(), HasSubstr("BAD is not shown to be slower than GOOD"));
  }
  EXPECT_EQ(world.built.size(), 2U);
}

std::string refusal(double factor, bool seeks_faster) try {
  World world;
  world.step(30, factor);
  world.settings.seeks_faster = seeks_faster;
  world.run();
  return "";
} catch (const UsageError& error) {
  return error.what();
}

TEST(Bisect, SaysHowTheOtherDirectionIsFound) {
  EXPECT_THAT(refusal(0.9, false), HasSubstr("slower than GOOD: f is faster (0."));
  EXPECT_THAT(refusal(0.9, false),
              HasSubstr("; a slowdown is sought without --faster, a gain with it"));
  EXPECT_THAT(refusal(1.1, true), HasSubstr("faster than GOOD: f is slower (1."));
  EXPECT_THAT(refusal(1.1, true), HasSubstr("; a slowdown is sought without --faster"));
}

TEST(Bisect, FindsWhatMadeItFaster) {
  World world;
  world.step(30, 0.9);
  world.step(90, 1.02);  // takes a part of it back
  world.settings.seeks_faster = true;
  const auto result = world.run();
  ASSERT_TRUE(result.is_proven());
  EXPECT_EQ(found(result), "c30");
  EXPECT_EQ(result.before, "c29");
  EXPECT_NEAR(result.step->ratio->value, 0.9, 0.01);
  EXPECT_LT(result.step->ratio->interval.low, result.step->ratio->value);
  EXPECT_GT(result.step->ratio->interval.high, result.step->ratio->value);
  const auto text = issue_text(result, 0.01, "9 builds", text::markdown);
  EXPECT_THAT(text, HasSubstr("## `f` got faster"));
  EXPECT_THAT(text, HasSubstr("], faster."));
  EXPECT_THAT(text, HasSubstr("BAD over GOOD: 0.9"));
}

TEST(Bisect, PassesOverCommitsThatDoNotBuild) {
  World world;
  world.step(64, 1.05);
  for (std::size_t i = 62; i < 68; ++i) world.unbuildable.insert("c" + std::to_string(i));
  const auto result = world.run();
  EXPECT_EQ(result.before, "c61");
  ASSERT_EQ(result.candidates.size(), 7U) << "the step is one of those that do not build, or c68";
  EXPECT_EQ(result.candidates.back().hash, "c68");
  EXPECT_FALSE(result.is_proven());
  EXPECT_THAT(issue_text(result, 0.01, "9 builds", text::markdown),
              HasSubstr("It is one of these commits"));
}

TEST(Bisect, PassesOverCommitsThatCrash) {
  World world;
  world.step(64, 1.05);
  world.crashing = {"c64", "c65"};
  const auto result = world.run();
  EXPECT_EQ(result.before, "c63");
  ASSERT_EQ(result.candidates.size(), 3U);
  EXPECT_EQ(result.candidates.back().hash, "c66");
  world.crashing = {"c128"};
  EXPECT_THROW(world.run(), UsageError) << "BAD itself";
}

TEST(Bisect, ACommitIsBadForSureOrNotAtAll) {
  static constexpr int kSearches = 30;
  int bad = 0;
  for (int i = 0; i < kSearches; ++i) {
    World world;
    world.random.seed(static_cast<std::uint64_t>(i));
    world.commits.resize(3);
    world.step(1, 1.02);  // less than half of the whole
    world.step(2, 1.05 / 1.02);
    world.run();
    for (const auto& answer : world.kept) bad += answer.is_bad;
    ASSERT_GT(world.asked.size(), 1U);
    EXPECT_EQ(world.asked[1].options.error_rate, world.settings.ab.options.error_rate / 3);
  }
  EXPECT_EQ(bad, 0);
}

TEST(Bisect, AnswersOfAnotherBenchmarkOrDriverDoNotCount) {
  World first;
  first.step(100, 1.05);
  first.run();
  for (const auto member : {&BisectAnswer::id, &BisectAnswer::device, &BisectAnswer::driver}) {
    World again;
    again.step(30, 1.05);
    again.settings.known = first.kept;
    for (auto& answer : again.settings.known) answer.*member = "another";
    EXPECT_EQ(found(again.run()), "c30");
  }
}

TEST(Bisect, GoesOnWhereItWasCutOff) {
  World first;
  first.step(100, 1.05);
  EXPECT_EQ(found(first.run()), "c100");
  World again;
  again.step(100, 1.05);
  again.settings.known = first.kept;
  EXPECT_EQ(found(again.run()), "c100");
  EXPECT_TRUE(again.kept.empty()) << "no answer was asked for again";
}

TEST(Bisect, OfSeveralStepsItFindsOneAndSaysThatThereAreMore) {
  World world;
  world.noise = 0.003;
  world.step(20, 1.03);
  world.step(50, 1.03);
  world.step(110, 1.03);
  const auto result = world.run();
  ASSERT_TRUE(result.is_proven());
  EXPECT_EQ(found(result), "c50");
  EXPECT_NEAR(result.step->ratio->value, 1.03, 0.01);
  EXPECT_THAT(issue_text(result, 0.01, "9 builds", text::markdown),
              HasSubstr("other commits add to it"));
}

TEST(Bisect, ADriftIsNoCommit) {
  World world;
  world.noise = 0.003;
  for (std::size_t i = 1; i < kCommits; ++i) world.step(i, 1.0005);
  const auto result = world.run();
  EXPECT_FALSE(result.is_proven());
  EXPECT_THAT(issue_text(result, 0.01, "9 builds", text::markdown),
              ::testing::Not(HasSubstr("The commit is")));
}

TEST(Bisect, TheNeighboursOfEachOtherAreOneCommitApart) {
  World world;
  world.commits.resize(2);
  world.step(1, 1.05);
  const auto result = world.run();
  EXPECT_TRUE(result.is_proven());
  EXPECT_EQ(result.answers, 1U) << "the ends are the neighbours";
}

TEST(Bisect, TheTextNamesCommitRatioAndCost) {
  World world;
  world.step(3, 1.05);
  world.commits[3].subject = "faster <b>*parser*";
  const auto result = world.run();
  const auto text = issue_text(result, 0.01, "9 builds, 4 min", text::markdown);
  EXPECT_THAT(text, HasSubstr("## `f` got slower"));
  EXPECT_THAT(text, HasSubstr("`c3` (2026-01-01, A)"));
  EXPECT_THAT(text, ::testing::Not(HasSubstr("<b>")));
  EXPECT_THAT(text, HasSubstr("9 builds, 4 min"));
  EXPECT_THAT(text, HasSubstr("BAD over GOOD: 1.0"));
  EXPECT_THAT(issue_text(result, 0.01, "9 builds, 4 min", text::visible),
              HasSubstr("`c3` (2026-01-01, A): faster <b>*parser*\n"));
}

}  // namespace
}  // namespace tickbench::history
