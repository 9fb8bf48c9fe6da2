// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <ostream>
#include <stdexcept>

#include "api/state_impl.hpp"
#include "suite/suite.hpp"

namespace tickbench::suite {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

/// Runs a saxpy of that kernel beside a good one; the good one must still be measured.
Suite::Result run_beside_a_good_one(Suite& suite, const std::string& kernel) {
  suite.add("Bad", saxpy_with(kernel))->Arg(64);
  suite.add("Good", saxpy_with("saxpy"))->Arg(64);
  return suite.run_json();
}

std::string outcome_of(const Suite::Result& result, std::size_t entry = 0) {
  return result.json()["benchmarks"].at(entry)["tickbench"]["outcome"];
}

struct BadKernel {
  std::string kernel, outcome, message;
};
void PrintTo(const BadKernel& kernel, std::ostream* out) { *out << kernel.kernel; }
class Kernels : public ::testing::TestWithParam<BadKernel> {};

TEST_P(Kernels, FailWithTheirOutcomeAndTheRunGoesOn) {
  Suite suite;
  const auto result = run_beside_a_good_one(suite, GetParam().kernel);
  EXPECT_EQ(result.status, 1);
  EXPECT_EQ(outcome_of(result), GetParam().outcome);
  EXPECT_EQ(outcome_of(result, 1), "passed");
  EXPECT_THAT(result.err, HasSubstr(GetParam().message));
  EXPECT_THAT(result.err,
              HasSubstr("./suite --tickbench_benchmark=opencl/bad/64 --tickbench_device=opencl:0"));
  EXPECT_THAT(result.err, HasSubstr("2 benchmarks: 1 passed, 1 "));
}
INSTANTIATE_TEST_SUITE_P(
    Outcome, Kernels,
    ::testing::Values(BadKernel{"saxpy_wrong", "wrong_result", "7"},
                      BadKernel{"saxpy_nothing", "wrong_result", "opencl/bad/64: wrong_result"},
                      BadKernel{"saxpy_zeros", "wrong_result", "64"},
                      BadKernel{"broken", "build_failed", "broken.cl:1: error: unknown type"},
                      BadKernel{"no_such", "invalid_benchmark", "no_such"}),
    [](const auto& test) { return test.param.kernel; });

TEST(Outcome, ConstantExpectedValuesAreMistrusted) {
  Suite suite;
  suite.add("Zeros", [](State& state) {
    const auto n = std::size_t{64};
    auto x = state.device().allocate<float>(n);
    auto y = state.device().allocate<float>(n);
    const auto launch = state.device().kernel("saxpy_zeros").args(2.0F, x, y, n).over(n);
    state.expect([](std::span<float> result) { std::ranges::fill(result, 0.0F); });
    state.verify(launch, out(y), exact());
    state.measure(launch);
  });
  const auto result = suite.run_json();
  EXPECT_EQ(result.status, 1);
  EXPECT_EQ(outcome_of(result), "mistrusted");
}

TEST(Outcome, OneConstantElementIsMistrusted) {
  Suite suite;
  suite.add("FortyTwo", [](State& state) {
    auto out_d = state.device().allocate<float>(1);
    const auto launch = state.device().kernel("forty_two").args(out_d).over(1);
    state.expect([](std::span<float> result) { result[0] = 42; });
    state.verify(launch, out(out_d), exact());
    state.measure(launch);
  });
  const auto result = suite.run_json();
  EXPECT_EQ(outcome_of(result), "mistrusted");
  EXPECT_THAT(result.err, HasSubstr("two random inputs"));
}

TEST(Outcome, TwoOneElementResultsAreEachComparedWithThemselves) {
  for (const bool is_constant : {false, true}) {
    Suite suite;
    suite.add("Sums", [is_constant](State& state) {
      auto& device = state.device();
      const auto one = random<float>(100);
      const auto other = is_constant ? std::vector<float>(100, 1.0F) : random<float>(100);
      auto one_d = device.upload(one);
      auto other_d = device.upload(other);
      auto out_d = device.allocate<float>(1);
      const auto verified = [&](auto& x_d, const std::vector<float>& x) {
        auto launch = device.kernel("sum").args(x_d, out_d, x.size()).over(1);
        state.expect([&x](std::span<float> result) {
          result[0] = 0;
          for (const float value : x) result[0] += value;
        });
        state.verify(launch, out(out_d), ulps(0));
        return launch;
      };
      verified(one_d, one);
      state.measure(verified(other_d, other));
    });
    const auto result = suite.run_json();
    EXPECT_EQ(outcome_of(result), is_constant ? "mistrusted" : "passed") << result.err;
  }
}

/// saxpy with a second reference, whose element 3 is off by `error`.
template <class T>
Registration::Body with_second_reference(T error) {
  return [error](State& state) {
    const std::size_t n = 64;
    const auto x = random<float>(n);
    const auto y = random<float>(n);
    auto x_d = state.device().upload(x);
    auto y_d = state.device().upload(y);
    const auto launch = state.device().kernel("saxpy").args(2.0F, x_d, y_d, n).over(n);
    state.reference(serial, [&](std::span<float> result) {
      for (std::size_t i = 0; i < n; ++i) result[i] = 2.0F * x[i] + y[i];
    });
    state.reference(tbb, [&](std::span<T> result) {
      for (std::size_t i = 0; i < n; ++i) result[i] = static_cast<T>(2.0F * x[i] + y[i]);
      result[3] += error;
    });
    state.verify(launch, inout(y_d), ulps(2));
    state.measure(launch);
  };
}

TEST(Outcome, FurtherReferencesMustAgree) {
  for (const char* flag : {"--tickbench_mode=both", "--tickbench_verify_only"}) {
    Suite suite;
    suite.add("Good", with_second_reference<float>(0));
    suite.add("Wrong", with_second_reference<float>(0.5F));
    suite.add("Double", with_second_reference<double>(0));
    const auto result = suite.run_json({flag});
    EXPECT_EQ(result.status, 1);
    EXPECT_EQ(outcome_of(result, 0), "passed") << result.err;
    EXPECT_EQ(outcome_of(result, 1), "wrong_result");
    EXPECT_EQ(outcome_of(result, 2), "invalid_benchmark");
    EXPECT_THAT(result.err, HasSubstr("the reference tbb (not the device): 1 of 64 elements"));
    EXPECT_THAT(result.err, HasSubstr("in the reference tbb"));
  }
}

TEST(Outcome, AnInPlaceKernelMustStayFinite) {
  Suite suite;
  suite.add("Doubling", [](State& state) {
    const auto y = random<float>(64);
    auto y_d = state.device().upload(y);
    const auto launch = state.device().kernel("double_it").args(y_d).over(64);
    state.expect([&](std::span<float> result) {
      for (std::size_t i = 0; i < y.size(); ++i) result[i] = 2 * y[i];
    });
    state.verify(launch, inout(y_d), exact());
    state.measure(launch);
  });
  const auto result = suite.run_json();
  EXPECT_EQ(outcome_of(result), "wrong_result");
  EXPECT_THAT(result.err, HasSubstr("no longer finite"));
}

/// An in-place launch, whose times are these factors of each other, by whether it finds what a
/// launch left.
Suite::Result in_place_result(const std::function<double(bool is_left)>& factor) {
  Suite suite;
  double slowness = 1;
  suite.add("InPlace", [&](State& state) {
    const std::size_t n = 64;
    const auto x = random<float>(n), y = random<float>(n);
    auto x_d = state.device().upload(x);
    auto y_d = state.device().upload(y);
    const auto launch = state.device().kernel("saxpy").args(2.0F, x_d, y_d, n).over(n);
    state.expect([&](std::span<float> result) {
      for (std::size_t i = 0; i < n; ++i) result[i] = 2.0F * x[i] + y[i];
    });
    auto work = launch.work();
    work.enqueue = [&, enqueue = work.enqueue] {
      std::vector<float> now(n);
      y_d.read(std::span<float>(now));
      slowness = factor(now != y);
      enqueue();
    };
    const Launch slowed(launch.queue(), work);
    state.verify(slowed, inout(y_d), ulps(2));
    state.measure(slowed);
  });
  suite.opencl.behaviour.noise = [&] { return slowness; };
  return suite.run_json({"--tickbench_budget=1"});
}

TEST(Outcome, WhatALaunchLeavesIsFoundBehindPausesOfTheHost) {
  const auto result = in_place_result([launch = 0](bool is_left) mutable {
    return (is_left ? 3 : 1) * (++launch % 7 == 0 ? 20 : 1);
  });
  EXPECT_EQ(outcome_of(result), "mistrusted") << result.json()["benchmarks"][0].dump();
  EXPECT_THAT(result.err, HasSubstr("state.measure(...).after(reset)"));
}

TEST(Outcome, WhatEveryOtherLaunchHasIsNoHistory) {
  const auto result =
      in_place_result([launch = 0](bool) mutable { return ++launch % 2 == 0 ? 3 : 1; });
  EXPECT_EQ(outcome_of(result), "passed") << result.err;
}

TEST(Outcome, WhatNoiseHidesOfItIsSaid) {
  const std::string word = "unclear whether a launch changes the next one's time";
  struct Case {
    double step, noise;
    bool is_said;
  };
  for (const auto& [step, noise, is_said] :
       {Case{0, 1, false}, Case{0.15, 1, true}, Case{0.06, 0.06, false}}) {
    const auto result =
        in_place_result([launch = 0, step = step, noise = noise](bool is_left) mutable {
          ++launch;
          return 1 + (is_left ? step : 0) + noise * (launch * 7919 % 1009) * 1e-3;
        });
    EXPECT_EQ(outcome_of(result), "passed") << result.err;
    const std::string label = result.json()["benchmarks"][0].value("label", "");
    EXPECT_EQ(label.find(word) != label.npos, is_said) << label;
  }
}

TEST(Outcome, ADeviceThatExecutesNothing) {
  Suite suite;
  suite.opencl.behaviour.executes = false;
  suite.add("Saxpy", saxpy_with("saxpy"))->Arg(64);
  EXPECT_EQ(suite.run().status, 1);
}

TEST(Outcome, AFailedCheckIsRememberedForLaterRepetitions) {
  Suite suite;
  int calls = 0;
  const auto body = saxpy_with("saxpy_wrong");
  suite
      .add("Bad",
           [&](State& state) {
             ++calls;
             body(state);
           })
      ->Arg(64);
  const auto result = suite.run_json({"--benchmark_repetitions=3"});
  EXPECT_EQ(calls, 1);
  EXPECT_EQ(outcome_of(result, 2), "wrong_result");
}

struct FailingRepetition {
  int number;
  std::string mode;
};
void PrintTo(const FailingRepetition& of, std::ostream* out) { *out << of.mode << of.number; }

class LateFailure : public ::testing::TestWithParam<FailingRepetition> {};

/// Google Benchmark ends the program where the repetitions of one benchmark do not fit each other.
TEST_P(LateFailure, LeavesAWholeReport) {
  Suite suite;
  int calls = 0;
  const auto good = saxpy_with("saxpy");
  suite
      .add("Saxpy",
           [&](State& state) {
             if (++calls == GetParam().number) {
               if (GetParam().mode == "skip") state.skip("not now");
               throw Error(Outcome::kDeviceError, "the device went away");
             }
             good(state);
           })
      ->Arg(64);
  const auto result = suite.run_json({"--benchmark_repetitions=3"});
  const bool is_skip = GetParam().mode == "skip";
  const bool is_all_skipped = is_skip && GetParam().number == 1;
  EXPECT_EQ(result.status, is_all_skipped ? 77 : is_skip ? 0 : 1);
  EXPECT_EQ(calls, GetParam().number);  // the later ones fail at once
  const auto entries = result.json()["benchmarks"];
  for (std::size_t i = 0; i < 3; ++i)
    EXPECT_EQ(entries.at(i)["tickbench"]["outcome"], static_cast<int>(i) + 1 < GetParam().number
                                                         ? "passed"
                                                     : is_skip ? "unsupported"
                                                               : "device_error");
  EXPECT_EQ(entries.size(), GetParam().number == 3 ? 7U : 3U);  // aggregates of two good ones
}
INSTANTIATE_TEST_SUITE_P(
    Outcome, LateFailure,
    ::testing::Values(FailingRepetition{1, "fail"}, FailingRepetition{2, "fail"},
                      FailingRepetition{3, "fail"}, FailingRepetition{1, "skip"},
                      FailingRepetition{2, "skip"}, FailingRepetition{3, "skip"}),
    [](const auto& test) { return test.param.mode + std::to_string(test.param.number); });

TEST(Outcome, OutOfMemoryFailsAndOverLimitSkips) {
  Suite suite;
  suite.opencl.behaviour.memory_left = 1000;
  suite.add("Saxpy", saxpy_with("saxpy"))->Arg(1024);
  EXPECT_EQ(outcome_of(suite.run_json()), "out_of_memory");
  EXPECT_EQ(suite.run().status, 1);

  suite.opencl.infos[0].largest_allocation = 1000;
  const auto result = suite.run_json();
  EXPECT_EQ(outcome_of(result), "over_limit");
  EXPECT_EQ(result.status, 77);
  EXPECT_THAT(result.err, HasSubstr("the largest allocation is 1000"));
}

TEST(Outcome, ADeviceThatCannotBeOpened) {
  Suite suite;
  suite.opencl.behaviour.open_fails = "clCreateContext: CL_DEVICE_NOT_AVAILABLE";
  suite.add("Saxpy", saxpy_with("saxpy"))->Arg(64);
  const auto result = suite.run_json();
  EXPECT_EQ(outcome_of(result), "device_error");
  EXPECT_EQ(result.status, 1);
}

struct Clock {
  std::string name;
  double rate;
  std::string outcome;
};
void PrintTo(const Clock& clock, std::ostream* out) { *out << clock.name; }
class Clocks : public ::testing::TestWithParam<Clock> {};

TEST_P(Clocks, AreJudgedBeforeTheyAreBelieved) {
  Suite suite;
  suite.opencl.behaviour.clock_rate = GetParam().rate;
  suite.add("Saxpy", saxpy_with("saxpy"))->Arg(64);
  const auto result = suite.run_json();
  EXPECT_EQ(outcome_of(result), GetParam().outcome) << result.err;
  EXPECT_EQ(result.status, GetParam().outcome == "passed" ? 0 : 1);
}
INSTANTIATE_TEST_SUITE_P(Outcome, Clocks,
                         ::testing::Values(Clock{"StandsStill", 0, "implausible_time"},
                                           Clock{"TooFast", 1000, "implausible_time"},
                                           Clock{"TooSlow", 1e-3, "implausible_time"},
                                           Clock{"ALittleOff", 1.004, "passed"}),
                         [](const auto& test) { return test.param.name; });

TEST(Outcome, AClockALittleOffIsAWarningOnceAndInTheJson) {
  Suite suite;
  suite.opencl.behaviour.clock_rate = 1.004;
  suite.add("Saxpy", saxpy_with("saxpy"))->Arg(64)->Arg(128);
  const auto result = suite.run_json();
  const auto first = result.err.find("note: opencl:0: ");
  ASSERT_NE(first, std::string::npos) << result.err;
  EXPECT_EQ(result.err.find("note: opencl:0: ", first + 1), std::string::npos);
  const auto clock = result.json()["context"]["tickbench"]["devices"][0]["clock_check"];
  EXPECT_EQ(clock["verdict"], "warning");
  EXPECT_NEAR(clock["rate"].get<double>(), 1.004, 1e-4);
}

Registration::Body saxpy_within(const Tolerance& tolerance) {
  return [tolerance](State& state) {
    const auto x = random<float>(64);
    auto x_d = state.device().upload(x);
    auto y_d = state.device().upload(x);
    auto saxpy = state.device().kernel("saxpy").args(2.0F, x_d, y_d, x.size()).over(x.size());
    state.expect([&](std::span<float> out) {
      for (std::size_t i = 0; i < x.size(); ++i) out[i] = 3 * x[i];
    });
    state.verify(saxpy, inout(y_d), tolerance);
    state.measure(saxpy);
  };
}

// The comparison of launches by what they find ends with the first pair behind the budget.
TEST(Outcome, FewLaunchesAreComparedWhereTheyAreLong) {
  const auto launches = [](const std::string& budget) {
    Suite suite;
    suite.opencl.behaviour.launch_time = Seconds(2);
    suite.add("Saxpy", saxpy_within(ulps(2)));
    const auto result = suite.run_json({"--benchmark_min_time=5x", "--tickbench_budget=" + budget});
    EXPECT_EQ(outcome_of(result), "passed") << result.err;
    return suite.opencl.journal.launches;
  };
  EXPECT_EQ(launches("1000") - launches("0.5"), 22);
}

Output nowhere() { return {ElementType::kFloat32, 4, false, {}, {}}; }

TEST(Outcome, BodiesThatAreAtFault) {
  const std::vector<std::pair<std::string, Registration::Body>> bodies{
      {"without state.measure",
       [](State& state) { state.waive(tickbench::Check::kResult, "empty"); }},
      {"found neither",
       [](State& state) {
         auto y = state.device().allocate<float>(4);
         state.measure(state.device().kernel("double_it").args(y).over(4));
       }},
      {"found none",
       [](State& state) {
         auto y = state.device().allocate<float>(4);
         state.verify(state.device().kernel("double_it").args(y).over(4), inout(y), exact());
       }},
      {"state.range(0): the benchmark has 0 arguments", [](State& state) { state.range(0); }},
      {"state.size(3): the benchmark has 0 arguments", [](State& state) { state.size(3); }},
      {"a slip", [](State&) { throw std::runtime_error("a slip"); }},
      {"no std::exception", [](State&) { throw 1; }},
      {"finite number", [](State& state) { state.counter("x", 1.0 / 0.0); }},
      {"state.counter(\"real_time\")", [](State& state) { state.counter("real_time", 5); }},
      {"state.counter(\"noise\")", [](State& state) { state.counter("noise", 5); }},
      {"state.counter(\"speedup_tbb\")", [](State& state) { state.counter("speedup_tbb", 5); }},
      {"expected a word of visible characters", [](State& state) { state.counter("", 5); }},
      {"visible characters", [](State& state) { state.counter("red \x1b[31m", 5); }},
      {"visible characters", [](State& state) { state.counter("no UTF-8: \xff", 5); }},
      {"state.skip: expected a reason", [](State& state) { state.skip(""); }},
      {"state.waive: expected a reason", [](State& state) { state.waive(Check::kPeak, ""); }},
      {"found an empty function",
       [](State& state) { state.verify(std::function<void()>(), nowhere(), exact()); }},
      {"found an empty function", [](State& state) { state.verify([] {}, nowhere(), exact()); }},
      {"finite amounts of at least 0, found -1", saxpy_within(ulps(-1))},
      {"finite amounts of at least 0, found nan", saxpy_within(absolute(std::nan("")))},
      {"state.reads(-5): expected a finite number of at least 0",
       [](State& state) { state.reads(-5); }},
      {"state.writes(nan)", [](State& state) { state.writes(std::nan("")); }},
      {"state.flops(inf)", [](State& state) { state.flops(1.0 / 0.0); }},
      {"state.items(-1)", [](State& state) { state.items(-1); }},
      {"found one for level_zero",
       [](State& state) {
         state.waive(tickbench::Check::kResult, "empty");
         state.measure(std::function<void(_ze_command_list_handle_t*)>([](auto*) {}));
       }},
  };
  for (const auto& [message, body] : bodies) {
    Suite suite;
    suite.add("Bad", body);
    const auto result = suite.run_json();
    EXPECT_EQ(outcome_of(result), "invalid_benchmark");
    EXPECT_EQ(result.status, 1);
    EXPECT_THAT(result.err, HasSubstr(message));
  }
}

TEST(Outcome, ABodyThatCatchesAFailureFailsAllTheSame) {
  const auto catching = [](const Registration::Body& body,
                           const std::function<void(State&)>& then) {
    return [body, then](State& state) {
      try {
        body(state);
      } catch (...) {
        then(state);
      }
    };
  };
  const auto measure = [](State& state) {
    auto y = state.device().allocate<float>(4);
    state.waive(tickbench::Check::kResult, "its own check has failed");
    state.measure(state.device().kernel("double_it").args(y).over(4));
  };
  for (const auto& then : {std::function<void(State&)>([](State&) {}), std::function(measure)}) {
    Suite suite;
    suite.add("Wrong", catching(saxpy_with("saxpy_wrong"), then))->Arg(64);
    const auto result = suite.run_json();
    EXPECT_EQ(outcome_of(result), "wrong_result");
    EXPECT_EQ(result.status, 1);
  }
}

TEST(Outcome, SpeedUpsOverReferencesThatAreNotOptimisedAreNotedOnce) {
  for (const bool is_optimised : {true, false}) {
    Suite suite;
    suite.add("Saxpy", saxpy_with("saxpy"), is_optimised)->Arg(64)->Arg(128);
    const auto result = suite.run_json();
    const auto noted = result.err.find("note: the benchmark's source was compiled without optim");
    EXPECT_EQ(noted == std::string::npos, is_optimised);
    const auto json = result.json();
    for (const auto& entry : json["benchmarks"])
      EXPECT_EQ(entry["tickbench"]["notes"].dump().find("optim") == std::string::npos,
                is_optimised);
    const auto again = is_optimised ? noted : result.err.find("without optim", noted + 60);
    EXPECT_EQ(again, std::string::npos);
  }
}

TEST(Outcome, NothingToCheckIsPrinted) {
  Suite suite;
  suite.add("Empty", [](State& state) {
    auto y = state.device().allocate<float>(4);
    state.waive(tickbench::Check::kResult, "an empty kernel");
    state.measure(state.device().kernel("saxpy_nothing").args(2.0F, y, y, std::size_t{4}).over(4));
  });
  const auto result = suite.run();
  EXPECT_EQ(result.status, 0);
  EXPECT_THAT(result.out, HasSubstr("nothing to check"));
  EXPECT_THAT(result.err, HasSubstr("1 nothing to check"));
}

TEST(Outcome, SkippingIsNoFailureAndNoPass) {
  Suite suite;
  suite.add("NeedsDouble", [](State& state) { state.skip("no doubles here"); });
  suite.add("Saxpy", saxpy_with("saxpy"))->Arg(64);
  EXPECT_EQ(suite.run().status, 0);
  const auto result = suite.run_json({"--tickbench_benchmark=opencl/needs_double"});
  EXPECT_EQ(result.status, 77);
  EXPECT_EQ(outcome_of(result), "unsupported");
  EXPECT_THAT(result.err, HasSubstr("skipped (1): no doubles here"));
}

TEST(Outcome, WhatABodyLeavesEnqueuedIsDroppedOnceItsMemoryIsGone) {
  Suite suite;
  suite.add("Throws", [](State& state) {
    auto buffer = state.device().allocate<float>(64);
    state.device().fill(buffer, 1.0F).work().enqueue();
    throw std::runtime_error("before it waited");
  });
  EXPECT_EQ(suite.run({"--tickbench_device=opencl"}).status, 1);
  EXPECT_THAT(suite.opencl.journal.allocations_at_drops, ElementsAre(0));
}

TEST(Outcome, AnExceptionsTextDoesNotDriveTheTerminal) {
  Suite suite;
  suite.add("Red", [](State&) { throw std::runtime_error("\x1b[31mred\n\tand \x1b[2J more"); });
  suite.add("Reason", [](State& state) { state.skip("\x1b[31mred"); });
  const auto result = suite.run();
  EXPECT_THAT(result.out + result.err, testing::Not(HasSubstr("\x1b")));
  EXPECT_THAT(result.err, HasSubstr("the body threw: \\x1b[31mred\n    \tand \\x1b[2J more"));
  EXPECT_THAT(result.err, HasSubstr("skipped (1): \\x1b[31mred"));
}

/// What Google Benchmark and tickbench write into an entry, in the version at hand.
TEST(CounterNames, WhatAnEntryHasIsTaken) {
  Suite suite;
  suite.add("Bad", saxpy_with("saxpy_wrong"))->Arg(64);
  suite.add("Good", saxpy_with("saxpy"))->Arg(64);
  const auto result = suite.run_json({"--benchmark_repetitions=2"});
  const auto entries = result.json()["benchmarks"];
  ASSERT_EQ(entries.size(), 8U);
  for (const auto& entry : entries)
    for (const auto& [name, value] : entry.items()) EXPECT_TRUE(api::is_taken(name)) << name;
  EXPECT_FALSE(api::is_taken("apples"));
}

TEST(Outcome, NoPlatformAtAllIs77) {
  Suite suite(false);
  suite.add("Saxpy", saxpy_with("saxpy"))->Arg(64);
  const auto result = suite.run_json();
  EXPECT_EQ(result.status, 77);
  EXPECT_EQ(outcome_of(result), "no_device");
  EXPECT_THAT(result.err, HasSubstr("no platform"));
}

TEST(Outcome, AnAbsentDeviceIs77AndSaysWhatIsHere) {
  Suite suite;
  suite.add("Saxpy", saxpy_with("saxpy"))->Arg(64);
  const auto result = suite.run({"--tickbench_device=opencl:7"});
  EXPECT_EQ(result.status, 77);
  EXPECT_THAT(result.err, HasSubstr("no device 'opencl:7' here: opencl:0 (Fake GPU)"));
  EXPECT_EQ(suite.run({"--tickbench_device=opencl:7,opencl:0"}).status, 0);
}

TEST(AbsentBackend, IsLeftOutWithANoteWhereAnotherHasADevice) {
  Suite suite;
  suite.has_level_zero = true;
  suite.add("saxpy", saxpy_with("saxpy"))->Arg(256);
  const auto result = suite.run_json();
  EXPECT_EQ(result.status, 0);
  EXPECT_EQ(result.json()["benchmarks"].size(), 1U);
  EXPECT_THAT(result.err,
              HasSubstr("1 passed\nnote: level_zero is left out, without a device here: "));
}

TEST(AbsentBackend, IsSkippedWhereItWasAskedFor) {
  for (const char* flag :
       {"--tickbench_device=opencl:0,level_zero:0", "--tickbench_benchmark=level_zero/saxpy/256"}) {
    Suite suite;
    suite.has_level_zero = true;
    suite.add("saxpy", saxpy_with("saxpy"))->Arg(256);
    const auto entries = suite.run_json({flag}).json()["benchmarks"];
    EXPECT_EQ(entries.back()["tickbench"]["outcome"], "no_device") << flag;
  }
}

TEST(FailingDriver, IsADeviceErrorWhereItsBackEndOrDeviceWasAskedFor) {
  for (const char* flag :
       {"--tickbench_device=level_zero", "--tickbench_device=opencl,level_zero:0",
        "--tickbench_device=arc", "--tickbench_device=level_zero:0.1",
        "--tickbench_benchmark=level_zero/saxpy/256"}) {
    Suite suite;
    suite.has_level_zero = true;
    suite.level_zero.behaviour.listing_fails = "zeInit: ZE_RESULT_ERROR_DEVICE_LOST";
    suite.add("saxpy", saxpy_with("saxpy"))->Arg(256);
    const auto result = suite.run_json({flag});
    EXPECT_EQ(result.status, 1) << flag;
    const auto row = result.json()["benchmarks"].back()["tickbench"];
    EXPECT_EQ(row["outcome"], "device_error") << flag;
    EXPECT_THAT(row["message"].get<std::string>(),
                HasSubstr("zeInit: ZE_RESULT_ERROR_DEVICE_LOST"));
  }
}

TEST(FailingDriver, IsANoteWhereAnotherBackEndHasADevice) {
  for (const char* flag : {"--tickbench_mode=batched", "--tickbench_device=all"}) {
    Suite suite;
    suite.has_level_zero = true;
    suite.level_zero.behaviour.listing_fails = "zeInit: ZE_RESULT_ERROR_DEVICE_LOST";
    suite.add("saxpy", saxpy_with("saxpy"))->Arg(256);
    const auto result = suite.run_json({flag});
    EXPECT_EQ(result.status, 0) << flag;
    EXPECT_EQ(result.json()["benchmarks"].size(), 1U);
    EXPECT_THAT(result.err,
                testing::ContainsRegex("note: level_zero.*zeInit: ZE_RESULT_ERROR_DEVICE_LOST"));
  }
}

TEST(FailingDriver, BesideOneThatIsGoodIsANote) {
  Suite suite;
  suite.opencl.behaviour.listing_fails = "opencl:1: clGetDeviceInfo: CL_OUT_OF_HOST_MEMORY";
  suite.add("saxpy", saxpy_with("saxpy"))->Arg(256);
  const auto result = suite.run({"--tickbench_device=opencl:0"});
  EXPECT_EQ(result.status, 0);
  EXPECT_THAT(result.err, HasSubstr("note: opencl: opencl:1: clGetDeviceInfo"));
  EXPECT_EQ(suite.run({"--tickbench_device=opencl:1"}).status, 1);
  const auto listed = suite.run({"--tickbench_list_devices"});
  EXPECT_EQ(listed.status, 0);
  EXPECT_THAT(listed.err, HasSubstr("opencl: not listed: opencl:1: clGetDeviceInfo"));
}

}  // namespace
}  // namespace tickbench::suite
