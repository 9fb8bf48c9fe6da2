// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "fakes/noise_sources.hpp"
#include "floors/floor.hpp"
#include "suite/suite.hpp"

namespace tickbench::suite {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

constexpr const char* kOnlySaxpy = "--tickbench_benchmark=opencl/saxpy/1024";

/// A floor for any device, with what `rest` says of metric, threshold and tolerance.
std::string floor_line(const std::string& benchmark, const std::string& rest,
                       const std::string& device = ".*") {
  return R"({"device": ")" + device + R"(", "benchmark": ")" + benchmark + R"(", )" + rest + "}";
}

/// A suite with saxpy/1024, whose launches take 10 us, and twice/1024, with another kernel.
class Floors : public ::testing::Test {
 protected:
  Floors() {
    suite_.add("Saxpy", saxpy_with("saxpy"))->Arg(1024);
    suite_.add("Twice", twice())->Arg(1024);
  }

  /// y <- 2 x, with a reference that takes 40 us of simulated time.
  Registration::Body twice(const std::string& kernel = "scale") {
    return [this, kernel](State& state) {
      const auto n = static_cast<std::size_t>(state.range());
      const auto x = random<float>(n);
      auto x_d = state.device().upload(x);
      auto y_d = state.device().allocate<float>(n);
      const auto launch = state.device().kernel(kernel).args(2.0F, x_d, y_d, n).over(n);
      state.reads(static_cast<double>(n * sizeof(float)));
      state.reference(serial, [&](std::span<float> result) {
        suite_.time.pass(Seconds(40e-6));
        for (std::size_t i = 0; i < n; ++i) result[i] = 2.0F * x[i];
      });
      state.verify(launch, out(y_d), exact());
      state.measure(launch);
    };
  }

  static std::string ratio(const std::string& metric, const std::string& partner,
                           const std::string& bound) {
    return R"("metric": "ratio", "of": ")" + metric + R"(", "to": ")" + partner + "\", " + bound;
  }
  std::string file(const std::vector<std::string>& floors) {
    std::string text = "{\"schema\": \"tickbench-floors/1\", \"floors\": [\n";
    for (std::size_t i = 0; i < floors.size(); ++i) text += (i == 0 ? "" : ",\n") + floors[i];
    std::ofstream(suite_.path("floors.json")) << text << "\n]}";
    return "--tickbench_floors=" + suite_.path("floors.json");
  }
  Suite::Result run(const std::vector<std::string>& floors, std::vector<std::string> flags = {}) {
    flags.push_back(file(floors));
    flags.emplace_back("--benchmark_format=json");
    return suite_.run(flags);
  }
  /// Saxpy alone, with one floor.
  Suite::Result run_saxpy(const std::string& rest, std::vector<std::string> flags = {}) {
    flags.emplace_back(kOnlySaxpy);
    return run({floor_line("opencl/saxpy/1024", rest)}, flags);
  }
  static nlohmann::json floors_of(const Suite::Result& result, std::size_t row = 0) {
    return result.json()["benchmarks"][row]["tickbench"]["floors"];
  }

  Suite suite_;
};

TEST_F(Floors, WhatIsMetIsSaidAndPasses) {
  const auto result = run_saxpy(R"("metric": "time", "at_most": 1e-5)");
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_THAT(
      result.err,
      HasSubstr("1 judgement: 1 met, 0 missed, 0 inconclusive; 0 benchmarks without a floor\n"
                "floor met: opencl/saxpy/1024 on Fake GPU: time 10 us [10 us, 10 us], "
                "expected <= 10.5 us (10 us + 5 %), by " +
                suite_.path("floors.json") + ": floors[0]\n"));
  const auto floors = floors_of(result);
  EXPECT_EQ(floors["verdict"], "pass");
  EXPECT_EQ(floors["judged"][0]["metric"], "time");
  EXPECT_EQ(floors["judged"][0]["looks"], 1);
  EXPECT_NEAR(floors["judged"][0]["value"].get<double>(), 1e-5, 1e-8);
}

