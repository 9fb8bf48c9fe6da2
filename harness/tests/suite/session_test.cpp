// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <stdexcept>

#include "suite/suite.hpp"

namespace tickbench::suite {
namespace {

using ::testing::ContainsRegex;
using ::testing::HasSubstr;
using ::testing::Not;

TEST(Session, MeasuresAndSaysSo) {
  Suite suite;
  suite.add("Saxpy", saxpy_with("saxpy"))->Arg(1024);
  const auto result = suite.run();
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_THAT(result.out, HasSubstr("opencl/saxpy/1024  10.0 us "));
  EXPECT_THAT(result.err, HasSubstr("1 benchmark: 1 passed"));
  EXPECT_THAT(result.err, HasSubstr("opencl:0: Fake GPU"));
}

TEST(Session, TimeIsTheMedianOfTheBatchedMode) {
  Suite suite;
  suite.add("Saxpy", saxpy_with("saxpy"))->Arg(1024);
  const auto entry = suite.run_json().json()["benchmarks"][0];
  EXPECT_NEAR(entry["real_time"].get<double>(), 10'000, 10);  // ns
  const auto& metrics = entry["tickbench"]["metrics"];
  EXPECT_NEAR(metrics["time"]["value"].get<double>(), 10e-6, 1e-8);
  EXPECT_NEAR(entry["bytes_per_second"].get<double>(), 3 * 4096 / 10e-6, 1e6);
  EXPECT_NEAR(entry["host_time"].get<double>(), 30e-6, 1e-6);
  EXPECT_NEAR(entry["launch_overhead"].get<double>(), 20e-6, 1e-6);
  EXPECT_EQ(entry["iterations"].get<std::size_t>(),
            entry["tickbench"]["samples"]["batched"].get<std::size_t>());
  EXPECT_NEAR(entry["fraction_of_peak"].get<double>(), 3 * 4096 / 10e-6 / 4e9, 1e-3);
}

/// Measures an own queue of a device that the session never opens.
Registration::Body own_queue(Suite& suite) {
  return [&suite](State& state) {
    const auto opened = suite.opencl.open(suite.opencl.infos.front());
    tickbench::Device device(*opened);
    auto buffer = device.upload(std::vector<float>(64, 1.0F));
    const auto launch = device.kernel("saxpy_zeros").args(1.0F, buffer, buffer, 64UL).over(64);
    state.reads(256);
    state.waive(tickbench::Check::kResult, "only its time matters here");
    state.measure(opened->queue(), [&] { launch.work().enqueue(); });
  };
}

TEST(Session, MeasuresAQueueOfItsOwn) {
  Suite suite;
  suite.add("own", own_queue(suite));
  const auto json = suite.run_json().json();
  const auto& entry = json["benchmarks"][0];
  EXPECT_NEAR(entry["real_time"].get<double>(), 10'000, 10);  // ns
  EXPECT_NEAR(entry["bytes_per_second"].get<double>(), 256 / 10e-6, 1e5);
  EXPECT_EQ(entry["tickbench"]["clock_check"]["verdict"], "sound");
  // The peaks are those of a device that was not opened.
  EXPECT_FALSE(entry.contains("fraction_of_peak"));
  EXPECT_EQ(json["context"]["tickbench"]["devices"][0]["opened"], false);
  EXPECT_THAT(json["context"]["tickbench"]["started"].get<std::string>(),
              ContainsRegex(R"(:[0-9][0-9]\.[0-9][0-9][0-9]Z$)"))
      << "runs of some milliseconds are told apart";
}

/// A queue that says of which device it is.
class QueueOf final : public TimedQueue {
 public:
  QueueOf(TimedQueue& queue, backend::DeviceInfo info) : queue_(queue), info_(std::move(info)) {}
  Bracket run(const Work& work, const BracketRequest& request) override {
    return queue_.run(work, request);
  }
  bool supports(TimeMethod method, const Work& work) const override {
    return queue_.supports(method, work);
  }
  std::optional<ClockReading> read_clock() override { return queue_.read_clock(); }
  Seconds reported_resolution() const override { return queue_.reported_resolution(); }
  std::string device_name() const override { return info_.name; }
  const backend::DeviceInfo* device_info() const override { return &info_; }

 private:
  TimedQueue& queue_;
  backend::DeviceInfo info_;
};

/// Measures a queue of this device, of which a launch reads so many bytes.
Registration::Body queue_of(Suite& suite, const std::function<void(backend::DeviceInfo&)>& change,
                            double bytes) {
  return [&suite, change, bytes](State& state) {
    const auto opened = suite.opencl.open(suite.opencl.infos.front());
    tickbench::Device device(*opened);
    auto buffer = device.upload(std::vector<float>(64, 1.0F));
    const auto launch = device.kernel("saxpy_zeros").args(1.0F, buffer, buffer, 64UL).over(64);
    auto info = opened->info();
    change(info);
    QueueOf queue(opened->queue(), info);
    state.reads(bytes);
    state.waive(tickbench::Check::kResult, "only its time matters here");
    state.measure(queue, [&] { launch.work().enqueue(); });
  };
}

TEST(Session, EachLaunchFollowsAReset) {
  Suite suite;
  int resets = 0, launches = 0;
  suite.add("own", [&](State& state) {
    const auto opened = suite.opencl.open(suite.opencl.infos.front());
    tickbench::Device device(*opened);
    auto buffer = device.upload(std::vector<float>(64, 1.0F));
    const auto launch = device.kernel("saxpy_zeros").args(1.0F, buffer, buffer, 64UL).over(64);
    state.waive(tickbench::Check::kResult, "only its time matters here");
    state.waive(tickbench::Check::kEnqueues, "it counts");
    const auto enqueue = [&] {
      launches += resets > 0 ? 1 : 0;
      launch.work().enqueue();
    };
    const std::function<void()> reset = [&] { ++resets; };
    state.measure(opened->queue(), enqueue).after(reset);
  });
  const auto row = suite.run_json().json()["benchmarks"][0]["tickbench"];
  EXPECT_EQ(row["outcome"], "nothing_to_check");
  EXPECT_EQ(row["methods"]["batched"], "bracket after a reset");
  EXPECT_EQ(row["batch"], 1);
  EXPECT_GT(resets, 10);
  EXPECT_EQ(resets, launches);
}

TEST(Session, RefusesAResetThatIsNoneOfTheQueue) {
  Suite suite;
  suite.add("launch", [&](State& state) {
    auto& device = state.device();
    auto buffer = device.upload(std::vector<float>(64, 1.0F));
    const auto launch = device.kernel("saxpy_zeros").args(1.0F, buffer, buffer, 64UL).over(64);
    state.waive(tickbench::Check::kResult, "only its time matters here");
    const std::function<void()> reset = [] { ADD_FAILURE(); };
    state.measure(launch).after(reset);
  });
  const auto result = suite.run();
  EXPECT_EQ(result.status, 1);
  EXPECT_THAT(result.err,
              HasSubstr("expected a launch, or a callable that takes the native queue"));
}

TEST(Session, MeasuresNothingWhereTheResetIsRefused) {
  const std::function<std::function<void()>()> resets[] = {
      []() -> std::function<void()> { throw std::runtime_error("no reset at hand"); },
      []() -> std::function<void()> { return nullptr; }};
  for (const auto& reset : resets) {
    Suite suite;
    int launches = 0;
    suite.add("own", [&](State& state) {
      const auto opened = suite.opencl.open(suite.opencl.infos.front());
      state.waive(tickbench::Check::kResult, "only its time matters here");
      state.measure(opened->queue(), [&] { ++launches; }).after(reset());
    });
    const auto result = suite.run();
    EXPECT_EQ(result.status, 1);
    EXPECT_THAT(result.err, testing::AnyOf(HasSubstr("no reset at hand"),
                                           HasSubstr("that takes the native queue")));
    EXPECT_EQ(launches, 0);
  }
}

TEST(Session, RefusesAQueueOfAnotherDevice) {
  const std::function<void(backend::DeviceInfo&)> changes[] = {
      [](auto& info) { info.backend = "vulkan"; }, [](auto& info) { info.name = "another"; },
      // A twin.
      [](auto& info) { info.pci_address = "0000:5e:00.0"; }};
  for (const auto& change : changes) {
    Suite suite;
    suite.opencl.infos.front().pci_address = "0000:3b:00.0";
    suite.add("own", queue_of(suite, change, 256));
    const auto result = suite.run();
    EXPECT_EQ(result.status, 1);
    EXPECT_THAT(result.err, HasSubstr("expected a queue of the row's device, opencl 'Fake GPU' "
                                      "at 0000:3b:00.0, found one of "));
  }
}

TEST(Session, HoldsTheRatesOfAQueueOfItsOwnToThePeaks) {
  const auto run = [](double bytes) {
    Suite suite;
    suite.add("own", queue_of(
                         suite, [](auto& /*info*/) {}, bytes));
    return suite.run_json().json()["benchmarks"][0];
  };
  const auto possible = run(4096);
  EXPECT_EQ(possible["tickbench"]["outcome"], "nothing_to_check");
  EXPECT_NEAR(possible["fraction_of_peak"].get<double>(), 4096 / 10e-6 / 4e9, 1e-3);
  EXPECT_EQ(run(7e5)["tickbench"]["outcome"], "impossible_rate");
}

TEST(Session, ChecksTheClockOfAQueueOfItsOwn) {
  Suite suite;
  suite.opencl.behaviour.clock_rate = 1000;
  suite.add("own", own_queue(suite));
  const auto result = suite.run();
  EXPECT_EQ(result.status, 1);
  EXPECT_THAT(result.err, HasSubstr("implausible"));
}

TEST(Session, OneSampleHasNoNoise) {
  Suite suite;
  suite.add("Saxpy", saxpy_with("saxpy"))->Arg(64);
  const auto entry = suite.run_json({"--benchmark_min_time=1x"}).json()["benchmarks"][0];
  EXPECT_FALSE(entry.contains("noise"));
  EXPECT_TRUE(entry["tickbench"]["noise"]["batched"].is_null());
}

TEST(Session, AMissingPeakGivesTheReason) {
  Suite suite;
  suite.peaks_fail = true;
  suite.add("Saxpy", saxpy_with("saxpy"))->Arg(64);
  const auto entry = suite.run_json().json()["benchmarks"][0];
  EXPECT_FALSE(entry.contains("fraction_of_peak"));
  EXPECT_THAT(
      entry["tickbench"]["notes"].dump(),
      HasSubstr("no fraction_of_peak: the device's peaks could not be measured: no memory"));
}

TEST(Session, IsolatedModeShowsTheIsolatedTime) {
  Suite suite;
  suite.add("Saxpy", saxpy_with("saxpy"))->Arg(64);
  const auto entry = suite.run_json({"--tickbench_mode=isolated"}).json()["benchmarks"][0];
  EXPECT_TRUE(entry["tickbench"]["methods"].contains("isolated"));
  EXPECT_FALSE(entry["tickbench"]["methods"].contains("batched"));
  EXPECT_DOUBLE_EQ(entry["isolated_time"].get<double>() * 1e9, entry["real_time"].get<double>());
}

TEST(Session, RepetitionsAreOneBodyCallEach) {
  Suite suite;
  int calls = 0;
  const auto saxpy = saxpy_with("saxpy");
  suite
      .add("Saxpy",
           [&](State& state) {
             ++calls;
             saxpy(state);
           })
      ->Arg(64);
  const auto json = suite.run_json({"--benchmark_repetitions=3"}).json();
  EXPECT_EQ(calls, 3);
  ASSERT_EQ(json["benchmarks"].size(), 7U);  // and mean, median, stddev, cv
  EXPECT_EQ(json["benchmarks"][2]["tickbench"]["repetition"], 2);
  EXPECT_EQ(json["benchmarks"][4]["tickbench"]["id"], "opencl/saxpy/64");
  EXPECT_FALSE(json["benchmarks"][4]["tickbench"].contains("outcome"));
}

TEST(Session, RepetitionsMayDifferInTheirSamples) {
  Suite suite;
  int calls = 0;
  const auto body = saxpy_with("saxpy");
  suite
      .add("saxpy",
           [&](State& state) {
             // The first repetition has thirty samples, the second as many as the budget allows.
             suite.opencl.behaviour.launch_time = Seconds(calls++ == 0 ? 10e-6 : 0.1);
             body(state);
           })
      ->Arg(256);
  const auto result = suite.run_json({"--benchmark_repetitions=2"});
  ASSERT_EQ(result.status, 0);
  const auto entries = result.json()["benchmarks"];
  EXPECT_EQ(entries[0]["iterations"], entries[1]["iterations"]);
  EXPECT_GT(entries[0]["samples"], entries[1]["samples"]);
}

TEST(Session, InterleavedRepetitionsInterleave) {
  Suite suite;
  std::string order;
  const auto saxpy = saxpy_with("saxpy");
  for (const std::string name : {"A", "B"})
    suite
        .add(name,
             [&order, name, saxpy](State& state) {
               order += name;
               saxpy(state);
             })
        ->Arg(64);
  // A random order is AAABBB or BBBAAA once in ten: so often in a row, never.
  bool interleaved = false;
  for (int i = 0; i < 12 && !interleaved; ++i) {
    order.clear();
    const auto result =
        suite.run_json({"--benchmark_repetitions=3", "--benchmark_enable_random_interleaving"});
    ASSERT_EQ(result.status, 0);
    ASSERT_EQ(order.size(), 6U);
    interleaved = order != "AAABBB" && order != "BBBAAA";
    const auto json = result.json();  // outlives the loop over a part of it
    for (const auto& entry : json["benchmarks"])
      EXPECT_THAT(entry["name"].get<std::string>(),
                  HasSubstr(entry["tickbench"]["id"].get<std::string>()));
  }
  EXPECT_TRUE(interleaved);
}

TEST(Session, MemoryIsThatOfOneBenchmark) {
  Suite suite;
  suite.add("Saxpy", saxpy_with("saxpy"))->Arg(1000)->Arg(2000)->Arg(500);
  EXPECT_EQ(suite.run({"--benchmark_repetitions=2"}).status, 0);
  EXPECT_EQ(suite.opencl.journal.live_allocations, 0);
  EXPECT_EQ(suite.opencl.journal.most_bytes, std::size_t{2} * 2000 * sizeof(float));
}

TEST(Session, OpensTheDeviceOnce) {
  Suite suite;
  suite.add("Saxpy", saxpy_with("saxpy"))->Arg(64)->Arg(128);
  suite.run({"--benchmark_repetitions=2"});
  EXPECT_EQ(suite.opencl.journal.opened, 1);
}

TEST(Session, ListingOpensNoDriver) {
  Suite suite;
  suite.add("Saxpy", saxpy_with("saxpy"))->Arg(64)->MinTime(0.5);
  EXPECT_EQ(suite.run({"--tickbench_list"}).out, "opencl/saxpy/64\n");
  EXPECT_EQ(suite.run({"--benchmark_list_tests"}).out,
            "opencl/saxpy/64/min_time:0.500/manual_time\n");
  EXPECT_EQ(suite.opencl.journal.enumerated, 0);
}

TEST(Session, SettingsOfABackEndAreFlagsAndInEveryResult) {
  Suite suite;
  suite.opencl.offered = {
      {"list", {"regular", "immediate"}, "the lists", {{"at_once", "immediate"}}}};
  suite.add("Saxpy", saxpy_with("saxpy"))->Arg(64);
  const auto as_default = suite.run_json();
  EXPECT_EQ(suite.opencl.chosen["list"], "regular");
  EXPECT_EQ(as_default.json()["benchmarks"][0]["tickbench"]["settings"]["opencl"]["list"],
            "regular");
  const auto as_chosen =
      suite.run_json({"--tickbench_opencl_list=immediate", "--benchmark_repetitions=2"});
  EXPECT_EQ(suite.opencl.chosen["list"], "immediate");
  const auto chosen = as_chosen.json();
  for (const auto& entry : chosen["benchmarks"])
    EXPECT_EQ(entry["tickbench"]["settings"]["opencl"]["list"], "immediate");
  suite.run({"--tickbench_opencl_list=at_once"});
  EXPECT_EQ(suite.opencl.chosen["list"], "immediate");
  const auto refused = suite.run({"--tickbench_opencl_list=irregular"});
  EXPECT_EQ(refused.status, 2);
  EXPECT_THAT(refused.err, HasSubstr("one of regular, immediate"));
  const auto help = suite.run({"--help"}).out;
  EXPECT_THAT(help, HasSubstr("\n  --tickbench_opencl_list=regular|immediate  "));
  EXPECT_THAT(help,
              HasSubstr("  the lists; default: regular; deprecated: at_once for immediate\n"));
}

TEST(Session, ARowSaysTheNoteOfItsDevice) {
  Suite suite;
  suite.opencl.infos[0].note = "CPU driver";
  suite.add("Saxpy", saxpy_with("saxpy"))->Arg(64);
  EXPECT_EQ(suite.run_json().json()["benchmarks"][0]["label"],
            "CPU driver, ±0.0 %, host-bound 1 %");
  suite.opencl.add_device("another");
  const auto both = suite.run_json({"--tickbench_device=all"}).json()["benchmarks"];
  EXPECT_EQ(both[0]["label"], "opencl:0, CPU driver, ±0.0 %, host-bound 1 %");
  EXPECT_EQ(both[1]["label"], "opencl:1, ±0.0 %, host-bound 1 %");
}

TEST(Session, ARowOfItsBackEndsOnlyDeviceDoesNotNameIt) {
  Suite suite;
  suite.has_level_zero = true;
  suite.level_zero.add_device("another").note = "CPU driver";
  suite.add("Saxpy", saxpy_with("saxpy"))->Arg(64);
  const auto both = suite.run_json().json()["benchmarks"];
  ASSERT_EQ(both.size(), 2U);
  EXPECT_EQ(both[0]["label"], "±0.0 %, host-bound 1 %");
  EXPECT_EQ(both[1]["label"], "CPU driver, ±0.0 %, host-bound 1 %");
}

TEST(Session, VerifyOnlyMeasuresNothing) {
  Suite suite;
  suite.add("Saxpy", saxpy_with("saxpy"))->Arg(64);
  const auto result = suite.run_json({"--tickbench_verify_only"});
  EXPECT_EQ(result.status, 0);
  EXPECT_EQ(suite.opencl.journal.brackets, 0);
  EXPECT_EQ(suite.opencl.journal.launches, 6);  // two checked ones, and the poison of two buffers
  const auto entry = result.json()["benchmarks"][0]["tickbench"];
  EXPECT_EQ(entry["outcome"], "passed");
  EXPECT_TRUE(entry["metrics"].empty());
}

TEST(Session, MinimumTimeAndSamplesAreTheHarnesss) {
  Suite suite;
  suite.add("Saxpy", saxpy_with("saxpy"))->Arg(64);
  const auto samples =
      suite.run_json({"--benchmark_min_time=17x"}).json()["benchmarks"][0]["tickbench"];
  EXPECT_EQ(samples["samples"]["batched"], 17);
  EXPECT_EQ(samples["stop_reason"]["batched"], "count");
  const auto timed =
      suite.run_json({"--benchmark_min_time=0.8s"}).json()["benchmarks"][0]["tickbench"];
  EXPECT_DOUBLE_EQ(timed["settings"]["minimum_time"].get<double>(), 0.8);
  EXPECT_GE(timed["samples"]["batched"].get<double>() * timed["batch"].get<double>() * 10e-6, 0.8);
}

TEST(Session, TheTerminalSeesProgress) {
  Suite suite;
  suite.add("Saxpy", saxpy_with("saxpy"))->Arg(64)->Arg(128);
  EXPECT_THAT(suite.run().err, Not(HasSubstr("[1/2]")));
  suite.err_columns = 100;
  const auto err = suite.run().err;
  EXPECT_THAT(err, HasSubstr("[1/2] opencl/saxpy/64  batched: sampling"));
  EXPECT_THAT(err, HasSubstr("[2/2] opencl/saxpy/128"));
  EXPECT_THAT(err, HasSubstr(" left"));
}

TEST(Session, EveryDeviceWithAll) {
  Suite suite;
  suite.opencl.add_device("Second GPU");
  suite.add("Saxpy", saxpy_with("saxpy"))->Arg(64);
  const auto json = suite.run_json({"--tickbench_device=all"}).json();
  ASSERT_EQ(json["benchmarks"].size(), 2U);
  EXPECT_EQ(json["benchmarks"][0]["tickbench"]["device_id"], "opencl:0");
  EXPECT_EQ(json["benchmarks"][1]["tickbench"]["device"], "Second GPU");
  EXPECT_EQ(json["benchmarks"][1]["label"], "opencl:1, ±0.0 %, host-bound 1 %");
  EXPECT_EQ(json["context"]["tickbench"]["devices"].size(), 2U);
}

TEST(Session, ASubDeviceThatIsNotListed) {
  Suite suite;
  suite.add("Saxpy", saxpy_with("saxpy"))->Arg(64);
  const auto result = suite.run_json({"--tickbench_device=opencl:0.1"});
  EXPECT_EQ(result.status, 0) << result.err;
  const auto json = result.json();
  ASSERT_EQ(json["benchmarks"].size(), 1U);
  EXPECT_EQ(json["benchmarks"][0]["tickbench"]["device_id"], "opencl:0.1");
  EXPECT_EQ(json["benchmarks"][0]["tickbench"]["outcome"], "passed");
}

TEST(Session, OneElementIsCheckedUnderTwoInputs) {
  Suite suite;
  int calls = 0;
  suite.add("Sum", [&](State& state) {
    state.counter("call_" + std::to_string(++calls), 1);
    const auto x = random<float>(100);
    auto x_d = state.device().upload(x);
    auto out_d = state.device().allocate<float>(1);
    const auto launch = state.device().kernel("sum").args(x_d, out_d, x.size()).over(1);
    state.expect([&](std::span<float> result) {
      result[0] = 0;
      for (const float value : x) result[0] += value;
    });
    state.verify(launch, out(out_d), ulps(0));
    state.measure(launch);
  });
  const auto result = suite.run_json({"--benchmark_repetitions=2", "--tickbench_precision=0.02"});
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_EQ(calls, 3);
  // The call under the first input leaves nothing.
  for (int repetition = 0; repetition < 2; ++repetition) {
    const auto row = result.json()["benchmarks"][static_cast<std::size_t>(repetition)];
    EXPECT_EQ(row["repetition_index"], repetition);
    EXPECT_EQ(row["tickbench"]["settings"]["precision"], 0.02);
    EXPECT_FALSE(row.contains("call_1"));
    EXPECT_TRUE(row.contains("call_" + std::to_string(repetition + 2)));
  }
}

}  // namespace
}  // namespace tickbench::suite
