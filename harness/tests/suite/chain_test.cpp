// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
//
// Several launches as one, and checks of several outputs.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "suite/suite.hpp"

namespace tickbench::suite::chains {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

constexpr std::size_t kN = 64;

nlohmann::json entry_of(const Suite::Result& result) {
  return result.json()["benchmarks"].at(0)["tickbench"];
}
std::string outcome_of(const Suite::Result& result) { return entry_of(result)["outcome"]; }

Suite::Result run(const Registration::Body& body, const std::vector<std::string>& flags = {}) {
  Suite suite;
  suite.add("Chain", body);
  return suite.run_json(flags);
}

std::vector<float> scaled(float a, const std::vector<float>& x) {
  auto y = x;
  for (float& value : y) value *= a;
  return y;
}

/// y <- 2 x, z <- 3 y: two kernels, and two outputs.
struct TwoSteps {
  explicit TwoSteps(State& state) : device(state.device()) {}
  Launch scale(float a, Buffer<float>& from, Buffer<float>& to) {
    return device.kernel("scale").args(a, from, to, kN).over(kN);
  }
  std::vector<float> x = random<float>(kN), y = scaled(2, x), z = scaled(3, y);
  Device& device;
  Buffer<float> x_d = device.upload(x);
  Buffer<float> y_d = device.allocate<float>(kN), z_d = device.allocate<float>(kN);
  Launch first = scale(2, x_d, y_d), second = scale(3, y_d, z_d);

