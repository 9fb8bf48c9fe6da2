// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "tools/floor_results.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <cmath>

#include "conditions/conditions.hpp"
#include "tools/tool_fixture.hpp"

namespace tickbench::tools {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::SizeIs;

class FloorResults : public ToolTest {
 protected:
  static results::ResultFile read(const std::string& text) {
    write("r.json", text);
    return read_prepared("r.json").at(0);
  }
  static Evidence evidence_of(const results::ResultFile& file, std::string_view metric) {
    return evidence(file.benchmarks.at(0).repetitions.at(0), metric).value();
  }
  /// Of a benchmark that is so many times as fast as its baseline, by 40 pairs.
  static std::string compared_file(double ratio, const std::string& baseline = "opencl/b/1",
                                   bool is_resolved = true, const std::string& more = "") {
    return result_file(
        row(fmt::format(
            R"("time": {{"value": 1, "low": 1, "high": 1}}, "speedup_baseline": {{"value": {}, "low": {},
           "high": {}}}}}, "baseline": {{"id": "{}", "resolved": {}, "pairs": 40)",
            ratio, 0.99 * ratio, 1.01 * ratio, baseline, is_resolved)) +
        more);
  }
  static std::string error_of(const std::string& text) {
    try {
      read(text);
    } catch (const UsageError& error) {
      return error.what();
    }
    return "no error";
  }
};

TEST_F(FloorResults, ReadsAMetricWithItsInterval) {
  const auto file =
      read(result_file(row(R"("time": {"value": 2, "low": 1.5, "high": 3, "level": 0.9})")));
  ASSERT_THAT(file.benchmarks, SizeIs(1));
  EXPECT_EQ(file.benchmarks[0].id, "opencl/a/1");
  EXPECT_EQ(file.benchmarks[0].device, "D");
  const auto evidence = evidence_of(file, "time");
  EXPECT_EQ(evidence.value, 2);
  EXPECT_EQ(evidence.interval.low, 1.5);
  EXPECT_EQ(evidence.interval.high, 3);
  EXPECT_EQ(evidence.interval.level, 0.9);
  EXPECT_EQ(evidence.samples, 40U);
  EXPECT_TRUE(std::isinf(evidence.lowest));
}

TEST_F(FloorResults, CountsTheSamplesOfTheModeThatAMetricComesFrom) {
  const std::string interval = R"({"value": 2, "low": 1.5, "high": 3})";
  const auto file =
      read(result_file(row("\"isolated_time\": " + interval + ", \"host_time\": " + interval +
                           ", \"speedup_tbb\": " + interval)));
  EXPECT_EQ(evidence_of(file, "isolated_time").samples, 30U);
  EXPECT_EQ(evidence_of(file, "host_time").samples, 30U);
  EXPECT_EQ(evidence_of(file, "speedup_tbb").samples, 5U);
  EXPECT_EQ(evidence_of(file, "speedup_tbb").lowest, 1.5)
      << "of five samples the interval is [min, max]";
  EXPECT_EQ(evidence_of(file, "speedup_tbb").highest, 3);
}

TEST_F(FloorResults, TakesTheSamplesOfAReferenceFromWhereItStands) {
  const std::string metrics =
      R"("speedup_host_tbb": {"value": 2, "low": 1.5, "high": 3}}, "references": {"tbb": {"samples": 3})";
  EXPECT_EQ(evidence_of(read(result_file(row(metrics))), "speedup_host_tbb").samples, 3U);
}

TEST_F(FloorResults, TheRatioToABaselineHasItsPairsForSamples) {
  const auto file = read(compared_file(2));
  const auto evidence = evidence_of(file, "speedup_baseline");
  EXPECT_EQ(evidence.samples, 40U);
  EXPECT_EQ(evidence.interval.low, 1.98);
  EXPECT_TRUE(std::isinf(evidence.lowest)) << "the interval is not that of five rounds";
}