TEST_F(Floors, WhatIsMissedFailsWithTheLineThatReproducesIt) {
  const auto result = run({floor_line(".*/saxpy/.*", R"("metric": "time", "at_most": 9e-6)"),
                           floor_line(".*/saxpy/.*", R"("metric": "host_time", "at_most": 1)")});
  EXPECT_EQ(result.status, 1);
  EXPECT_THAT(
      result.err,
      AllOf(
          HasSubstr("2 benchmarks: 1 MISSED its floor, 1 passed\n"),
          HasSubstr("floor MISSED: opencl/saxpy/1024 on Fake GPU: time 10 us"),
          HasSubstr("floor met: opencl/saxpy/1024 on Fake GPU: host_time"),
          HasSubstr(
              "    ./suite --tickbench_benchmark=opencl/saxpy/1024 --tickbench_device=opencl:0 "
              "--tickbench_timeout=0 --tickbench_floors=" +
              suite_.path("floors.json") + "\n"),
          HasSubstr("2 judgements: 1 met, 1 missed, 0 inconclusive; 1 benchmark without a floor")));
  EXPECT_EQ(floors_of(result, 0)["verdict"], "fail");
  EXPECT_EQ(floors_of(result, 1)["verdict"], "no_floor");
  EXPECT_EQ(result.json()["benchmarks"][0]["tickbench"]["outcome"], "passed");
}

TEST_F(Floors, NoFloorForThisDeviceIsAnOutcomeOfItsOwn) {
  const auto result =
      run({floor_line("opencl/saxpy/1024", R"("metric": "time", "at_most": 1e-9)", "Another GPU")},
          {kOnlySaxpy});
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_THAT(
      result.err,
      HasSubstr("no floor: opencl/saxpy/1024 on Fake GPU: none for this device, 1 for others"));
  EXPECT_EQ(floors_of(result)["verdict"], "no_floor");
  EXPECT_EQ(floors_of(result)["device_mismatches"], 1);
  const auto strictly = [&](const std::string& device, const std::string& most) {
    return run({floor_line("opencl/saxpy/1024", R"("metric": "time", "at_most": )" + most, device)},
               {kOnlySaxpy, "--tickbench_strict"});
  };
  EXPECT_EQ(strictly("Another GPU", "1e-9").status, 1) << "nothing was judged";
  EXPECT_EQ(strictly("Fake GPU", "1e-4").status, 0);
  EXPECT_EQ(strictly("Fake GPU", "1").status, 1) << "met by a factor over 100";
  EXPECT_THAT(strictly("Fake", "1").err, HasSubstr("which matches a part of it"));
}

TEST_F(Floors, SeveralFilesAllHold) {
  std::ofstream(suite_.path("more.json"))
      << R"({"schema": "tickbench-floors/1", "floors": [)"
      << floor_line("opencl/twice/1024", R"("metric": "time", "at_most": 1e-9)") << "]}";
  const auto result = run({floor_line("opencl/saxpy/1024", R"("metric": "time", "at_most": 1)")},
                          {"--tickbench_floors=" + suite_.path("more.json")});
  EXPECT_EQ(result.status, 1);
  EXPECT_THAT(result.err, AllOf(HasSubstr("by " + suite_.path("floors.json") + ": floors[0]"),
                                HasSubstr("by " + suite_.path("more.json") + ": floors[0]")));
}

TEST_F(Floors, AMetricThatTheBenchmarkDoesNotHaveFails) {
  const auto result =
      run({floor_line("opencl/twice/1024", R"("metric": "flops_per_second", "at_least": 1)")});
  EXPECT_EQ(result.status, 1);
  EXPECT_THAT(result.err,
              HasSubstr("floor NOT MEASURED: opencl/twice/1024 on Fake GPU: flops_per_second: "
                        "this benchmark has none"));
}

