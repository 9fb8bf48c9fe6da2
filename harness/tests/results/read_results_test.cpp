// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "patience.hpp"
#include "results/json_document.hpp"
#include "results/result_file.hpp"
#include "tickbench/error.hpp"

namespace tickbench::results {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Pair;

std::vector<ResultFile> runs_in(const std::string& text) {
  return read_runs(parse_json(text, "file.json"));
}

ResultFile read(const std::string& text) { return runs_in(text).at(0); }

std::string error_of(const std::string& text) {
  try {
    read(text);
  } catch (const UsageError& error) {
    return error.what();
  }
  return "no error";
}

std::string file_of(const std::string& benchmarks) {
  return R"({"context": {"date": "2026-01-01", "host_name": "h", "num_cpus": 2,
             "library_build_type": "release"}, "benchmarks": [)" +
         benchmarks + "]}";
}

const char* const kTickbench = R"({
  "context": {"date": "d", "num_cpus": 16, "tickbench": {"version": "0.1.0", "commit": "abc",
    "started": "2026-01-01T00:00:00Z", "host": {"cpu": "CPU X"},
    "devices": [{"id": "opencl:0", "name": "GPU", "driver": "570.1", "compute_units": 132,
                 "clock_check": {"rate": 1, "message": "slow"},
                 "peaks": {"bytes_per_second": 4e12, "flops_per_second": null}},
                {"id": "opencl:1", "name": "Other", "driver": "3.1"}]}},
  "benchmarks": [
   {"name": "opencl/saxpy/1024/manual_time", "run_name": "opencl/saxpy/1024/manual_time",
    "run_type": "iteration", "repetitions": 1, "repetition_index": 0, "threads": 1,
    "iterations": 30, "real_time": 3.2, "cpu_time": 9.0, "time_unit": "us",
    "bytes_per_second": 7.0, "mine": 4.0,
    "tickbench": {"id": "opencl/saxpy/1024", "backend": "opencl", "device": "GPU",
      "device_id": "opencl:0", "outcome": "passed", "message": "",
      "settings": {"mode": "both", "cache": "warm", "precision": 0.01, "seen": [1, {"x": true}],
                   "cuda": {"hold": "kernel"}},
      "methods": {"isolated": "event", "batched": "bracket"},
      "metrics": {"time": {"value": 3.2e-6, "low": 3.1e-6, "high": 3.3e-6},
                  "noise": {"value": 0.01}, "fraction_of_peak": {"value": null}},
      "samples": {"isolated": 45, "batched": [3.1e-6, 3.2e-6, 3.3e-6]}, "converged": true, "batch": 256,
      "stop_reason": {"isolated": "budget"}, "references": {"tbb": {"time": 1.0, "samples": 5}},
      "launch": {"start_to_end": {"value": 3e-6, "low": 2e-6, "high": 4e-6}}}}]})";

TEST(ReadResults, TickbenchFile) {
  const auto file = read(kTickbench);
  EXPECT_TRUE(file.context.is_tickbench);
  EXPECT_EQ(file.context.started, "2026-01-01T00:00:00Z");
  EXPECT_EQ(file.context.cpu, "CPU X");
  EXPECT_EQ(file.context.commit, "abc");
  ASSERT_EQ(file.benchmarks.size(), 1U);
  const auto& benchmark = file.benchmarks[0];
  EXPECT_EQ(benchmark.id, "opencl/saxpy/1024");
  EXPECT_EQ(benchmark.device, "GPU");
  EXPECT_EQ(benchmark.driver, "570.1");
  EXPECT_TRUE(benchmark.is_good());
  EXPECT_THAT(benchmark.settings,
              ElementsAre(Setting{"cache", "warm"}, Setting{"cuda.hold", "host_event"},
                          Setting{"mode", "both"}, Setting{"precision", "0.01"},
                          Setting{"seen.0", "1"}, Setting{"seen.1.x", "true"}));
  EXPECT_THAT(benchmark.methods,
              ElementsAre(Setting{"batched", "bracket"}, Setting{"isolated", "event"}));
  ASSERT_EQ(benchmark.repetitions.size(), 1U);
  const auto& metrics = benchmark.repetitions[0].metrics;
  const auto* time = find_named(metrics, "time");
  ASSERT_NE(time, nullptr);
  EXPECT_DOUBLE_EQ(time->value, 3.2e-6);
  ASSERT_TRUE(time->has_interval());
  EXPECT_DOUBLE_EQ(time->interval.low, 3.1e-6);
  EXPECT_DOUBLE_EQ(time->interval.level, 0.95);
  EXPECT_EQ(find_named(metrics, "fraction_of_peak"), nullptr) << "null is no value";
  ASSERT_NE(find_named(metrics, "mine"), nullptr);
  EXPECT_EQ(find_named(metrics, "iterations"), nullptr);
  ASSERT_EQ(benchmark.repetitions[0].samples.size(), 1U);
  EXPECT_EQ(benchmark.repetitions[0].samples[0].mode, "batched");
  EXPECT_EQ(benchmark.repetitions[0].samples[0].device_seconds.size(), 3U);
}

