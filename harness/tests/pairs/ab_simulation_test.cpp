// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
//
// The whole of `ab`, except that the two programs' times come from a recording of real ones: a
// stretch of successive runs beginning anywhere in it, and going round at its end, dealt to the two
// sides in the order in which `ab` asks for them. So drifts, outliers and the order of runs are
// those of a real machine.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <random>
#include <vector>

#include "compare/noise_recording.hpp"
#include "pairs/pairs.hpp"

namespace tickbench::pairs {
namespace {

using compare::Comparison;
using compare::Verdict;
using testing::NoiseRecording;

constexpr double kPlanted = 1.03;
constexpr std::size_t kNone = static_cast<std::size_t>(-1);

// `slowed`: the benchmark that NEW runs 3 % slower.
Comparison simulate(const NoiseRecording& recording, std::size_t slowed, std::uint64_t seed,
                    AbSettings settings = {}) {
  std::mt19937_64 random(seed);
  settings.seed = random();
  settings.pairs = 120;
  auto next = static_cast<std::size_t>(random() % recording.runs());
  const AbWorld world{
      [&](const AbRequest& request) {
        ProgramRun run;
        for (std::size_t i = 0; i < recording.benchmarks.size(); ++i) {
          const auto& series = recording.benchmarks[i];
          const auto& ids = request.ids;
          if (!ids.empty() && std::ranges::find(ids, series.id) == ids.end()) continue;
          const double factor = request.is_new && i == slowed ? kPlanted : 1;
          auto& benchmark = run.results.benchmarks.emplace_back();
          benchmark.id = series.id;
          benchmark.repetitions = {{0, {{{series.run_seconds[next] * factor}, "time"}}, {}}};
        }
        next = (next + 1) % recording.runs();
        run.wall = Seconds(1);
        return run;
      },
      [] { return Seconds(0); }, [](const std::string&) {}};
  return run_ab(settings, world);
}

TEST(AbSimulation, FindsThreePercentUnderRecordedNoise) {
  static constexpr int kComparisons = 100;
  static constexpr int kLeastFound = 95;
  for (const auto& recording : testing::noise_recordings(TICKBENCH_TEST_DATA)) {
    for (std::size_t slowed = 0; slowed < recording.benchmarks.size(); ++slowed) {
      int found = 0;
      for (std::uint64_t seed = 1; seed <= kComparisons; ++seed)
        found += simulate(recording, slowed, seed).rows.at(slowed).verdict == Verdict::kSlower;
      const auto name = recording.name + " " + recording.benchmarks[slowed].id;
      RecordProperty(name, found);
      std::printf("%s: 3 %% found in %d of %d\n", name.c_str(), found, kComparisons);
      EXPECT_GE(found, kLeastFound) << name;
    }
  }
}

// ci/examples run six benchmarks with PoCL; the recording's share of the error rate is made theirs.
TEST(AbSimulation, TheExamplesFindThreePercent) {
  static constexpr int kComparisons = 100;
  static constexpr double kBenchmarks = 6;
  for (const auto& recording : testing::noise_recordings(TICKBENCH_TEST_DATA)) {
    if (recording.name != "noise_2_cores") continue;
    AbSettings settings;
    settings.options.error_rate *= static_cast<double>(recording.benchmarks.size()) / kBenchmarks;
    const auto slowed = recording.benchmarks.size() - 1;
    ASSERT_NE(recording.benchmarks[slowed].id.find("opencl_saxpy"), std::string::npos);
    int found = 0;
    for (std::uint64_t seed = 1; seed <= kComparisons; ++seed)
      found +=
          simulate(recording, slowed, seed, settings).rows.at(slowed).verdict == Verdict::kSlower;
    std::printf("among six benchmarks with PoCL: 3 %% found in %d of %d\n", found, kComparisons);
    EXPECT_GE(found, 95);
  }
}

TEST(AbSimulation, EqualCodeRaisesFewAlarms) {
  static constexpr int kComparisons = 200;
  static constexpr int kMostAlarms = 2;
  const auto recordings = testing::noise_recordings(TICKBENCH_TEST_DATA);
  ASSERT_FALSE(recordings.empty());
  int alarms = 0;
  for (int i = 0; i < kComparisons; ++i) {
    const auto& recording = recordings[static_cast<std::size_t>(i) % recordings.size()];
    const auto comparison = simulate(recording, kNone, 1000 + static_cast<std::uint64_t>(i));
    ASSERT_EQ(comparison.rows.size(), recording.benchmarks.size());
    alarms += comparison.count(Verdict::kSlower) + comparison.count(Verdict::kFaster) > 0;
  }
  std::printf("%d alarms in %d comparisons of equal code\n", alarms, kComparisons);
  EXPECT_LE(alarms, kMostAlarms);
}

/// The fifteen benchmarks of held_h200.json on a fake clock: each process is one of those recorded,
/// drawn for itself, with what it cost.
class HeldWorld {
 public:
  HeldWorld(const testing::HeldRecording& recording, std::size_t slowed, std::uint64_t seed)
      : recording_(recording), slowed_(slowed), random_(seed) {}

