// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <limits>
#include <stdexcept>

#include "results/json_document.hpp"
#include "results/result_file.hpp"
#include "suite/suite.hpp"
#include "tickbench/error.hpp"

namespace tickbench::suite {
namespace {

using conditions::DeviceState;
using ::testing::HasSubstr;

constexpr std::size_t kKiB = 1024, kMiB = 1024 * kKiB;

/// Measures on the device's queue what may allocate in each launch.
void measure(State& state, const std::function<void()>& launch) {
  state.waive(Check::kResult, "its memory alone matters");
  state.measure(waits, [&](_cl_command_queue* /*queue*/) { launch(); });
}

/// Holds so many bytes, and takes so many more in each launch.
Registration::Body holding(std::size_t held, std::size_t taken) {
  return [=](State& state) {
    auto& device = state.device();
    auto y = device.allocate<char>(held);
    const auto fill = device.fill(y, 'x');
    measure(state, [&] {
      const auto scratch = device.allocate<char>(taken);
      fill();
    });
  };
}

nlohmann::json row_of(const Suite::Result& result, std::size_t row = 0) {
  EXPECT_EQ(result.status, 0) << result.err;
  auto rows = result.json()["benchmarks"];
  for (std::size_t i = rows.size(); i-- > 0;)
    if (rows[i]["run_type"] != "iteration") rows.erase(i);
  return rows.at(row);
}
nlohmann::json memory_of(const nlohmann::json& row) { return row["tickbench"]["device_memory"]; }

/// That the metric and the counter are this many bytes, all or some of them held.
void expect_peak(const nlohmann::json& row, std::uint64_t peak, std::uint64_t held) {
  SCOPED_TRACE(row["name"].get<std::string>());
  EXPECT_EQ(memory_of(row)["peak"], peak);
  EXPECT_EQ(memory_of(row)["held"], held);
  EXPECT_EQ(row["tickbench"]["metrics"]["device_memory"]["value"], static_cast<double>(peak));
  EXPECT_EQ(row["device_memory"], static_cast<double>(peak));
}

TEST(DeviceMemory, IsWhatTheBodyHoldsAndALaunchTakes) {
  Suite suite;
  suite.add("Holds", holding(64 * kKiB, 32 * kKiB))->Repetitions(3);
  const auto result = suite.run_json();
  for (std::size_t i = 0; i < 3; ++i) expect_peak(row_of(result, i), 96 * kKiB, 64 * kKiB);
}

TEST(DeviceMemory, IsOfOneByteToo) {
  Suite suite;
  suite.add("Byte", holding(1, 1));
  expect_peak(row_of(suite.run_json()), 2, 1);
}

TEST(DeviceMemory, LeavesOutWhatWasFreedBefore) {
  Suite suite;
  suite.add("Freed", [](State& state) {
    auto& device = state.device();
    device.allocate<char>(256 * kMiB);
    auto y = device.allocate<char>(kMiB);
    y = device.allocate<char>(2 * kMiB);
    const auto fill = device.fill(y, 'x');
    measure(state, [&] { fill(); });
  });
  expect_peak(row_of(suite.run_json()), 2 * kMiB, 2 * kMiB);
}

TEST(DeviceMemory, IsNotWhatTheHostKeeps) {
  Suite suite;
  suite.add("Kinds", [](State& state) {
    auto& device = state.device();
    const auto host = device.allocate<char>(10, MemoryKind::kHost);
    const auto heap = device.allocate<char>(100, MemoryKind::kHeap);
    const auto mapped = device.allocate<char>(1000, MemoryKind::kMapped);
    auto y = device.allocate<char>(10'000);
    const auto fill = device.fill(y, 'x');
    measure(state, [&] { fill(); });
  });
  expect_peak(row_of(suite.run_json()), 11'000, 11'000);
  suite.opencl.infos[0].unified_memory = true;
  expect_peak(row_of(suite.run_json()), 11'010, 11'010);
}

TEST(DeviceMemory, OfOneBufferIsCountedOnceWhoeverHoldsIt) {
  Suite suite;
  suite.add("Moved", [](State& state) {
    Device copy = state.device();
    auto first = copy.allocate<float>(256);
    auto y = std::move(first);
    const auto launch = copy.kernel("saxpy").args(2.0F, y, y, std::size_t{256}).over(256);
    state.waive(Check::kResult, "its memory alone matters");
    state.measure(launch);
  });
  expect_peak(row_of(suite.run_json()), 1024, 1024);
}

TEST(DeviceMemory, IsNotTheHarnesssOwn) {
  const std::size_t n = 256, own = 2 * n * sizeof(float);
  Suite suite;
  suite.opencl.behaviour.part_alignment = 128;
  suite.tries_the_smallest = true;
  suite.add("Saxpy", saxpy_with("saxpy"))->Arg(n);
  suite.add("Double", saxpy_with("saxpy"))->Arg(2 * n);
  for (const std::vector<std::string>& flags :
       std::vector<std::vector<std::string>>{{},
                                             {"--tickbench_cache=rotating:65536"},
                                             {"--tickbench_cache=cold:1048576"},
                                             {"--tickbench_fresh"},
                                             {"--tickbench_fresh=off"}}) {
    SCOPED_TRACE(flags.empty() ? "as it is" : flags[0]);
    const auto result = suite.run_json(flags);
    expect_peak(row_of(result, 0), own, own);
    expect_peak(row_of(result, 1), 2 * own, 2 * own);
  }
  // The partner's buffers are there while the first is measured.
  std::ofstream(suite.path("floors.json"))
      << R"({"schema": "tickbench-floors/1", "floors": [{"device": ".*",
             "benchmark": "opencl/saxpy/256", "metric": "ratio", "of": "time",
             "to": "opencl/double/512", "at_most": 9}]})";
  const auto result = suite.run_json({"--tickbench_floors=" + suite.path("floors.json")});
  expect_peak(row_of(result, 0), own, own);
  expect_peak(row_of(result, 1), 2 * own, 2 * own);
}

