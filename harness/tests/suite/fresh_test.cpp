// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
//
// Inputs that change between timed brackets.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <numeric>

#include "suite/suite.hpp"

namespace tickbench::suite {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::SizeIs;

constexpr std::size_t kElements = 64;

/// What a body may do otherwise than out <- 2 x.
struct Wrong {
  std::function<float()> factor = [] { return 2.0F; };
  std::function<std::function<void()>(std::function<void()>)> enqueue =
      [](std::function<void()> launch) { return launch; };
  std::function<void(State&)> before = [](State&) {};
};

Registration::Body scale_with(const Wrong& wrong = {}) {
  return [wrong](State& state) {
    const auto x = random<float>(kElements);
    auto x_d = state.device().upload(x);
    auto out_d = state.device().allocate<float>(kElements);
    const float factor = wrong.factor();
    const auto launch =
        state.device().kernel("scale").args(factor, x_d, out_d, kElements).over(kElements);
    state.expect([&](std::span<float> result) {
      for (std::size_t i = 0; i < kElements; ++i) result[i] = factor * x[i];
    });
    auto work = launch.work();
    work.enqueue = wrong.enqueue(work.enqueue);
    const Launch own(launch.queue(), work);
    wrong.before(state);
    state.verify(own, out(out_d), exact());
    state.measure(own);
  };
}

/// A suite of one benchmark, which is its smallest.
struct Fresh : Suite {
  explicit Fresh(const Registration::Body& body) {
    tries_the_smallest = true;
    add("One", body);
  }
  nlohmann::json row(const std::vector<std::string>& flags = {}) {
    return run_json(flags).json()["benchmarks"].at(0)["tickbench"];
  }
};

TEST(Fresh, ChangesTheInputsOfTheSmallestBenchmarkAndComparesItsResults) {
  Fresh suite(scale_with());
  const auto found = suite.row();
  EXPECT_EQ(found["outcome"], "passed") << found["message"];
  EXPECT_EQ(found["fresh"]["inputs"], 5);
  EXPECT_GT(found["fresh"]["changed"], 5);
  EXPECT_GT(found["fresh"]["compared"], 2);
  EXPECT_FALSE(suite.row({"--tickbench_fresh=false"}).contains("fresh"));
  EXPECT_FALSE(suite.row({"--tickbench_verify_only"}).contains("fresh"));
}

TEST(Fresh, MayBeAskedForAtEverySize) {
  Suite suite;
  suite.add("Flag", scale_with());
  suite.add("Registered", scale_with())->FreshInputs();
  const auto rows = [&](const std::vector<std::string>& flags) {
    return suite.run_json(flags).json()["benchmarks"];
  };
  auto found = rows({});
  EXPECT_FALSE(found[0]["tickbench"].contains("fresh"));
  EXPECT_TRUE(found[1]["tickbench"].contains("fresh"));
  found = rows({"--tickbench_fresh"});
  EXPECT_TRUE(found[0]["tickbench"].contains("fresh"));
}

TEST(Fresh, DrawsTwoInputsAndOneThatDiffersInASingleElement) {
  std::vector<std::vector<float>> inputs;
  const auto body = scale_with();
  const auto keeping = [&](State& state) {
    inputs.push_back(random<float>(kElements));
    body(state);
  };
  const auto take = [&](const std::string& flag) {
    inputs.clear();
    Fresh suite(keeping);
    EXPECT_EQ(suite.row({flag})["outcome"], "passed");
    return inputs;
  };
  const auto found = take("--tickbench_fresh=7000");
  ASSERT_THAT(found, SizeIs(6));
  EXPECT_EQ(found[0], found[5]);
  for (std::size_t i = 1; i < 4; ++i)
    for (std::size_t j = 0; j < i; ++j) EXPECT_NE(found[i], found[j]) << i << " " << j;
  std::size_t different = 0;
  for (std::size_t i = 0; i < kElements; ++i) different += found[4][i] != found[0][i] ? 1U : 0U;
  EXPECT_EQ(different, 1U);
  EXPECT_EQ(take("--tickbench_fresh=7000"), found);
  EXPECT_NE(take("--tickbench_fresh")[2], found[2]);
}

TEST(Fresh, AnInoutIsRestoredAndJudgedAfterASingleLaunch) {
  Suite suite;
  suite.tries_the_smallest = true;
  suite.add("Saxpy", saxpy_with("saxpy"))->Arg(64);
  const auto found = suite.run_json().json()["benchmarks"].at(0)["tickbench"];
  EXPECT_EQ(found["outcome"], "passed") << found["message"];
  EXPECT_GT(found["fresh"]["compared"], 2);
}

TEST(Fresh, AnInoutThatIsNotComputedAgainIsWrong) {
  Suite suite;
  suite.tries_the_smallest = true;
  suite.add("Saxpy", [&suite](State& state) {
    const auto x = random<float>(kElements), y = random<float>(kElements);
    auto x_d = state.device().upload(x), y_d = state.device().upload(y);
    const auto launch =
        state.device().kernel("saxpy").args(2.0F, x_d, y_d, kElements).over(kElements);
    state.expect([&](std::span<float> result) {
      for (std::size_t i = 0; i < kElements; ++i) result[i] = 2.0F * x[i] + y[i];
    });
    auto work = launch.work();
    work.enqueue = [&suite, enqueue = work.enqueue, launches = 0]() mutable {
      launches < 2 ? enqueue() : suite.time.pass(Seconds(10e-6));
      launches = std::min(launches + 1, 2);
    };
    const Launch twice(launch.queue(), work);
    state.verify(twice, inout(y_d), exact());
    state.measure(twice);
  });
  const auto found = suite.run_json().json()["benchmarks"].at(0)["tickbench"];
  EXPECT_EQ(found["outcome"], "wrong_result");
  EXPECT_THAT(found["message"], HasSubstr("where its input changes between launches"));
}

TEST(Fresh, ResultsThatAreKeptAreNamedAsThoseOfAnotherInput) {
  fakes::SimulatedTime* time = nullptr;
  Fresh suite(scale_with({.enqueue = [&time](std::function<void()> launch) {
    return [&time, launch, launches = 0]() mutable {
      launches < 2 ? launch() : time->pass(Seconds(10e-6));
      launches = std::min(launches + 1, 2);
    };
  }}));
  time = &suite.time;
  const auto found = suite.row();
  EXPECT_EQ(found["outcome"], "wrong_result");
  EXPECT_THAT(found["message"], HasSubstr("they are the results of an input before it"));
}

/// The device takes so many times as long for a launch, by the first element that it finds and by
/// that of the launch before it.
nlohmann::json row_where_launches_take(const std::function<double(float now, float before)>& factor,
                                       MemoryKind kind = MemoryKind::kDevice) {
  std::optional<Fresh> suite;
  double slowness = 1;
  suite.emplace([&](State& state) {
    const auto x = random<float>(kElements);
    auto x_d = state.device().upload(x, kind);
    auto out_d = state.device().allocate<float>(kElements);
    const auto launch =
        state.device().kernel("scale").args(2.0F, x_d, out_d, kElements).over(kElements);
    state.expect([&](std::span<float> result) {
      for (std::size_t i = 0; i < kElements; ++i) result[i] = 2.0F * x[i];
    });
    auto work = launch.work();
    work.enqueue = [&, enqueue = work.enqueue, before = x[0], own = x[0]]() mutable {
      std::vector<float> now(kElements);
      x_d.read(std::span<float>(now));
      slowness = factor(now[0] - own, before - own);
      before = now[0];
      enqueue();
    };
    const Launch slowed(launch.queue(), work);
    state.verify(slowed, out(out_d), exact());
    state.measure(slowed);
  });
  suite->opencl.behaviour.noise = [&] { return slowness; };
  auto row = suite->run_json().json()["benchmarks"].at(0);
  row["tickbench"]["real_time"] = row["real_time"];
  return row["tickbench"];
}

/// y <- 2 x + y behind a reset, which is given the buffers of x and y, and where y was uploaded.
template <class Reset>
nlohmann::json row_behind(const Reset& reset) {
  Fresh suite([&](State& state) {
    auto& device = state.device();
    const auto x = random<float>(kElements), y = random<float>(kElements);
    auto x_d = device.upload(x), y_d = device.upload(y), original_d = device.upload(y);
    const auto launch = device.kernel("saxpy").args(2.0F, x_d, y_d, kElements).over(kElements);
    state.expect([&](std::span<float> result) {
      for (std::size_t i = 0; i < kElements; ++i) result[i] = 2.0F * x[i] + y[i];
    });
    reset(state, launch, x_d, y_d, original_d);
  });
  auto row = suite.run_json().json()["benchmarks"].at(0);
  row["tickbench"]["label"] = row.value("label", "");
  return row["tickbench"];
}

TEST(Fresh, AResetOfOutputsAndOfWhatTrialsWroteStandsInFrontOfChangedInputs) {
  const auto found = row_behind([](State& state, auto& launch, auto&, auto& y_d, auto& original_d) {
    auto zeros_d = state.device().upload(std::vector<float>(kElements));
    state.verify(launch, inout(y_d), exact());
    state.measure(launch).after(state.device().copy(y_d, original_d),
                                state.device().fill(zeros_d, 0.0F));
  });
  EXPECT_EQ(found["outcome"], "passed") << found["message"];
  EXPECT_GT(found["fresh"]["changed"], 5);
  EXPECT_GT(found["fresh"]["compared"], 2);
  EXPECT_THAT(found["label"].dump(), Not(HasSubstr("inputs are the same")));
}

TEST(Fresh, AResetThatPutsBackAnOlderInputIsNamed) {
  std::vector<float> older;
  const auto found =
      row_behind([&](State& state, auto& launch, auto&, auto& y_d, auto& original_d) {
        if (older.empty()) older = original_d.read();
        auto older_d = state.device().upload(older);
        state.verify(launch, inout(y_d), exact());
        state.measure(launch).after(state.device().copy(y_d, older_d));
      });
  EXPECT_THAT(found["label"].dump(), HasSubstr("follow memory that is no buffer"));
}

TEST(Fresh, AResetOfWhatNoTrialKnowsIsNamed) {
  const auto expect_named = [](const auto& measure) {
    const auto found =
        row_behind([&](State& state, auto& launch, auto&, auto& y_d, auto& original_d) {
          state.verify(launch, inout(y_d), exact());
          measure(state, launch, y_d, original_d);
        });
    EXPECT_EQ(found["outcome"], "passed") << found["message"];
    EXPECT_FALSE(found.contains("fresh"));
    EXPECT_THAT(found["label"].dump(), HasSubstr("a reset may put back the same ones"));
  };
  expect_named([](State& state, auto& launch, auto& y_d, auto& original_d) {
    auto later_d = state.device().upload(original_d.read());
    state.measure(launch).after(state.device().copy(y_d, later_d));
  });
  expect_named([](State& state, auto& launch, auto& y_d, auto& original_d) {
    const auto copy = state.device().copy(y_d, original_d);
    state.measure(launch).after(Launch(copy.queue(), copy.work()));
  });
}

TEST(Fresh, StaysWithTheInputThatAFillTakes) {
  Fresh suite([](State& state) {
    const auto value = random<float>(1)[0];
    std::vector<float> x(kElements);
    std::iota(x.begin(), x.end(), 1.0F);
    auto x_d = state.device().upload(x), y_d = state.device().allocate<float>(kElements);
    const auto fill = state.device().fill(y_d, value);
    fill();
    const auto launch =
        state.device().kernel("saxpy").args(2.0F, x_d, y_d, kElements).over(kElements);
    state.expect([&](std::span<float> result) {
      for (std::size_t i = 0; i < kElements; ++i) result[i] = 2.0F * x[i] + value;
    });
    state.verify(launch, inout(y_d), exact());
    state.measure(launch).after(fill);
  });
  const auto found = suite.row();
  EXPECT_EQ(found["outcome"], "passed") << found["message"];
  EXPECT_THAT(found["notes"].dump(), HasSubstr("kernels other values, with another input"));
}

/// out <- 2 x, and a fill of another input behind it. `measure` is given both, as one, with a copy
/// that puts that input back.
template <class Measure>
nlohmann::json row_of_a_filled_input(bool is_read, const Measure& measure) {
  Fresh suite([&](State& state) {
    auto& device = state.device();
    const auto x = random<float>(kElements);
    auto x_d = device.upload(x), other_d = device.upload(x), kept_d = device.upload(x);
    auto out_d = device.allocate<float>(kElements);
    const auto launch = device.kernel("scale").args(2.0F, x_d, out_d, kElements).over(kElements);
    auto& filled_d = is_read ? x_d : other_d;
    state.expect([&](std::span<float> result) {
      for (std::size_t i = 0; i < kElements; ++i) result[i] = 2.0F * x[i];
    });
    const auto fill = device.fill(filled_d, 1.0F);
    state.verify(launch, fill, out(out_d), exact());
    measure(state.measure(launch, fill), device.copy(filled_d, kept_d));
  });
  // A bracket of several launches finds by itself that later ones have another input.
  auto row = suite.run_json({"--tickbench_mode=isolated"}).json()["benchmarks"].at(0);
  row["tickbench"]["label"] = row.value("label", "");
  return row["tickbench"];
}
constexpr auto kWithoutReset = [](const Measuring&, const Launch&) {};
constexpr auto kBehindReset = [](Measuring&& measuring, const Launch& copy) {
  measuring.after(copy);
};

TEST(Fresh, ALaunchThatChangesAnInputWithoutACheckSaysSo) {
  const auto found = row_of_a_filled_input(false, kWithoutReset);
  EXPECT_EQ(found["outcome"], "passed") << found["message"];
  EXPECT_THAT(found["label"].dump(), HasSubstr("changes a buffer that no check covers"));
}

TEST(Fresh, ALaunchThatChangesTheInputOfTheNextOneIsWrong) {
  const auto found = row_of_a_filled_input(true, kWithoutReset);
  EXPECT_EQ(found["outcome"], "wrong_result");
  EXPECT_THAT(found["message"], HasSubstr("does not give the results that were checked"));
}

TEST(Fresh, AnInputThatTheResetPutsBackIsNotChanged) {
  for (const bool is_read : {false, true}) {
    const auto found = row_of_a_filled_input(is_read, kBehindReset);
    EXPECT_EQ(found["outcome"], "passed") << found["message"];
    EXPECT_GT(found["fresh"]["compared"], 2);
    EXPECT_THAT(found["label"].dump(), Not(HasSubstr("changes a buffer")));
  }
}

TEST(Fresh, AnInoutThatIsNoLongerFiniteIsWrongThoughChangedInputsPutItBack) {
  Fresh suite([](State& state) {
    const auto y = random<float>(kElements);
    auto y_d = state.device().upload(y);
    const auto launch = state.device().kernel("double_it").args(y_d).over(kElements);
    state.expect([&](std::span<float> result) {
      for (std::size_t i = 0; i < kElements; ++i) result[i] = 2.0F * y[i];
    });
    state.verify(launch, inout(y_d), exact());
    state.measure(launch);
  });
  const auto found = suite.row();
  EXPECT_EQ(found["outcome"], "wrong_result");
  EXPECT_THAT(found["message"], HasSubstr("of an inout buffer is no longer finite"));
}

TEST(Fresh, SamplesAreThoseOfTheBodysOwnInput) {
  const auto plain = row_where_launches_take([](float, float) { return 1; });
  const auto found = row_where_launches_take([](float now, float) { return now == 0 ? 1 : 20; });
  EXPECT_EQ(found["outcome"], "passed") << found["message"];
  EXPECT_GT(found["fresh"]["changed"], 5);
  EXPECT_EQ(found["real_time"], plain["real_time"]);
  EXPECT_THAT(found["notes"].dump(), Not(HasSubstr("keeps results")));
}

TEST(Fresh, SomeSlowLaunchesKeepNoResults) {
  int launches = 0;
  const auto found =
      row_where_launches_take([&](float, float) { return ++launches % 5 == 0 ? 20 : 1; });
  EXPECT_THAT(found["notes"].dump(), Not(HasSubstr("keeps results")));
}

TEST(Fresh, LaunchesThatAreSlowerWhereTheInputIsAnotherKeepResults) {
  const auto found =
      row_where_launches_take([](float now, float before) { return now == before ? 1 : 20; });
  EXPECT_EQ(found["outcome"], "passed") << found["message"];
  EXPECT_THAT(found["notes"].dump(), HasSubstr("keeps results: 200 us on another input"));
}

TEST(Fresh, LaunchesOnSharedMemoryThatMovesSayNothing) {
  const auto found = row_where_launches_take(
      [](float now, float before) { return now == before ? 1 : 20; }, MemoryKind::kShared);
  EXPECT_EQ(found["outcome"], "passed") << found["message"];
  EXPECT_THAT(found["notes"].dump(), Not(HasSubstr("keeps results")));
  EXPECT_THAT(found["notes"].dump(), HasSubstr("shared memory moves"));
}

TEST(Fresh, InputsOfALaterCheckAreThoseThatTheEarlierOnesLeave) {
  Fresh suite([](State& state) {
    const auto x = random<float>(kElements);
    auto x_d = state.device().upload(x);
    auto a_d = state.device().allocate<float>(kElements);
    auto b_d = state.device().allocate<float>(kElements);
    const auto scaled = [](const std::vector<float>& from, float factor) {
      return [&from, factor](std::span<float> result) {
        for (std::size_t i = 0; i < kElements; ++i) result[i] = factor * from[i];
      };
    };
    const auto first =
        state.device().kernel("scale").args(2.0F, x_d, a_d, kElements).over(kElements);
    const auto second =
        state.device().kernel("scale").args(2.0F, a_d, b_d, kElements).over(kElements);
    state.verify(first, out(a_d, scaled(x, 2)), exact());
    state.verify(second, out(b_d, scaled(x, 4)), exact());
    state.measure(second);
  });
  const auto found = suite.row();
  EXPECT_EQ(found["outcome"], "passed") << found["message"];
  EXPECT_GT(found["fresh"]["changed"], 5);
}

TEST(Fresh, InputsOutsideOfBuffersAreNoWrongResults) {
  Fresh suite([](State& state) {
    const auto x = random<float>(kElements);
    const float constant = random<float>(1)[0];
    auto x_d = state.device().upload(x);
    auto out_d = state.device().allocate<float>(kElements);
    const auto launch =
        state.device().kernel("scale").args(2.0F, x_d, out_d, kElements).over(kElements);
    state.expect([&](std::span<float> result) {
      for (std::size_t i = 0; i < kElements; ++i) result[i] = 2.0F * x[i] + constant;
    });
    auto work = launch.work();
    work.enqueue = [&, enqueue = work.enqueue] {
      enqueue();
      std::vector<float> values(kElements);
      out_d.read(std::span<float>(values));
      for (auto& value : values) value += constant;
      out_d.write(std::span<const float>(values));
    };
    const Launch added(launch.queue(), work);
    state.verify(added, out(out_d), exact());
    state.measure(added);
  });
  const auto found = suite.row();
  EXPECT_EQ(found["outcome"], "passed") << found["message"];
  EXPECT_FALSE(found.contains("fresh"));
  EXPECT_THAT(found["notes"].dump(), HasSubstr("its results follow memory that is no buffer"));
}

TEST(Fresh, StaysWithTheInputThatALaunchTakesByValue) {
  Fresh suite(scale_with({.factor = [] { return 1.5F + random<float>(1)[0] / 4; }}));
  const auto found = suite.row();
  EXPECT_EQ(found["outcome"], "passed") << found["message"];
  EXPECT_FALSE(found.contains("fresh"));
  EXPECT_THAT(found["notes"].dump(),
              HasSubstr("buffers have other sizes, or kernels other values, with another input"));
}

TEST(Fresh, SaysInTheRowThatNoBufferFollowsTheInput) {
  Fresh suite([](State& state) {
    const auto factor = random<float>(1)[0];
    std::vector<float> x(kElements);
    for (std::size_t i = 0; i < kElements; ++i) x[i] = static_cast<float>(i);
    auto x_d = state.device().upload(x), out_d = state.device().upload(x);
    const auto launch =
        state.device().kernel("scale").args(factor, x_d, out_d, kElements).over(kElements);
    state.expect([&](std::span<float> result) {
      for (std::size_t i = 0; i < kElements; ++i) result[i] = factor * x[i];
    });
    state.verify(launch, out(out_d), exact());
    state.measure(launch);
  });
  const auto row = suite.run_json().json()["benchmarks"].at(0);
  EXPECT_EQ(row["tickbench"]["outcome"], "passed") << row["tickbench"]["message"];
  EXPECT_THAT(row["label"].get<std::string>(), HasSubstr("no buffer follows tickbench::random"));
}

TEST(Fresh, DrawsNoInputsWhereATrialTakesLong) {
  fakes::SimulatedTime* time = nullptr;
  Fresh suite(scale_with({.before = [&time](State&) { time->pass(Seconds(6)); }}));
  time = &suite.time;
  const auto found = suite.row({"--tickbench_timeout=50"});
  EXPECT_EQ(found["outcome"], "passed") << found["message"];
  EXPECT_EQ(found["fresh"]["inputs"], 2);
  EXPECT_THAT(found["notes"].dump(), HasSubstr("no drawn inputs: a trial takes 6 s"));
}

/// Two of them would, with their expected values, need more than there is.
TEST(Fresh, DrawsNoInputsWhereThereIsNoRoom) {
  int bodies = 0;
  Fresh suite([&bodies](State& state) {
    ++bodies;
    std::vector<Buffer<float>> large;
    for (int i = 0; i < 3; ++i)
      large.push_back(state.device().allocate<float>((std::size_t{171} << 20) / sizeof(float)));
    scale_with()(state);
  });
  const auto row = suite.run_json().json()["benchmarks"].at(0);
  EXPECT_EQ(row["tickbench"]["outcome"], "passed") << row["tickbench"]["message"];
  EXPECT_THAT(row["label"].get<std::string>(), HasSubstr("too large to be kept"));
  EXPECT_EQ(bodies, 3) << "two trials, and what is measured";
}

TEST(Fresh, StaysWithTheInputWhoseBuffersHaveASizeOfTheirOwn) {
  std::size_t runs = 0;
  Fresh suite(scale_with({.before = [&runs](State& state) {
    auto sized_d = state.device().upload(std::vector<float>(4 + runs++ % 3));
  }}));
  const auto found = suite.row();
  EXPECT_EQ(found["outcome"], "passed") << found["message"];
  EXPECT_FALSE(found.contains("fresh"));
}

TEST(Fresh, ABodyThatMeasuresAnotherAmountThanItsTrialIsMistrusted) {
  int runs = 0;
  Fresh suite(
      scale_with({.before = [&runs](State& state) { state.items(runs++ < 5 ? 64 : 640); }}));
  const auto found = suite.row();
  EXPECT_EQ(found["outcome"], "mistrusted");
  EXPECT_THAT(found["message"], HasSubstr("64 items"));
  EXPECT_THAT(found["message"], HasSubstr("found 0 bytes read, 0 written, 640 items"));
}

TEST(Fresh, FlopsThatABodyCountsMayDiffer) {
  int runs = 0;
  Fresh suite(scale_with({.before = [&runs](State& state) { state.flops(runs++ < 5 ? 64 : 65); }}));
  const auto found = suite.row();
  EXPECT_EQ(found["outcome"], "passed") << found["message"];
  EXPECT_THAT(found["notes"].dump(),
              HasSubstr("'scale over 64', 65 flops, in its trial 'scale over 64', 64 flops"));
}

TEST(Fresh, ALaterRepetitionMeasuresWhatTheFirstOneDid) {
  int runs = 0;
  Fresh suite(
      scale_with({.before = [&runs](State& state) { state.items(runs++ < 6 ? 64 : 640); }}));
  const auto result = suite.run_json({"--benchmark_repetitions=3"});
  EXPECT_EQ(result.status, 1);
  EXPECT_THAT(result.err, HasSubstr("mistrusted"));
}

/// A tolerance that follows the input, and errors that are within it and not within another
/// input's.
TEST(Fresh, EachInputHasTheToleranceOfItsTrial) {
  const auto outcome = [](double most) {
    Fresh suite([most](State& state) {
      const auto x = random<float>(kElements);
      const auto error = std::abs(x[0]) / 8;
      auto x_d = state.device().upload(x);
      auto out_d = state.device().allocate<float>(kElements);
      const auto launch =
          state.device().kernel("scale").args(2.0F, x_d, out_d, kElements).over(kElements);
      state.expect([&](std::span<float> result) {
        for (std::size_t i = 0; i < kElements; ++i) result[i] = 2.0F * x[i] + error;
      });
      state.verify(launch, out(out_d), absolute(most * error));
      state.measure(launch);
    });
    // In this draw an input has a larger element than the body's own.
    return suite.row({"--tickbench_fresh=7000"});
  };
  const auto found = outcome(1.01);
  EXPECT_EQ(found["outcome"], "passed") << found["message"];
  EXPECT_GT(found["fresh"]["compared"], 4);
  EXPECT_EQ(outcome(0.99)["outcome"], "wrong_result");
}

/// Of an output of a little over 64 MiB the expected values of one element are others in the run
/// that is measured.
nlohmann::json row_where_a_value_changes(std::size_t changed) {
  constexpr std::size_t kCount = (std::size_t{64} << 20) / sizeof(int) + 16;
  std::vector<int> memory(kCount);
  int runs = 0;
  Fresh suite([&](State& state) {
    constexpr int kTrials = 2;
    const int base = random<int>(1)[0] / 2;
    const int more = ++runs > kTrials ? 1 : 0;
    const auto fill = [=](std::span<int> to) {
      std::iota(to.begin(), to.end(), base);
      to[changed % kCount] += more;
    };
    auto x_d = state.device().upload(random<float>(kElements));
    auto out_d = state.device().allocate<float>(kElements);
    const auto launch =
        state.device().kernel("scale").args(2.0F, x_d, out_d, kElements).over(kElements);
    auto work = launch.work();
    work.enqueue = [&, fill, enqueue = work.enqueue] {
      enqueue();
      fill(memory);
    };
    const auto bytes = std::as_writable_bytes(std::span(memory));
    const Output output{
        ElementType::kInt32, kCount, false,
        [=](std::span<std::byte> to) { std::ranges::copy(bytes, to.begin()); },
        [=](std::span<const std::byte> from) { std::ranges::copy(from, bytes.begin()); }};
    state.expect(fill);
    const Launch own(launch.queue(), work);
    state.verify(own, output, exact());
    state.measure(own);
  });
  return suite.row({"--tickbench_fresh=false", "--benchmark_min_time=1x",
                    "--benchmark_min_warmup_time=0", "--tickbench_mode=isolated"});
}

TEST(Fresh, ExpectedValuesAreComparedWithThoseOfTheTrialUpTo64MiB) {
  constexpr std::size_t kLimit = (std::size_t{64} << 20) / sizeof(int);
  EXPECT_THAT(row_where_a_value_changes(kLimit - 1)["message"].get<std::string>(),
              HasSubstr("the same random input has other expected values than in the trial"));
  const auto behind = row_where_a_value_changes(kLimit);
  EXPECT_EQ(behind["outcome"], "passed") << behind["message"];
}

TEST(Fresh, InputsThatAreOthersInEveryRunAreNamed) {
  float other = 0;
  Fresh suite(scale_with({.factor = [&other] { return other += 1; }}));
  const auto found = suite.row();
  EXPECT_EQ(found["outcome"], "mistrusted");
  EXPECT_THAT(found["message"], HasSubstr("std::random_device"));
}

}  // namespace
}  // namespace tickbench::suite