  /// Of both outputs.
  auto reference(float last_of_z = 0) {
    return [this, last_of_z](std::span<float> of_y, std::span<float> of_z) {
      std::ranges::copy(y, of_y.begin());
      std::ranges::copy(z, of_z.begin());
      of_z.back() += last_of_z;
    };
  }
};

TEST(Chain, IsOneLaunchOfTheMeasurement) {
  Suite suite;
  // Of a launch of the fake's.
  const double step = suite.opencl.behaviour.launch_time.count();
  suite.add("Chain", [](State& state) {
    TwoSteps steps(state);
    auto w_d = steps.device.allocate<float>(kN);
    const auto copy = steps.device.copy(w_d, steps.z_d);
    state.verify(steps.first, steps.second, copy, out(w_d, steps.z), exact());
    state.measure(steps.first, steps.second, copy);
  });
  const auto result = suite.run_json();
  const auto entry = entry_of(result);
  EXPECT_EQ(entry["outcome"], "passed") << result.err;
  for (const char* mode : {"time", "isolated_time"})
    EXPECT_NEAR(entry["metrics"][mode]["value"].get<double>(), 3 * step, 0.01 * step) << mode;
  EXPECT_GT(entry["batch"].get<std::int64_t>(), 1);
}

TEST(Chain, TakesAListOfLaunches) {
  const auto result = run([](State& state) {
    TwoSteps steps(state);
    std::vector<Launch> list;
    for (int i = 0; i < 3; ++i) {
      list.push_back(steps.scale(2, steps.x_d, steps.y_d));
      list.push_back(steps.second);
    }
    state.verify(list, out(steps.z_d, steps.z), exact());
    state.measure(list);
  });
  EXPECT_EQ(outcome_of(result), "passed") << result.err;
}

TEST(Chain, MustBeTheOneThatWasChecked) {
  const auto measured = [](const std::function<void(State&, TwoSteps&)>& measure) {
    return run([&measure](State& state) {
      TwoSteps steps(state);
      state.verify(steps.first, steps.second, out(steps.y_d, steps.y), out(steps.z_d, steps.z),
                   exact());
      measure(state, steps);
    });
  };
  EXPECT_EQ(outcome_of(measured(
                [](State& state, TwoSteps& steps) { state.measure(steps.first, steps.second); })),
            "passed");
  const auto half = measured([](State& state, TwoSteps& steps) { state.measure(steps.first); });
  EXPECT_EQ(outcome_of(half), "invalid_benchmark");
  EXPECT_THAT(
      half.err,
      HasSubstr("expected the chain of 2 launches that was verified, found 'scale over 64', "
                "which lacks number 2 of them in its place"));
  const auto turned =
      measured([](State& state, TwoSteps& steps) { state.measure(steps.second, steps.first); });
  EXPECT_EQ(outcome_of(turned), "invalid_benchmark");
  EXPECT_THAT(turned.err, AllOf(HasSubstr("'scale over 64, then scale over 64'"),
                                HasSubstr("lacks number 2 of them")));
  const auto more = measured([](State& state, TwoSteps& steps) {
    state.measure(steps.first, steps.second, steps.second);
  });
  EXPECT_EQ(outcome_of(more), "passed") << more.err;
  const auto spoiled = measured([](State& state, TwoSteps& steps) {
    state.measure(steps.first, steps.second, steps.scale(2, steps.y_d, steps.z_d));
  });
  EXPECT_EQ(outcome_of(spoiled), "wrong_result");
  EXPECT_THAT(spoiled.err, AllOf(HasSubstr("what was timed ('scale over 64, then scale over 64"),
                                 HasSubstr("') does not give"),
                                 HasSubstr("output 2 of 2 (argument 2 of 'scale')")));
  const auto stated = measured([](State& state, TwoSteps& steps) {
    state.waive(tickbench::Check::kAfterTiming, "the second step alone");
    state.measure(steps.second);
  });
  EXPECT_EQ(outcome_of(stated), "passed") << stated.err;
}

// y is no output: behind the check it still holds what the left out launch wrote.
TEST(Chain, CannotLeaveOutWhatHandsOn) {
  for (const bool is_measured : {true, false}) {
    const auto result = run(
        [](State& state) {
          TwoSteps steps(state);
          state.verify(steps.first, steps.second, out(steps.z_d, steps.z), exact());
          state.measure(steps.second, steps.second);
        },
        is_measured ? std::vector<std::string>()
                    : std::vector<std::string>{"--tickbench_verify_only"});
    EXPECT_EQ(outcome_of(result), "invalid_benchmark");
    EXPECT_THAT(result.err, HasSubstr("lacks number 1 of them"));
  }
}

TEST(Chain, RefusesAnEmptyList) {
  const auto result = run([](State& state) {
    state.waive(tickbench::Check::kResult, "there is nothing");
    state.measure(std::vector<Launch>());
  });
  EXPECT_EQ(outcome_of(result), "invalid_benchmark");
  EXPECT_THAT(result.err, HasSubstr("expected at least one launch, found an empty list"));
}

TEST(Outputs, HaveValuesAndTolerancesOfTheirOwn) {
  const auto body = [](float error_of_z, const Tolerance& of_z) {
    return [error_of_z, of_z](State& state) {
      TwoSteps steps(state);
      auto expected = steps.z;
      expected[5] += error_of_z;
      state.verify(steps.first, steps.second, out(steps.y_d, steps.y),
                   out(steps.z_d, expected, of_z), exact());
      state.measure(steps.first, steps.second);
    };
  };
  const auto passed = run(body(0.25F, absolute(0.3)));
  EXPECT_EQ(outcome_of(passed), "passed") << passed.err;
  const auto entry = entry_of(passed);
  const auto& checks = entry["checks"];
  ASSERT_EQ(checks.size(), 2U);
  EXPECT_EQ(checks[0]["output"], "output 1 of 2 (argument 2 of 'scale')");
  EXPECT_EQ(checks[0]["tolerance"], "exact");
  EXPECT_EQ(checks[1]["tolerance"], to_string(absolute(0.3)));
  const auto wrong = run(body(0.25F, absolute(0.1)));
  EXPECT_EQ(outcome_of(wrong), "wrong_result");
  EXPECT_THAT(wrong.err, HasSubstr("output 2 of 2 (argument 2 of 'scale'): 1 of 64 elements"));
}

TEST(Outputs, AreAllPoisonedBeforeTheOneLaunch) {
  const auto result = run([](State& state) {
    TwoSteps steps(state);
    steps.first();
    // It reads y, which is poison now and no longer what it was.
    state.verify(steps.second, out(steps.z_d, steps.z), out(steps.y_d, steps.y), exact());
  });
  EXPECT_EQ(outcome_of(result), "wrong_result");
  EXPECT_THAT(result.err, HasSubstr("output 1 of 2 (argument 2 of 'scale'): the device executed "
                                    "nothing, or the kernel wrote nothing"));
}

TEST(Outputs, TakeAReferenceWithASpanForEach) {
  for (const float error : {0.0F, 1.0F}) {
    const auto result = run([error](State& state) {
      TwoSteps steps(state);
      state.reference(serial, steps.reference());
      state.reference(tbb, steps.reference(error));
      state.verify(steps.first, steps.second, out(steps.y_d), out(steps.z_d), exact());
      state.measure(steps.first, steps.second);
    });
    if (error == 0) {
      EXPECT_EQ(outcome_of(result), "passed") << result.err;
      EXPECT_TRUE(entry_of(result)["metrics"].contains("speedup_tbb"));
    } else {
      EXPECT_EQ(outcome_of(result), "wrong_result");
      EXPECT_THAT(result.err, HasSubstr("the reference tbb (not the device): output 2 of 2"));
    }
  }
}

TEST(Outputs, RefuseAReferenceOfAnotherNumberOrType) {
  const auto refused = [](const std::function<void(State&, TwoSteps&)>& reference) {
    const auto result = run([&reference](State& state) {
      TwoSteps steps(state);
      reference(state, steps);
      state.verify(steps.first, steps.second, out(steps.y_d), out(steps.z_d), exact());
      state.measure(steps.first, steps.second);
    });
    EXPECT_EQ(outcome_of(result), "invalid_benchmark");
    return result.err;
  };
  EXPECT_THAT(
      refused([](State& state, TwoSteps&) { state.reference(tbb, [](std::span<float>) {}); }),
      HasSubstr("expected a std::span for each of the 2 outputs in the reference tbb"));
  EXPECT_THAT(refused([](State& state, TwoSteps&) {
                state.reference(tbb, [](std::span<float>, std::span<double>) {});
              }),
              HasSubstr("expected values of float32, float32 as in the buffers, found the "
                        "reference tbb that writes float32, float64"));
  EXPECT_THAT(refused([](State& state, TwoSteps& steps) {
                state.reference(serial, steps.reference());
                state.reference(tbb, [](std::span<float>) {});
              }),
              HasSubstr("outputs of the first check (float32, float32), found float32 in the "
                        "reference tbb"));
}

TEST(Outputs, SayWhereValuesAreOfAnotherOutput) {
  const auto result = run([](State& state) {
    TwoSteps steps(state);
    state.expect([&](std::span<float> of_z, std::span<float> of_y) {
      std::ranges::copy(steps.y, of_y.begin());
      std::ranges::copy(steps.z, of_z.begin());
    });
    state.verify(steps.first, steps.second, out(steps.y_d), out(steps.z_d), exact());
    state.measure(steps.first, steps.second);
  });
  EXPECT_EQ(outcome_of(result), "wrong_result");
  EXPECT_THAT(result.err, HasSubstr("it holds what is expected of output 2"));
}

// One check an output, and a reference for each: the second output is not the first reference's.
TEST(Outputs, RefuseAReferenceThatIsOfAnotherCheck) {
  const auto result = run([](State& state) {
    TwoSteps steps(state);
    state.reference("of_y", [&](std::span<float> to) { std::ranges::copy(steps.y, to.begin()); });
    state.reference("of_z", [&](std::span<float> to) { std::ranges::copy(steps.z, to.begin()); });
    state.verify(steps.first, out(steps.y_d), exact());
    state.verify(steps.first, steps.second, out(steps.z_d), exact());
  });
  EXPECT_EQ(outcome_of(result), "invalid_benchmark");
  EXPECT_THAT(result.err, AllOf(HasSubstr("that the reference of_z is"),
                                Not(HasSubstr("64 of 64 elements are wrong"))));
}

TEST(Outputs, RefuseWhatMakesNoSense) {
  using Use = std::function<void(State&, TwoSteps&)>;
  const std::vector<std::pair<std::string, Use>> uses{
      {"output 2 of 2: expected a buffer that 'scale over 64' writes, found one that is no "
       "argument",
       [](State& state, TwoSteps& steps) {
         state.verify(steps.first, out(steps.y_d, steps.y), out(steps.z_d, steps.z), exact());
       }},
      {"output 2 of 2 (argument 2 of 'scale'): expected each buffer once, found that of output 1",
       [](State& state, TwoSteps& steps) {
         state.verify(steps.first, out(steps.y_d, steps.y), inout(steps.y_d, steps.y), exact());
       }},
      {"the output (argument 2 of 'scale'): expected a tolerance of its own or of the check",
       [](State& state, TwoSteps& steps) { state.verify(steps.first, out(steps.y_d, steps.y)); }},
      {"as many as the buffer has elements, 64, found 3",
       [](State& state, TwoSteps& steps) {
         state.verify(steps.first, out(steps.y_d, std::vector<float>(3)), exact());
       }},
      {"finite amounts of at least 0, found -1",
       [](State& state, TwoSteps& steps) {
         state.verify(steps.first, out(steps.y_d, steps.y, ulps(-1)));
       }},
      {"found an empty function or list",
       [](State& state, TwoSteps& steps) {
         state.verify(std::vector<Launch>(), out(steps.y_d, steps.y), exact());
       }},
  };
  for (const auto& [message, use] : uses) {
    const auto result = run([&use = use](State& state) {
      TwoSteps steps(state);
      use(state, steps);
      state.measure(steps.first);
    });
    EXPECT_EQ(outcome_of(result), "invalid_benchmark");
    EXPECT_THAT(result.err, HasSubstr(message));
  }
}

TEST(Outputs, OfAFewElementsDifferBetweenTwoInputs) {
  for (const bool is_constant : {false, true}) {
    const auto result = run([is_constant](State& state) {
      TwoSteps steps(state);
      auto sum_d = steps.device.allocate<float>(1);
      const auto sum = is_constant ? steps.device.kernel("forty_two").args(sum_d).over(1)
                                   : steps.device.kernel("sum").args(steps.x_d, sum_d, kN).over(1);
      float total = 0;
      for (const float value : steps.x) total += value;
      if (is_constant) total = 42;
      state.verify(steps.first, sum, out(steps.y_d, steps.y), out(sum_d, std::vector{total}),
                   exact());
      state.measure(steps.first, sum);
    });
    EXPECT_EQ(outcome_of(result), is_constant ? "mistrusted" : "passed") << result.err;
  }
}

TEST(Outputs, OfCodeOfTheBenchmarksOwn) {
  const auto result = run([](State& state) {
    TwoSteps steps(state);
    const auto both = [&] {
      steps.first();
      steps.second();
    };
    state.verify(both, out(steps.y_d, steps.y), out(steps.z_d, steps.z), exact());
    state.measure(steps.first, steps.second);
  });
  EXPECT_EQ(outcome_of(result), "passed") << result.err;
}

TEST(Checks, OfALaterRepetitionLaunchWhatTheNextOneNeeds) {
  std::vector<bool> is_there;
  const auto result = run(
      [&is_there](State& state) {
        TwoSteps steps(state);
        state.verify(steps.first, out(steps.y_d, steps.y), exact());
        is_there.push_back(steps.y_d.read() == steps.y);
        state.verify(steps.second, out(steps.z_d, steps.z), exact());
        state.measure(steps.second);
      },
      {"--benchmark_repetitions=3"});
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_EQ(is_there, std::vector<bool>(3, true));
}

TEST(Checks, UnderAnotherInputAreAllTakenAnew) {
  const auto result = run([](State& state) {
    TwoSteps steps(state);
    auto sum_d = steps.device.allocate<float>(1);
    const auto sum = steps.device.kernel("sum").args(steps.y_d, sum_d, kN).over(1);
    float total = 0;
    for (const float value : steps.y) total += value;
    state.verify(steps.first, out(steps.y_d, steps.y), exact());
    state.verify(sum, out(sum_d, std::vector{total}), exact());
    state.measure(steps.first, sum);
  });
  EXPECT_EQ(outcome_of(result), "passed") << result.err;
}

}  // namespace
}  // namespace tickbench::suite::chains