TEST_F(FloorResults, TheRatioToABaselineIsJudgedSuggestedAndCompared) {
  write("old.json", compared_file(2));
  write("new.json", compared_file(1));
  write("none.json", result_file(row(R"("time": {"value": 1})")));
  const auto check = [&](const std::string& file, double least) {
    write("f.json", fmt::format(R"({{"schema": "tickbench-floors/1", "floors": [{{"device": "D",
        "benchmark": ".*", "metric": "speedup_baseline", "at_least": {}}}]}})",
                                least));
    return run({"floors", "check", file, "--floors=f.json"});
  };
  EXPECT_THAT(check("old.json", 2).err + check("old.json", 2).out,
              HasSubstr("floor met: opencl/a/1 on D: speedup_baseline 2 [1.98, 2.02]"));
  EXPECT_EQ(check("old.json", 2).status, 0);
  EXPECT_EQ(check("new.json", 2).status, 1);
  const auto none = check("none.json", 2);
  EXPECT_EQ(none.status, 1);
  EXPECT_THAT(none.err + none.out, HasSubstr("floor NOT MEASURED"));
  const auto suggested = run(
      {"floors", "suggest", "old.json", "new.json", "--margin=0.1", "--metrics=speedup_baseline"});
  EXPECT_THAT(suggested.out, HasSubstr(R"("metric": "speedup_baseline", "at_least": 0.9)"));
  const auto compared = run({"compare", "old.json", "new.json", "--metric=speedup_baseline"});
  EXPECT_THAT(compared.out, AllOf(HasSubstr("speedup_baseline"), HasSubstr("0.5")));
  write("short.json", compared_file(1, "opencl/b/1", false));
  EXPECT_THAT(check("short.json", 2).err + check("short.json", 2).out,
              HasSubstr("floor inconclusive"))
      << "it may be faster";
}

TEST_F(FloorResults, ABaselineMayHaveANewId) {
  write("old.json", compared_file(2));
  const auto renamed = row(
      R"("time": {"value": 1}}, "former_ids": ["opencl/b/1"], "code": {"x": 1)", "opencl/basis/1");
  write("new.json", compared_file(2, "opencl/basis/1", true, "," + renamed));
  const auto ratios = run({"compare", "old.json", "new.json", "--metric=speedup_baseline"});
  EXPECT_THAT(ratios.out + ratios.err, Not(HasSubstr("not comparable")));
}

TEST_F(FloorResults, RatiosToTwoBaselinesAreNotCompared) {
  write("old.json", compared_file(2));
  write("new.json", compared_file(1, "opencl/c/1"));
  const auto ratios = run({"compare", "old.json", "new.json", "--metric=speedup_baseline"});
  EXPECT_THAT(ratios.out + ratios.err, HasSubstr("baseline: opencl/b/1 before, opencl/c/1 now"));
  const auto times = run({"compare", "old.json", "new.json"});
  EXPECT_THAT(times.out + times.err, Not(HasSubstr("baseline: "))) << "no ratio";
}

TEST_F(FloorResults, EstimatesTheIntervalOfTheNoise) {
  const auto file = read(result_file(row(R"("noise": {"value": 0.1})")));
  const auto noise = evidence_of(file, "noise");
  EXPECT_NEAR(noise.interval.low, 0.1 / 1.4353, 1e-4);
  EXPECT_NEAR(noise.interval.high, 0.1 * 1.4353, 1e-4);
  EXPECT_EQ(noise.interval.level, 0.95);
}

TEST_F(FloorResults, ANullIsAMetricThatWasNotMeasured) {
  const auto file = read(result_file(row(R"("time": {"value": null}, "noise": null)")));
  EXPECT_THAT(file.benchmarks[0].repetitions[0].metrics, SizeIs(0));
}

TEST_F(FloorResults, KnowsSkipsFromFailures) {
  for (const char* skip : {"over_limit", "unsupported", "no_device"}) {
    const auto file = read(result_file(row("", "opencl/a/1", "D", skip)));
    EXPECT_TRUE(file.benchmarks[0].is_skipped()) << skip;
    EXPECT_FALSE(file.benchmarks[0].is_failed()) << skip;
  }
  EXPECT_TRUE(read(result_file(row("", "opencl/a/1", "D", "timed_out"))).benchmarks[0].is_failed());
  EXPECT_FALSE(
      read(result_file(row("", "opencl/a/1", "D", "nothing_to_check"))).benchmarks[0].is_failed());
}