  Comparison compare() {
    AbSettings settings;
    settings.budget = Seconds(300);
    settings.seed = random_();
    return run_ab(settings, {[this](const AbRequest& request) { return run(request); },
                             [this] { return now_; }, [](const std::string&) {}});
  }
  Seconds now() const { return now_; }

 private:
  ProgramRun run(const AbRequest& request) {
    ProgramRun run;
    run.wall = recording_.process;
    const auto process = static_cast<std::size_t>(random_() % recording_.processes());
    for (std::size_t i = 0; i < recording_.benchmarks.size(); ++i) {
      const auto& series = recording_.benchmarks[i];
      const auto& ids = request.ids;
      if (!ids.empty() && std::ranges::find(ids, series.id) == ids.end()) continue;
      auto& benchmark = run.results.benchmarks.emplace_back();
      benchmark.id = series.id;
      const double factor = request.is_new && i == slowed_ ? kPlanted : 1;
      const auto& times = series.repetition_seconds[process];
      const auto repetitions = std::max<std::size_t>(1, request.repetitions);
      for (std::size_t r = 0; r < repetitions; ++r) {
        run.wall += series.wall;
        benchmark.repetitions.push_back(
            {static_cast<std::int64_t>(r), {{{times[r % times.size()] * factor}, "time"}}, {}});
      }
    }
    now_ += run.wall;
    return run;
  }

  const testing::HeldRecording& recording_;
  std::size_t slowed_;
  std::mt19937_64 random_;
  Seconds now_{};
};

TEST(AbHeld, FindsThreePercentOfOneAmongFifteenInFiveMinutes) {
  static constexpr int kComparisons = 100;
  static constexpr int kLeastFound = 95;
  const auto recording = testing::held_recording(TICKBENCH_TEST_DATA);
  ASSERT_EQ(recording.benchmarks.size(), 15U);
  std::vector<int> found(15), asked(15);
  int all = 0, others = 0;
  double longest = 0;
  std::size_t pairs = 0;
  for (std::size_t i = 0; i < kComparisons; ++i) {
    const auto slowed = i % 15;
    HeldWorld world(recording, slowed, 100 + i);
    const auto comparison = world.compare();
    const bool is_found = comparison.rows.at(slowed).verdict == Verdict::kSlower;
    all += is_found;
    for (std::size_t j = 0; j < comparison.rows.size(); ++j)
      others += j != slowed && (comparison.rows[j].verdict == Verdict::kSlower ||
                                comparison.rows[j].verdict == Verdict::kFaster);
    found[slowed] += is_found;
    ++asked[slowed];
    longest = std::max(longest, world.now().count());
    for (const auto& row : comparison.rows) pairs = std::max(pairs, row.old_runs);
  }
  for (std::size_t i = 0; i < 15; ++i)
    std::printf("held H200, %s, spread between processes %.2f %%: 3 %% found in %d of %d\n",
                recording.benchmarks[i].id.c_str(), 100 * recording.benchmarks[i].spread_between,
                found[i], asked[i]);
  std::printf("held H200: 3 %% of one of fifteen found in %d of %d, in at most %.0f s, %zu pairs\n",
              all, kComparisons, longest, pairs);
  std::printf("held H200: in %d comparisons %d of the other fourteen were called different\n",
              kComparisons, others);
  EXPECT_GE(all, kLeastFound);
  EXPECT_LE(others, 4) << "1 is promised";
  EXPECT_LE(longest, 300);
}

TEST(AbHeld, EqualCodeRaisesFewAlarms) {
  static constexpr int kTables = 300;
  static constexpr int kMostAlarms = 7;  // 3 are promised; more than 7 happen once in 80
  const auto recording = testing::held_recording(TICKBENCH_TEST_DATA);
  int alarms = 0;
  for (std::uint64_t seed = 1; seed <= kTables; ++seed) {
    const auto comparison = HeldWorld(recording, kNone, 5000 + seed).compare();
    alarms += comparison.count(Verdict::kSlower) + comparison.count(Verdict::kFaster) > 0;
  }
  std::printf("held H200: %d alarms in %d tables of equal code\n", alarms, kTables);
  EXPECT_LE(alarms, kMostAlarms);
}

}  // namespace
}  // namespace tickbench::pairs
