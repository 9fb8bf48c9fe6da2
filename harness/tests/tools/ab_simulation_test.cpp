// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
//
// The whole of `ab`, except that the two programs' times come from a recording of real ones: a
// stretch of successive runs beginning anywhere in it, and going round at its end, dealt to the two
// sides in the order in which `ab` asks for them. So drifts, outliers and the order of runs are
// those of a real machine.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

#include "compare/noise_recording.hpp"
#include "tools/compare.hpp"

namespace tickbench::tools {
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
  auto next = static_cast<std::size_t>(random() % recording.runs());
  const AbWorld world{
      [&](bool is_new, std::size_t) {
        ProgramRun run;
        for (std::size_t i = 0; i < recording.benchmarks.size(); ++i) {
          const auto& series = recording.benchmarks[i];
          const double factor = is_new && i == slowed ? kPlanted : 1;
          auto& benchmark = run.results.benchmarks.emplace_back();
          benchmark.id = series.id;
          benchmark.repetitions = {{0, {{"time", series.run_seconds[next] * factor, {}}}, {}}};
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

}  // namespace
}  // namespace tickbench::tools
