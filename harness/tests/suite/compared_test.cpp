// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
//
// Benchmarks that are compared to a baseline, from the registration to files, floors and rows.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <stdexcept>

#include "fakes/noise_sources.hpp"
#include "suite/suite.hpp"

namespace tickbench::suite {
namespace {

using ::testing::AllOf;
using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::SizeIs;

constexpr const char* kThere = "opencl/axpy/kernel:saxpy_there/n:64";
constexpr const char* kHere = "opencl/axpy/kernel:saxpy/n:64";
/// All launches compute, and that takes time.
constexpr const char* kTwentyMilliseconds = "--tickbench_budget=0.02";

/// Work that waits, and does this before each launch.
void measure_waiting(State& state, const std::function<void()>& first) {
  auto y = state.device().allocate<char>(64);
  const auto fill = state.device().fill(y, 'x');
  state.waive(Check::kResult, "its time alone matters");
  state.measure(waits, [&](_cl_command_queue* /*queue*/) {
    first();
    fill();
  });
}

/// `axpy` by two kernels, of which the first is the baseline, and takes twice as long.
class Compared : public ::testing::Test {
 protected:
  Compared() {
    axpy_ = suite_.add("Axpy",
                       [](State& state) { saxpy_with(state.axis<std::string>("kernel"))(state); });
    axpy_->Axis("kernel", {"saxpy", "saxpy_there"})->Axis("n", {64});
    axpy_->ComparedTo("kernel:saxpy");
    suite_.opencl.behaviour.slowness["saxpy"] = 2;
  }

  Suite::Result run(std::vector<std::string> flags = {}) {
    flags.emplace_back(kTwentyMilliseconds);
    return suite_.run_json(std::move(flags));
  }
  /// A benchmark of its own, compared to this one.
  Registration* add_to(const std::string& baseline) {
    return suite_.add("Other", saxpy_with("saxpy_there"))->Arg(64)->ComparedTo(baseline);
  }
  /// A benchmark that fails so from its first launch on behind the begin of its baseline, `base`.
  Suite::Result run_breaking(const std::function<void()>& fail) {
    const auto breaks = [&](State& state) {
      has_begun_ = false;
      measure_waiting(state, [&] {
        if (has_begun_) fail();
      });
    };
    suite_.add("Breaks", breaks)->ComparedTo("base");
    return run({"--tickbench_benchmark=opencl/breaks"});
  }
  static nlohmann::json row(const Suite::Result& result, std::size_t index = 0) {
    return result.json()["benchmarks"].at(index)["tickbench"];
  }
  static double ratio(const nlohmann::json& row) {
    return row["metrics"]["speedup_baseline"]["value"].get<double>();
  }
  /// That this row alone has no ratio, and says so with this reason.
  void expect_none(const std::string& id, const std::string& reason) {
    const auto result = run({"--tickbench_benchmark=" + id});
    EXPECT_EQ(result.status, 0) << result.err;
    const auto found = row(result);
    EXPECT_GT(found["metrics"]["time"]["value"], 0) << "its own time is valid";
    EXPECT_FALSE(found["metrics"].contains("speedup_baseline"));
    EXPECT_THAT(found["notes"],
                Contains(AllOf(HasSubstr("no baseline: opencl/"), HasSubstr(reason))));
    EXPECT_THAT(result.err, HasSubstr("1 of them has a remark at the end of the row"));
    const auto judged = run({"--tickbench_benchmark=" + id, floor("at_least", 1e-6)});
    EXPECT_EQ(judged.status, 1) << "a floor on it cannot be met";
    EXPECT_EQ(row(judged)["floors"]["verdict"], "not_measured");
    EXPECT_THAT(judged.err, AllOf(HasSubstr("speedup_baseline: no baseline: "), HasSubstr(reason)));
  }
  /// Of what is compared, but not of the baseline itself.
  std::string floor(const std::string& bound, double value, const std::string& more = "") {
    const auto path = suite_.path("floors.json");
    std::ofstream(path) << fmt::format(
        R"_({{"schema": "tickbench-floors/1", "floors": [{}{{"device": ".*",
            "benchmark": "opencl/(other/.*|.*saxpy_there.*)", "metric": "speedup_baseline",
            "{}": {}, "tolerance": 0}}]}})_",
        more, bound, value);
    return "--tickbench_floors=" + path;
  }

  Suite suite_;
  Registration* axpy_;
  bool has_begun_ = false;  ///< the baseline of what breaks
};