TEST(ReadResults, HowItWasMeasured) {
  const auto file = read(kTickbench);
  const auto& repetition = file.benchmarks.at(0).repetitions.at(0);
  EXPECT_FALSE(file.benchmarks[0].is_plain);
  EXPECT_EQ(repetition.batch, 256);
  EXPECT_EQ(repetition.converged, true);
  EXPECT_THAT(repetition.stop_reasons, ElementsAre(Setting{"isolated", "budget"}));
  EXPECT_EQ(find_named(repetition.sample_counts, "isolated")->count, 45);
  EXPECT_EQ(find_named(repetition.sample_counts, "batched"), nullptr);
  EXPECT_EQ(find_named(repetition.reference_samples, "tbb")->count, 5);
  EXPECT_EQ(find_named(repetition.launch, "start_to_end")->value, 3e-6);
}

TEST(ReadResults, WhatABenchmarkDeclaresOfItself) {
  const auto declared = read(file_of(R"({"name": "f", "tickbench": {"id": "f",
      "axis": {"name": "n", "value": 64, "unit": "B"},
      "memories": {"from": "heap", "to": "device"}}},
      {"name": "g", "tickbench": {"id": "g", "axis": {"name": "n", "value": 8}}})"));
  EXPECT_EQ(declared.benchmarks[0].axis, (Axis{"n", 64, "B"}));
  EXPECT_EQ(declared.benchmarks[0].memories, (MemoryPair{"heap", "device"}));
  EXPECT_EQ(declared.benchmarks[1].axis, (Axis{"n", 8, ""}));
  EXPECT_EQ(declared.benchmarks[1].memories, std::nullopt);
  EXPECT_EQ(read(kTickbench).benchmarks.front().axis, std::nullopt);
}

TEST(ReadResults, DevicesAndFacts) {
  const auto file = read(kTickbench);
  ASSERT_EQ(file.devices.size(), 2U);
  const auto& device = file.devices[0];
  EXPECT_EQ(device.name, "GPU");
  EXPECT_THAT(device.facts, ElementsAre(Pair("driver", "570.1"), Pair("compute_units", "132")));
  EXPECT_EQ(device.clock_message, "slow");
  EXPECT_EQ(device.peak_bytes_per_second, 4e12);
  EXPECT_EQ(device.peak_flops_per_second, 0);
  EXPECT_EQ(file.devices[1].id, "opencl:1");
  EXPECT_THAT(file.context.facts,
              ElementsAre(Pair("version", "0.1.0"), Pair("commit", "abc"),
                          Pair("started", "2026-01-01T00:00:00Z"), Pair("host cpu", "CPU X")));
}

TEST(ReadResults, FactsOfAPlainFileAreGoogleBenchmarks) {
  const auto file = read(file_of(R"({"name": "a", "run_type": "iteration"})"));
  EXPECT_TRUE(file.benchmarks.at(0).is_plain);
  EXPECT_THAT(file.context.facts,
              ElementsAre(Pair("date", "2026-01-01"), Pair("host_name", "h"), Pair("num_cpus", "2"),
                          Pair("library_build_type", "release")));
}