// The median of isolated launches straddles the floor by the noise, and the noise stays.
TEST_F(Floors, WhatStaysUnclearIsSampledOnAndPassesUnlessStrict) {
  const auto noisy = [this](std::uint64_t seed) {
    suite_.opencl.behaviour.noise = fakes::normal_noise(seed, 0.2);
  };
  const auto* floor = R"("metric": "isolated_time", "at_most": 1e-5, "tolerance": 0)";
  noisy(1);
  const auto without = suite_.run_json({kOnlySaxpy, "--tickbench_budget=0.01"}).json();
  noisy(1);
  const auto result = run_saxpy(floor, {"--tickbench_budget=0.01"});
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_THAT(result.err, HasSubstr("floor inconclusive: opencl/saxpy/1024"));
  EXPECT_EQ(floors_of(result)["verdict"], "inconclusive");
  EXPECT_EQ(floors_of(result)["judged"][0]["looks"], 3);
  const auto samples = [](const nlohmann::json& json) {
    return json["benchmarks"][0]["tickbench"]["samples"]["isolated"].get<double>();
  };
  EXPECT_GT(samples(result.json()), 1.5 * samples(without));
  EXPECT_LT(samples(result.json()), 2.5 * samples(without));

  noisy(1);
  const auto strict = run_saxpy(floor, {"--tickbench_budget=0.01", "--tickbench_strict"});
  EXPECT_EQ(strict.status, 1);
  EXPECT_THAT(strict.err,
              AllOf(HasSubstr("floor INCONCLUSIVE"), HasSubstr(" --tickbench_strict=true")));
}

TEST_F(Floors, WhatMoreSamplesDecideIsDecided) {
  suite_.opencl.behaviour.noise = fakes::normal_noise(1, 0.2);
  const auto result = run_saxpy(R"("metric": "isolated_time", "at_most": 1.016e-5, "tolerance": 0)",
                                {"--tickbench_budget=0.03"});
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_EQ(floors_of(result)["verdict"], "pass") << result.err;
  EXPECT_GT(floors_of(result)["judged"][0]["looks"], 1) << result.err;
}

TEST_F(Floors, AFixedNumberOfSamplesStays) {
  suite_.opencl.behaviour.noise = fakes::normal_noise(1, 0.2);
  const auto result = run_saxpy(R"("metric": "isolated_time", "at_most": 1e-5, "tolerance": 0)",
                                {"--benchmark_min_time=40x"});
  EXPECT_EQ(floors_of(result)["verdict"], "inconclusive");
  EXPECT_EQ(floors_of(result)["judged"][0]["samples"], 40);
}

TEST_F(Floors, OneSampleDecidesNothingAndOneCountDoes) {
  suite_
      .add("Counted",
           [this](State& state) {
             state.counter("loads", 3);
             twice()(state);
           })
      ->Arg(64);
  const auto result =
      run({floor_line("opencl/counted/64", R"("metric": "time", "at_most": 1e-9)"),
           floor_line("opencl/counted/64", R"("metric": "counter:loads", "at_most": 2)")},
          {"--tickbench_benchmark=opencl/counted/64", "--benchmark_min_time=1x"});
  EXPECT_EQ(result.status, 1) << result.err;
  EXPECT_EQ(floors_of(result)["judged"][0]["verdict"], "inconclusive");
  EXPECT_EQ(floors_of(result)["judged"][1]["verdict"], "fail");
}

TEST_F(Floors, SpeedUpsAreSampledOnRoundByRound) {
  suite_.opencl.behaviour.noise = fakes::normal_noise(2, 0.02);
  const auto one_launch = "--tickbench_mode=isolated";  // its noise is not averaged over a bracket
  const auto result =
      run({floor_line("opencl/twice/1024",
                      R"("metric": "speedup_serial", "at_least": 3.97, "tolerance": 0)")},
          {"--tickbench_benchmark=opencl/twice/1024", "--tickbench_budget=0.05", one_launch});
  EXPECT_EQ(result.status, 0) << result.err;
  const auto judged = floors_of(result)["judged"][0];
  EXPECT_EQ(judged["verdict"], "pass") << result.err;
  EXPECT_GT(judged["looks"], 1);
  EXPECT_GT(judged["samples"], 10);
  EXPECT_NEAR(judged["value"].get<double>(), 4.0, 0.05);
}

