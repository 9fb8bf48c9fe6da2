// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "compare/compare.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <sstream>

#include "compare/runs.hpp"
#include "compare/table.hpp"
#include "comparison_formats/formats.hpp"
#include "tickbench/error.hpp"

namespace tickbench::compare {
namespace {

using results::ResultFile;
using ::testing::AllOf;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;
using testing::RunBuilder;

using Files = std::vector<ResultFile>;

Row compare_one(const Files& before, const Files& now, const Options& options = {}) {
  const auto comparison = compare(before, now, options);
  EXPECT_EQ(comparison.rows.size(), 1U);
  return comparison.rows.at(0);
}

// Runs of one benchmark with the given times.
Files runs(const std::vector<double>& times, const std::string& name = "run") {
  Files files;
  for (const double time : times)
    files.push_back(RunBuilder(name + std::to_string(files.size())).add("a", time));
  return files;
}

TEST(Judge, NeedsBothIntervalAndEffect) {
  const auto better = metrics::Direction::kLowerIsBetter;
  const auto verdict = [&](double estimate, double low, double high) {
    return judge({estimate, {low, high}}, 0.015, better);
  };
  EXPECT_EQ(verdict(1.03, 1.01, 1.05), Verdict::kSlower);
  EXPECT_EQ(verdict(1.03, 0.99, 1.05), Verdict::kUnclear) << "the interval holds 1";
  EXPECT_EQ(verdict(1.014, 1.012, 1.0145), Verdict::kSame) << "real, but not relevant";
  EXPECT_EQ(verdict(1.014, 1.012, 1.017), Verdict::kUnclear);
  EXPECT_EQ(verdict(0.97, 0.95, 0.99), Verdict::kFaster);
  EXPECT_EQ(verdict(1.0, 0.99, 1.01), Verdict::kSame);
  EXPECT_EQ(verdict(1.0, 0.9, 1.1), Verdict::kUnclear);
}

TEST(Judge, ARateIsBetterHigher) {
  const auto better = metrics::Direction::kHigherIsBetter;
  EXPECT_EQ(judge({1.03, {1.01, 1.05}}, 0.015, better), Verdict::kFaster);
  EXPECT_EQ(judge({0.97, {0.95, 0.99}}, 0.015, better), Verdict::kSlower);
}

TEST(Compare, SeveralRunsASideSeeASmallDifference) {
  const auto row = compare_one(runs({1.000, 1.001, 0.999, 1.000, 1.002}),
                               runs({1.030, 1.029, 1.031, 1.030, 1.032}));
  EXPECT_EQ(row.verdict, Verdict::kSlower);
  EXPECT_EQ(row.source, SpreadSource::kRuns);
  EXPECT_NEAR(row.ratio->value, 1.03, 1e-3);
  EXPECT_EQ(row.old_runs, 5U);
  EXPECT_DOUBLE_EQ(*row.old_value, 1.0);
}

TEST(Compare, AnIntervalThatReachesFarStaysInItsColumn) {
  EXPECT_EQ(interval_text(Estimate{1, {1e-9, 4.2e117, 0.95}}), "[0.0000, 4.2e+117]");
  EXPECT_EQ(interval_text(Estimate{1, {0.5, 9999.5, 0.95}}), "[0.5000, 9999.5000]");
  EXPECT_EQ(ratio_text(Estimate{12345, {0, 0, 0}}), "1.2e+04");
  EXPECT_EQ(ratio_text(Estimate{INFINITY, {0, 0, 0}}), "-");
}

TEST(Compare, SpreadBetweenRunsCountsNotSamples) {
  // Each run is sure of itself to 0.01 %; the runs differ by 10 %.
  Files before, now;
  for (const double time : {1.0, 1.1, 0.95})
    before.push_back(
        RunBuilder(std::to_string(time)).add("a", time, Interval{time, time * 1.0001}));
  for (const double time : {1.08, 1.2, 1.0})
    now.push_back(RunBuilder(std::to_string(time)).add("a", time, Interval{time, time * 1.0001}));
  EXPECT_EQ(compare_one(before, now).verdict, Verdict::kUnclear);
}

TEST(Compare, OneRunOnEitherSideClaimsNothing) {
  const auto several = runs({1.000, 1.001, 0.999, 1.002, 0.998, 1.000});
  for (const double time : {1.04, 1.001, 0.96, 1.5, 0.5}) {
    const auto row = compare_one(several, runs({time}));
    EXPECT_EQ(row.verdict, Verdict::kUnclear) << time;
    EXPECT_THAT(row.reason, HasSubstr("one run cannot show the spread between runs"));
    EXPECT_EQ(compare_one(runs({time}), several).verdict, Verdict::kUnclear) << time;
  }
  EXPECT_THAT(compare(several, runs({1.04}), {}).notes,
              Not(Contains(HasSubstr("Chance of any false alarm"))));
  Options options;
  options.run_spread = 0.002;
  EXPECT_EQ(compare_one(several, runs({1.04}), options).verdict, Verdict::kSlower);
  options.run_spread = 0.05;
  EXPECT_EQ(compare_one(several, runs({1.04}), options).verdict, Verdict::kUnclear)
      << "the given spread is used";
  EXPECT_THAT(compare(several, runs({1.04}), options).notes,
              Contains("One run cannot show the spread between runs: 5 % was given "
                       "(--run-spread)."));
}

TEST(Compare, FewEqualValuesAreNeverSure) {
  const auto row = compare_one(runs({2, 2}), runs({2.1, 2.1}));
  EXPECT_EQ(row.verdict, Verdict::kUnclear);
  EXPECT_THAT(row.reason, HasSubstr("equal values: too few"));
  EXPECT_EQ(compare_one(runs({2, 2, 2}), runs({2, 2, 2})).verdict, Verdict::kUnclear);
  // Five of each: 2 in 252 by chance.
  const auto five = [](double value) { return runs(std::vector<double>(5, value)); };
  EXPECT_EQ(compare_one(five(2), five(2.1)).verdict, Verdict::kSlower);
  Options options;
  options.error_rate = 0.007;
  EXPECT_EQ(compare_one(five(2), five(2.1), options).verdict, Verdict::kUnclear);
  options.paired = true;
  EXPECT_EQ(compare_one(five(2), five(2.1), options).verdict, Verdict::kUnclear) << "1 in 16";
  const Files repeated{RunBuilder("r").add("a", 1).repeated(1)};
  const Files slower{RunBuilder("s").add("a", 1.5).repeated(1.5)};
  EXPECT_EQ(compare_one(repeated, slower).verdict, Verdict::kUnclear) << "repetitions as well";
}

TEST(Compare, TheClocksStepIsTheLeastThatIsNotKnown) {
  const auto side = [](double time, double step, std::int64_t batch) {
    Files files;
    for (int run = 0; run < 5; ++run)
      files.push_back(RunBuilder(std::to_string(run)).add("a", time).stepped(step, batch));
    return files;
  };
  // One step of 83 ns between 2 us and 2.083 us.
  const auto coarse = [&](double time) { return side(time, 83e-9, 1); };
  EXPECT_EQ(compare_one(coarse(2e-6), coarse(2.083e-6)).verdict, Verdict::kUnclear);
  EXPECT_EQ(compare_one(coarse(2e-6), coarse(2e-6)).verdict, Verdict::kUnclear);
  EXPECT_EQ(compare_one(coarse(2e-6), coarse(2.332e-6)).verdict, Verdict::kSlower) << "four steps";
  const auto fine = [&](double time) { return side(time, 83e-9, 100); };
  EXPECT_EQ(compare_one(fine(2e-6), fine(2.083e-6)).verdict, Verdict::kSlower) << "in batches";
}

// Equal code of 2 us, on a clock of 83 ns, whose runs differ by less than a step: most values of a
// side are equal.
TEST(Compare, ACoarseClockDoesNotCryWolf) {
  static constexpr int kTables = 200;
  static constexpr std::size_t kBenchmarks = 10;
  static constexpr double kTime = 2e-6, kStep = 83e-9;
  for (const bool states_its_step : {true, false}) {
    for (const std::size_t count : {2U, 3U}) {
      std::mt19937_64 random(5);
      std::normal_distribution<double> noise(0, 0.4);
      std::uniform_real_distribution<double> offset(0, 1);
      int alarms = 0;
      for (int table = 0; table < kTables; ++table) {
        std::vector<double> offsets(kBenchmarks);
        for (auto& one : offsets) one = offset(random);
        const auto side = [&] {
          Files files;
          for (std::size_t run = 0; run < count; ++run) {
            RunBuilder builder(std::to_string(run));
            for (std::size_t i = 0; i < kBenchmarks; ++i) {
              const double steps = std::round(kTime / kStep + offsets[i] + noise(random));
              builder.add("b" + std::to_string(i), steps * kStep);
              if (states_its_step) builder.stepped(kStep, 1);
            }
            files.push_back(builder);
          }
          return files;
        };
        const auto before = side(), now = side();
        const auto comparison = compare(before, now, {});
        alarms += comparison.count(Verdict::kSlower) + comparison.count(Verdict::kFaster) > 0;
      }
      EXPECT_LE(alarms, 5) << count << " runs a side; 2 are promised";
    }
  }
}

TEST(Compare, OneRunASideClaimsNothing) {
  const auto run = [](double time) {
    return Files{RunBuilder().add("a", time, Interval{time * 0.999, time * 1.001})};
  };
  const auto small = compare_one(run(1), run(1.045));
  EXPECT_EQ(small.verdict, Verdict::kUnclear);
  EXPECT_THAT(small.reason, HasSubstr("one run cannot show the spread between runs"));
  EXPECT_EQ(small.source, SpreadSource::kIntervals);
  EXPECT_EQ(compare_one(run(1), run(1)).verdict, Verdict::kUnclear) << "nor that they are the same";
  // Equal code was as far apart as this.
  EXPECT_EQ(compare_one(run(1), run(1.86)).verdict, Verdict::kUnclear);
  EXPECT_EQ(compare_one(run(1), run(0.72)).verdict, Verdict::kUnclear);
}

TEST(Compare, AKnownSpreadBetweenRunsLiftsTheLimit) {
  const auto run = [](double time) {
    return Files{RunBuilder().add("a", time, Interval{time * 0.999, time * 1.001})};
  };
  Options options;
  options.run_spread = 0.003;
  EXPECT_EQ(compare_one(run(1), run(1.03), options).verdict, Verdict::kSlower);
  options.run_spread = 0.02;
  EXPECT_EQ(compare_one(run(1), run(1.03), options).verdict, Verdict::kUnclear);
}

TEST(Compare, SingleValuesClaimNothingAtAll) {
  const auto row = compare_one(runs({1}), runs({3}));
  EXPECT_EQ(row.verdict, Verdict::kUnclear);
  EXPECT_EQ(row.source, SpreadSource::kNone);
  EXPECT_DOUBLE_EQ(row.ratio->value, 3);
  EXPECT_THAT(row.reason, HasSubstr("nothing on its spread"));
}

TEST(Compare, SamplesComeBeforeRepetitionsBeforeIntervals) {
  const Interval wide{0.5, 1.5};
  Files before{RunBuilder().add("a", 1, wide).sampled({1, 1.01, 0.99, 1.02, 0.98, 1, 1.01, 1})};
  EXPECT_EQ(compare_one(before, before).source, SpreadSource::kSamples);
  Files repeated{RunBuilder().add("a", 1, wide).repeated(1.01).repeated(0.99)};
  EXPECT_EQ(compare_one(repeated, repeated).source, SpreadSource::kRepetitions);
  Files recorded{RunBuilder().add("a", 1, wide)};
  EXPECT_EQ(compare_one(recorded, recorded).source, SpreadSource::kIntervals);
  EXPECT_EQ(compare_one(before, recorded).source, SpreadSource::kIntervals) << "the weaker side";
}

TEST(Compare, TwoRepetitionsAreWorthOneDegreeOfFreedom) {
  Files before{RunBuilder().add("a", 1).repeated(1.02)};
  Files now{RunBuilder().add("a", 1.1).repeated(1.12)};
  // 10 % and a spread of 1.4 %: by the normal distribution this would be certain.
  EXPECT_EQ(compare_one(before, now).verdict, Verdict::kUnclear);
}

TEST(Compare, AnyMetricAndItsDirection) {
  const auto run = [](double rate) {
    return Files{RunBuilder().add("a", 1).metric("bytes_per_second", rate,
                                                 Interval{rate * 0.999, rate * 1.001})};
  };
  Options options;
  options.metric = "bytes_per_second";
  options.run_spread = 0.01;
  EXPECT_EQ(compare_one(run(100), run(80), options).verdict, Verdict::kSlower);
  EXPECT_EQ(compare_one(run(100), run(120), options).verdict, Verdict::kFaster);
}

TEST(Compare, AnUnknownMetricTakesADirection) {
  Options options;
  options.metric = "widgets";
  options.run_spread = 0.01;
  const auto run = [](double widgets) {
    return Files{RunBuilder(std::to_string(widgets))
                     .add("a", 1)
                     .metric("widgets", widgets, Interval{widgets * 0.999, widgets * 1.001})};
  };
  const auto comparison = compare(run(3), run(4), options);
  EXPECT_EQ(comparison.better, std::nullopt);
  EXPECT_EQ(comparison.rows.at(0).verdict, Verdict::kChanged);
  EXPECT_EQ(compare_one(run(4), run(3), options).verdict, Verdict::kChanged);
  EXPECT_EQ(compare_one(run(3), run(3.001), options).verdict, Verdict::kUnclear);
  options.better = metrics::Direction::kHigherIsBetter;
  EXPECT_EQ(compare_one(run(3), run(4), options).verdict, Verdict::kFaster);
  EXPECT_EQ(compare_one(run(4), run(3), options).verdict, Verdict::kSlower);
}

TEST(Compare, AChangeWithoutADirectionIsShownAndFailsNothing) {
  Options options;
  options.metric = "timesteps";
  options.run_spread = 0.01;
  const Files before{RunBuilder("old")
                         .add("a", 1)
                         .metric("timesteps", 3, Interval{2.99, 3.01})
                         .add("b", 1)
                         .metric("timesteps", 5, Interval{4, 6})};
  const Files now{RunBuilder("new")
                      .add("a", 1)
                      .metric("timesteps", 4, Interval{3.99, 4.01})
                      .add("b", 1)
                      .metric("timesteps", 5, Interval{4, 6})};
  const auto comparison = compare(before, now, options);
  EXPECT_EQ(exit_status(comparison, {true, false}), 0) << "an unclear row is no failure either";
  std::ostringstream table, json, junit;
  render_table(table, comparison);
  EXPECT_THAT(table.str(), HasSubstr("changed"));
  EXPECT_THAT(
      table.str(),
      HasSubstr("timesteps, neither direction known to be better (--higher-is-better or "
                "--lower-is-better says it); smallest relevant effect 1.5 %: all 2 together: "
                "changed 1.1547 [1.1086, 1.2027]; 1 changed, 1 unclear."));
  EXPECT_THAT(table.str(), Not(HasSubstr("faster")));
  render_json(json, comparison, 0);
  EXPECT_THAT(json.str(), HasSubstr("\"better\": null"));
  EXPECT_THAT(json.str(), HasSubstr("\"changed\": 1"));
  render_junit(junit, comparison, {true, false});
  EXPECT_THAT(junit.str(), HasSubstr("failures=\"0\""));
}

TEST(Compare, MissingAndNew) {
  const Files before{RunBuilder().add("gone", 1).add("stays", 1)};
  const Files now{RunBuilder().add("stays", 1).add("came", 1)};
  const auto comparison = compare(before, now, {});
  ASSERT_EQ(comparison.rows.size(), 3U);
  EXPECT_EQ(comparison.rows[0].verdict, Verdict::kMissing);
  EXPECT_EQ(comparison.rows[1].verdict, Verdict::kUnclear);
  EXPECT_EQ(comparison.rows[2].id, "came");
  EXPECT_EQ(comparison.rows[2].verdict, Verdict::kNew);
}

TEST(Compare, FormerIdsAreJoinedUnderTheIdNow) {
  const Files before{RunBuilder().add("old", 1).add("older", 1)};
  const Files now{RunBuilder().add("now", 2).formerly("old").add("second", 1).formerly("older")};
  const auto comparison = compare(before, now, {});
  ASSERT_EQ(comparison.rows.size(), 2U);
  EXPECT_EQ(comparison.rows[0].id, "now");
  EXPECT_EQ(comparison.rows[0].former_ids, std::vector<std::string>{"old"});
  EXPECT_EQ(comparison.rows[0].ratio->value, 2);
  EXPECT_EQ(comparison.rows[1].id, "second");
  // Whichever side states it.
  const auto back = compare(now, before, {});
  ASSERT_EQ(back.rows.size(), 2U);
  EXPECT_EQ(back.rows[0].ratio->value, 0.5);
}

TEST(Compare, FormerIdsOfFormerIdsAreFollowed) {
  const Files before{RunBuilder("1").add("a", 1), RunBuilder("2").add("b", 1).formerly("a")};
  const Files now{RunBuilder("3").add("c", 1).formerly("b")};
  const auto row = compare_one(before, now);
  EXPECT_EQ(row.id, "c");
  EXPECT_EQ(row.old_runs, 2U);
  // What two files say against each other joins nothing.
  const Files other{RunBuilder("4").add("b", 1).formerly("c")};
  EXPECT_EQ(compare(other, now, {}).rows.size(), 2U);
}

TEST(Compare, BesideTheIdNowAFormerOneIsNotCountedTwice) {
  const Files now{RunBuilder("2").add("now", 2).formerly("old")};
  for (const bool old_first : {true, false}) {
    RunBuilder both("1");
    both.add(old_first ? "old" : "now", old_first ? 7 : 1);
    both.add(old_first ? "now" : "old", old_first ? 1 : 7);
    const auto row = compare_one({both}, now);
    EXPECT_EQ(row.old_runs, 1U);
    EXPECT_EQ(row.ratio->value, 2) << old_first;
  }
}

TEST(Compare, AWrongResultIsNoMeasurement) {
  const Files good{RunBuilder().add("a", 1)};
  const Files bad{RunBuilder().add("a", 0.5).outcome("wrong_result", "element 3")};
  const auto row = compare_one(good, bad);
  EXPECT_EQ(row.verdict, Verdict::kFailed);
  EXPECT_EQ(row.reason, "new: wrong_result: element 3");
  EXPECT_EQ(compare_one(bad, good).verdict, Verdict::kNew) << "it is mended";
  EXPECT_EQ(compare_one(bad, bad).reason,
            "old: wrong_result: element 3; new: wrong_result: element 3");
}

/// Five runs, of which one has failed.
Files one_failed(const std::string& name, const std::string& outcome) {
  auto five = runs({1, 1.001, 1.002, 1, 1.001}, name);
  RunBuilder bad(name + "bad");
  bad.add("a", 1).outcome(outcome, "element 3");
  five[2] = bad;
  return five;
}

TEST(Compare, OneFailedRunOfFiveFailsInEveryFormat) {
  const auto good = runs({1, 1.001, 1.002, 1, 1.001}, "good");
  EXPECT_EQ(compare_one(good, runs({1, 1.002, 1.001, 1.001, 1}, "now")).verdict, Verdict::kSame);
  for (const auto* outcome : {"wrong_result", "error", "device_error", "timed_out"}) {
    const auto why = std::string("1 of 5 runs failed: ") + outcome + ": element 3";
    auto row = compare_one(good, one_failed("n", outcome));
    EXPECT_EQ(row.verdict, Verdict::kFailed);
    EXPECT_EQ(row.reason, "new: " + why);
    EXPECT_EQ(compare_one(one_failed("o", outcome), good).reason, "old: " + why);
  }
  const auto comparison = compare(good, one_failed("n", "wrong_result"), {});
  std::ostringstream table, markdown, json, junit;
  render_table(table, comparison);
  render_markdown(markdown, comparison);
  render_json(json, comparison, 1);
  render_junit(junit, comparison, {});
  EXPECT_THAT(table.str(), AllOf(HasSubstr(" failed "), HasSubstr("1 of 5 runs failed: wrong")));
  EXPECT_THAT(markdown.str(), AllOf(HasSubstr("**failed**"), HasSubstr("1 of 5 runs failed")));
  EXPECT_THAT(json.str(),
              AllOf(HasSubstr(R"("failed": 1)"), HasSubstr("1 of 5 runs failed: wrong_result")));
  EXPECT_THAT(junit.str(),
              AllOf(HasSubstr("failures=\"1\""), HasSubstr("<failure type=\"failed\"")));
}

TEST(Compare, ASkippedRunHasNotFailed) {
  EXPECT_NE(compare_one(runs({1, 1, 1}, "o"), one_failed("n", "unsupported")).verdict,
            Verdict::kFailed);
  EXPECT_NE(compare_one(runs({1, 1, 1}, "o"), one_failed("n", "skipped")).verdict,
            Verdict::kFailed);
}

TEST(Compare, ATimeOfZeroHasNoRatio) {
  const auto row = compare_one(runs({0}), runs({1}));
  EXPECT_EQ(row.verdict, Verdict::kNew);
  EXPECT_THAT(row.reason, HasSubstr("is not above 0"));
}

TEST(Compare, ValuesTooFarApartForARatioAreUnclear) {
  EXPECT_EQ(compare_one(runs({1}), runs({1e-320})).reason, "new: its time is not above 0");
  for (const auto& [from, to] : {std::pair(1e-300, 1e308), {1e308, 1e-300}}) {
    for (const std::size_t count : {1U, 3U}) {
      const auto row = compare_one(runs(std::vector<double>(count, from), "o"),
                                   runs(std::vector<double>(count, to), "n"));
      EXPECT_EQ(row.verdict, Verdict::kUnclear) << from << " " << count;
      EXPECT_THAT(row.reason, HasSubstr("too far apart for a ratio"));
    }
  }
}

TEST(Compare, DifferencesAreNamedAndRefused) {
  const auto run = [](const char* device, const char* driver, const char* method,
                      const char* mode) {
    return Files{RunBuilder()
                     .add("a", 1, Interval{0.99, 1.01})
                     .on(device, driver)
                     .method("batched", method)
                     .setting("mode", mode)};
  };
  const auto base = run("GPU", "1", "bracket", "both");
  EXPECT_EQ(compare_one(base, base).verdict, Verdict::kUnclear);
  const auto difference_to = [&](const Files& other) {
    const auto row = compare_one(base, other);
    EXPECT_EQ(row.verdict, Verdict::kNotComparable);
    return row.differences;
  };
  EXPECT_THAT(difference_to(run("CPU", "1", "bracket", "both")),
              ElementsAre("device: GPU before, CPU now"));
  EXPECT_THAT(difference_to(run("GPU", "2", "bracket", "both")),
              ElementsAre("driver: 1 before, 2 now"));
  EXPECT_THAT(difference_to(run("GPU", "1", "events", "both")),
              ElementsAre("method batched: bracket before, events now"));
  EXPECT_THAT(difference_to(run("GPU", "1", "bracket", "isolated")),
              ElementsAre("setting mode: both before, isolated now"));

  Options force;
  force.force = true;
  const auto forced = compare_one(base, run("GPU", "2", "bracket", "both"), force);
  EXPECT_EQ(forced.verdict, Verdict::kUnclear);
  EXPECT_THAT(forced.differences, ElementsAre("driver: 1 before, 2 now")) << "still said";
}

TEST(Compare, RunsOfOneSideMustAgreeToo) {
  const Files mixed{RunBuilder("1").add("a", 1).on("GPU", "1"),
                    RunBuilder("2").add("a", 2).on("GPU", "2")};
  const auto row = compare_one(mixed, {RunBuilder("3").add("a", 1).on("GPU", "1")});
  EXPECT_EQ(row.verdict, Verdict::kNotComparable);
}

TEST(Compare, TwoDevicesLineUp) {
  const Files before{RunBuilder().add("a", 1).on("X").add("a", 2).on("Y")};
  const auto comparison = compare(before, before, {});
  ASSERT_EQ(comparison.rows.size(), 2U);
  EXPECT_DOUBLE_EQ(comparison.rows[1].ratio->value, 1);
  EXPECT_EQ(comparison.rows[1].device, "Y");
}

TEST(Compare, TheHostMattersWhereItDoesTheWork) {
  auto here = RunBuilder("h").add("a", 1).on("GPU").metric("host_time", 1);
  auto new_side = RunBuilder("t").add("a", 1).on("GPU").metric("host_time", 1);
  here.context().cpu = "fast";
  new_side.context().cpu = "slow";
  EXPECT_EQ(compare_one({here}, {new_side}).verdict, Verdict::kUnclear);
  Options options;
  options.metric = "host_time";
  EXPECT_THAT(compare_one({here}, {new_side}, options).differences,
              ElementsAre("host's processor: fast before, slow now"));
  auto release = RunBuilder("r").add("a", 1), debug = RunBuilder("d").add("a", 1);
  release.context().build_type = "release";
  debug.context().build_type = "debug";
  EXPECT_EQ(compare_one({release}, {debug}).verdict, Verdict::kNotComparable);
  auto steady = RunBuilder("s").add("a", 1), scaled = RunBuilder("c").add("a", 1);
  steady.context().cpu_scaling = "false";
  scaled.context().cpu_scaling = "true";
  EXPECT_THAT(compare_one({steady}, {scaled}).differences,
              ElementsAre("CPU frequency scaling: false before, true now"));
  EXPECT_EQ(compare_one({release}, {steady}).differences.size(), 1U)
      << "the build type alone: one file does not say";
}

TEST(Compare, TheSameRunTwiceIsRefused) {
  const Files twice{RunBuilder("x.json").add("a", 1.25), RunBuilder("x.json").add("a", 1.25)};
  EXPECT_THROW(compare(twice, runs({1, 2}), {}), UsageError);
  EXPECT_THROW(compare(runs({1, 2}), twice, {}), UsageError);
  const Files chance{RunBuilder("x.json").add("a", 1.25), RunBuilder("y.json").add("a", 1.25)};
  EXPECT_NO_THROW(compare(chance, runs({1, 2}), {})) << "begun at different times";
}

TEST(Compare, PairsCancelADrift) {
  std::vector<double> before, now;
  for (int i = 0; i < 12; ++i) {
    const double drift = 1 + 0.1 * i;
    before.push_back(drift);
    now.push_back(drift * (1.03 + 0.001 * (i % 3)));
  }
  EXPECT_EQ(compare_one(runs(before), runs(now)).verdict, Verdict::kUnclear);
  Options options;
  options.paired = true;
  const auto row = compare_one(runs(before), runs(now), options);
  EXPECT_EQ(row.verdict, Verdict::kSlower);
  EXPECT_EQ(row.source, SpreadSource::kPairs);
  EXPECT_THROW(compare(runs({1, 2}), runs({1}), options), UsageError);
}

// 300 benchmarks of equal code, five runs a side, over and over: the promised rate is that of the
// whole table.
TEST(Compare, ATableOfThreeHundredDoesNotCryWolf) {
  static constexpr int kTables = 100;
  static constexpr std::size_t kBenchmarks = 300, kRuns = 5;
  std::mt19937_64 random(11);
  std::normal_distribution<double> noise(0, 0.03);
  int alarms = 0, alarms_without = 0;
  for (int table = 0; table < kTables; ++table) {
    const auto side = [&] {
      Files files;
      for (std::size_t run = 0; run < kRuns; ++run) {
        RunBuilder builder(std::to_string(run));
        for (std::size_t i = 0; i < kBenchmarks; ++i)
          builder.add("b" + std::to_string(i), std::exp(noise(random)));
        files.push_back(builder);
      }
      return files;
    };
    const auto before = side(), now = side();
    const auto alarmed = [&](double rate) {
      Options options;
      options.error_rate = rate;
      const auto comparison = compare(before, now, options);
      return comparison.count(Verdict::kSlower) + comparison.count(Verdict::kFaster) > 0;
    };
    alarms += alarmed(0.05);
    alarms_without += alarmed(0.5);
  }
  EXPECT_LE(alarms, 10) << "5 are promised; more than 10 in 100 happen once in 90";
  EXPECT_GE(alarms_without, 15) << "the check above would not notice";
}

TEST(ExitStatus, FollowsThePolicy) {
  const auto with = [](const std::vector<Verdict>& verdicts) {
    Comparison comparison;
    for (const auto verdict : verdicts) {
      comparison.rows.emplace_back();
      auto& row = comparison.rows.back();
      row.verdict = verdict;
      const bool is_unmatched = verdict == Verdict::kMissing || verdict == Verdict::kNew;
      if (!is_unmatched && verdict != Verdict::kNotComparable) row.ratio = Estimate{1, {}};
    }
    return comparison;
  };
  const ExitPolicy plain, strict{true, false}, missing{false, true};
  EXPECT_EQ(exit_status(with({Verdict::kSame, Verdict::kFaster, Verdict::kUnclear}), plain), 0);
  EXPECT_EQ(exit_status(with({Verdict::kSame, Verdict::kUnclear}), strict), 1);
  EXPECT_EQ(exit_status(with({Verdict::kSame, Verdict::kSlower}), plain), 1);
  EXPECT_EQ(exit_status(with({Verdict::kSame, Verdict::kFailed}), plain), 1);
  EXPECT_EQ(exit_status(with({Verdict::kSame, Verdict::kMissing, Verdict::kNew}), plain), 0);
  EXPECT_EQ(exit_status(with({Verdict::kSame, Verdict::kMissing}), missing), 1);
  EXPECT_EQ(exit_status(with({Verdict::kSlower, Verdict::kNotComparable}), plain), 2);
  EXPECT_EQ(exit_status(with({Verdict::kMissing, Verdict::kNew}), plain), 2) << "nothing compared";
  EXPECT_EQ(exit_status(with({}), plain), 2);
}

TEST(ExitStatus, MoreMemoryFails) {
  const auto of = [](double before, double now) {
    const Files old_side{RunBuilder().add("a", 1).metric("device_memory", before)};
    const Files new_side{RunBuilder().add("a", 1).metric("device_memory", now)};
    const auto comparison =
        compare(old_side, new_side, {.metric = "device_memory", .run_spread = 1e-4});
    return std::pair(std::string(comparison.word(comparison.rows.at(0).verdict)),
                     exit_status(comparison, {}));
  };
  EXPECT_EQ(of(1 << 20, 1 << 21), std::pair(std::string("more memory"), 1));
  EXPECT_EQ(of(1 << 21, 1 << 20), std::pair(std::string("less memory"), 0));
  EXPECT_EQ(of(1 << 20, 1 << 20), std::pair(std::string("same"), 0));
}

TEST(ExitStatus, NothingComparedIsNoPass) {
  const auto of = [](const Files& before, const Files& now, const Options& options = {}) {
    const auto comparison = compare(before, now, options);
    EXPECT_EQ(exit_status(comparison, {}), 2);
    EXPECT_EQ(exit_status(comparison, {true, false}), 2) << "strict";
    return why_not_compared(comparison);
  };
  const Files good{RunBuilder().add("a", 1)}, other{RunBuilder().add("b", 1)};
  const Files failed{RunBuilder().add("a", 1).outcome("device_error", "gone")};
  const Files empty{RunBuilder()};
  Options misspelt;
  misspelt.metric = "tiime";
  misspelt.better = metrics::Direction::kLowerIsBetter;
  EXPECT_EQ(of(good, good, misspelt),
            "nothing to compare: expected a benchmark with tiime on both sides, found none on "
            "either side, of 'a': old: has no tiime; did you mean time?");
  Options percentile;
  percentile.metric = "isolated_p99";
  EXPECT_THAT(of(good, good, percentile),
              HasSubstr("old: has no isolated_p99: its samples are too few or too correlated"));
  EXPECT_THAT(of(failed, failed),
              HasSubstr("none on either side, of 'a': old: device_error: gone"));
  EXPECT_THAT(of(runs({0}), runs({0})), HasSubstr("is not above 0"));
  EXPECT_THAT(of(good, failed), HasSubstr("none on the new side, of 'a': new: device_error: gone"));
  EXPECT_THAT(of(empty, empty), HasSubstr("none on either side"));
  EXPECT_EQ(of(good, other),
            "not comparable: expected a benchmark with time on both sides, found 1 only on the old "
            "side and 1 only on the new one");
  const Files here{RunBuilder().add("a", 1).on("GPU", "1")};
  const Files new_side{RunBuilder().add("a", 1).on("GPU", "2")};
  EXPECT_THAT(of(here, new_side),
              HasSubstr("in 1 of 1 benchmarks, in 'a': driver: 1 before, 2 now"));
}

// Equal benchmarks, given as a string of sides in the order of their runs: "ABBA".
Comparison in_order(const std::string& sides, bool says_when = true) {
  Files before, now;
  for (std::size_t i = 0; i < sides.size(); ++i) {
    RunBuilder run(std::to_string(i));
    run.add("a", 1 + 0.001 * static_cast<double>(i % 3)).add("b", 1);
    if (says_when)
      run.context().started =
          "2026-11-21T10:0" + std::to_string(i / 6) + ":" + std::to_string(i % 6) + "0Z";
    (sides[i] == 'A' ? before : now).push_back(run);
  }
  return compare(before, now, {});
}

// Of twenty equal benchmarks and one that differs, the one is found, and by Holm's method its p is
// twenty-one times its own. Six tenths of the error rate are for the rows.
TEST(Compare, PValuesAreThoseOfTheWholeTable) {
  Files before, now;
  for (int i = 0; i < 8; ++i) {
    RunBuilder old_run("o" + std::to_string(i)), new_run("n" + std::to_string(i));
    for (int j = 0; j < 20; ++j) {
      old_run.add(std::to_string(j), 1 + 0.001 * ((i * 7 + j) % 8));
      new_run.add(std::to_string(j), 1 + 0.001 * ((i * 5 + j) % 8));
    }
    before.push_back(old_run.add("slow", 1 + 0.001 * i));
    now.push_back(new_run.add("slow", 1.1 + 0.001 * i));
  }
  const auto comparison = compare(before, now, {});
  const auto& slow = comparison.rows.back();
  EXPECT_EQ(slow.verdict, Verdict::kSlower);
  EXPECT_NEAR(slow.p_adjusted.value(), 21 / 0.6 * inference::separation_probability(8, 8), 1e-6);
  EXPECT_DOUBLE_EQ(slow.ratio->interval.level, 1 - 0.006 / 21);
  EXPECT_EQ(comparison.rows.front().verdict, Verdict::kSame);
  EXPECT_LE(comparison.rows.front().p_adjusted.value(), 0.01);
}

// Of 12870 orders, 6 inversions or fewer on either side: p is 0.5 %. That is too much for a half of
// the rows' 0.6 %, and little enough for all of it.
TEST(Compare, WhatIsRejectedLeavesItsShareToTheOthers) {
  const auto table = [](double of_a) {
    Files before, now;
    for (int i = 0; i < 8; ++i) {
      before.push_back(
          RunBuilder("o" + std::to_string(i)).add("a", 1 + 1e-4 * i).add("b", 1 + 0.01 * i));
      now.push_back(RunBuilder("n" + std::to_string(i))
                        .add("a", of_a + 1e-4 * i)
                        .add("b", i == 0 ? 1.015 : 1.08 + 0.001 * i));
    }
    return compare(before, now, {});
  };
  const auto other_is_equal = table(1), other_differs = table(2);
  EXPECT_EQ(other_is_equal.rows.at(0).verdict, Verdict::kSame);
  EXPECT_EQ(other_is_equal.rows.at(1).verdict, Verdict::kUnclear);
  EXPECT_DOUBLE_EQ(other_is_equal.rows.at(1).ratio->interval.level, 1 - 0.006 / 2);
  EXPECT_EQ(other_differs.rows.at(0).verdict, Verdict::kSlower);
  EXPECT_EQ(other_differs.rows.at(1).verdict, Verdict::kSlower);
  EXPECT_DOUBLE_EQ(other_differs.rows.at(1).ratio->interval.level, 1 - 0.006);
}

TEST(GeometricMean, IsOfTheBenchmarksOfAFunction) {
  EXPECT_EQ(group_name("opencl/saxpy/1024"), "opencl/saxpy");
  EXPECT_EQ(group_name("f<std::pair<int, long>>/8/threads:2/real_time"), "f<std::pair<int, long>>");
  EXPECT_EQ(group_name("memory_sum/iterations:20/repeats:7"), "memory_sum");
  EXPECT_EQ(group_name("opencl/transfer/host_to_device/8192"), "opencl/transfer/host_to_device");
  EXPECT_EQ(group_name("8/8"), "8");
  Files before, now;
  for (int i = 0; i < 6; ++i) {
    const double wobble = 1 + 0.001 * i;
    before.push_back(RunBuilder("o" + std::to_string(i))
                         .add("f/1", wobble)
                         .add("f/2", 2 * wobble)
                         .add("g", 3 * wobble));
    now.push_back(RunBuilder("n" + std::to_string(i))
                      .add("f/1", 1.21 * wobble)
                      .add("f/2", 2 * wobble)
                      .add("g", 3 * wobble));
  }
  const auto groups = compare(before, now, {}).groups;
  ASSERT_EQ(groups.size(), 2U);
  EXPECT_EQ(groups[0].group, "f");
  EXPECT_EQ(groups[0].benchmarks, 2U);
  EXPECT_NEAR(groups[0].ratio.value, 1.1, 1e-3);
  EXPECT_LT(groups[0].ratio.interval.low, 1.1);
  EXPECT_GT(groups[0].ratio.interval.low, 1.09);
  EXPECT_EQ(groups[1].group, "") << "all three";
  EXPECT_NEAR(groups[1].ratio.value, std::cbrt(1.21), 1e-3);
}

TEST(GeometricMean, TakesOnlyRunsThatHaveAllOfThem) {
  Files before, now;
  for (int i = 0; i < 6; ++i) {
    RunBuilder old_run("o" + std::to_string(i)), new_run("n" + std::to_string(i));
    old_run.add("f/1", 1 + 0.001 * i).add("f/2", 1);
    new_run.add("f/1", 1 + 0.001 * i);
    if (i != 2) new_run.add("f/2", 1.001);
    before.push_back(old_run);
    now.push_back(new_run);
  }
  const auto groups = compare(before, now, {}).groups;
  ASSERT_EQ(groups.size(), 1U);
  EXPECT_EQ(groups[0].old_runs, 6U);
  EXPECT_EQ(groups[0].new_runs, 5U);
  EXPECT_TRUE(compare(Files{before[0]}, Files{now[0]}, {}).groups.empty()) << "one run a side";
}

TEST(Notes, NameBothCommits) {
  auto before = runs({1, 1.01}, "o"), now = runs({1, 1.02}, "n");
  EXPECT_THAT(compare(before, now, {}).notes, Not(Contains(HasSubstr("Commits"))));
  for (auto& file : now) file.context.commit = "0a08002";
  const auto comparison = compare(before, now, {});
  EXPECT_EQ(comparison.new_commit, "0a08002");
  EXPECT_THAT(comparison.notes, Contains("Commits of the source tree that tickbench was built in, "
                                         "or TICKBENCH_COMMIT: old not stated, new 0a08002."));
}

TEST(Notes, SayWhereTheSpreadIsFrom) {
  const auto comparison = compare(runs({1, 1.01}, "o"), runs({1, 1.02}, "n"), {});
  EXPECT_THAT(comparison.notes, Contains("The spread is taken from: runs."));
}

TEST(Notes, PromiseTheErrorRateOfRunsTakenInTurn) {
  for (const char* order : {"ABBA", "ABAB", "ABBAABBAAB", "ABABABABAB", "AABAABA"}) {
    const auto comparison = in_order(order);
    EXPECT_EQ(comparison.promised, 2U) << order;
    EXPECT_THAT(comparison.notes.back(),
                HasSubstr("at most 1 %, over 2 compared, their runs taken in turn"));
  }
}

TEST(Notes, PromiseNothingOfRunsTakenInStretches) {
  for (const char* order : {"AABB", "BBAA", "AAAAABBBBB", "AAABBBBBAA", "AAAAABB"}) {
    const auto comparison = in_order(order);
    EXPECT_EQ(comparison.promised, 0U) << order;
    EXPECT_THAT(comparison.notes.back(), HasSubstr("No rate of false alarms is promised"));
  }
}

// A drift of the machine looks like a difference: such a table proposes, and fails nothing.
TEST(Notes, RunsTakenInStretchesProposeAndNameTheCommand) {
  Files before, now;
  for (int i = 0; i < 6; ++i) {
    for (auto* side : {&before, &now}) {
      RunBuilder run(std::to_string(i));
      run.add("a", (side == &now ? 10 : 1) + 0.001 * i).add("b", 1 + 0.001 * i);
      run.context().started = fmt::format("2026-11-21T1{}:00:{}0Z", side == &now ? 1 : 0, i);
      run.context().facts = {{"executable", side == &now ? "./new/prog ram" : "./old/program"}};
      side->push_back(run);
    }
  }
  const auto comparison = compare(before, now, {});
  EXPECT_EQ(comparison.rows[0].verdict, Verdict::kUnclear);
  EXPECT_EQ(comparison.rows[0].reason, "proposed: slower");
  EXPECT_EQ(exit_status(comparison, {}), 0);
  EXPECT_EQ(exit_status(comparison, {true, false}), 1) << "strict";
  EXPECT_THAT(comparison.notes, Contains(HasSubstr("tickbench ab ./old/program './new/prog ram'")));
  for (const auto& mean : comparison.groups) EXPECT_EQ(mean.verdict, Verdict::kUnclear);
}

/// Pairs of runs of nine benchmarks; `log_ratio(i, pair)` is that of benchmark i.
Comparison paired(std::size_t benchmarks, int pairs,
                  const std::function<double(std::size_t, int)>& log_ratio, Options options = {}) {
  Files before, now;
  for (int pair = 0; pair < pairs; ++pair) {
    RunBuilder old_run("o" + std::to_string(pair)), new_run("n" + std::to_string(pair));
    for (std::size_t i = 0; i < benchmarks; ++i) {
      const auto name = "b" + std::string(1, static_cast<char>('a' + i));
      old_run.add(name, 1e-3);
      new_run.add(name, 1e-3 * std::exp(log_ratio(i, pair)));
    }
    before.push_back(old_run);
    now.push_back(new_run);
  }
  options.paired = true;
  return compare(before, now, options);
}

// Noise that repeats itself: a wobble of each benchmark, and one that all share.
double wobble(std::size_t i, int pair) {
  return 0.004 * std::sin(12.9 * static_cast<double>(i + 1) * (pair + 1));
}
double swing(int pair) { return 0.1 * std::cos(2.4 * pair * pair + pair); }

// What all share is what a comparison of commits is for.
TEST(ThreeQuestions, ASlowdownThatAllShareIsFound) {
  const auto comparison =
      paired(9, 12, [](auto i, int pair) { return std::log(2) + wobble(i, pair); });
  for (const auto& row : comparison.rows) EXPECT_EQ(row.verdict, Verdict::kSlower) << row.id;
  const auto& all = comparison.groups.back();
  EXPECT_TRUE(all.covers_table);
  EXPECT_EQ(all.verdict, Verdict::kSlower);
  EXPECT_NEAR(all.ratio.value, 2, 0.01);
  EXPECT_EQ(exit_status(comparison, {}), 1);
}

// In noise that hides it in nearly every row, all of them together still say so.
TEST(ThreeQuestions, TheMeanFailsWhereHardlyARowDoes) {
  std::mt19937_64 random(1);
  std::normal_distribution<double> normal(0, 0.04);
  const auto comparison = paired(9, 20, [&](auto, int) { return std::log(1.02) + normal(random); });
  EXPECT_LE(comparison.count(Verdict::kSlower), 1U);
  EXPECT_EQ(comparison.groups.back().verdict, Verdict::kSlower);
  EXPECT_LT(comparison.groups.back().p_adjusted.value(), 1e-3);
  EXPECT_EQ(exit_status(comparison, {}), 1);
  std::ostringstream table, markdown, junit;
  render_table(table, comparison);
  EXPECT_THAT(table.str(), HasSubstr("all 9 together: slower 1.0"));
  render_markdown(markdown, comparison);
  EXPECT_THAT(markdown.str(), HasSubstr("**slower**"));
  render_junit(junit, comparison, {});
  EXPECT_THAT(junit.str(), HasSubstr("<failure type=\"slower\""));
}

TEST(ThreeQuestions, OneIsFoundBesideTheOthersInACommonSwing) {
  const auto comparison = paired(9, 14, [](auto i, int pair) {
    return swing(pair) + wobble(i, pair) + (i == 3 ? std::log(1.05) : 0);
  });
  EXPECT_EQ(comparison.rows[3].verdict, Verdict::kSlower);
  EXPECT_TRUE(comparison.rows[3].is_relative);
  EXPECT_NEAR(comparison.rows[3].ratio->value, 1.05, 0.01);
  EXPECT_EQ(comparison.count(Verdict::kSlower), 1U);
  std::ostringstream table;
  render_table(table, comparison);
  EXPECT_THAT(table.str(), HasSubstr("    beside the others of the same runs; by itself "));
}

// Half of them in a swing that hides which: nobody knows which half moved, and that is no pass.
TEST(ThreeQuestions, WhereManyDifferTheTableFails) {
  const auto comparison = paired(8, 14, [](auto i, int pair) {
    return 8 * swing(pair) + wobble(i, pair) + (i < 4 ? std::log(1.3) : 0);
  });
  EXPECT_EQ(comparison.count(Verdict::kSlower) + comparison.count(Verdict::kFaster), 0U);
  EXPECT_GE(comparison.count(Verdict::kDiffers), 1U);
  EXPECT_EQ(exit_status(comparison, {}), 1);
}

TEST(ThreeQuestions, WhatIsUnchangedBesideFasterOnesIsNotSlower) {
  const auto comparison = paired(
      10, 20, [](auto i, int pair) { return wobble(i, pair) - (i < 8 ? std::log(1.1) : 0); });
  EXPECT_EQ(comparison.count(Verdict::kFaster), 8U);
  EXPECT_EQ(comparison.count(Verdict::kSlower) + comparison.count(Verdict::kDiffers), 0U);
  EXPECT_EQ(exit_status(comparison, {}), 0);
}

TEST(NonInferiority, EachRowHasToBeShownToLieWithinTheMargin) {
  Options options;
  options.margin = 0.1;
  const auto comparison = paired(
      4, 20,
      [](auto i, int pair) {
        const double centre = i == 0 ? 0 : i == 1 ? 0.05 : i == 2 ? 0.2 : 0.09;
        return centre + wobble(i, pair) * (i == 3 ? 20 : 1);
      },
      options);
  const auto& rows = comparison.rows;
  EXPECT_EQ(rows[0].is_within_margin, true);
  EXPECT_EQ(rows[1].verdict, Verdict::kSlower);
  EXPECT_EQ(rows[1].is_within_margin, true);
  EXPECT_EQ(rows[2].is_within_margin, false);
  EXPECT_EQ(rows[3].is_within_margin, std::nullopt);
  EXPECT_FALSE(is_failing(comparison, rows[1], {})) << "slower, and within the margin";
  EXPECT_TRUE(is_failing(comparison, rows[2], {}));
  EXPECT_TRUE(is_failing(comparison, rows[3], {})) << "not shown";
  EXPECT_EQ(exit_status(comparison, {}), 1);
  std::ostringstream table;
  render_table(table, comparison);
  EXPECT_THAT(table.str(), HasSubstr("2 of 4 are not worse by 10 %, for sure"));
  EXPECT_THAT(table.str(), HasSubstr("is worse by more than 10 %"));
  EXPECT_THAT(table.str(), HasSubstr("may be worse by 10 % or more"));
}

TEST(NonInferiority, ASlowerMeanWithinTheMarginFailsNothing) {
  Options options;
  options.margin = 0.1;
  const auto slower = paired(
      6, 20, [](auto i, int pair) { return 0.04 + wobble(i, pair); }, options);
  EXPECT_EQ(slower.groups.back().verdict, Verdict::kSlower);
  EXPECT_EQ(exit_status(slower, {}), 0);
}

// The margin is one of the ratio, not of its logarithm: 9.8 % is within 10 %, 10.2 % is not.
TEST(NonInferiority, TheMarginIsOfTheRatio) {
  Options options;
  options.margin = 0.1;
  const auto within = [&](double ratio) {
    return paired(
               1, 30, [&](auto i, int pair) { return std::log(ratio) + 0.02 * wobble(i, pair); },
               options)
        .rows[0]
        .is_within_margin;
  };
  EXPECT_EQ(within(1.098), true);
  EXPECT_EQ(within(1.102), false);
}

/// A plain benchmark whose wall time and processor time are these.
void add_plain(RunBuilder& run, const std::string& name, double wall, double cpu) {
  run.add(name, wall).metric("real_time", wall).metric("cpu_time", cpu);
}

// Neighbours of a shared machine change the wall time: the processor time is compared.
TEST(Clocks, PlainBenchmarksAreComparedByProcessorTime) {
  Files before, now;
  for (int i = 0; i < 20; ++i) {
    RunBuilder old_run("o" + std::to_string(i)), new_run("n" + std::to_string(i));
    const double noise = 1 + 0.3 * ((i * 7) % 5), other = 1 + 0.3 * ((i * 3) % 5);
    add_plain(old_run, "f/8", noise, 1 + 0.001 * (i % 3));
    add_plain(new_run, "f/8", other, 1.1 + 0.001 * (i % 4));
    for (const char* name : {"f/8/real_time", "f/8/threads:2", "f/8/manual_time"}) {
      add_plain(old_run, name, 1 + 0.001 * (i % 3), noise);
      add_plain(new_run, name, 1.1 + 0.001 * (i % 4), other);
    }
    before.push_back(old_run);
    now.push_back(new_run);
  }
  const auto comparison = compare(before, now, {});
  EXPECT_EQ(comparison.count(Verdict::kSlower), 4U);
  EXPECT_TRUE(comparison.rows[0].uses_cpu_time);
  EXPECT_FALSE(comparison.rows[1].uses_cpu_time);
  EXPECT_THAT(comparison.notes,
              Contains(HasSubstr("The processor time is compared of 1 of 4 benchmarks")));
  Options wall;
  wall.metric = "time";
  EXPECT_EQ(compare(before, now, wall).rows[0].verdict, Verdict::kUnclear);
}

// Work that moved to another thread, and a wait, show in the wall time alone.
TEST(Clocks, WhatTheProcessorTimeCannotSeeIsNoPass) {
  const auto table = [](double wall, double cpu) {
    Files before, now;
    for (int i = 0; i < 16; ++i) {
      const double wobble = 1 + 0.002 * (i % 5), other = 1 + 0.002 * ((i * 3) % 5);
      RunBuilder old_run("o" + std::to_string(i)), new_run("n" + std::to_string(i));
      add_plain(old_run, "f", wobble, wobble);
      add_plain(new_run, "f", wall * other, cpu * other);
      before.push_back(old_run);
      now.push_back(new_run);
    }
    Options options;
    options.paired = true;
    return compare(before, now, options);
  };
  const auto waits = table(1.3, 1);
  EXPECT_EQ(waits.rows[0].verdict, Verdict::kSlower);
  EXPECT_THAT(waits.rows[0].reason, HasSubstr("its wall time is slower"));
  EXPECT_EQ(exit_status(waits, {}), 1);
  const auto moved = table(1, 0.5);
  EXPECT_EQ(moved.rows[0].verdict, Verdict::kUnclear) << "not faster";
  EXPECT_THAT(moved.rows[0].reason, HasSubstr("its wall time is not known to be as good"));
  const auto equal = table(1, 1);
  EXPECT_EQ(equal.rows[0].verdict, Verdict::kSame);
  const auto faster = table(0.8, 0.8);
  EXPECT_EQ(faster.rows[0].verdict, Verdict::kFaster);
}

TEST(Notes, NameTheConditionWhereTheFilesDoNotSayWhenTheyBegan) {
  const auto comparison = in_order("AABB", false);
  EXPECT_EQ(comparison.promised, 2U);
  EXPECT_THAT(comparison.notes.back(), HasSubstr("if no drift of the machine parts the sides"));
  auto sooner = RunBuilder("o").add("a", 1), later = RunBuilder("n").add("a", 1);
  sooner.context().started = "2026-11-21T10:00:00+00:00";
  later.context().started = "2026-11-21T10:00:00+01:00";
  EXPECT_EQ(run_order(Files{sooner}, Files{later}), RunOrder::kUnknown) << "two time zones";
  later.context().started = sooner.context().started;
  EXPECT_EQ(run_order(Files{sooner}, Files{later}), RunOrder::kUnknown) << "in one second";
  sooner.context().started = "2026-11-21T10:00:00.123Z";
  later.context().started = "2026-11-21T10:00:00.124Z";
  EXPECT_NE(run_order(Files{sooner}, Files{later}), RunOrder::kUnknown) << "of a second, parts";
}

TEST(Notes, SayWhatAPromiseAssumes) {
  EXPECT_THAT(in_order("ABBA").notes.back(),
              HasSubstr("of clocks or placement, part by chance in up to 1 of 3 benchmarks"));
  const auto many = in_order("ABABABABABAB").notes.back();
  EXPECT_THAT(many, Not(HasSubstr("by chance"))) << "two benchmarks, and 2 orders of 924";
  EXPECT_THAT(many, HasSubstr("their runs taken in turn.")) << "nothing more is assumed";
  EXPECT_THAT(in_order("ABBA").notes.back(), HasSubstr("from 6 runs a side on nothing is assumed"));
  Options options;
  options.paired = true;
  EXPECT_THAT(compare(runs({1, 1.1}), runs({1, 1.2}), options).notes.back(),
              HasSubstr("and the ratios' logarithms vary normally"));
}

TEST(Notes, PromiseNothingOfOneRun) {
  const auto comparison = in_order("AAABAA");
  EXPECT_EQ(comparison.promised, 0U);
  EXPECT_THAT(comparison.notes.back(), HasSubstr("nothing is claimed of 2 compared"));
}

TEST(Notes, SayOnceWhatHoldsForManyRows) {
  const Files before{RunBuilder("o").add("a", 1).add("b", 2).add("c", 3, Interval{2.9, 3.1})};
  const Files now{RunBuilder("n").add("a", 2).add("b", 2).add("c", 3, Interval{2.9, 3.1})};
  const auto comparison = compare(before, now, {});
  std::ostringstream table;
  render_table(table, comparison);
  EXPECT_THAT(table.str(), HasSubstr("One value a side says nothing on its spread: nothing is "
                                     "claimed for 2 compared."));
  EXPECT_THAT(table.str(), HasSubstr("nothing is claimed of 3 compared"));
  EXPECT_THAT(table.str(), Not(HasSubstr("    one ")));
  std::ostringstream json;
  render_json(json, comparison, 0);
  EXPECT_THAT(json.str(), HasSubstr("one value a side")) << "a reader of one row has no notes";
}

}  // namespace
}  // namespace tickbench::compare