TEST(ReadResults, TickbenchRealTimeIsNotItsTime) {
  const auto file = read(file_of(R"({"name": "a", "run_type": "iteration", "real_time": 5,
    "time_unit": "ns", "tickbench": {"id": "a", "metrics": {}}})"));
  const auto& metrics = file.benchmarks.at(0).repetitions.at(0).metrics;
  EXPECT_EQ(find_named(metrics, "time"), nullptr);
  EXPECT_NE(find_named(metrics, "real_time"), nullptr);
}

TEST(ReadResults, ASkippedRowHasNoDevice) {
  const auto file = read(file_of(R"({"name": "a", "run_type": "iteration", "error_occurred": true,
    "error_message": "no device", "tickbench": {"id": "a", "device": null, "device_id": null,
    "outcome": "no_device", "message": "no such device here", "metrics": {}}})"));
  EXPECT_EQ(file.benchmarks.at(0).device, "");
  EXPECT_EQ(file.benchmarks[0].message, "no such device here");
}

TEST(ReadResults, ASingleSamplesIntervalSaysNothing) {
  const auto file = read(file_of(R"({"name": "a", "tickbench": {"id": "a", "metrics":
    {"time": {"value": 1, "low": 1, "high": 1, "level": 0}}}})"));
  EXPECT_FALSE(file.benchmarks.at(0).repetitions.at(0).metrics.at(0).has_interval());
}

TEST(ReadResults, AggregatesAloneHaveTheirTime) {
  const auto file = read(file_of(R"({"name": "a_median", "run_name": "a", "run_type": "aggregate",
    "aggregate_name": "median", "repetitions": 3, "real_time": 2, "time_unit": "us",
    "tickbench": {"id": "opencl/a", "device": "X"}})"));
  EXPECT_EQ(file.benchmarks.at(0).id, "opencl/a");
  EXPECT_DOUBLE_EQ(find_named(file.benchmarks[0].median, "time")->value, 2e-6);
}

TEST(ReadResults, PlainGoogleBenchmarkWithRepetitionsAndNonFiniteNumbers) {
  const auto file = read(file_of(R"(
    {"name": "f/8", "run_name": "f/8", "run_type": "iteration", "repetitions": 2,
     "repetition_index": 0, "iterations": 9, "real_time": 2.0, "cpu_time": 1.5, "time_unit": "ms"},
    {"name": "f/8", "run_name": "f/8", "run_type": "iteration", "repetitions": 2,
     "repetition_index": 1, "iterations": 9, "real_time": 4.0, "cpu_time": 1.5, "time_unit": "ms"},
    {"name": "f/8_median", "run_name": "f/8", "run_type": "aggregate", "repetitions": 2,
     "aggregate_name": "median", "real_time": 3.0, "cpu_time": 1.5, "time_unit": "ms"},
    {"name": "f/8_cv", "run_name": "f/8", "run_type": "aggregate", "repetitions": 2,
     "aggregate_name": "cv", "real_time": NaN, "cpu_time": -Infinity, "time_unit": "ms", "x": -NaN},
    {"name": "g_BigO", "run_name": "g", "run_type": "aggregate", "aggregate_name": "BigO",
     "cpu_coefficient": 1.0, "real_coefficient": 1.0, "big_o": "N", "time_unit": "ns"})"));
  ASSERT_EQ(file.benchmarks.size(), 1U) << "a fitted complexity is none";
  EXPECT_FALSE(file.context.is_tickbench);
  EXPECT_EQ(file.context.cpus, 2);
  const auto& benchmark = file.benchmarks[0];
  EXPECT_EQ(benchmark.id, "f/8");
  ASSERT_EQ(benchmark.repetitions.size(), 2U);
  EXPECT_DOUBLE_EQ(find_named(benchmark.repetitions[1].metrics, "time")->value, 4e-3);
  EXPECT_DOUBLE_EQ(find_named(benchmark.median, "time")->value, 3e-3);
  EXPECT_EQ(benchmark.aggregated_repetitions, 2);
}

TEST(ReadResults, StepsOfTheClock) {
  const auto file = read(file_of(R"({"name": "a", "real_time": 1, "tickbench": {"id": "a",
    "clock_step": {"isolated": 8.3e-8, "batched": 3.2e-8}}}, {"name": "b", "real_time": 1,
    "tickbench": {"id": "b", "clock_step": {"isolated": null}}})"));
  const auto& repetition = file.benchmarks.at(0).repetitions.at(0);
  EXPECT_DOUBLE_EQ(repetition.isolated_step, 8.3e-8);
  EXPECT_DOUBLE_EQ(repetition.batched_step, 3.2e-8);
  EXPECT_EQ(file.benchmarks.at(1).repetitions.at(0).isolated_step, 0);
}