TEST_F(Floors, RepetitionsAreJudgedTogether) {
  int launches = 0;
  suite_.opencl.behaviour.noise = [&launches] { return launches++ < 20000 ? 1.0 : 2.0; };
  const auto result = run_saxpy(R"("metric": "time", "at_most": 1.5e-5, "tolerance": 0)",
                                {"--benchmark_repetitions=4"});
  EXPECT_EQ(result.status, 0) << result.err;
  for (std::size_t row = 0; row < 4; ++row) {
    EXPECT_EQ(floors_of(result, row)["verdict"], "inconclusive");
    EXPECT_EQ(floors_of(result, row)["judged"][0]["repetitions"], 4);
  }
  EXPECT_EQ(result.err.find("floor inconclusive"), result.err.rfind("floor inconclusive"));
}

TEST_F(Floors, ASkippedBenchmarkIsNotJudged) {
  Suite none(false);
  none.add("Saxpy", saxpy_with("saxpy"))->Arg(1024);
  const auto result =
      none.run({file({floor_line("opencl/saxpy/1024", R"("metric": "time", "at_most": 1e-9)")})});
  EXPECT_EQ(result.status, 77);
}

TEST_F(Floors, OfAFailureNoFloorIsMeasured) {
  suite_.add("Wrong", saxpy_with("saxpy_wrong"))->Arg(1024);
  const auto result = run({floor_line("opencl/wrong/1024", R"("metric": "time", "at_most": 1)")},
                          {"--tickbench_benchmark=opencl/wrong/1024"});
  EXPECT_EQ(result.status, 1);
  EXPECT_EQ(floors_of(result)["verdict"], "not_measured");
  EXPECT_THAT(result.err, AllOf(HasSubstr("floor NOT MEASURED: opencl/wrong/1024 on Fake GPU: "
                                          "time: this benchmark failed (wrong_result)"),
                                HasSubstr("0 met, 0 missed, 0 inconclusive, 1 not measured")));
}

// Its floor was judged before it failed.
TEST_F(Floors, AFailureAfterTheMeasurementLeavesNothingMeasured) {
  suite_.add("Again", saxpy_measured_twice())->Arg(1024);
  const auto result = run({floor_line("opencl/again/1024", R"("metric": "time", "at_most": 1e-9)")},
                          {"--tickbench_benchmark=opencl/again/1024", "--benchmark_repetitions=2"});
  EXPECT_EQ(result.status, 1);
  EXPECT_EQ(floors_of(result)["verdict"], "not_measured");
  EXPECT_FALSE(floors_of(result)["judged"][0].contains("value"));
  EXPECT_THAT(result.err, AllOf(HasSubstr("this benchmark failed (invalid_benchmark)"),
                                Not(HasSubstr("MISSED: "))));
}

TEST_F(Floors, ARatioTakesTheOtherBenchmarkAlongInTurn) {
  // A machine that only ever gets slower: measured one after the other, the two would differ.
  suite_.opencl.behaviour.noise = fakes::drift(1e-6);
  suite_.opencl.behaviour.slowness = {{"scale", 2.0}};
  const auto result =
      run({floor_line("(.*)/saxpy/(.*)",
                      ratio("time", R"(\\1/twice/\\2)", R"("at_most": 0.501, "tolerance": 0)")),
           floor_line("(.*)/saxpy/(.*)", ratio("isolated_time", R"(\\1/twice/\\2)",
                                               R"("at_most": 0.501, "tolerance": 0)"))},
          {kOnlySaxpy});
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_EQ(result.json()["benchmarks"].size(), 1U);
  const auto floors = floors_of(result);
  for (const auto& judged : floors["judged"]) {
    EXPECT_EQ(judged["verdict"], "pass") << result.err;
    EXPECT_EQ(judged["to"], "opencl/twice/1024");
    EXPECT_NEAR(judged["value"].get<double>(), 0.5, 1e-3);
    EXPECT_GT(judged["samples"], 30);
  }
}