TEST_F(FloorResults, TakesTheMedianWhereOnlyAggregatesAreThere) {
  const auto aggregate = [](const std::string& name, const std::string& value) {
    return R"({"name": "n", "run_type": "aggregate", "aggregate_name": ")" + name +
           R"(", "tickbench": {"id": "a", "device": "D", "metrics": {"time": {"value": )" + value +
           "}}}}";
  };
  const auto aggregates = aggregate("mean", "1") + "," + aggregate("median", "2");
  EXPECT_EQ(evidence_of(read(result_file(aggregates)), "time").value, 2);
  EXPECT_EQ(read(result_file(row("", "a") + "," + aggregates))
                .benchmarks[0]
                .repetitions.at(0)
                .metrics.size(),
            0U);
}

/// Its repetitions are samples.
std::string plain_file(double time, const std::string& context = R"("cpu": "A CPU")") {
  std::string rows;
  for (int i = 0; i < 12; ++i)
    rows += (i == 0 ? "" : ",") +
            std::string(R"({"name": "BM_x/8/real_time", "run_type": "iteration",
        "repetition_index": )") +
            std::to_string(i) + R"(, "leaks": 0, "time_unit": "s", "real_time": )" +
            std::to_string(time + 0.01 * i) + "}";
  return R"({"context": {)" + context + R"(}, "benchmarks": [)" + rows + "]}";
}

TEST_F(FloorResults, OfAPlainFileAreItsRepetitions) {
  const auto run = read(plain_file(2));
  EXPECT_EQ(run.benchmarks.at(0).id, "BM_x/8");
  EXPECT_EQ(run.benchmarks.at(0).device, "A CPU");
  const auto judged = [&](const std::string& members) {
    const auto file = FloorFile::parse(R"({"schema": "tickbench-floors/1", "floors": [
        {"device": "A CPU", "benchmark": "BM_x/8", "tolerance": 0, )" +
                                           members + "}]}",
                                       "f");
    return check_results({&run, 1}, {&file, 1}).at(0).judgements.at(0);
  };
  EXPECT_EQ(judged(R"("metric": "real_time", "at_most": 2.2)").verdict, FloorVerdict::kPass);
  EXPECT_EQ(judged(R"("metric": "time", "at_most": 1.9)").verdict, FloorVerdict::kFail);
  const auto within = judged(R"("metric": "real_time", "at_most": 2.055)");
  EXPECT_EQ(within.verdict, FloorVerdict::kInconclusive);
  EXPECT_EQ(within.evidence->samples, 12U);
  EXPECT_EQ(judged(R"("metric": "counter:leaks", "at_most": 0)").verdict, FloorVerdict::kPass);
  EXPECT_EQ(judged(R"("metric": "counter:no", "at_most": 0)").verdict, FloorVerdict::kNotMeasured);
}

TEST_F(FloorResults, OfAPlainFileOfThisHostAreOfItsProcessor) {
  const auto here = R"("host_name": ")" + conditions::host_name() + '"';
  EXPECT_EQ(read(plain_file(2, here)).benchmarks.at(0).device, conditions::cpu_model());
  write("r.json", plain_file(2, R"("host_name": "elsewhere")"));
  EXPECT_THROW(read_prepared("r.json"), UsageError);
  EXPECT_EQ(read_prepared("r.json", "Theirs").at(0).benchmarks.at(0).device, "Theirs");
}

TEST_F(FloorResults, AreProposedFromTheMediansOfPlainRuns) {
  const std::vector<results::ResultFile> runs{read(plain_file(2)), read(plain_file(3))};
  const auto floor = suggest_floors(runs, {.margin = 0, .metrics = {}, .device = ""}).floors.at(0);
  EXPECT_EQ(floor.metric, "real_time");
  EXPECT_DOUBLE_EQ(floor.threshold, 3.06);
}

TEST_F(FloorResults, RefusesOtherFiles) {
  EXPECT_THAT(error_of(R"({"benchmarks": []})"), HasSubstr("at least one benchmark, found none"));
  EXPECT_THAT(error_of(R"({"benchmarks": [{"name": "BM_x", "run_type": "iteration"}]})"),
              AllOf(HasSubstr("expected the name of the processor that it was measured on"),
                    HasSubstr("--plain-device=NAME says: it is of the host ''")));
  EXPECT_THROW(read_prepared("none.json"), UsageError);
}

using Metrics = std::vector<results::Metric>;

results::Metric around(double value, double half_width, std::string_view name = "time") {
  return {{value, {value - half_width, value + half_width, 0.95}}, name};
}

