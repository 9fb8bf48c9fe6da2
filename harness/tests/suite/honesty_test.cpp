// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
//
// Benchmarks that would lie, each in one way.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "api/state_impl.hpp"
#include "suite/suite.hpp"

namespace tickbench::suite {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

constexpr std::size_t kN = 64;

std::string outcome_of(const Suite::Result& result) {
  return result.json()["benchmarks"].at(0)["tickbench"]["outcome"];
}

/// out <- 2 x, and what a body does with it.
struct Scale {
  explicit Scale(State& state)
      : x(random<float>(kN)), device(state.device()), x_d(device.upload(x)) {
    state.expect([this](std::span<float> result) {
      for (std::size_t i = 0; i < result.size(); ++i) result[i] = 2.0F * x[i];
    });
  }
  Launch over(Buffer<float>& to, std::size_t n) {
    return device.kernel("scale").args(2.0F, x_d, to, n).over(n);
  }
  std::vector<float> x;
  Device& device;
  Buffer<float> x_d;
  Buffer<float> out_d = device.allocate<float>(kN), other_d = device.allocate<float>(kN);
};

Suite::Result run(const Registration::Body& body, const std::vector<std::string>& flags = {}) {
  Suite suite;
  suite.add("Lie", body);
  return suite.run_json(flags);
}

TEST(Honesty, AnotherLaunchThanTheCheckedOneFails) {
  const auto body = [](State& state) {
    Scale scale(state);
    state.verify(scale.over(scale.out_d, kN), out(scale.out_d), exact());
    state.measure(scale.over(scale.other_d, kN));
  };
  const auto result = run(body);
  EXPECT_EQ(outcome_of(result), "wrong_result");
  EXPECT_THAT(result.err, HasSubstr("what was timed ('scale over 64') does not give the results"));
  EXPECT_THAT(result.err, HasSubstr("the kernel wrote nothing"));
  EXPECT_EQ(outcome_of(run(body, {"--tickbench_verify_only"})), "wrong_result");
}

TEST(Honesty, APartOfTheCheckedLaunchFails) {
  const auto result = run([](State& state) {
    Scale scale(state);
    state.verify(scale.over(scale.out_d, kN), out(scale.out_d), exact());
    state.measure(scale.over(scale.out_d, kN / 16));
  });
  EXPECT_EQ(outcome_of(result), "wrong_result");
  EXPECT_THAT(result.err, HasSubstr("60 of 64 elements are wrong"));
}

TEST(Honesty, TheSameLaunchMadeAnewPasses) {
  const auto body = [](State& state) {
    Scale scale(state);
    state.verify(scale.over(scale.out_d, kN), out(scale.out_d), exact());
    state.measure(scale.over(scale.out_d, kN));
  };
  EXPECT_EQ(outcome_of(run(body)), "passed");
  EXPECT_EQ(outcome_of(run(body, {"--tickbench_verify_only"})), "passed");
}

TEST(Honesty, WorkThatStopsAfterTheCheckFails) {
  for (const std::string repetitions : {"1", "3"}) {
    int calls = 0;
    const auto result = run(
        [&calls](State& state) {
          Scale scale(state);
          const auto launch = scale.over(scale.out_d, kN);
          const auto nothing = scale.over(scale.other_d, kN);
          const auto at_first = [&] { (calls++ < 100 ? launch : nothing).work().enqueue(); };
          state.verify([&] { launch(); }, out(scale.out_d), exact());
          Work work{at_first, 0, "at first"};
          work.launches = launch.work().launches;
          state.measure(Launch(launch.queue(), work));
        },
        {"--benchmark_repetitions=" + repetitions});
    EXPECT_EQ(outcome_of(result), "wrong_result") << repetitions;
  }
}

TEST(Honesty, LaterRepetitionsAreCheckedBehindTheirTimingToo) {
  int body_calls = 0;
  const auto result = run(
      [&body_calls](State& state) {
        Scale scale(state);
        const bool is_last = ++body_calls == 3;
        const auto launch = scale.over(scale.out_d, kN);
        state.verify(launch, out(scale.out_d), exact());
        state.measure(is_last ? scale.over(scale.other_d, kN) : launch);
      },
      {"--benchmark_repetitions=3"});
  EXPECT_EQ(result.status, 1);
  EXPECT_EQ(result.json()["benchmarks"].at(1)["tickbench"]["outcome"], "passed");
  EXPECT_EQ(result.json()["benchmarks"].at(2)["tickbench"]["outcome"], "wrong_result");
}

TEST(Honesty, AnInoutIsPutBackForTheCheckBehindTheTiming) {
  Suite suite;
  suite.add("Saxpy", saxpy_with("saxpy"))->Arg(64);
  EXPECT_EQ(outcome_of(suite.run_json({"--benchmark_repetitions=2"})), "passed");
}

TEST(Honesty, SaysWhyItIsNotCheckedBehindTheTiming) {
  const auto result = run([](State& state) {
    Scale scale(state);
    state.verify(scale.over(scale.out_d, kN), out(scale.out_d), exact());
    state.waive(tickbench::Check::kAfterTiming, "it writes elsewhere");
    state.measure(scale.over(scale.other_d, kN));
  });
  EXPECT_EQ(outcome_of(result), "passed");
  EXPECT_THAT(result.json()["benchmarks"].at(0)["tickbench"]["notes"].dump(),
              HasSubstr("not checked after the timing: it writes elsewhere"));
}

TEST(Honesty, AWrongFirstReferenceIsNamed) {
  const auto run_with = [](bool second_is_right) {
    return run([=](State& state) {
      const auto x = random<float>(kN);
      auto x_d = state.device().upload(x);
      auto out_d = state.device().allocate<float>(kN);
      const auto launch = state.device().kernel("scale").args(2.0F, x_d, out_d, kN).over(kN);
      const auto times = [&x](float factor) {
        return [&x, factor](std::span<float> result) {
          for (std::size_t i = 0; i < result.size(); ++i) result[i] = factor * x[i];
        };
      };
      state.reference(tbb, times(3.0F));
      state.reference(serial, times(second_is_right ? 2.0F : 3.0F));
      state.verify(launch, out(out_d), exact());
      state.measure(launch);
    });
  };
  const auto named = run_with(true);
  EXPECT_EQ(outcome_of(named), "wrong_result");
  EXPECT_THAT(named.err, HasSubstr("the reference serial agrees with the device: the reference "
                                   "tbb, by which it was judged, seems to be wrong"));
  EXPECT_THAT(run_with(false).err, Not(HasSubstr("agrees with the device")));
}

TEST(Honesty, WritesCoverTheOutputs) {
  const auto result = run([](State& state) {
    Scale scale(state);
    const auto launch = scale.over(scale.out_d, kN);
    state.writes(kN);
    state.verify(launch, out(scale.out_d), exact());
    state.measure(launch);
  });
  EXPECT_EQ(outcome_of(result), "invalid_benchmark");
  EXPECT_THAT(result.err, HasSubstr("state.writes: expected at least the 256 B"));
}

Registration::Body declaring(double flops, bool says_why) {
  return [=](State& state) {
    Scale scale(state);
    const auto launch = scale.over(scale.out_d, kN);
    state.flops(flops);
    if (says_why) state.waive(tickbench::Check::kPeak, "a unit for matrices");
    state.verify(launch, out(scale.out_d), exact());
    state.measure(launch);
  };
}

TEST(Honesty, RatesAboveThePeakAreImpossible) {
  EXPECT_EQ(outcome_of(run(declaring(1e3, false))), "passed");
  const auto result = run(declaring(1e15, false));
  EXPECT_EQ(outcome_of(result), "impossible_rate");
  EXPECT_THAT(result.err, HasSubstr("by what state.flops declares it reaches"));
  EXPECT_EQ(outcome_of(run(declaring(1e5, false))), "impossible_rate");
  EXPECT_EQ(outcome_of(run(declaring(1e5, true))), "passed");
}

TEST(Honesty, CachesExcuseSixteenTimesTheMemorysPeak) {
  const auto reading = [](double bytes) {
    return run([bytes](State& state) {
      Scale scale(state);
      const auto launch = scale.over(scale.out_d, kN);
      state.reads(bytes);
      state.verify(launch, out(scale.out_d), exact());
      state.measure(launch);
    });
  };
  // A launch takes 10 us; the memory's peak is 4 GB/s.
  EXPECT_EQ(outcome_of(reading(6e5)), "passed");
  const auto result = reading(7e5);
  EXPECT_EQ(outcome_of(result), "impossible_rate");
  EXPECT_THAT(result.err, HasSubstr("peak of its memory"));
}

}  // namespace
}  // namespace tickbench::suite
