// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <boost/math/distributions/binomial.hpp>
#include <cmath>
#include <map>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "fake_source.hpp"

/// How often verdicts are wrong, by simulation with fixed seeds. The worst case is a true median
/// that lies a hair on the right side of its floor: there every "fail" is a false alarm.
namespace tickbench {
namespace {

using Samples = std::vector<double>;

/// The rank of the order statistic that begins the distribution-free interval of the median.
std::size_t rank_at(std::size_t n, double level) {
  static std::map<std::pair<std::size_t, double>, std::size_t> known;
  auto& rank = known[{n, level}];
  if (rank != 0) return rank;
  const boost::math::binomial_distribution<> below(static_cast<double>(n), 0.5);
  rank = 1;
  while (rank < n / 2 && 2 * cdf(below, static_cast<double>(rank)) <= 1 - level) ++rank;
  return rank;
}

/// All samples are different. From ten on they are so many that the level can be reached.
Evidence evidence_of(Samples samples, double level) {
  if (samples.size() < kFewestIntervalSamples) return median_evidence(samples, level);
  std::sort(samples.begin(), samples.end());
  const std::size_t rank = rank_at(samples.size(), level);
  return {samples[samples.size() / 2],
          {samples[rank - 1], samples[samples.size() - rank], level},
          samples.size(),
          samples.front(),
          samples.back()};
}

class Simulation {
 public:
  explicit Simulation(unsigned seed) : random_(seed) {}
  /// Skewed as times are; the median is exp(location).
  double draw(double location) { return std::exp(location + 0.1 * normal_(random_)); }
  double shift(double spread) { return spread * normal_(random_); }
  void extend(Samples& samples, std::size_t count, double location) {
    while (samples.size() < count) samples.push_back(draw(location));
  }

 private:
  std::mt19937_64 random_;
  std::normal_distribution<double> normal_;
};

FloorSelection floors_at(const std::vector<double>& medians) {
  FloorSelection selection;
  for (std::size_t i = 0; i < medians.size(); ++i) {
    AppliedFloor applied;
    applied.floor.metric = std::to_string(i);
    applied.floor.threshold = medians[i];
    applied.floor.tolerance = 0;
    selection.floors.push_back(applied);
  }
  return selection;
}

using Counts = std::vector<std::size_t>;

/// A repetition whose looks have so many samples of each floor's metric, around `location`. Returns
/// how many looks were taken.
int judge_samples(FloorJudge& judge, Simulation& simulation, const Counts& counts,
                  double location = 0) {
  std::map<std::string, Samples> samples;
  int looks = 0;
  FakeSource source(
      [&](const AppliedFloor& applied, double level, int times) -> std::optional<Evidence> {
        looks = times + 1;
        auto& all = samples[applied.floor.metric];
        simulation.extend(all, counts.at(static_cast<std::size_t>(times)), location);
        return evidence_of(all, level);
      },
      static_cast<int>(counts.size()) - 1);
  judge.judge_repetition(source);
  return looks;
}

/// One benchmark with `floors` metrics, each with its true median on its floor; looks at `counts`
/// samples. Returns whether any floor was decided: half of the decisions would be false alarms.
bool decides_on_the_floor(Simulation& simulation, std::size_t floors, const Counts& counts,
                          int looks) {
  FloorJudge judge(floors_at(std::vector<double>(floors, 1.0)), looks);
  judge_samples(judge, simulation, counts);
  return std::ranges::any_of(judge.judgements(), [](const Judgement& judgement) {
    return judgement.verdict == FloorVerdict::kFail || judgement.verdict == FloorVerdict::kPass;
  });
}

constexpr int kRounds = 4000;

double rate_of_decisions(unsigned seed, std::size_t floors, const Counts& counts, int looks) {
  Simulation simulation(seed);
  int decided = 0;
  for (int i = 0; i < kRounds; ++i)
    decided += decides_on_the_floor(simulation, floors, counts, looks) ? 1 : 0;
  return static_cast<double>(decided) / kRounds;
}

TEST(FalseAlarms, OneLookIsWrongAtMostOneTimeInTwenty) {
  EXPECT_LE(rate_of_decisions(1, 1, {30}, 1), 0.05);
}

TEST(FalseAlarms, ThreeLooksShareTheFivePercent) {
  EXPECT_LE(rate_of_decisions(2, 1, {30, 45, 68}, 3), 0.05);
}

TEST(FalseAlarms, FloorsShareTheFivePercent) {
  EXPECT_LE(rate_of_decisions(3, 4, {30, 45, 68}, 3), 0.05);
}

TEST(FalseAlarms, AFirstLookAtFiveSamplesFailsAtMostOneTimeInTwenty) {
  Simulation simulation(7);
  int failed = 0;
  for (int i = 0; i < kRounds; ++i) {
    FloorJudge judge(floors_at({1.0}), 3);
    judge_samples(judge, simulation, {5, 30, 45});
    failed += judge.judgements()[0].verdict == FloorVerdict::kFail ? 1 : 0;
  }
  EXPECT_LE(static_cast<double>(failed) / kRounds, 0.05);
}

TEST(FalseAlarms, WithoutSharingThereWouldBeMore) {
  // What the test above would miss if the simulation were too tame: each of 4 floors at 95 %.
  Simulation simulation(3);
  int decided = 0;
  for (int i = 0; i < kRounds; ++i) {
    bool any = false;
    for (int floor = 0; floor < 4; ++floor) {
      Samples samples;
      simulation.extend(samples, 30, 0);
      AppliedFloor applied = floors_at({1.0}).floors[0];
      any = any ||
            judge(applied.floor, evidence_of(samples, 0.95), 0.95) != FloorVerdict::kInconclusive;
    }
    decided += any ? 1 : 0;
  }
  EXPECT_GT(static_cast<double>(decided) / kRounds, 0.08);
}

TEST(FalseAlarms, RepetitionsThatMoveRaiseNoMore) {
  // Each repetition's own median lies up to some percent off: what one run cannot see of itself.
  Simulation simulation(4);
  int failed = 0;
  for (int i = 0; i < kRounds; ++i) {
    FloorJudge judge(floors_at({1.0}));
    for (int repetition = 0; repetition < 5; ++repetition)
      judge_samples(judge, simulation, {30, 45, 68}, simulation.shift(0.05));
    failed += judge.judgements()[0].verdict == FloorVerdict::kFail ? 1 : 0;
  }
  EXPECT_LE(static_cast<double>(failed) / kRounds, 0.05);
}

TEST(Power, ABenchmarkTwentyPercentTooSlowAlwaysFails) {
  Simulation simulation(5);
  for (int i = 0; i < 500; ++i) {
    FloorJudge judge(floors_at({1.0 / 0.84}));  // 20 % slower, a tolerance of 5 % taken off
    judge_samples(judge, simulation, {30, 45, 68});
    ASSERT_EQ(judge.judgements()[0].verdict, FloorVerdict::kFail) << "round " << i;
  }
}

TEST(Power, SamplingOnDecidesWhatOneLookLeavesOpen) {
  Simulation simulation(6);
  int after_one = 0;
  int after_three = 0;
  for (int i = 0; i < 1000; ++i) {
    FloorJudge judge(floors_at({1.05}));
    after_one += judge_samples(judge, simulation, {30, 60, 120}) == 1 ? 1 : 0;
    after_three += judge.judgements()[0].verdict == FloorVerdict::kFail ? 1 : 0;
  }
  EXPECT_LT(after_one, 600);
  EXPECT_GT(after_three, 900);
}

}  // namespace
}  // namespace tickbench
