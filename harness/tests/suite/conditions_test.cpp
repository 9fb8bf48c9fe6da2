// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>

#include "results/json_document.hpp"
#include "results/result_file.hpp"
#include "suite/suite.hpp"
#include "tickbench/error.hpp"

namespace tickbench::suite {
namespace {

using conditions::Company;
using conditions::DeviceReading;
using conditions::DeviceState;
using ::testing::HasSubstr;
using ::testing::Not;

constexpr double kFull = 1.98e9;

/// A suite whose device's state can be read.
class ConditionsTest : public ::testing::Test {
 protected:
  ConditionsTest() {
    suite.device_state.emplace();
    suite.add("Saxpy", saxpy_with("saxpy"))->Arg(64);
  }
  Seconds now() const { return Seconds(suite.time.peek()); }

  Suite suite;
  /// Long enough for a fault of a second.
  std::vector<std::string> flags{"--tickbench_mode=batched", "--benchmark_min_time=2",
                                 "--tickbench_budget=4"};
};

TEST_F(ConditionsTest, AClockThatDropsForASecondIsNamedInTheRow) {
  const auto clock = [this] {
    return now() >= Seconds(2) && now() < Seconds(3) ? 0.85 * kFull : kFull;
  };
  suite.opencl.behaviour.noise = [=] { return kFull / clock(); };
  suite.device_state->reading = [=] { return DeviceReading{clock(), 2.6e9, 0, false}; };
  const auto result = suite.run_json(flags);
  EXPECT_EQ(result.status, 0) << result.err;
  const auto entry = result.json()["benchmarks"][0];
  EXPECT_THAT(entry["label"].get<std::string>(), HasSubstr("clock fell 15 % ("));
  const auto& found = entry["tickbench"]["conditions"];
  EXPECT_EQ(found["device"]["source"], "fake");
  const auto& batched = found["device"]["batched"];
  EXPECT_GT(batched["samples_dropped"].get<int>(), 100);
  EXPECT_EQ(batched["core_hertz"]["median"].get<double>(), kFull);
  EXPECT_EQ(batched["throttle"].size(), 0U);
  EXPECT_FALSE(found["device"].contains("isolated"));
  EXPECT_NEAR(entry["tickbench"]["metrics"]["time"]["value"].get<double>(), 10e-6, 1e-7);
  EXPECT_THAT(result.err,
              HasSubstr("1 of them ran while a clock of the device was lower than it can be: the "
                        "row says so"));
}

TEST_F(ConditionsTest, AForeignProcessIsNamedInTheRow) {
  suite.device_state->state = [] {
    DeviceState state;
    state.celsius = 50;
    state.company = Company{1, "all but this process"};
    return state;
  };
  const auto result = suite.run_json();
  const auto entry = result.json()["benchmarks"][0];
  EXPECT_THAT(entry["label"].get<std::string>(), HasSubstr("1 other process on the device"));
  const auto& device = entry["tickbench"]["conditions"]["device"];
  EXPECT_EQ(device["begin"]["other_processes"], 1);
  EXPECT_EQ(device["end"]["counted"], "all but this process");
  EXPECT_EQ(device["end"]["celsius"], 50);
  EXPECT_TRUE(device["end"]["watts"].is_null());
  EXPECT_THAT(result.err, HasSubstr("1 of them ran beside other processes on the device"));
}

TEST_F(ConditionsTest, AHostThatStallsIsNamedInTheRow) {
  suite.host_root = suite.path("host");
  std::filesystem::create_directories(suite.path("host/proc/pressure"));
  // Half of the time some task waits.
  suite.device_state->state = [this] {
    std::ofstream(suite.path("host/proc/pressure/cpu"))
        << "some avg10=0.00 avg60=0.00 avg300=0.00 total=" << suite.time.peek().count() / 2000
        << '\n';
    return DeviceState{};
  };
  suite.device_state->state();
  const auto result = suite.run_json();
  const auto entry = result.json()["benchmarks"][0];
  EXPECT_THAT(entry["label"].get<std::string>(), HasSubstr("host pressure "));
  EXPECT_NEAR(entry["tickbench"]["conditions"]["host"]["cpu_pressure"].get<double>(), 0.5, 0.3);
  EXPECT_THAT(result.err, HasSubstr("1 of them ran while the host's processors were in demand"));
}

TEST_F(ConditionsTest, AThrottledRowSaysWhy) {
  suite.device_state->reading = [] {
    return DeviceReading{kFull, 2.6e9, bit(conditions::Throttle::kPowerCap), false};
  };
  const auto result = suite.run_json();
  EXPECT_THAT(result.json()["benchmarks"][0]["label"].get<std::string>(),
              HasSubstr("throttled throughout: power_cap"));
  EXPECT_THAT(result.err, HasSubstr("1 of them ran while the device throttled"));
}

TEST_F(ConditionsTest, AQuietMachineSaysNothing) {
  const auto result = suite.run_json();
  const auto entry = result.json()["benchmarks"][0];
  EXPECT_EQ(entry["tickbench"]["conditions"]["device"]["isolated"]["core_hertz"]["median"], 2e9);
  EXPECT_FALSE(entry["tickbench"]["conditions"].contains("remarks"));
  EXPECT_THAT(result.err, Not(HasSubstr("of them ran")));
}

TEST_F(ConditionsTest, WhatCannotBeReadIsNotThere) {
  suite.device_state.reset();
  EXPECT_FALSE(suite.run_json().json()["benchmarks"][0]["tickbench"].contains("conditions"));
}

TEST_F(ConditionsTest, NothingIsReadWhereNothingIsMeasured) {
  int canaries = 0;
  suite.canary = [&] {
    ++canaries;
    return canary::Figures();
  };
  suite.run_json({"--tickbench_verify_only"});
  suite.run({"--tickbench_list"});
  EXPECT_EQ(suite.device_state->readings, 0);
  EXPECT_EQ(canaries, 0);
}

/// Of the memory kernel alone.
canary::Figures memory_canary(double time = 1e-4) {
  return {{{{time, {0.999 * time, 1.001 * time, 0.95}}, "memory", 100}}, {}};
}

TEST_F(ConditionsTest, AGpuThatWasLeftAloneIsWokenAndSaysWhereItStaysSlow) {
  suite.canary = [] { return memory_canary(); };
  const auto slow_from = Seconds(suite.time.peek()) + Seconds(1.5);
  int looks = 0;
  suite.look = [&] {
    ++looks;
    suite.time.pass(Seconds(0.002));
    return now() < slow_from ? 1.01 : 1.124;
  };
  suite
      .add("Rested",
           [this, slow_from](State& state) {
             suite.time.sleep_for(slow_from - now());
             saxpy_with("saxpy")(state);
           })
      ->Arg(64);
  const auto result = suite.run_json();
  ASSERT_EQ(result.status, 0) << result.err;
  const auto rows = result.json()["benchmarks"];
  EXPECT_THAT(rows.at(0)["label"].get<std::string>(), Not(HasSubstr("canary")));
  EXPECT_FALSE(rows.at(0)["tickbench"]["conditions"].contains("canary"));
  EXPECT_THAT(rows.at(1)["label"].get<std::string>(), HasSubstr("canary 12 % slower"));
  // That was its speed before the samples: they are not taken again.
  const auto& canary = rows.at(1)["tickbench"]["conditions"]["canary"];
  EXPECT_NEAR(canary["slower"].get<double>(), 0.124, 1e-9);
  EXPECT_EQ(canary["samples_dropped"], 0);
  EXPECT_EQ(canary["samples_slowed"], 0);
  EXPECT_GT(looks, 400);
  EXPECT_THAT(result.err, HasSubstr("1 of them ran where the canary was slower than at the run's "
                                    "beginning: the row says so"));

  const auto of_gpu = looks;
  suite.opencl.infos[0].type = backend::DeviceType::kCpu;
  suite.run_json();
  EXPECT_EQ(looks, of_gpu);
}

TEST_F(ConditionsTest, SamplesWithASlowCanaryBehindThemAreTakenAgain) {
  suite.canary = [] { return memory_canary(); };
  suite.device_state.reset();
  // It sleeps as soon as it was found awake, for a while.
  std::optional<Seconds> asleep_from;
  const auto is_asleep = [&] { return asleep_from && now() < *asleep_from + Seconds(0.4); };
  suite.opencl.behaviour.noise = [&] { return is_asleep() ? 1.37 : 1; };
  suite.look = [&] {
    suite.time.pass(Seconds(0.002));
    const double ratio = is_asleep() ? 1.37 : 1;
    if (!asleep_from) asleep_from = now();
    return ratio;
  };
  const auto result = suite.run_json({"--tickbench_mode=batched"});
  const auto entry = result.json()["benchmarks"][0];
  EXPECT_THAT(entry["label"].get<std::string>(), HasSubstr("canary 37 % slower ("));
  EXPECT_THAT(entry["label"].get<std::string>(), HasSubstr("samples dropped)"));
  EXPECT_GE(entry["tickbench"]["conditions"]["canary"]["samples_dropped"].get<int>(), 30);
  EXPECT_NEAR(entry["tickbench"]["metrics"]["time"]["value"].get<double>(), 10e-6, 1e-7);
}

TEST_F(ConditionsTest, ACanaryWithoutRoomIsSaid) {
  suite.canary = [] {
    auto canary = memory_canary();
    canary.excluded.emplace_back("no arithmetic canary: no memory");
    return canary;
  };
  const auto result = suite.run_json();
  EXPECT_EQ(result.status, 0);
  EXPECT_THAT(result.err, HasSubstr("note: opencl:0: no arithmetic canary: no memory\n"));
  const auto device = result.json()["context"]["tickbench"]["devices"][0];
  EXPECT_THAT(device["canary_note"].get<std::string>(),
              HasSubstr("opencl:0: no arithmetic canary: no memory"));
}

TEST_F(ConditionsTest, ACanaryThatMovedWithinARunIsSaid) {
  double time = 1e-4;
  suite.canary = [&] {
    const auto figures = memory_canary(time);
    time *= 1.1;
    return figures;
  };
  const auto result = suite.run_json();
  EXPECT_THAT(result.err, HasSubstr("the canary of opencl:0 moved within this run: memory took "
                                    "10.0 % longer at its end"));
  const auto device = result.json()["context"]["tickbench"]["devices"][0];
  const auto& memory = device["canary"]["memory"];
  EXPECT_EQ(memory["amount"], 100);
  EXPECT_DOUBLE_EQ(memory["begin"]["value"].get<double>(), 1e-4);
  EXPECT_DOUBLE_EQ(memory["end"]["value"].get<double>(), 1.1e-4);
  EXPECT_EQ(result.status, 0);
}

TEST_F(ConditionsTest, ACanaryThatMovedWhereNothingWasMeasuredIsNotSaid) {
  int canaries = 0;
  suite.canary = [&] { return memory_canary(++canaries * 1e-4); };
  suite.add("Wrong", saxpy_with("saxpy_zeros"))->Arg(64);
  const auto result = suite.run({"--benchmark_filter=wrong"});
  EXPECT_EQ(result.status, 1);
  EXPECT_EQ(canaries, 1);
  EXPECT_THAT(result.err, Not(HasSubstr("canary")));
}

TEST_F(ConditionsTest, EnergyIsMeasuredWhereItIsAskedFor) {
  // 100 W, and back to back launches of 10 us.
  suite.device_state->state = [this] {
    DeviceState state;
    state.power.joules = 100 * std::floor(now().count() * 20) / 20;
    return state;
  };
  EXPECT_FALSE(suite.run_json().json()["benchmarks"][0].contains("energy"));
  const auto entry = suite.run_json({"--tickbench_energy"}).json()["benchmarks"][0];
  EXPECT_NEAR(entry["energy"].get<double>(), 1e-3, 2e-5);
  const auto& metric = entry["tickbench"]["metrics"]["energy"];
  EXPECT_LE(metric["low"].get<double>(), metric["value"].get<double>());
  EXPECT_GE(metric["high"].get<double>(), metric["value"].get<double>());
  EXPECT_EQ(entry["tickbench"]["conditions"]["energy"]["from"], "counter");
  EXPECT_GE(entry["tickbench"]["conditions"]["energy"]["wall"].get<double>(), 1);
}

TEST_F(ConditionsTest, ADeviceThatCannotTellItsEnergySaysSo) {
  auto result = suite.run_json({"--tickbench_energy"});
  EXPECT_FALSE(result.json()["benchmarks"][0].contains("energy"));
  EXPECT_THAT(result.err,
              HasSubstr("no energy: the device tells neither its energy nor its power"));
  suite.device_state.reset();
  EXPECT_THAT(suite.run({"--tickbench_energy"}).err,
              HasSubstr("opencl:0: no energy: neither NVML nor sysman knows the device"));
}

TEST_F(ConditionsTest, WhatIsWrittenIsRead) {
  suite.device_state->reading = [] { return DeviceReading{kFull, 2.6e9, 0, false}; };
  suite.canary = [] {
    return canary::Figures{{{{1e-4, {0.9e-4, 1.1e-4, 0.95}}, "memory", 100}}, {}};
  };
  const auto file =
      results::read_runs(results::parse_json(suite.run_json().out, "file.json")).at(0);
  EXPECT_EQ(file.benchmarks.at(0).repetitions.at(0).core_clock, kFull);
  EXPECT_EQ(file.benchmarks.at(0).repetitions.at(0).memory_clock, 2.6e9);
  const auto& canary = file.devices.at(0).canary.at(0);
  EXPECT_EQ(canary.kernel, "memory");
  EXPECT_EQ(canary.amount, 100);
  ASSERT_EQ(canary.ends.size(), 2U);
  EXPECT_EQ(canary.ends[1].value, 1e-4);
  EXPECT_EQ(canary.ends[1].interval.high, 1.1e-4);
}

TEST_F(ConditionsTest, ACanaryThatFailsAtTheEndFailsTheRunAndNoBenchmark) {
  int calls = 0;
  suite.canary = [&] {
    if (++calls > 1) throw Error(Outcome::kDeviceError, "the device is lost");
    return memory_canary();
  };
  const auto result = suite.run_json();
  EXPECT_EQ(result.status, 1) << result.err;
  EXPECT_EQ(result.json()["benchmarks"][0]["tickbench"]["outcome"], "passed");
  EXPECT_THAT(result.err, HasSubstr("no canary at the end: the device is lost"));
}

}  // namespace
}  // namespace tickbench::suite