TEST_F(Floors, ASlowKernelMissesItsRatio) {
  suite_.opencl.behaviour.slowness = {{"saxpy", 3.0}};
  const auto result =
      run({floor_line(".*/saxpy/1024",
                      ratio("bytes_per_second", "opencl/twice/1024", R"("at_least": 1.5)")),
           floor_line(".*/twice/1024",
                      ratio("bytes_per_second", "opencl/saxpy/1024", R"("at_least": 0.1)"))});
  EXPECT_EQ(result.status, 1);
  EXPECT_EQ(floors_of(result, 0)["verdict"], "fail");  // 3 arrays instead of 1 in 3 times as long
  EXPECT_NEAR(floors_of(result, 0)["judged"][0]["value"].get<double>(), 1.0, 1e-2);
  EXPECT_EQ(floors_of(result, 1)["verdict"], "pass");
}

TEST_F(Floors, SeveralOthersRunInsideOneAnother) {
  suite_.add("Third", twice())->Arg(64);
  const auto result =
      run({floor_line("opencl/saxpy/1024", ratio("time", "opencl/twice/1024", R"("at_most": 1)")),
           floor_line("opencl/saxpy/1024",
                      ratio("launch_overhead", "opencl/third/64", R"("at_most": 1)")),
           floor_line("opencl/saxpy/1024", ratio("noise", "opencl/third/64", R"("at_most": 1)")),
           floor_line("opencl/twice/1024",
                      ratio("speedup_serial", "opencl/third/64", R"("at_most": 1.1)"))});
  EXPECT_EQ(result.status, 1);
  EXPECT_EQ(floors_of(result, 0)["judged"][0]["verdict"], "pass");
  EXPECT_EQ(floors_of(result, 0)["judged"][1]["verdict"], "pass");
  EXPECT_EQ(floors_of(result, 0)["judged"][2]["verdict"], "not_measured");  // no noise to divide by
  EXPECT_THAT(result.err,
              HasSubstr("ratio of noise to opencl/third/64: that of opencl/third/64 may be 0"));
  EXPECT_NE(floors_of(result, 1)["judged"][0]["verdict"], "not_measured");
}

TEST_F(Floors, AnotherBenchmarkThatFailsLeavesNoRatioAndSaysWhy) {
  suite_.add("Broken", twice("broken"))->Arg(64);
  const auto result =
      run({floor_line("opencl/saxpy/1024", ratio("time", "opencl/broken/64", R"("at_most": 1)")),
           floor_line("opencl/saxpy/1024", R"("metric": "time", "at_most": 1)")},
          {kOnlySaxpy});
  EXPECT_EQ(result.status, 1);
  EXPECT_EQ(floors_of(result)["judged"][0]["verdict"], "not_measured");
  EXPECT_EQ(floors_of(result)["judged"][1]["verdict"], "pass");
  EXPECT_THAT(
      result.err,
      HasSubstr(
          "note: opencl/saxpy/1024: no ratio to opencl/broken/64: kernel 'broken' does not build"));
  EXPECT_THAT(result.err, HasSubstr("floor NOT MEASURED: opencl/saxpy/1024 on Fake GPU: ratio of "
                                    "time to opencl/broken/64: opencl/broken/64 has none: kernel "
                                    "'broken' does not build"));
}

