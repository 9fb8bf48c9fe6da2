// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
//
// `compare` on runs of equal code that real machines made, dealt to two sides: where it promises an
// error rate it holds it, and where the rate does not hold it promises none.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <random>

#include "compare/compare.hpp"
#include "compare/noise_recording.hpp"
#include "compare/runs.hpp"

namespace tickbench::compare {
namespace {

using testing::NoiseRecording;
using testing::RunBuilder;

constexpr int kTables = 400;  // of each recording and each number of runs
constexpr double kNothingPlanted = 1;

struct Counts {
  std::size_t old_runs, new_runs;
};

// Run `at` of the recording, the `slot`-th in time of its table. The last benchmark is the planted.
results::ResultFile run_of(const NoiseRecording& recording, std::size_t at, std::size_t slot,
                           double factor) {
  RunBuilder run(std::to_string(slot));
  for (const auto& series : recording.benchmarks) {
    const double planted = &series == &recording.benchmarks.back() ? factor : 1;
    run.add(series.id, series.run_seconds[at % recording.runs()] * planted);
  }
  const auto two_digits = [](std::size_t n) { return std::to_string(100 + n).substr(1); };
  run.context().started =
      "2026-11-21T10:" + two_digits(slot / 60) + ":" + two_digits(slot % 60) + "Z";
  return run;
}

// `order`: which side each of successive runs goes to. `gap`: what lies between the two sides'.
Comparison deal(const NoiseRecording& recording, const std::vector<bool>& order, std::size_t start,
                std::size_t gap, double factor) {
  std::vector<results::ResultFile> before, now;
  for (std::size_t i = 0; i < order.size(); ++i)
    (order[i] ? now : before)
        .push_back(run_of(recording, start + i + (order[i] ? gap : 0), i, order[i] ? factor : 1));
  return compare(before, now, {});
}

// A random order in which the side changes at least as often as the smaller side has runs.
std::vector<bool> in_turn(const Counts& counts, std::mt19937_64& random) {
  std::vector<bool> order(counts.old_runs + counts.new_runs);
  std::fill_n(order.begin(), counts.new_runs, true);
  for (;;) {
    for (std::size_t i = order.size(); i-- > 1;) {  // as std::shuffle, on every library alike
      const auto j = static_cast<std::size_t>(random() % (i + 1));
      const bool kept = order[i];
      order[i] = order[j];
      order[j] = kept;
    }
    std::size_t changes = 0;
    for (std::size_t i = 1; i < order.size(); ++i) changes += order[i] != order[i - 1];
    if (changes >= std::min(counts.old_runs, counts.new_runs)) return order;
  }
}

bool has_alarm(const Comparison& comparison) {
  return comparison.count(Verdict::kSlower) + comparison.count(Verdict::kFaster) > 0;
}

void print(const NoiseRecording& recording, const char* what, const Counts& counts, int alarms) {
  std::printf("%s, %zu against %zu, %s: %d of %d\n", recording.name.c_str(), counts.old_runs,
              counts.new_runs, what, alarms, kTables);
}

TEST(RecordedNoise, HoldsThePromisedRateInTurn) {
  static constexpr int kMostAlarms = 9;  // 4 are promised; more than 9 happen once in 125
  for (const auto& recording : testing::noise_recordings(TICKBENCH_TEST_DATA))
    for (const auto& counts :
         {Counts{2, 2}, Counts{3, 3}, Counts{5, 5}, Counts{10, 2}, Counts{10, 5}, Counts{40, 5}}) {
      std::mt19937_64 random(3);
      int alarms = 0;
      for (int table = 0; table < kTables; ++table) {
        const auto order = in_turn(counts, random);
        const auto comparison = deal(recording, order, random() % recording.runs(), 0, 1);
        ASSERT_EQ(comparison.promised, recording.benchmarks.size());
        alarms += has_alarm(comparison);
      }
      print(recording, "in turn", counts, alarms);
      EXPECT_LE(alarms, kMostAlarms) << recording.name << ' ' << counts.old_runs;
    }
}

// Stretches of runs from two times, and one run against several: the rate does not hold, which
// shows that these simulations would notice. No table says that it does: what would be an alarm is
// proposed, and fails nothing.
TEST(RecordedNoise, PromisesNoRateThatDoesNotHold) {
  const auto is_proposed = [](const Row& row) {
    return row.reason.starts_with("proposed: slower") || row.reason.starts_with("proposed: faster");
  };
  int all_alarms = 0;
  for (const auto& recording : testing::noise_recordings(TICKBENCH_TEST_DATA))
    for (const auto& counts : {Counts{5, 5}, Counts{10, 10}, Counts{5, 1}, Counts{1, 5}}) {
      std::mt19937_64 random(4);
      std::vector<bool> order(counts.old_runs + counts.new_runs);
      std::fill_n(order.rbegin(), counts.new_runs, true);
      int alarms = 0;
      for (int table = 0; table < kTables; ++table) {
        const auto comparison = deal(recording, order, random() % recording.runs(),
                                     random() % recording.runs(), kNothingPlanted);
        ASSERT_EQ(comparison.promised, 0U);
        EXPECT_THAT(
            comparison.notes,
            ::testing::Not(::testing::Contains(::testing::HasSubstr("Chance of any false alarm"))));
        EXPECT_FALSE(has_alarm(comparison));
        EXPECT_EQ(exit_status(comparison, {}), 0);
        alarms += std::ranges::any_of(comparison.rows, is_proposed);
      }
      print(recording, "from two times", counts, alarms);
      all_alarms += alarms;
    }
  EXPECT_GT(all_alarms, 8 * kTables / 100) << "more than 1 %";
}

// What holding the rate costs: the recording's last benchmark is its quietest or its noisiest.
TEST(RecordedNoise, FiveRunsASideFindLargeDifferences) {
  static constexpr double kPlanted = 1.2;
  for (const auto& recording : testing::noise_recordings(TICKBENCH_TEST_DATA)) {
    std::mt19937_64 random(5);
    int found = 0;
    for (int table = 0; table < kTables; ++table) {
      const auto order = in_turn({5, 5}, random);
      const auto comparison = deal(recording, order, random() % recording.runs(), 0, kPlanted);
      found += comparison.rows.back().verdict == Verdict::kSlower;
    }
    print(recording, "20 % slower found", {5, 5}, found);
    EXPECT_GE(found, kTables / 2) << recording.name;
  }
}

}  // namespace
}  // namespace tickbench::compare