TEST_F(Compared, RowsSayHowManyTimesAsFastTheyAre) {
  const auto result = run();
  EXPECT_EQ(result.status, 0) << result.err;
  const auto baseline = row(result, 0), there = row(result, 1);
  EXPECT_EQ(there["id"], kThere);
  EXPECT_NEAR(ratio(there), 2, 1e-3) << "half the time";
  EXPECT_LE(there["metrics"]["speedup_baseline"]["low"], 2.001);
  EXPECT_NEAR(result.json()["benchmarks"][1]["speedup_baseline"].get<double>(), 2, 1e-3);
  EXPECT_EQ(there["baseline"]["id"], kHere);
  EXPECT_GT(there["baseline"]["pairs"], 10);
  EXPECT_NEAR(there["baseline"]["here"]["value"].get<double>(), 1e-5, 1e-8);
  EXPECT_NEAR(there["baseline"]["there"]["value"].get<double>(), 2e-5, 1e-8);
  EXPECT_FALSE(there["baseline"].contains("ratio")) << "the other way round";
}

TEST_F(Compared, TheBaselineItselfSaysThatItIs) {
  const auto result = run();
  const auto itself = row(result, 0);
  EXPECT_FALSE(itself["metrics"].contains("speedup_baseline"));
  EXPECT_EQ(itself["baseline"],
            nlohmann::json({{"id", kHere}, {"why_not", "others are compared to it"}}));
  EXPECT_THAT(result.json()["benchmarks"][0]["label"].get<std::string>(), HasSubstr(", baseline"));
  EXPECT_THAT(result.err, Not(HasSubstr("has a remark")));
}

TEST_F(Compared, TheTableHasTheRatioWithItsInterval) {
  const auto out = suite_.run({kTwentyMilliseconds}).out;
  EXPECT_THAT(out, AllOf(HasSubstr("x baseline 2.00 ±0.0 %"), HasSubstr("%, baseline\n"),
                         HasSubstr("\nx baseline  how many times as fast as the benchmark that"),
                         HasSubstr("\nbaseline    others are compared to this benchmark")))
      << out;
}

TEST_F(Compared, AFilteredBaselineRunsInsideAndIsNoRow) {
  for (const std::vector<std::string>& flags :
       {std::vector<std::string>{std::string("--tickbench_benchmark=") + kThere},
        {"--benchmark_filter=there"},
        {"--tickbench_axis=kernel=saxpy_there"}}) {
    const auto result = run(flags);
    EXPECT_THAT(result.json()["benchmarks"], SizeIs(1));
    EXPECT_NEAR(ratio(row(result)), 2, 1e-3) << result.err;
  }
  const auto asked = run({"--tickbench_axis=kernel=saxpy_there", "--tickbench_axis=n=32"});
  EXPECT_EQ(row(asked)["baseline"]["id"], "opencl/axpy/kernel:saxpy/n:32");
  EXPECT_NEAR(ratio(row(asked)), 2, 1e-3);
}

TEST_F(Compared, FloorsJudgeTheRatioAsTheRowSaysIt) {
  EXPECT_EQ(run({floor("at_least", 1.9)}).status, 0);
  const auto missed = run({floor("at_least", 2.1)});
  EXPECT_EQ(missed.status, 1);
  EXPECT_THAT(missed.err, HasSubstr("floor MISSED: " + std::string(kThere) +
                                    " on Fake GPU: speedup_baseline 2 [2, 2], expected >= 2.1"));
  const auto wrong_side = run({floor("at_most", 3)});
  EXPECT_THAT(wrong_side.err, HasSubstr("floor doubtful"));
  EXPECT_THAT(wrong_side.err, HasSubstr("expected at_least for speedup_baseline"));
}