TEST(DeviceMemory, OfRotatingCopiesIsThatOfOneWithItsLaunch) {
  Suite suite;
  suite.add("Takes", [](State& state) {
    auto& device = state.device();
    auto y = device.allocate<float>(1024);
    const auto fill = device.fill(y, 1.0F);
    state.waive(Check::kResult, "its memory alone matters");
    state.measure(fill);
  });
  const auto row = row_of(suite.run_json({"--tickbench_cache=rotating:65536"}));
  expect_peak(row, 4096, 4096);
  EXPECT_GT(suite.opencl.journal.most_bytes, 65536U);
}

TEST(DeviceMemory, OfWhatIsSharedIsThatOfEachBodyThatTakesIt) {
  struct Model {
    Buffer<char> weights;
  };
  const auto make = [](std::size_t bytes) {
    return [bytes](Device& device) { return Model{device.allocate<char>(bytes)}; };
  };
  const auto body = [&](bool takes_index) {
    return [=](State& state) {
      auto& model = state.shared("model", make(5000));
      state.shared("model", make(5000));
      // Which takes another one.
      if (takes_index)
        state.shared("index", [&](Device& device) {
          state.shared("pool", make(70'000));
          return make(300)(device);
        });
      auto y = state.device().allocate<char>(20);
      const auto copy = state.device().fill(y, 'x');
      measure(state, [&] { copy(); });
      EXPECT_EQ(model.weights.size(), 5000U);
    };
  };
  for (const bool is_first : {true, false}) {
    Suite suite;
    suite.add("A", body(is_first))->Repetitions(2);
    suite.add("B", body(!is_first));
    const auto result = suite.run_json();
    for (std::size_t i = 0; i < 3; ++i) {
      const bool takes_index = is_first == (i < 2);
      const auto row = row_of(result, i);
      expect_peak(row, takes_index ? 5320 : 5020, takes_index ? 5320 : 5020);
      EXPECT_EQ(memory_of(row)["shared"], takes_index ? 5300 : 5000);
    }
  }
}

TEST(DeviceMemory, OfWhatSetupMakesIsTheBodys) {
  Suite suite;
  std::optional<Buffer<char>> y;
  suite
      .add("SetUp",
           [&](State& state) {
             const auto fill = state.device().fill(*y, 'x');
             measure(state, [&] { fill(); });
           })
      ->Setup([&](State& state) { y.emplace(state.device().allocate<char>(4096)); })
      ->Teardown([&](State&) { y.reset(); });
  expect_peak(row_of(suite.run_json()), 4096, 4096);
}

TEST(DeviceMemory, OfALeakIsOfTheOneThatLeaks) {
  static std::vector<Buffer<char>> leaked;
  for (const bool leaks_first : {true, false}) {
    Suite suite;
    const auto leaking = [](State& state) {
      auto& device = state.device();
      leaked.push_back(device.allocate<char>(3 * kMiB));
      const auto fill = device.fill(leaked.back(), 'x');
      measure(state, [&] { fill(); });
    };
    if (leaks_first) suite.add("Leaks", leaking);
    suite.add("Holds", holding(100, 10));
    if (!leaks_first) suite.add("Leaks", leaking);
    const auto result = suite.run_json();
    const std::size_t leak = leaks_first ? 0 : 1;
    expect_peak(row_of(result, leak), 3 * kMiB, 3 * kMiB);
    expect_peak(row_of(result, 1 - leak), 110, 100);
    leaked.clear();
  }
}

/// Has a floor of this rest, in a file of its own.
std::string floor_flag(const Suite& suite, const std::string& rest) {
  const auto path = suite.path("floors.json");
  std::ofstream(path) << R"({"schema": "tickbench-floors/1", "floors": [{"device": ".*",
                             "benchmark": ".*", "metric": "device_memory", )"
                      << rest << "}]}";
  return "--tickbench_floors=" + path;
}

/// Of a device whose driver says so.
DeviceState in_use(std::optional<std::uint64_t> bytes, const std::string& counted) {
  DeviceState state;
  state.memory = {bytes, counted};
  return state;
}

/// Allocates by calls of its own, which only the driver counts.
Registration::Body allocating_itself(Suite& suite, std::uint64_t& bytes) {
  return [&](State& state) {
    state.device();
    bytes += 5000;
    measure(state, [&] { suite.time.pass(Seconds(10e-6)); });
    bytes -= 5000;
  };
}

TEST(DeviceMemory, OfNothingCountedIsNoValue) {
  Suite suite;
  std::uint64_t bytes = 700;
  suite.device_state.emplace().state = [&] { return in_use(bytes, "this process"); };
  suite.add("Own", allocating_itself(suite, bytes));
  auto row = row_of(suite.run_json());
  EXPECT_FALSE(row.contains("device_memory"));
  EXPECT_FALSE(row["tickbench"]["metrics"].contains("device_memory"));
  EXPECT_EQ(memory_of(row)["why_not"], "the benchmark allocates nothing through its device");
  EXPECT_FALSE(memory_of(row).contains("peak"));
  EXPECT_EQ(memory_of(row)["driver"],
            (nlohmann::json{{"bytes", 5000}, {"counted", "this process"}}));
  const auto judged = suite.run_json({floor_flag(suite, R"("at_most": 1e9)")});
  EXPECT_EQ(judged.status, 1);
  EXPECT_EQ(judged.json()["benchmarks"][0]["tickbench"]["floors"]["verdict"], "not_measured");
}

TEST(DeviceMemory, OfAFailedRowIsNone) {
  Suite suite;
  int launches = 0;
  const auto failing = [&](const std::function<void(State&)>& fail) {
    return [&, fail](State& state) {
      launches = 0;
      auto y = state.device().allocate<char>(kKiB);
      const auto fill = state.device().fill(y, 'x');
      measure(state, [&, fail] {
        fill();
        if (++launches == 2000) fail(state);
      });
    };
  };
  suite.add("Throws", failing([](State&) { throw std::runtime_error("in the middle"); }));
  suite.add("OverLimit", failing([](State& state) { state.device().allocate<char>(kMiB << 9); }));
  suite.add("Overflows", failing([](State& state) {
              state.device().allocate<double>(std::numeric_limits<std::size_t>::max() / 4);
            }));
  suite.add("NoMemory", failing([&](State& state) {
              suite.opencl.behaviour.memory_left = 0;
              state.device().allocate<char>(1);
            }));
  const auto result = suite.run_json({floor_flag(suite, R"("at_most": 1e9)")});
  EXPECT_EQ(result.status, 1);
  const auto rows = result.json()["benchmarks"];
  const std::vector<std::string> outcomes{"invalid_benchmark", "over_limit", "over_limit",
                                          "out_of_memory"};
  for (std::size_t i = 0; i < outcomes.size(); ++i) {
    SCOPED_TRACE(rows[i]["name"].get<std::string>());
    EXPECT_EQ(rows[i]["tickbench"]["outcome"], outcomes[i]);
    EXPECT_FALSE(rows[i]["tickbench"]["metrics"].contains("device_memory"));
    EXPECT_FALSE(rows[i]["tickbench"].contains("device_memory"));
  }
  EXPECT_EQ(rows[0]["tickbench"]["floors"]["verdict"], "not_measured");
}

TEST(DeviceMemory, AFailedAllocationIsNotCounted) {
  Suite suite;
  suite.add("Tries", [](State& state) {
    auto y = state.device().allocate<char>(kKiB);
    const auto fill = state.device().fill(y, 'x');
    measure(state, [&] {
      fill();
      try {
        state.device().allocate<char>(kMiB << 9);
      } catch (const Error& error) {
        EXPECT_EQ(error.outcome(), Outcome::kOverLimit);
      }
    });
  });
  expect_peak(row_of(suite.run_json()), kKiB, kKiB);
}

TEST(DeviceMemory, ItsFloorIsDecidedByOneValue) {
  Suite suite;
  suite.add("Holds", holding(100, 10));
  const auto verdict = [&](const std::string& rest) {
    const auto result = suite.run_json({floor_flag(suite, rest), "--benchmark_min_time=1x"});
    return result.json()["benchmarks"][0]["tickbench"]["floors"]["verdict"].get<std::string>();
  };
  EXPECT_EQ(verdict(R"("at_most": 110, "tolerance": 0)"), "pass");
  EXPECT_EQ(verdict(R"("at_most": 109, "tolerance": 0)"), "fail");
  EXPECT_EQ(verdict(R"("at_most": 105)"), "pass") << "5 % more are allowed";
}

TEST(DeviceMemory, AFloorOfLessThanAByteIsASlip) {
  Suite suite;
  suite.add("Holds", holding(100, 10));
  for (const auto* const at_most : {"0.001", "1e16"}) {
    const auto result = suite.run({floor_flag(suite, R"("at_most": )" + std::string(at_most))});
    EXPECT_EQ(result.status, 2);
    EXPECT_THAT(result.err,
                HasSubstr("floors[0].at_most: expected a number between 1 and 1e+15 B"));
  }
  EXPECT_EQ(suite.run({floor_flag(suite, R"("at_most": 0)")}).status, 2);
}

/// By a driver that counts what is allocated, and more of its own.
TEST(DeviceMemory, HasTheDriversCountBesideIt) {
  Suite suite;
  auto& live_bytes = suite.opencl.journal.live_bytes;
  std::string counted = "this process";
  suite.device_state.emplace().state = [&] { return in_use(1'000'000 + 2 * live_bytes, counted); };
  suite.add("Holds", holding(100, 10));
  auto row = row_of(suite.run_json());
  expect_peak(row, 110, 100);
  EXPECT_EQ(memory_of(row)["driver"], (nlohmann::json{{"bytes", 200}, {"counted", counted}}));

  // Otherwise counted in the middle.
  suite.device_state->state = [&] {
    return in_use(5, live_bytes == 0 ? "the device" : "this process");
  };
  EXPECT_EQ(memory_of(row_of(suite.run_json()))["driver"]["why_not"],
            "before the body: the device");
}

TEST(DeviceMemory, SaysWhyItHasNoDriversCount) {
  Suite suite;
  suite.add("Saxpy", saxpy_with("saxpy"))->Arg(256);
  const auto why_not = [&](const std::vector<std::string>& flags = {}) {
    const auto driver = memory_of(row_of(suite.run_json(flags)))["driver"];
    EXPECT_FALSE(driver.contains("bytes"));
    return driver["why_not"].get<std::string>();
  };
  EXPECT_EQ(why_not(), "only NVML tells it");
  suite.device_state.emplace().state = [] {
    return in_use(std::nullopt, "NVML states more than the device has");
  };
  EXPECT_EQ(why_not(), "NVML states more than the device has");
  suite.device_state->state = [] { return in_use(7, "this process"); };
  EXPECT_EQ(why_not({"--tickbench_cache=rotating:65536"}),
            "the copies of the buffers would be in it");
}

TEST(DeviceMemory, IsReadAsItIsWritten) {
  Suite suite;
  suite.add("Holds", holding(100, 10));
  const auto file =
      results::read_runs(results::parse_json(suite.run_json().out, "file.json")).at(0);
  const auto& metrics = file.benchmarks.at(0).repetitions.at(0).metrics;
  EXPECT_EQ(results::find_named(metrics, "device_memory")->value, 110);
}

TEST(DeviceMemory, IsNotCountedInARunOfChecksAlone) {
  Suite suite;
  suite.add("Saxpy", saxpy_with("saxpy"))->Arg(256);
  EXPECT_FALSE(
      row_of(suite.run_json({"--tickbench_verify_only"}))["tickbench"].contains("device_memory"));
}

}  // namespace
}  // namespace tickbench::suite