results::Benchmark benchmark(const std::string& id, const std::vector<Metrics>& repetitions) {
  results::Benchmark benchmark;
  benchmark.id = id;
  benchmark.device = "D";
  benchmark.outcome = "passed";
  benchmark.is_plain = false;
  for (const auto& metrics : repetitions) {
    auto& repetition = benchmark.repetitions.emplace_back();
    repetition.metrics = metrics;
    repetition.sample_counts = {{"isolated", 30}};
  }
  return benchmark;
}

FloorFile floors(const std::string& members) {
  return FloorFile::parse(
      R"({"schema": "tickbench-floors/1", "floors": [{"device": "D", )" + members + "}]}", "f");
}

/// Of benchmark a.
FloorFile time_floor() {
  return floors(R"("benchmark": "a", "metric": "time", "at_most": 10, "tolerance": 0)");
}

std::vector<Judgement> judgements(std::vector<results::Benchmark> benchmarks,
                                  const FloorFile& file) {
  results::ResultFile run;
  run.benchmarks = std::move(benchmarks);
  return check_results({&run, 1}, {&file, 1}).at(0).judgements;
}

Judgement only_judgement(std::vector<results::Benchmark> benchmarks, const FloorFile& file) {
  return judgements(std::move(benchmarks), file).at(0);
}

TEST(Widened, ScalesBothSidesAsANormalDistributionOfTheLogarithmWould) {
  const Evidence wide = widened({10, {9, 12, 0.95}, 30}, 0.99);
  EXPECT_NEAR(wide.interval.low, 10 * std::pow(0.9, 2.5758 / 1.9600), 1e-3);
  EXPECT_NEAR(wide.interval.high, 10 * std::pow(1.2, 2.5758 / 1.9600), 1e-3);
  EXPECT_EQ(wide.interval.level, 0.99);
  EXPECT_GT(widened({10, {0.5, 40, 0.95}, 30}, 0.9999).interval.low, 0) << "however noisy";
  EXPECT_NEAR(widened({0, {-1, 1, 0.95}, 30}, 0.99).interval.low, -2.5758 / 1.9600, 1e-3)
      << "a difference";
}

TEST(Widened, NeverNarrowsAndLeavesExtremesAlone) {
  EXPECT_EQ(widened({10, {9, 12, 0.95}, 30}, 0.9).interval.low, 9);
  const Evidence few{{10, {9, 12, 0.9375}}, 5, 9, 12};
  EXPECT_EQ(widened(few, 0.99).interval.low, 9);
  EXPECT_EQ(widened({10, {10, 10, 0}, 30}, 0.95).interval.level, 0);
}

TEST(CheckResults, OneFloorTakesTheIntervalAsItIs) {
  const auto judged = [&](double value) {
    return only_judgement({benchmark("a", {{around(value, 0.1)}})}, time_floor()).verdict;
  };
  EXPECT_EQ(judged(9.89), FloorVerdict::kPass);
  EXPECT_EQ(judged(9.95), FloorVerdict::kInconclusive);
  EXPECT_EQ(judged(10.11), FloorVerdict::kFail);
}

TEST(CheckResults, FewSamplesDecideByTheirSideAndOneCountDoes) {
  auto one = benchmark("a", {{around(9, 0.1), {{3}, "loads"}, {{96}, "device_memory"}}});
  one.repetitions[0].resolved = false;  // which is a matter of times
  const auto judged = [&](std::int64_t samples, const std::string& metric, const char* at_most) {
    one.repetitions[0].sample_counts = {{"isolated", samples}};
    return only_judgement({one}, floors(R"("benchmark": "a", "tolerance": 0, "metric": ")" +
                                        metric + R"(", "at_most": )" + at_most))
        .verdict;
  };
  EXPECT_EQ(judged(4, "time", "10"), FloorVerdict::kInconclusive);
  EXPECT_EQ(judged(5, "time", "10"), FloorVerdict::kPass);
  EXPECT_EQ(judged(30, "device_memory", "96"), FloorVerdict::kPass);
  EXPECT_EQ(judged(30, "device_memory", "95"), FloorVerdict::kFail);
  one.repetitions[0].resolved = true;
  EXPECT_EQ(judged(5, "time", "8"), FloorVerdict::kFail);
  EXPECT_EQ(judged(30, "device_memory", "95"), FloorVerdict::kFail);
  EXPECT_EQ(judged(30, "counter:loads", "3"), FloorVerdict::kPass);
  EXPECT_EQ(judged(30, "counter:loads", "2"), FloorVerdict::kFail);
}