TEST_F(Compared, AFloorsRatioToTheBaselineTakesItOnce) {
  const auto result = run({floor("at_least", 1.9, R"({"device": ".*", "benchmark": ".*there.*",
      "metric": "ratio", "of": "time", "to": "opencl/axpy/kernel:saxpy/n:64", "at_most": 0.51},)"),
                           std::string("--tickbench_benchmark=") + kThere});
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_EQ(row(result)["floors"]["judged"][0]["verdict"], "pass");
  EXPECT_EQ(row(result)["floors"]["judged"][1]["verdict"], "pass");
}

TEST_F(Compared, AnOpenFloorTakesMorePairs) {
  suite_.opencl.behaviour.noise = fakes::normal_noise(1, 0.2);
  const auto pairs = [&](const std::vector<std::string>& flags) {
    return row(run(flags), 1)["baseline"]["pairs"].get<double>();
  };
  const double once = pairs({"--tickbench_mode=isolated"});
  EXPECT_GT(pairs({"--tickbench_mode=isolated", floor("at_least", 2)}), 1.5 * once);
}

TEST_F(Compared, RepetitionsAreJudgedTogetherAndHavePairsOfTheirOwn) {
  const auto result = run({"--benchmark_repetitions=3", floor("at_least", 1.9)});
  EXPECT_EQ(result.status, 0) << result.err;
  std::vector<nlohmann::json> rows;
  const auto json = result.json();
  for (const auto& entry : json["benchmarks"])
    if (entry["run_type"] == "iteration" && entry["tickbench"]["id"] == kThere)
      rows.push_back(entry["tickbench"]);
  ASSERT_THAT(rows, SizeIs(3));
  for (const auto& repetition : rows) {
    EXPECT_EQ(repetition["floors"]["judged"][0]["repetitions"], 3);
    EXPECT_LT(repetition["baseline"]["pairs"], 2 * rows[0]["baseline"]["pairs"].get<int>());
  }
}

TEST_F(Compared, ARepetitionWithoutABaselineLeavesTheFloorNotMeasured) {
  int runs = 0;
  suite_
      .add("Once",
           [&runs](State& state) {
             if (++runs == 3) state.skip("the third time");
             saxpy_with("saxpy")(state);
           })
      ->Arg(64);
  add_to("once/{0}");
  const auto result = run(
      {"--benchmark_repetitions=5", "--tickbench_benchmark=opencl/other/64", floor("at_least", 1)});
  EXPECT_EQ(result.status, 1);
  EXPECT_EQ(row(result)["floors"]["verdict"], "not_measured");
  EXPECT_THAT(result.err, HasSubstr("no baseline: opencl/once/64: the third time"));
}

TEST_F(Compared, EachRowIsComparedToItsOwnBaselineAlone) {
  suite_.opencl.behaviour.slowness = {{"saxpy", 2}, {"scale", 1}};
  suite_.add("First", saxpy_with("saxpy"))->Arg(64)->ComparedTo("second/64");
  suite_.add("Second", saxpy_with("saxpy_there"))->Arg(64)->ComparedTo("first/64");
  suite_.add("Third", saxpy_with("saxpy_there"))->Arg(64)->ComparedTo("second/64");
  const auto result = run({"--benchmark_filter=first|second|third"});
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_NEAR(ratio(row(result, 0)), 0.5, 1e-3);
  EXPECT_NEAR(ratio(row(result, 1)), 2, 1e-3);
  EXPECT_NEAR(ratio(row(result, 2)), 1, 1e-3);
}

TEST_F(Compared, ABaselineThatFailsLeavesTheTimeValidAndNoRatio) {
  suite_.add("Wrong", saxpy_with("saxpy_wrong"))->Arg(64);
  add_to("wrong/64");
  expect_none("opencl/other/64", "opencl/wrong/64: 1 of 64 elements are wrong");
}

TEST_F(Compared, ABaselineThatIsWrongAfterItsTimingIsNone) {
  suite_
      .add("Later",
           [](State& state) {
             const auto n = state.size();
             const auto x = random<float>(n), y = random<float>(n);
             auto& device = state.device();
             auto x_d = device.upload(x), y_d = device.upload(y);
             const auto by = [&](const char* kernel) {
               return device.kernel(kernel).args(2.0F, x_d, y_d, n).over(n);
             };
             state.expect([&](std::span<float> out) {
               for (std::size_t i = 0; i < n; ++i) out[i] = 2.0F * x[i] + y[i];
             });
             state.verify(by("saxpy"), inout(y_d), ulps(2));
             state.measure(by("saxpy_wrong"));
           })
      ->Arg(64);
  add_to("later/64");
  expect_none("opencl/other/64", "does not give the results that were checked");
}

