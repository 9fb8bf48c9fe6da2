// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
//
// The runs of a body for its checks alone: two random inputs, two poisons, bands around buffers.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <numeric>

#include "suite/suite.hpp"

namespace tickbench::suite {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

constexpr std::size_t kFloats = 64;
const std::vector<std::string> kVerifyOnly{"--tickbench_verify_only"};

nlohmann::json entry(const Suite::Result& result, std::size_t i = 0) {
  return result.json()["benchmarks"].at(i)["tickbench"];
}

/// out <- 2 x by this kernel of the fake back end.
Registration::Body scale_with(const std::string& kernel) {
  return [kernel](State& state) {
    const auto x = random<float>(kFloats);
    auto x_d = state.device().upload(x);
    auto out_d = state.device().allocate<float>(kFloats);
    const auto launch = state.device().kernel(kernel).args(2.0F, x_d, out_d, kFloats).over(kFloats);
    state.expect([&](std::span<float> result) {
      for (std::size_t i = 0; i < kFloats; ++i) result[i] = 2.0F * x[i];
    });
    state.verify(launch, out(out_d), exact());
    state.measure(launch);
  };
}

/// A suite of one benchmark on a device that has parts.
struct Bands : Suite {
  explicit Bands(const Registration::Body& body) {
    opencl.behaviour.part_alignment = 128;
    add("One", body);
  }
  nlohmann::json verified() { return entry(run_json(kVerifyOnly)); }
};

TEST(Trials, TheSmallestBenchmarkIsTriedUnderTwoInputsAndMeasuredUnderTheFirst) {
  Suite suite;
  suite.tries_the_smallest = true;
  std::vector<std::pair<std::int64_t, float>> calls;
  const auto body = scale_with("scale");
  suite
      .add("Scale",
           [&](State& state) {
             calls.emplace_back(state.range(), random<float>(1)[0]);
             body(state);
           })
      ->Arg(200)
      ->Arg(100);
  const auto result = suite.run_json({"--benchmark_repetitions=2", "--tickbench_fresh=false"});
  EXPECT_EQ(result.status, 0) << result.err;
  std::vector<std::int64_t> sizes;
  for (const auto& [size, first] : calls) sizes.push_back(size);
  EXPECT_THAT(sizes, ElementsAre(200, 200, 100, 100, 100, 100));
  EXPECT_NE(calls[2].second, calls[3].second);
  EXPECT_EQ(calls[2].second, calls[4].second);
  EXPECT_EQ(calls[2].second, calls[5].second);
}

TEST(Trials, WithoutAMeasurementEveryBenchmarkIsTriedUnderTwoInputs) {
  Suite suite;
  std::vector<float> first;
  const auto body = scale_with("scale");
  suite
      .add("Scale",
           [&](State& state) {
             first.push_back(random<float>(1)[0]);
             body(state);
           })
      ->Arg(100)
      ->Arg(200);
  EXPECT_EQ(suite.run_json(kVerifyOnly).status, 0);
  ASSERT_EQ(first.size(), 4U);
  EXPECT_NE(first[0], first[1]);
  EXPECT_NE(first[2], first[3]);
}

TEST(Trials, AWriteBehindABufferIsNamed) {
  Bands suite(scale_with("overrun"));
  EXPECT_THAT(
      suite.verified()["message"],
      HasSubstr("a write outside of argument 2 of the kernel 'overrun' (256 bytes): 4 bytes "
                "after its end, the first at offset 256"));
}

TEST(Trials, AFailedTrialIsWhatTheResultsShow) {
  Bands suite(scale_with("overrun"));
  suite.tries_the_smallest = true;
  const auto found = entry(suite.run_json());
  EXPECT_EQ(found["outcome"], "wrong_result");
  EXPECT_EQ(found["settings"]["verify_only"], false);
  EXPECT_EQ(found["checks"].at(0)["verdict"], "wrong");
}

TEST(Trials, WhatAKernelLeavesOutDependsOnNothing) {
  Bands suite([](State& state) {
    const auto x = random<float>(kFloats);
    auto x_d = state.device().upload(x);
    auto out_d = state.device().allocate<float>(kFloats);
    // Half of it.
    const auto launch =
        state.device().kernel("scale").args(2.0F, x_d, out_d, kFloats / 2).over(kFloats);
    state.expect([&](std::span<float> result) {
      for (std::size_t i = 0; i < kFloats; ++i) result[i] = 2.0F * x[i];
    });
    state.verify(launch, out(out_d), exact());
  });
  const auto found = suite.verified();
  EXPECT_EQ(found["outcome"], "wrong_result");
  EXPECT_THAT(found["message"].get<std::string>(), HasSubstr("32 of 64 elements are wrong"));
  EXPECT_THAT(found["message"].get<std::string>(), Not(HasSubstr("depends on")));
}

TEST(Trials, MeasuresPlainBuffers) {
  Bands suite(scale_with("scale"));
  suite.tries_the_smallest = true;
  EXPECT_EQ(entry(suite.run_json())["outcome"], "passed");
  // Two buffers and their bands; the measured ones are smaller by far, and are not there beside
  // them.
  EXPECT_GT(suite.opencl.journal.most_bytes, std::size_t{4} << 16);
  suite.tries_the_smallest = false;
  suite.opencl.journal = {};
  EXPECT_EQ(entry(suite.run_json())["outcome"], "passed");
  EXPECT_EQ(suite.opencl.journal.most_bytes, 2 * kFloats * sizeof(float));
}

TEST(Trials, BandsThatCannotBeHadAreLeftOutByName) {
  Bands without_parts(scale_with("scale"));
  without_parts.opencl.behaviour.part_alignment = 0;
  EXPECT_THAT(
      without_parts.verified()["notes"].dump(),
      HasSubstr("no bands around buffers: the back end opencl has no parts of an allocation"));

  Bands above_limits(scale_with("scale"));
  above_limits.opencl.infos[0].largest_allocation = 1000;
  const auto found = above_limits.verified();
  EXPECT_EQ(found["outcome"], "passed") << found["message"];
  EXPECT_THAT(found["notes"].dump(),
              HasSubstr("no bands around a buffer of 256 bytes: with them: "));
}

TEST(Trials, BandsDoNotTakeTheMemoryThatABenchmarkNeeds) {
  Bands suite([](State& state) {
    auto first = state.device().allocate<float>(kFloats);
    auto large = state.device().allocate<float>(1 << 16);
    scale_with("scale")(state);
  });
  suite.opencl.behaviour.memory_left = 300'000;
  const auto found = suite.verified();
  EXPECT_EQ(found["outcome"], "passed") << found["message"];
  EXPECT_THAT(found["notes"].dump(),
              HasSubstr("no bands around buffers: beside those of other buffers: cannot allocate "
                        "262144 bytes"));
}

TEST(Trials, BandsDoNotSkipABenchmarkThatSkipsForWantOfMemory) {
  Bands suite([](State& state) {
    try {
      auto first = state.device().allocate<float>(kFloats);
      auto large = state.device().allocate<float>(1 << 16);
      scale_with("scale")(state);
    } catch (const Error& error) {
      state.skip(error.what());
    }
  });
  suite.opencl.behaviour.memory_left = 300'000;
  EXPECT_EQ(suite.verified()["outcome"], "passed");
}

TEST(Trials, SaysThatLocalMemoryIsNotPoisoned) {
  Bands suite(scale_with("scale"));
  EXPECT_THAT(suite.verified()["notes"].dump(), HasSubstr("local memory is not poisoned: "));
}

TEST(Trials, LocalMemoryIsPoisonedBeforeEachKernelOfAChain) {
  Bands suite([](State& state) {
    const auto x = random<float>(kFloats);
    auto x_d = state.device().upload(x);
    auto out_d = state.device().allocate<float>(kFloats);
    const auto scale = state.device().kernel("scale").args(2.0F, x_d, out_d, kFloats).over(kFloats);
    const auto twice = state.device().kernel("double_it").args(out_d).over(kFloats);
    state.expect([&](std::span<float> result) {
      for (std::size_t i = 0; i < kFloats; ++i) result[i] = 4.0F * x[i];
    });
    state.verify(scale, twice, out(out_d), exact());
    state.measure(scale, twice);
  });
  suite.opencl.behaviour.most_local_memory = 1 << 20;
  const auto found = suite.verified();
  EXPECT_EQ(found["outcome"], "passed") << found["message"];
  EXPECT_EQ(found["notes"].size(), 0) << found["notes"];
  const std::vector<std::string> once{"tickbench_fill_local_memory", "scale",
                                      "tickbench_fill_local_memory", "double_it"};
  auto expected = once;
  expected.insert(expected.end(), once.begin(), once.end());
  EXPECT_EQ(suite.opencl.journal.kernels, expected);
}

TEST(Trials, ADriverThatKeepsSomeOfTheLocalMemoryIsAskedForLess) {
  Bands suite(scale_with("scale"));
  suite.opencl.infos[0].local_memory = 48 << 10;
  suite.opencl.behaviour.most_local_memory = (48 << 10) - 1500;
  const auto found = suite.verified();
  EXPECT_EQ(found["outcome"], "passed") << found["message"];
  EXPECT_THAT(found["notes"].dump(), HasSubstr("local memory is poisoned to 47104 of 49152 bytes: "
                                               "49152 bytes: out of resources"));
}

TEST(Trials, ADriverThatRefusesLocalMemoryAltogetherIsNotBelieved) {
  Bands suite(scale_with("scale"));
  suite.opencl.behaviour.most_local_memory = 16;
  EXPECT_EQ(suite.verified()["outcome"], "device_error");
}

TEST(Trials, TheSizeThatADriverTakesIsLookedForOnce) {
  Bands suite(scale_with("scale"));
  suite.opencl.infos[0].local_memory = 48 << 10;
  suite.opencl.behaviour.most_local_memory = (48 << 10) - 1500;
  suite.verified();
  // Refused once more: by the driver that refused all of it, to be sure. Then each trial has one.
  const auto launched =
      std::ranges::count(suite.opencl.journal.kernels, "tickbench_fill_local_memory");
  EXPECT_EQ(launched, 2);
  EXPECT_EQ(suite.opencl.journal.refused_launches, 3);
}

TEST(Trials, ALaunchThatFailsOnceIsNoWantOfLocalMemory) {
  Bands suite(scale_with("scale"));
  suite.opencl.behaviour.most_local_memory = 1 << 20;
  suite.opencl.behaviour.failing_launches = 1;
  EXPECT_EQ(suite.verified()["outcome"], "device_error");
}

TEST(Trials, ADeviceThatExecutesNothingIsNoOverrun) {
  Bands suite(scale_with("scale"));
  suite.opencl.behaviour.executes = false;
  const auto found = suite.verified();
  EXPECT_EQ(found["outcome"], "device_error");
  EXPECT_THAT(found["message"], HasSubstr("the device executes nothing"));
}

/// Many elements that are the same under any input.
Registration::Body constant_results(bool draws_inputs) {
  return [draws_inputs](State& state) {
    std::vector<float> x(kFloats, 1.0F);
    for (std::size_t i = 0; i < kFloats; ++i) x[i] = static_cast<float>(i);
    if (draws_inputs) auto unused = state.device().upload(random<float>(kFloats));
    auto x_d = state.device().upload(x);
    auto out_d = state.device().allocate<float>(kFloats);
    const auto launch =
        state.device().kernel("scale").args(2.0F, x_d, out_d, kFloats).over(kFloats);
    state.expect([&](std::span<float> result) {
      for (std::size_t i = 0; i < kFloats; ++i) result[i] = 2.0F * x[i];
    });
    state.verify(launch, out(out_d), exact());
    state.measure(launch);
  };
}

TEST(Trials, ExpectedValuesThatIgnoreTheInputAreMistrusted) {
  Bands suite(constant_results(true));
  const auto found = suite.verified();
  EXPECT_EQ(found["outcome"], "mistrusted");
  EXPECT_THAT(found["message"], HasSubstr("the same under two of them"));
}

TEST(Trials, AKernelThatNoInputChangesSaysSo) {
  for (const std::size_t elements : {kFloats, std::size_t{4}}) {
    Bands suite([elements](State& state) {
      std::vector<float> x(elements);
      std::iota(x.begin(), x.end(), 1.0F);
      auto x_d = state.device().upload(x);
      auto unused = state.device().upload(random<float>(elements));
      auto out_d = state.device().allocate<float>(elements);
      state.expect([&](std::span<float> result) {
        for (std::size_t i = 0; i < elements; ++i) result[i] = 2.0F * x[i];
      });
      state.waive(tickbench::Check::kSecondInput, "it counts");
      const auto launch =
          state.device().kernel("scale").args(2.0F, x_d, out_d, elements).over(elements);
      state.verify(launch, out(out_d), exact());
      state.measure(launch);
    });
    const auto found = suite.verified();
    EXPECT_EQ(found["outcome"], "passed") << found["message"];
    EXPECT_THAT(found["notes"].dump(), HasSubstr("checked under one input: it counts"));
  }
}

TEST(Trials, SaysThatThereIsNoSecondInput) {
  Bands suite(constant_results(false));
  const auto found = suite.verified();
  EXPECT_EQ(found["outcome"], "passed") << found["message"];
  EXPECT_THAT(found["notes"].dump(), HasSubstr("checked under one input"));
}

TEST(Trials, AWrongResultThatNoPoisonChangesKeepsItsMessage) {
  Bands suite(scale_with("scale"));
  suite.add("Wrong", saxpy_with("saxpy_wrong"))->Arg(64);
  const auto result = suite.run_json({"--tickbench_verify_only", "--benchmark_filter=Wrong|wrong"});
  const std::string message = entry(result)["message"];
  EXPECT_THAT(message, HasSubstr("1 of 64 elements are wrong"));
  EXPECT_THAT(message, Not(HasSubstr("depends on")));
}

TEST(Trials, NamesTheOutputThatAKernelReads) {
  Bands suite([](State& state) {
    const auto x = random<float>(kFloats);
    auto x_d = state.device().upload(x);
    auto y_d = state.device().allocate<float>(kFloats);
    const auto launch = state.device().kernel("saxpy").args(2.0F, x_d, y_d, kFloats).over(kFloats);
    state.expect([&](std::span<float> result) {
      for (std::size_t i = 0; i < kFloats; ++i) result[i] = 2.0F * x[i];
    });
    state.verify(launch, out(y_d), exact());
    state.measure(launch);
  });
  const std::string message = suite.verified()["message"];
  EXPECT_THAT(message, HasSubstr("element 0 of the output depends on what the output held before"));
  EXPECT_THAT(message, Not(HasSubstr("executed nothing")));
}

TEST(Trials, SaysThatAResultDiffersFromRunToRun) {
  int launches = 0;
  Bands suite([&launches](State& state) {
    const auto x = random<float>(kFloats);
    auto x_d = state.device().upload(x);
    auto y_d = state.device().allocate<float>(kFloats);
    state.expect([&](std::span<float> result) {
      for (std::size_t i = 0; i < kFloats; ++i) result[i] = 2.0F * x[i];
    });
    const auto factor = static_cast<float>(++launches + 2);
    const auto launch =
        state.device().kernel("scale").args(factor, x_d, y_d, kFloats).over(kFloats);
    state.verify(launch, out(y_d), exact());
    state.measure(launch);
  });
  EXPECT_THAT(suite.verified()["message"],
              HasSubstr("; 64 elements differ from run to run under the same input"));
}

TEST(Trials, AFailureIsLookedIntoWithinTheTimeOutOfAll) {
  int runs = 0;
  Bands suite([&](State& state) {
    ++runs;
    // What is not written keeps its poison: another one in each run.
    suite.time.pass(Seconds(4));
    const auto x = random<float>(kFloats);
    auto x_d = state.device().upload(x);
    auto out_d = state.device().allocate<float>(kFloats);
    const auto launch =
        state.device().kernel("scale").args(2.0F, x_d, out_d, kFloats - 1).over(kFloats);
    state.expect([&](std::span<float> result) {
      for (std::size_t i = 0; i < kFloats; ++i) result[i] = 2.0F * x[i];
    });
    state.verify(launch, out(out_d), exact());
    state.measure(launch);
  });
  const auto failed = suite.verified();
  EXPECT_EQ(failed["outcome"], "wrong_result");
  EXPECT_GT(runs, 2);
  // A half of thirty seconds has no room for four more runs of four seconds.
  runs = 0;
  auto flags = kVerifyOnly;
  flags.emplace_back("--tickbench_timeout=30");
  EXPECT_EQ(entry(suite.run_json(flags))["outcome"], "wrong_result");
  EXPECT_EQ(runs, 1);
}

}  // namespace
}  // namespace tickbench::suite