// Its one-element result is checked under two inputs, as it would be alone.
TEST_F(Floors, AnotherBenchmarkIsCheckedAsEver) {
  suite_.add("Sum", [](State& state) {
    const std::size_t n = 64;
    const auto x = random<float>(n);
    auto x_d = state.device().upload(x);
    auto total = state.device().allocate<float>(1);
    const auto launch = state.device().kernel("sum").args(x_d, total, n).over(n);
    state.expect([&](std::span<float> expected) {
      expected[0] = 0;
      for (const float value : x) expected[0] += value;
    });
    state.verify(launch, out(total), ulps(2));
    state.measure(launch);
  });
  const auto result =
      run_saxpy(ratio("time", "opencl/sum", R"("at_most": 1)"), {"--benchmark_repetitions=2"});
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_EQ(floors_of(result)["judged"][0]["repetitions"], 2);
}

TEST_F(Floors, WhatCannotBeJudgedIsRefusedBeforeAnythingIsMeasured) {
  const auto good = floor_line("opencl/saxpy/1024", R"("metric": "time", "at_most": 1)");
  const struct {
    std::vector<std::string> floors, flags;
    std::string message;
  } cases[] = {
      {{floor_line("opencl/saxpyy/1024", R"("metric": "time", "at_most": 1)")},
       {},
       "floors.json: floors[0]: expected a benchmark that matches \"opencl/saxpyy/1024\""},
      {{floor_line("opencl/saxpy/1024", R"("metric": "tiem", "at_most": 1)")},
       {},
       "floors.json: floors[0].metric: "},
      {{good}, {"--tickbench_verify_only"}, "--tickbench_floors and --tickbench_verify_only"},
      {{good}, {"--tickbench_floors=" + suite_.path("absent.json")}, "cannot be read"},
      {{good}, {"--tickbench_floors="}, "--tickbench_floors"},
  };
  for (const auto& [floors, flags, message] : cases) {
    const auto result = run(floors, flags);
    EXPECT_EQ(result.status, 2) << message;
    EXPECT_THAT(result.err, HasSubstr(message));
    EXPECT_EQ(suite_.opencl.journal.opened, 0);
  }
  const auto strict = suite_.run({"--tickbench_strict"});
  EXPECT_EQ(strict.status, 2);
  EXPECT_THAT(strict.err, HasSubstr("--tickbench_strict: expected --tickbench_floors beside it"));
}

// A CTest test runs one benchmark with the file of the whole suite.
TEST_F(Floors, AFloorForABenchmarkThatDoesNotRunIsNoMistake) {
  suite_.add("Large", saxpy_with("saxpy"))->Arg(1 << 20)->LargeFrom(1 << 20);
  const auto result =
      run({floor_line("opencl/(twice|large)/.*", R"("metric": "time", "at_most": 1)"),
           floor_line("opencl/large/1048576", R"("metric": "host_time", "at_most": 1)")},
          {kOnlySaxpy});
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_THAT(result.err,
              HasSubstr("no floor: opencl/saxpy/1024 on Fake GPU: none for this benchmark"));
}

/// Launches of 10 us on the host's processors, which others want as well: while they do, each takes
/// twice as long, half of which its thread waits.
class SharedFloors : public Floors {
 protected:
  SharedFloors() {
    suite_.opencl.infos[0].type = backend::DeviceType::kCpu;
    suite_.host_root = suite_.path("host");
    std::filesystem::create_directories(suite_.path("host/proc/pressure"));
    std::filesystem::create_directories(suite_.path("host/proc/self/task/1"));
    threads_.open(suite_.path("host/proc/self/task/1/schedstat"));
    suite_.device_state.emplace();
    // Looked at behind each reading of the host, so for the next one.
    suite_.device_state->state = [this] {
      write("pressure/cpu", "some total=" + std::to_string(suite_.time.peek().count() / 2000));
      return conditions::DeviceState{};
    };
    suite_.device_state->state();
    suite_.opencl.behaviour.noise = [this] {
      const bool shared = is_shared();
      ran_ += kLaunch * slowness_;
      if (shared) waited_ += kLaunch * slowness_;
      // Always as long, so that no file is made anew.
      threads_.seekp(0);
      threads_ << fmt::format("{:016.0f} {:016.0f} 1\n", ran_.count() * 1e9, waited_.count() * 1e9)
               << std::flush;
      return shared ? 2 * slowness_ : slowness_;
    };
  }
  void write(const std::string& file, const std::string& text) const {
    std::ofstream(suite_.path("host/proc/" + file)) << text;
  }
  Suite::Result judge(const std::string& floor = kFloor, std::vector<std::string> flags = {}) {
    flags.insert(flags.end(), {"--tickbench_mode=isolated", "--tickbench_budget=0.02",
                               "--benchmark_min_warmup_time=0"});
    return run_saxpy(floor, flags);
  }

