// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
//
// --tickbench_profile: of each benchmark one launch in a range, warm, and no times.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <stdexcept>

#include "fakes/fake_queue.hpp"
#include "suite/suite.hpp"

namespace tickbench::suite {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

class Profile : public ::testing::Test {
 protected:
  Suite::Result profile(std::vector<std::string> flags = {}) {
    flags.emplace_back("--tickbench_profile");
    return suite_.run_json(std::move(flags));
  }
  const std::vector<std::string>& kernels() const { return suite_.opencl.journal.kernels; }
  /// What lies in each range, from its beginning to its end.
  std::vector<std::vector<std::string>> ranges() const {
    std::vector<std::vector<std::string>> found;
    bool is_open = false;
    for (const auto& name : kernels()) {
      if (name.starts_with("begin ")) {
        EXPECT_FALSE(is_open) << name;
        is_open = true;
        found.push_back({name.substr(6)});
      } else if (name == "end") {
        is_open = false;
      } else if (is_open) {
        found.back().push_back(name);
      }
    }
    EXPECT_FALSE(is_open);
    return found;
  }

  Suite suite_;
};

TEST_F(Profile, IsOneLaunchInARangeBehindTheWarmUp) {
  suite_.add("Saxpy", saxpy_with("saxpy"))->Arg(64)->Arg(128);
  suite_.tries_the_smallest = true;
  const auto result = profile();
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_THAT(ranges(), ElementsAre(ElementsAre("opencl/saxpy/64", "saxpy"),
                                    ElementsAre("opencl/saxpy/128", "saxpy")));
  const auto first = std::ranges::find(kernels(), "begin opencl/saxpy/64") - kernels().begin();
  EXPECT_GT(first, 100);  // launches of 10 us for at least 0.05 s
  const auto json = result.json();
  for (const auto& row : json["benchmarks"]) {
    EXPECT_EQ(row["tickbench"]["outcome"], "passed");
    EXPECT_FALSE(row["tickbench"].contains("isolated"));
    EXPECT_FALSE(row["tickbench"].contains("batched"));
    EXPECT_EQ(row["tickbench"]["settings"]["verify_only"], false);
    EXPECT_EQ(row["tickbench"]["settings"]["profile"], true);
    EXPECT_EQ(row["label"], "not measured, profiled in a range of the driver");
  }
}

TEST_F(Profile, TheTableSaysInWhichRange) {
  suite_.add("Saxpy", saxpy_with("saxpy"))->Arg(64);
  EXPECT_THAT(suite_.run({"--tickbench_profile"}).out,
              HasSubstr("passed, profiled in a range of the driver"));
}

TEST_F(Profile, MeasuresNothingOfTheDeviceEither) {
  suite_.add("Saxpy", saxpy_with("saxpy"))->Arg(64);
  int peaks = 0;
  suite_.canary = [&] {
    ++peaks;
    return canary::Figures();
  };
  EXPECT_EQ(profile().status, 0);
  EXPECT_EQ(peaks, 0);
}

TEST_F(Profile, AQueueWithoutRangesIsNamed) {
  fakes::FakeClock clock;
  fakes::FakeQueue queue(clock, {});
  suite_.add("Own", [&queue](State& state) {
    state.waive(Check::kResult, "of no interest here");
    state.measure(queue, [&queue] { queue.launch(); });
  });
  const auto result = profile();
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_EQ(result.json()["benchmarks"][0]["label"],
            "nothing_to_check, not measured, profiled without a range");
  EXPECT_THAT(result.err, HasSubstr("no tool has set NVTX_INJECTION64_PATH"));
  EXPECT_EQ(queue.requests().back().launches, 1);
  EXPECT_EQ(queue.requests().back().method, TimeMethod::kHost);
}

TEST_F(Profile, AResetIsBeforeTheRange) {
  suite_.add("Reset", [](State& state) {
    auto y = state.device().upload(std::vector<float>(64, 1));
    const auto zeros = state.device().kernel("saxpy_zeros").args(2.0F, y, y, std::uint64_t{64});
    const auto reset = zeros.over(64);
    const auto launch = state.device().kernel("double_it").args(y).over(64);
    state.waive(Check::kResult, "of no interest here");
    state.measure(launch).after(reset);
  });
  EXPECT_EQ(profile().status, 0);
  EXPECT_THAT(ranges(), ElementsAre(ElementsAre("opencl/reset", "double_it")));
}

TEST_F(Profile, AChainIsOneRange) {
  suite_.add("Chain", [](State& state) {
    auto y = state.device().upload(std::vector<float>(64, 1));
    const auto launch = state.device().kernel("double_it").args(y).over(64);
    state.waive(Check::kResult, "of no interest here");
    state.measure(launch, launch, launch);
  });
  EXPECT_EQ(profile({"--tickbench_mode=graph"}).status, 0);
  EXPECT_THAT(ranges(),
              ElementsAre(ElementsAre("opencl/chain", "double_it", "double_it", "double_it")));
}

TEST_F(Profile, RotatingBuffersAreTheNextOnes) {
  suite_.add("Saxpy", saxpy_with("saxpy"))->Arg(64);
  const auto result = profile({"--tickbench_cache=rotating:1024"});
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_THAT(ranges(), ElementsAre(ElementsAre("opencl/saxpy/64", "saxpy")));
}

TEST_F(Profile, AWrongResultIsNotProfiled) {
  suite_.add("Saxpy", saxpy_with("saxpy_wrong"))->Arg(64);
  const auto result = profile();
  EXPECT_EQ(result.status, 1);
  EXPECT_THAT(ranges(), IsEmpty());
  EXPECT_EQ(result.json()["benchmarks"][0]["tickbench"]["outcome"], "wrong_result");
}

TEST_F(Profile, AFailureEndsItsRange) {
  suite_.add("Fails", [this](State& state) {
    const auto opened = suite_.opencl.open(suite_.opencl.infos.front());
    state.waive(Check::kResult, "of no interest here");
    state.measure(opened->queue(), [this] {
      if (!kernels().empty() && kernels().back().starts_with("begin "))
        throw std::runtime_error("lost in the range");
    });
  });
  suite_.add("Saxpy", saxpy_with("saxpy"))->Arg(64);
  const auto result = profile();
  EXPECT_EQ(result.status, 1);
  EXPECT_THAT(ranges(),
              ElementsAre(ElementsAre("opencl/fails"), ElementsAre("opencl/saxpy/64", "saxpy")));
  EXPECT_THAT(result.json()["benchmarks"][0]["error_message"].get<std::string>(),
              HasSubstr("lost in the range"));
}

TEST_F(Profile, IsOncePerBenchmark) {
  suite_.add("Saxpy", saxpy_with("saxpy"))->Arg(64)->Repetitions(3);
  const auto result = profile();
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_EQ(ranges().size(), 1U);
}

TEST_F(Profile, StandsAlone) {
  suite_.add("Saxpy", saxpy_with("saxpy"))->Arg(64);
  std::ofstream(suite_.path("floors.json"))
      << R"({"schema": "tickbench-floors/1", "floors": [{"device": ".*", "benchmark": ".*",
             "metric": "time", "at_most": 1}]})";
  for (const std::string& other :
       {std::string("--tickbench_verify_only"), "--tickbench_floors=" + suite_.path("floors.json"),
        std::string("--tickbench_energy"), std::string("--benchmark_repetitions=3")}) {
    const auto result = profile({other});
    EXPECT_EQ(result.status, 2) << other;
    EXPECT_THAT(result.err, HasSubstr("expected one of them, found both"));
    EXPECT_THAT(result.err, HasSubstr("--tickbench_profile"));
    EXPECT_THAT(result.err, HasSubstr(other.substr(0, other.find('='))));
  }
  EXPECT_EQ(suite_.opencl.journal.opened, 0);
  EXPECT_EQ(suite_.run({"--tickbench_profile", "--tickbench_list"}).out, "opencl/saxpy/64\n");
  EXPECT_EQ(profile({"--benchmark_filter=nothing_like_it"}).status, 2);
}

}  // namespace
}  // namespace tickbench::suite