TEST(ReadResults, NonFiniteWordsInsideStringsStay) {
  const auto file = read(file_of(R"({"name": "NaN \" Infinity -NaN", "real_time": 1})"));
  EXPECT_EQ(file.benchmarks.at(0).id, "NaN \" Infinity -NaN");
}

TEST(ReadResults, FailedAndSkippedRowsAreNotGood) {
  const auto file = read(file_of(R"(
    {"name": "a", "run_type": "iteration", "error_occurred": true, "error_message": "no luck"},
    {"name": "b", "run_type": "iteration", "skipped": true, "skip_message": "too small"},
    {"name": "c", "real_time": 1, "tickbench": {"id": "c", "outcome": "wrong_result"}},
    {"name": "d", "real_time": 1, "tickbench": {"id": "d", "outcome": "nothing_to_check"}})"));
  EXPECT_FALSE(file.benchmarks.at(0).is_good());
  EXPECT_EQ(file.benchmarks[0].message, "no luck");
  EXPECT_EQ(file.benchmarks.at(1).outcome, "skipped");
  EXPECT_FALSE(file.benchmarks.at(2).is_good());
  EXPECT_TRUE(file.benchmarks.at(3).is_good());
}

TEST(ReadResults, OneBadRepetitionMakesTheBenchmarkBad) {
  const auto file = read(file_of(R"(
    {"name": "a", "repetition_index": 0, "real_time": 1, "tickbench": {"id": "a", "outcome": "passed"}},
    {"name": "a", "repetition_index": 1, "real_time": 1,
     "tickbench": {"id": "a", "outcome": "wrong_result", "message": "m"}},
    {"name": "a", "repetition_index": 2, "real_time": 1, "tickbench": {"id": "a", "outcome": "passed"}})"));
  EXPECT_EQ(file.benchmarks.at(0).outcome, "wrong_result");
  EXPECT_EQ(file.benchmarks.at(0).message, "m");
}

TEST(ReadResults, InterleavedRepetitionsArePutInOrder) {
  const auto file = read(file_of(R"(
    {"name": "a", "repetition_index": 2, "real_time": 3},
    {"name": "b", "repetition_index": 0, "real_time": 9},
    {"name": "a", "repetition_index": 0, "real_time": 1},
    {"name": "a", "repetition_index": 1, "real_time": 2})"));
  const auto& repetitions = file.benchmarks.at(0).repetitions;
  ASSERT_EQ(repetitions.size(), 3U);
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(repetitions[i].index, static_cast<std::int64_t>(i));
    EXPECT_DOUBLE_EQ(repetitions[i].metrics.at(0).value, (static_cast<double>(i) + 1) * 1e-9);
  }
}

TEST(ReadResults, SameIdOnTwoDevicesIsTwoBenchmarks) {
  const auto file = read(file_of(R"(
    {"name": "a", "real_time": 1, "tickbench": {"id": "a", "device": "X", "device_id": "opencl:0"}},
    {"name": "a", "real_time": 1, "tickbench": {"id": "a", "device": "Y", "device_id": "opencl:1"}})"));
  EXPECT_EQ(file.benchmarks.size(), 2U);
}

TEST(ReadResults, DuplicatesAreRefused) {
  EXPECT_THAT(error_of(file_of(R"({"name": "a", "repetition_index": 0, "real_time": 1},
                                  {"name": "a", "repetition_index": 0, "real_time": 1})")),
              AllOf(HasSubstr("file.json: benchmarks[1]"), HasSubstr("repetition 0 of 'a'"),
                    HasSubstr("found a second")));
  EXPECT_THAT(
      error_of(file_of(
          R"({"name": "a", "real_time": 1, "tickbench": {"id": "a", "device": "X", "device_id": "opencl:0"}},
                          {"name": "a", "real_time": 1, "tickbench": {"id": "a", "device": "X", "device_id": "opencl:1"}})")),
      HasSubstr("two devices of one name"));
  EXPECT_THAT(
      error_of(file_of(
          R"({"name": "a_median", "run_name": "a", "aggregate_name": "median", "real_time": 1},
                                  {"name": "a_median", "run_name": "a", "aggregate_name": "median", "real_time": 1})")),
      HasSubstr("a second median of 'a'"));
}

TEST(ReadResults, AnIdAndAFormerOneOfItAreNotInOneFile) {
  const std::string now =
      R"({"name": "n", "real_time": 1, "tickbench": {"id": "n", "device": "X", "former_ids": ["a"]}})";
  EXPECT_THAT(read(file_of(now)).benchmarks.at(0).former_ids, ElementsAre("a"));
  const auto with_old = [&](const std::string& device) {
    return file_of(now + R"(, {"name": "a", "real_time": 1, "tickbench": {"id": "a", "device": ")" +
                   device + "\"}}");
  };
  EXPECT_THAT(error_of(with_old("X")),
              HasSubstr("expected one of 'n' and its former id 'a', found both"));
  EXPECT_EQ(error_of(with_old("Y")), "no error");
}

TEST(ReadResults, AProfiledLaunchIsNoResult) {
  EXPECT_THAT(error_of(file_of(R"({"name": "a", "real_time": 0, "tickbench": {"id": "a",
                 "settings": {"profile": true}}})")),
              AllOf(HasSubstr("file.json: benchmarks[0]"),
                    HasSubstr("expected results, found 'a' launched once by --tickbench_profile")));
}

TEST(ReadResults, EveryTruncationIsRefused) {
  const std::string whole = kTickbench;
  ASSERT_EQ(error_of(whole), "no error");
  for (std::size_t length = 0; length < whole.size(); ++length)
    ASSERT_THAT(error_of(whole.substr(0, length)),
                AllOf(HasSubstr("file.json: expected a whole JSON document"), HasSubstr("line")))
        << "cut after " << length;
}

TEST(ReadResults, OtherKindsOfFilesAreRefused) {
  EXPECT_THAT(error_of("[]"), HasSubstr("expected a result file"));
  EXPECT_THAT(error_of("3"), HasSubstr("expected a result file"));
  EXPECT_THAT(error_of("{}"), HasSubstr("expected a result file"));
  EXPECT_THAT(error_of("name,iterations\nx,3\n"), HasSubstr("expected a whole JSON document"));
  EXPECT_THAT(error_of(R"({"schema": "tickbench-samples/1", "benchmarks": [{"device": "d"}]})"),
              HasSubstr("a file of samples is given as samples"));
  EXPECT_THAT(error_of(R"({"benchmarks": {}})"), HasSubstr("expected a list, found an object"));
  EXPECT_THAT(error_of(R"({"benchmarks": 3})"), HasSubstr("expected a list"));
  EXPECT_THAT(error_of(R"({"benchmarks": [[]]})"), HasSubstr("found a list"));
  EXPECT_THAT(error_of(R"({"benchmarks": ["a"]})"), HasSubstr("expected a benchmark, found a"));
  EXPECT_THAT(error_of(R"({"benchmarks": [], "benchmarks": []})"), HasSubstr("found a second"));
  EXPECT_THAT(error_of(file_of("") + file_of("")), HasSubstr("expected a whole JSON document"));
}

TEST(ReadResults, WrongTypesAreNamedWithTheirPlace) {
  EXPECT_THAT(error_of(file_of(R"({"name": "ok", "real_time": 1}, {"name": 5})")),
              HasSubstr("benchmarks[1].name: expected a string, found a number"));
  EXPECT_THAT(error_of(file_of(R"({"name": "a", "real_time": "fast"})")),
              HasSubstr("benchmarks[0].real_time: expected a number, found a string"));
  EXPECT_THAT(error_of(file_of(R"({"name": "a", "real_time": 1, "time_unit": "fortnight"})")),
              HasSubstr("benchmarks[0].time_unit: expected ns, us, ms or s, found 'fortnight'"));
  EXPECT_THAT(error_of(file_of(R"({"name": "a", "repetition_index": -1})")),
              HasSubstr("expected a count, found -1"));
  EXPECT_THAT(error_of(file_of(R"({"name": "a", "repetition_index": 1e300})")),
              HasSubstr("expected a count"));
  EXPECT_THAT(
      error_of(file_of(R"({"name": "a", "tickbench": {"metrics": {"time": {"value": true}}}})")),
      HasSubstr("benchmarks[0].tickbench.metrics.time.value: expected a number"));
  EXPECT_THAT(error_of(file_of(R"({"name": "a", "tickbench": {"id": "a", "metrics":
                                  {"time": {"value": 1, "low": 2, "high": 1}}}})")),
              HasSubstr("expected low <= high"));
  EXPECT_THAT(error_of(file_of(R"({"name": "a", "real_time": 1e999})")),
              AllOf(HasSubstr("benchmarks[0].real_time"), HasSubstr("overflow")));
}

TEST(ReadResults, NestingIsBounded) {
  const std::string deep(100000, '[');
  EXPECT_THAT(error_of(R"({"x": )" + deep), HasSubstr("expected at most 64 levels"));
}

TEST(ReadResults, InvalidUtf8IsRefused) {
  EXPECT_THAT(error_of(file_of("{\"name\": \"\xff\"}")), HasSubstr("UTF-8"));
}

TEST(ReadResults, FilesThatCannotBeReadSayWhy) {
  EXPECT_THROW(
      {
        try {
          read_runs("/nowhere/at/all.json");
        } catch (const UsageError& error) {
          EXPECT_THAT(error.what(), HasSubstr("No such file"));
          throw;
        }
      },
      UsageError);
  EXPECT_THROW(read_runs("/"), UsageError);
}

/// As no program writes them, and within seconds: what grows with the square takes minutes.
TEST(ReadResults, ManyRepetitionsInAnyOrderTakeSeconds) {
  constexpr int kCount = 100'000;
  std::string rows;
  for (int i = kCount; i-- > 0;)
    rows += R"({"name": "f", "run_type": "iteration", "repetition_index": )" + std::to_string(i) +
            R"(, "real_time": )" + std::to_string(i) + (i == 0 ? "}" : "},");
  const double begin = processor_seconds();
  const auto file = read(R"({"benchmarks": [)" + rows + "]}");
  EXPECT_LT(processor_seconds() - begin, 10);
  const auto& repetitions = file.benchmarks.at(0).repetitions;
  ASSERT_EQ(repetitions.size(), static_cast<std::size_t>(kCount));
  for (int i = 0; i < kCount; ++i) ASSERT_EQ(repetitions[static_cast<std::size_t>(i)].index, i);
}

TEST(ReadResults, ManyCountersTakeSeconds) {
  std::string counters;
  for (int i = 0; i < 10'000; ++i) counters += ", \"counter_" + std::to_string(i) + "\": 1";
  const double begin = processor_seconds();
  const auto file = read(R"({"benchmarks": [{"name": "f", "real_time": 1)" + counters + "}]}");
  EXPECT_LT(processor_seconds() - begin, 10);
  EXPECT_GE(file.benchmarks.at(0).repetitions.at(0).metrics.size(), 10'000U);
}

TEST(ReadSamples, JoinTheirBenchmarks) {
  auto file = read(kTickbench);
  file.benchmarks[0].repetitions[0].samples.clear();
  const auto samples = parse_json(R"({"benchmarks": [
    {"id": "opencl/saxpy/1024", "device": "GPU", "repetition": 0, "mode": "isolated",
     "method": "event", "launches_per_bracket": 1, "device_seconds": [1e-6, 2e-6],
     "host_seconds": [3e-6, 4e-6]},
    {"id": "opencl/saxpy/1024", "device": "opencl:0", "repetition": 0, "mode": "batched",
     "method": "bracket", "launches_per_bracket": 256, "device_seconds": [1e-6],
     "host_seconds": []}], "context": {}, "schema": "tickbench-samples/1"})",
                                  "samples.json");
  read_samples(samples, file);
  const auto& found = file.benchmarks[0].repetitions[0].samples;
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(found[0].method, "event");
  EXPECT_THAT(found[0].host_seconds, ElementsAre(3e-6, 4e-6));
  EXPECT_EQ(found[1].launches_per_bracket, 256);
}

TEST(ReadSamples, OfARunThatBeganAtAnotherTimeAreRefused) {
  const auto error_with = [](const std::string& started) -> std::string {
    auto file = read(kTickbench);
    file.context.started = "2026-11-21T10:00:00Z";
    const std::string text = R"({"schema": "tickbench-samples/1", "benchmarks": [],
                                  "context": {"tickbench": {)" +
                             started + "}}}";
    try {
      read_samples(parse_json(text, "samples.json"), file);
    } catch (const UsageError& error) {
      return error.what();
    }
    return "no error";
  };
  EXPECT_EQ(error_with(R"("started": "2026-11-21T10:00:00Z")"), "no error");
  EXPECT_EQ(error_with(""), "no error") << "of an old version, which did not say";
  EXPECT_THAT(error_with(R"("started": "2026-11-21T10:00:01Z")"),
              HasSubstr("found 2026-11-21T10:00:01Z: these samples are of another run"));
}

TEST(ReadSamples, OtherRunsAndOtherFilesAreRefused) {
  const auto error_with = [](const std::string& text) -> std::string {
    auto file = read(kTickbench);
    file.benchmarks[0].repetitions[0].samples.clear();
    try {
      read_samples(parse_json(text, "samples.json"), file);
    } catch (const UsageError& error) {
      return error.what();
    }
    return "no error";
  };
  const std::string head = R"({"schema": "tickbench-samples/1", "benchmarks": [)";
  EXPECT_THAT(error_with(head + R"({"id": "other", "device": "GPU"}]})"),
              HasSubstr("these samples are of another run"));
  EXPECT_THAT(
      error_with(head + R"({"id": "opencl/saxpy/1024", "device": "GPU", "repetition": 3}]})"),
      HasSubstr("repetition 3"));
  EXPECT_THAT(error_with(head + R"({"id": "opencl/saxpy/1024", "device_seconds": [null]}]})"),
              HasSubstr("expected a number, found null"));
  EXPECT_THAT(error_with(head + R"({"id": "opencl/saxpy/1024", "mode": "m"},
                                   {"id": "opencl/saxpy/1024", "mode": "m"}]})"),
              HasSubstr("a second set of m samples"));
  EXPECT_THAT(error_with(R"({"schema": "else/1", "benchmarks": []})"),
              HasSubstr("expected tickbench-samples/1, found 'else/1'"));
  EXPECT_THAT(error_with(kTickbench), HasSubstr("(a file of --tickbench_samples_out), found none"));
  EXPECT_THAT(error_with("{}"), HasSubstr("found none"));
}

/// A file of these runs, and a row of `f` for each number.
std::string runs_file(const std::string& runs, const std::vector<int>& rows) {
  std::string text = R"({"context": {"tickbench": {"schema": "tickbench-runs/1", "runs": [)" +
                     runs + R"(]}}, "benchmarks": [)";
  for (const int& run : rows)
    text += (&run == rows.data() ? "" : ",") +
            std::string(
                R"({"name": "f", "run_type": "iteration", "real_time": 2, "tickbench": {"run": )") +
            std::to_string(run) + "}}";
  return text + "]}";
}

TEST(ReadRuns, GivesEachRunItsRowsAndItsContext) {
  const auto runs = runs_in(runs_file(R"({"run": 1, "context": {"date": "a", "host_name": "h"}},
                           {"run": 2, "ended": "was ended by signal 11"},
                           {"run": 3, "context": {"date": "b", "host_name": "h"}})",
                                      {3, 1}));
  ASSERT_EQ(runs.size(), 2U) << "a run without a context left no results";
  EXPECT_EQ(runs[0].path, "file.json: run 1");
  EXPECT_EQ(runs[0].context.started, "a");
  EXPECT_EQ(runs[1].run, 3);
  EXPECT_EQ(runs[1].context.started, "b");
  const auto& benchmark = runs[1].benchmarks.at(0);
  EXPECT_TRUE(benchmark.is_plain) << "the number of the run makes it no row of tickbench's";
  EXPECT_EQ(find_named(benchmark.repetitions.at(0).metrics, "time")->value, 2e-9);
  EXPECT_EQ(runs[1].machine(), "") << "one machine is not told apart";
}