TEST(CheckResults, SeveralFloorsShareTheErrorRate) {
  const auto file = FloorFile::parse(
      R"({"schema": "tickbench-floors/1", "floors": [
{"device": "D", "benchmark": "a", "metric": "time", "at_most": 10, "tolerance": 0},
{"device": "D", "benchmark": "a", "metric": "host_time", "at_most": 20, "tolerance": 0}]})",
      "f");
  const auto found =
      judgements({benchmark("a", {{around(9.89, 0.1), around(9.89, 0.1, "host_time")}})}, file);
  EXPECT_EQ(found.at(0).verdict, FloorVerdict::kInconclusive) << "the interval is wider now";
  EXPECT_EQ(found.at(0).evidence->interval.level, level_for(2, 1));
  EXPECT_EQ(found.at(1).verdict, FloorVerdict::kPass);
}

TEST(CheckResults, JudgesRepetitionsTogether) {
  const auto judgement =
      only_judgement({benchmark("a", {{around(9, 0.1)}, {around(11, 0.1)}})}, time_floor());
  EXPECT_EQ(judgement.verdict, FloorVerdict::kInconclusive);
  EXPECT_EQ(judgement.repetitions, 2U);
}

class CheckRatio : public testing::Test {
 protected:
  static Judgement judged(const Metrics& own, const Metrics& other,
                          const char* outcome = "passed") {
    std::vector results{benchmark("x/a", {own}), benchmark("x/b", {other})};
    results[1].outcome = outcome;
    return only_judgement(results, floors(R"("benchmark": "(x)/a", "metric": "ratio", "of": "time",
                                             "to": "\\1/b", "at_most": 2, "tolerance": 0)"));
  }
};

TEST_F(CheckRatio, IsBoundedByTheEndsOfBothIntervals) {
  const auto judgement = judged({around(30, 1)}, {around(20, 1)});
  EXPECT_EQ(judgement.verdict, FloorVerdict::kPass);
  EXPECT_DOUBLE_EQ(judgement.evidence->value, 1.5);
  // Each at 97.5 %, so that both hold at 95 %.
  const double wider = 2.2414 / 1.9600;
  const auto end = [&](double value, double by) {
    return value * std::pow((value + by) / value, wider);
  };
  EXPECT_NEAR(judgement.evidence->interval.low, end(30, -1) / end(20, 1), 1e-4);
  EXPECT_NEAR(judgement.evidence->interval.high, end(30, 1) / end(20, -1), 1e-4);
  EXPECT_NEAR(judgement.evidence->interval.level, 0.95, 1e-12);
}

TEST_F(CheckRatio, IsJudgedByBothHoweverNoisy) {
  const auto verdict = [](results::Metric own, results::Metric partner) {
    return judged({own}, {partner}).verdict;
  };
  EXPECT_EQ(verdict(around(50, 1), around(20, 1)), FloorVerdict::kFail);
  EXPECT_EQ(verdict(around(40, 1), around(20, 1)), FloorVerdict::kInconclusive);
  // Widened to 97.5 % as it stands, the interval of the other would reach below 0.
  EXPECT_EQ(verdict(around(1, 0.1), around(20, 19.5)), FloorVerdict::kInconclusive);
  EXPECT_EQ(verdict(around(1, 0.1), around(20, 19)), FloorVerdict::kPass);
}

TEST_F(CheckRatio, NeedsBothToBeMeasured) {
  const struct {
    Metrics own, partner;
    std::string why_not;
  } cases[] = {{{around(30, 1)}, {}, "x/b has none"},
               {{}, {around(20, 1)}, "this benchmark has none"},
               {{around(30, 1)}, {around(1, 2)}, "that of x/b may be 0"},
               {{around(1, 2)}, {around(20, 1)}, "that of this benchmark may be 0"}};
  for (const auto& [own, partner, why_not] : cases) {
    EXPECT_EQ(judged(own, partner).verdict, FloorVerdict::kNotMeasured);
    EXPECT_EQ(judged(own, partner).why_not, why_not);
  }
  EXPECT_EQ(judged({around(30, 1)}, {around(20, 1)}, "wrong_result").verdict,
            FloorVerdict::kNotMeasured);
}

}  // namespace
}  // namespace tickbench::tools