TEST_F(Compared, ABaselineThatFailsBehindItsMeasurementIsNone) {
  const auto body = [&](std::function<void(State&)> then) {
    return [=](State& state) {
      saxpy_with("saxpy")(state);
      then(state);
    };
  };
  suite_.add("Throws", body([](State&) { throw std::runtime_error("it broke"); }))->Arg(64);
  suite_.add("Skips", body([](State& state) { state.skip("it broke"); }))->Arg(64);
  suite_.add("Odd", body([](State&) { throw "it broke"; }))->Arg(64);
  for (const std::string name : {"throws", "skips", "odd"}) {
    SCOPED_TRACE(name);
    suite_.add("By_" + name, saxpy_with("saxpy_there"))->Arg(64)->ComparedTo(name + "/64");
    const auto only = "--tickbench_benchmark=opencl/by_" + name + "/64";
    const auto result = run({only});
    EXPECT_EQ(result.status, 0) << result.err;
    EXPECT_FALSE(row(result)["metrics"].contains("speedup_baseline"));
    EXPECT_GT(row(result)["metrics"]["time"]["value"], 0);
    EXPECT_THAT(row(result)["notes"], Contains(HasSubstr("no baseline: opencl/" + name + "/64: ")));
    const auto judged = run({only, floor("at_least", 1e-6, R"({"device": ".*", "benchmark": ".*",
        "metric": "time", "at_most": 1},)")});
    EXPECT_EQ(judged.status, 1) << "judged beside what fails";
    EXPECT_THAT(judged.err, HasSubstr("opencl/" + name + "/64, behind its measurement: "));
  }
}

TEST_F(Compared, AFloorOfAnotherRowIsNotJudgedBesideIt) {
  const auto fails = [](State& state) {
    saxpy_with("saxpy")(state);
    throw std::runtime_error("it broke");
  };
  suite_.add("Throws", fails)->Arg(64);
  suite_.add("By", saxpy_with("saxpy_there"))->Arg(64)->ComparedTo("throws/64");
  const auto none = run({"--benchmark_filter=/by/|axpy", floor("at_least", 1)});
  EXPECT_EQ(none.status, 0) << none.err;
  EXPECT_THAT(none.err, Not(HasSubstr("behind its measurement")));
}

TEST_F(Compared, ABaselineWhoseTimeIsNotBelievedIsNone) {
  suite_.add("InPlace", [&](State& state) {
    const std::size_t n = 64;
    const auto x = random<float>(n), y = random<float>(n);
    auto x_d = state.device().upload(x), y_d = state.device().upload(y);
    const auto launch = state.device().kernel("saxpy").args(2.0F, x_d, y_d, n).over(n);
    state.expect([&](std::span<float> out) {
      for (std::size_t i = 0; i < n; ++i) out[i] = 2.0F * x[i] + y[i];
    });
    auto work = launch.work();
    work.enqueue = [&, enqueue = work.enqueue] {
      std::vector<float> now(n);
      y_d.read(std::span<float>(now));
      suite_.opencl.behaviour.slowness["saxpy"] = now != y ? 3 : 1;
      enqueue();
    };
    const Launch slowed(launch.queue(), work);
    state.verify(slowed, inout(y_d), ulps(2));
    state.measure(slowed);
  });
  const std::string alone = "--tickbench_benchmark=opencl/in_place";
  EXPECT_THAT(run({alone}).err, HasSubstr("mistrusted"));
  add_to("in_place");
  const auto result = run({"--tickbench_benchmark=opencl/other/64"});
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_FALSE(row(result)["metrics"].contains("speedup_baseline"));
  EXPECT_THAT(row(result)["notes"], Contains(HasSubstr("no baseline: opencl/in_place: ")));
}

TEST_F(Compared, ABaselineThatFailsInAPairIsNone) {
  enum { kNone, kRow, kPairs, kBroken } now = kNone;
  int launches = 0;
  suite_.add("Base", [&](State& state) {
    measure_waiting(state, [&] {
      if (now == kBroken) throw std::runtime_error("the baseline broke");
      if (now == kRow && ++launches == 200) now = kPairs;
    });
  });
  suite_
      .add("Row",
           [&](State& state) {
             now = kRow;
             measure_waiting(state, [&] {
               if (now == kPairs) now = kBroken;
             });
           })
      ->ComparedTo("base");
  const auto result = run({"--tickbench_benchmark=opencl/row"});
  EXPECT_EQ(now, kBroken);
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_THAT(row(result)["notes"],
              Contains(AllOf(HasSubstr("no baseline: opencl/base: "), HasSubstr("broke"))));
}

TEST_F(Compared, ABaselineMakesNoSkipOfTheRowsFailure) {
  suite_.add("Base", [&](State& state) {
    has_begun_ = true;
    try {
      measure_waiting(state, [] {});
    } catch (const Error& error) {
      state.skip(error.what());
    }
  });
  const auto result = run_breaking([] { throw Error(Outcome::kDeviceError, "the row broke"); });
  EXPECT_EQ(result.status, 1);
  EXPECT_EQ(row(result)["outcome"], "device_error") << row(result);
}

TEST_F(Compared, WhatIsTimedOtherwiseIsNoBaseline) {
  suite_.add("Waits", [](State& state) { measure_waiting(state, [] {}); });
  suite_.add("Turns", saxpy_with("saxpy"))->Arg(64)->Cache("rotating:2KiB");
  suite_.add("ByWaits", saxpy_with("saxpy_there"))->Arg(64)->ComparedTo("waits");
  suite_.add("ByTurns", saxpy_with("saxpy_there"))
      ->Arg(64)
      ->Cache("rotating:16KiB")
      ->ComparedTo("turns/64");
  const auto result = run({"--benchmark_filter=by_"});
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_THAT(row(result, 0)["notes"],
              Contains(AllOf(HasSubstr("expected its method, "), HasSubstr("with waits"))));
  EXPECT_THAT(row(result, 1)["notes"], Contains(HasSubstr("expected cache rotating")));
}

TEST_F(Compared, WhatFailsOfItsOwnBesideTheBaselineFailsTheRow) {
  suite_.add("Base", [&](State& state) {
    has_begun_ = true;
    measure_waiting(state, [] {});
  });
  const auto result = run_breaking([] { throw std::runtime_error("it broke"); });
  EXPECT_EQ(result.status, 1);
  EXPECT_THAT(result.err, AllOf(HasSubstr("it broke"), Not(HasSubstr("no baseline"))));
}

TEST_F(Compared, ABaselineThatIsSkippedIsNone) {
  suite_.add("Skips", [](State& state) { state.skip("no tensor cores"); });
  add_to("skips");
  expect_none("opencl/other/64", "opencl/skips: no tensor cores");
}

TEST_F(Compared, WithoutRoomForBothTheRowNamesTheBaseline) {
  constexpr int kFloats = 1 << 12;
  suite_.add("Large", saxpy_with("saxpy"))->Arg(kFloats);
  suite_.add("Other", saxpy_with("saxpy"))->Arg(kFloats)->ComparedTo("large/{0}");
  suite_.opencl.behaviour.memory_left = 3 * kFloats * sizeof(float);  // each takes two buffers
  EXPECT_EQ(run({"--tickbench_benchmark=opencl/large/4096"}).status, 0);
  expect_none("opencl/other/4096", "opencl/large/4096: ");
}

TEST_F(Compared, WhatThePredicateLeavesOutIsNoBaseline) {
  suite_.add("Other", [](State& state) { saxpy_with(state.axis<std::string>("kernel"))(state); })
      ->Axis("n", {64, 128})
      ->Axis("kernel", {"saxpy", "saxpy_there"})
      ->Where([](const Combination& at) {
        return at.axis<int>("n") == 128 || at.axis<std::string>("kernel") == "saxpy_there";
      })
      ->ComparedTo("kernel:saxpy");
  expect_none("opencl/other/n:64/kernel:saxpy_there",
              "opencl/other/n:64/kernel:saxpy: it is not registered here, or ->Where");
  EXPECT_NEAR(ratio(row(run({"--tickbench_benchmark=opencl/other/n:128/kernel:saxpy_there"}))), 2,
              1e-3);
}

TEST_F(Compared, AnotherCacheOrModeIsNoBaseline) {
  suite_.add("Cold", saxpy_with("saxpy"))->Arg(64)->Cache("cold");
  add_to("cold/64");
  expect_none("opencl/other/64", "expected cache warm and mode both, found cold and both");
}

/// A queue that takes no device times.
class UntimedQueue final : public TimedQueue {
 public:
  explicit UntimedQueue(TimedQueue& queue) : queue_(queue) {}
  Bracket run(const Work& work, const BracketRequest& request) override {
    return queue_.run(work, request);
  }
  bool supports(TimeMethod method, const Work& /*work*/) const override {
    return method == TimeMethod::kHost;
  }
  std::optional<ClockReading> read_clock() override { return std::nullopt; }
  Seconds reported_resolution() const override { return Seconds(0); }

 private:
  TimedQueue& queue_;
};

TEST_F(Compared, ABaselineThatTheHostTimesIsNone) {
  suite_.add("Untimed", [&](State& state) {
    const auto opened = suite_.opencl.open(suite_.opencl.infos.front());
    tickbench::Device device(*opened);
    auto buffer = device.upload(std::vector<float>(64, 1.0F));
    const auto launch = device.kernel("saxpy_zeros").args(1.0F, buffer, buffer, 64UL).over(64);
    UntimedQueue queue(opened->queue());
    state.waive(Check::kResult, "its time alone matters");
    state.measure(queue, [&] { launch.work().enqueue(); });
  });
  add_to("untimed");
  expect_none("opencl/other/64", "found host");
}

TEST_F(Compared, TheModeThatBothHaveIsCompared) {
  suite_.add("Alone", saxpy_with("saxpy"))->Arg(64)->Mode("isolated")->Iterations(7);
  add_to("alone/64");
  const auto result = run({"--tickbench_benchmark=opencl/other/64"});
  EXPECT_NEAR(ratio(row(result)), 2, 1e-3) << result.err;
  EXPECT_GT(row(result)["baseline"]["pairs"], 10) << "for the row's budget";
}

TEST_F(Compared, NoModeInCommonIsNoBaseline) {
  suite_.add("Alone", saxpy_with("saxpy"))->Arg(64)->Mode("isolated");
  add_to("alone/64")->Mode("batched");
  expect_none("opencl/other/64", "expected cache warm and mode batched, found warm and isolated");
}

TEST_F(Compared, NothingIsComparedWhereNothingIsTimed) {
  for (const auto* flag : {"--tickbench_verify_only", "--tickbench_profile"}) {
    const auto result = run({flag});
    EXPECT_EQ(result.status, 0) << result.err;
    EXPECT_FALSE(row(result, 1).contains("baseline")) << flag;
  }
}

TEST_F(Compared, NeitherInputsNorOwnFloorsAreChangedByIt) {
  axpy_->FreshInputs();
  suite_.tries_the_smallest = true;
  const auto result = run();
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_NEAR(ratio(row(result, 1)), 2, 1e-3);
}

TEST_F(Compared, RotatingCopiesOfBothAreCompared) {
  const auto result = run({"--tickbench_cache=rotating:2KiB"});
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_NEAR(ratio(row(result, 1)), 2, 1e-3);
}

TEST_F(Compared, AReferenceMayNotHaveItsName) {
  suite_.add("Named", [](State& state) { state.reference("baseline", [](std::span<float>) {}); });
  EXPECT_THAT(run({"--benchmark_filter=named"}).err, HasSubstr("and is not baseline"));
}

TEST_F(Compared, AMistakeEndsTheProgramBeforeADeviceIsOpened) {
  add_to("axpy/kernel:saxpi/n:{0}");
  const auto result = run();
  EXPECT_EQ(result.status, 2);
  EXPECT_THAT(result.err, HasSubstr("did you mean axpy/kernel:saxpy/n:64"));
  EXPECT_EQ(suite_.opencl.journal.opened, 0);
}

}  // namespace
}  // namespace tickbench::suite