TEST(ReadRuns, MachinesAreNamedWhereThereAreSeveral) {
  const auto runs = runs_in(runs_file(
      R"({"run": 1, "context": {"host_name": "a"}}, {"run": 2, "context": {"host_name": "b"}})",
      {1, 2}));
  EXPECT_EQ(runs.at(0).machine(), "a");
  EXPECT_EQ(runs.at(1).machine(), "b");
}

TEST(ReadRuns, AFileOfOneRunIsOne) {
  EXPECT_EQ(runs_in(file_of("")).size(), 1U);
  EXPECT_EQ(read(runs_file(R"({"run": 7, "context": {}})", {7})).run, 7);
}

TEST(ReadRuns, RefusesWhatDoesNotFit) {
  EXPECT_THAT(error_of(runs_file(R"({"run": 1, "context": {}})", {2})),
              HasSubstr("expected context.tickbench.runs to list run 2"));
  EXPECT_THAT(error_of(file_of(R"({"name": "f", "tickbench": {"run": 1}})")),
              HasSubstr("to list run 1"));
  EXPECT_THAT(error_of(runs_file(R"({"run": 1, "context": {}}, {"run": 1, "context": {}})", {})),
              HasSubstr("context.tickbench.runs[1]: expected each run once, found run 1 again"));
  EXPECT_THAT(error_of(runs_file(R"({"context": {}})", {})),
              HasSubstr("context.tickbench.runs[0]: expected a run with its number, found none"));
  EXPECT_THAT(error_of(runs_file(R"({"run": 0, "context": {}})", {})),
              HasSubstr("expected a run's number, from 1, found 0"));
  EXPECT_THAT(error_of(runs_file(R"({"run": 1})", {})),
              HasSubstr("expected a run that left results, found none"));
  EXPECT_THAT(error_of(R"({"context": {"tickbench": {"runs": []}}, "benchmarks": []})"),
              HasSubstr("expected runs of the schema tickbench-runs/1, found ''"));
}

TEST(RefuseRepeats, TakesRunsOfOneFileForSeveral) {
  const auto equal = runs_file(R"({"run": 1, "context": {}}, {"run": 2, "context": {}})", {1, 2});
  EXPECT_NO_THROW(refuse_repeats(runs_in(equal)));
  auto twice = runs_in(equal);
  for (const auto& run : runs_in(equal)) twice.push_back(run);
  EXPECT_THROW(refuse_repeats(twice), UsageError);
}

}  // namespace
}  // namespace tickbench::results