  static constexpr const char* kFloor = R"("metric": "time", "at_most": 1.1e-5, "tolerance": 0)";
  static constexpr Seconds kLaunch{10e-6};
  std::function<bool()> is_shared = [] { return true; };
  double slowness_ = 1;
  Seconds ran_{}, waited_{};
  std::ofstream threads_;
};

TEST_F(SharedFloors, AMissThatOthersExplainIsInconclusiveByName) {
  const auto result = judge();
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_THAT(result.err,
              AllOf(HasSubstr("floor inconclusive: opencl/saxpy/1024"),
                    HasSubstr(": shared: 10 us without what others took of the device, which "
                              "passes unless strict, by "),
                    HasSubstr("0 met, 0 missed, 1 inconclusive (1 shared)")));
  const auto judged = floors_of(result)["judged"][0];
  EXPECT_EQ(judged["verdict"], "inconclusive");
  EXPECT_EQ(judged["looks"], 3);
  EXPECT_NEAR(judged["value"].get<double>(), 20e-6, 1e-8);
  EXPECT_NEAR(judged["unshared"].get<double>(), 10e-6, 1e-8);
  const auto strict = judge(kFloor, {"--tickbench_strict"});
  EXPECT_EQ(strict.status, 1);
  EXPECT_THAT(strict.err, HasSubstr("of the device, which fails when strict"));
}

TEST_F(SharedFloors, AMissBeyondWhatOthersTookStaysOne) {
  slowness_ = 2;
  const auto result = judge();
  EXPECT_EQ(result.status, 1) << result.err;
  const auto judged = floors_of(result)["judged"][0];
  EXPECT_EQ(judged["verdict"], "fail");
  EXPECT_NEAR(judged["value"].get<double>(), 40e-6, 1e-8);
  EXPECT_FALSE(judged.contains("unshared"));
}

TEST_F(SharedFloors, AMissIsTakenAgainAndMayBeMetThen) {
  // The state is looked at before the body, and on both sides of the samples.
  int looks = 0;
  suite_.device_state->state = [&looks, before = suite_.device_state->state] {
    ++looks;
    return before();
  };
  is_shared = [&looks] { return looks < 3; };
  const auto result = judge();
  EXPECT_EQ(result.status, 0) << result.err;
  const auto judged = floors_of(result)["judged"][0];
  EXPECT_EQ(judged["verdict"], "pass") << result.err;
  EXPECT_GT(judged["looks"], 1);
  EXPECT_NEAR(judged["value"].get<double>(), 10e-6, 1e-8) << "the samples of before are gone";
}

TEST_F(SharedFloors, OnAQuietMachineAMissIsOneAtTheFirstLook) {
  suite_.device_state->state = [] { return conditions::DeviceState{}; };
  const auto judged = floors_of(judge())["judged"][0];
  EXPECT_EQ(judged["verdict"], "fail");
  EXPECT_EQ(judged["looks"], 1);
}

TEST_F(SharedFloors, WhereTheKernelTellsNoWaitsTheShareOfTheOthersCounts) {
  std::filesystem::remove_all(suite_.path("host/proc/self/task"));
  const auto second = static_cast<double>(::sysconf(_SC_CLK_TCK));
  write("self/stat", "7 (suite) S 1 2 3 4 5 6 7 8 9 10 0 0 0\n");
  const auto pressure = suite_.device_state->state;
  // Some seconds more in each, of which others have half.
  suite_.device_state->state = [&, pressure] {
    const Seconds now = suite_.time.peek();
    write("stat",
          fmt::format("cpu {:.0f} 0 0 0 0 0 0 0 0 0\ncpu0 0\n", now.count() * 1e4 * second / 2));
    return pressure();
  };
  const auto result = judge();
  EXPECT_NE(floors_of(result)["judged"][0]["verdict"], "fail") << result.err;
}

TEST_F(SharedFloors, ARatioIsJudgedAsEver) {
  suite_.opencl.behaviour.slowness = {{"saxpy", 3.0}};
  const auto result =
      run({floor_line("opencl/saxpy/1024", ratio("time", "opencl/twice/1024", R"("at_most": 1)"))},
          {kOnlySaxpy, "--tickbench_mode=isolated", "--tickbench_budget=0.02"});
  EXPECT_EQ(result.status, 1) << result.err;
  EXPECT_EQ(floors_of(result)["judged"][0]["verdict"], "fail");
}

TEST_F(SharedFloors, OnAGpuOnlyWhatItselfWasSlowedByCounts) {
  suite_.opencl.infos[0].type = backend::DeviceType::kGpu;
  EXPECT_EQ(floors_of(judge())["judged"][0]["verdict"], "fail") << "host pressure";
  suite_.canary = [] {
    return canary::Figures{{{{1e-4, {0.9e-4, 1.1e-4, 0.95}}, "arithmetic", 100}}, {}};
  };
  suite_.look = [&] {
    suite_.time.pass(Seconds(0.002));
    return is_shared() ? 2 : 1;
  };
  const auto explained = judge();
  EXPECT_EQ(floors_of(explained)["judged"][0]["verdict"], "inconclusive") << explained.err;
  EXPECT_NEAR(floors_of(explained)["judged"][0]["unshared"].get<double>(), 10e-6, 1e-8);
  slowness_ = 2;
  EXPECT_EQ(floors_of(judge())["judged"][0]["verdict"], "fail");
}

TEST_F(SharedFloors, TheSecondRunInARowThatDecidesNothingSaysSo) {
  const auto out = suite_.path("results.json");
  const std::string again =
      "opencl/saxpy/1024 on Fake GPU: no floor is decided, for the second run "
      "in a row (" +
      out + ")";
  const auto judge_into = [&](const std::string& file) {
    return judge(kFloor, {"--benchmark_out=" + file}).err;
  };
  EXPECT_THAT(judge_into(out), Not(HasSubstr("in a row")));
  EXPECT_THAT(judge_into(out), HasSubstr(again));
  EXPECT_THAT(judge_into(suite_.path("another.json")), Not(HasSubstr("in a row")));
  auto text = read_file(out);
  std::ofstream(out) << text.insert(text.find('{') + 1, R"("load": NaN,)");
  EXPECT_THAT(judge_into(out), HasSubstr(again));
  std::ofstream(out) << "no result file";
  EXPECT_THAT(judge_into(out), Not(HasSubstr("in a row")));
  is_shared = [] { return false; };
  EXPECT_THAT(judge_into(out), Not(HasSubstr("in a row"))) << "it is met";
  is_shared = [] { return true; };
  EXPECT_THAT(judge_into(out), Not(HasSubstr("in a row")));
}

TEST_F(Floors, WithoutAFileNothingIsSaid) {
  const auto result = suite_.run_json();
  EXPECT_THAT(result.err, Not(HasSubstr("floor")));
  EXPECT_FALSE(result.json()["benchmarks"][0]["tickbench"].contains("floors"));
}

}  // namespace
}  // namespace tickbench::suite
