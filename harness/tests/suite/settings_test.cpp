// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
//
// Settings that a registration states, and buffers in turn.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "fakes/noise_sources.hpp"
#include "partner/modules_file.hpp"
#include "suite/suite.hpp"

namespace tickbench::suite {
namespace {

using ::testing::Contains;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::Not;

constexpr std::size_t kFloats = 64;
/// Two buffers of 256 bytes: three of such sets fill as much and one more.
constexpr const char* kSmallCache = "rotating:1024";

nlohmann::json rows(const Suite::Result& result) { return result.json()["benchmarks"]; }
nlohmann::json entry(const Suite::Result& result, std::size_t i = 0) {
  return rows(result).at(i)["tickbench"];
}

// What a registration states.

TEST(Settings, AreThoseOfTheRegistrationAloneAndItsRowSaysSo) {
  Suite suite;
  suite.add("Plain", saxpy_with("saxpy"))->Arg(64);
  suite.add("Cold", saxpy_with("saxpy"))->Arg(64)->Cache("cold:1MiB")->Budget(0.25);
  suite.add("One", saxpy_with("saxpy"))->Arg(64)->Mode("isolated")->Precision(0.125);
  const auto result = suite.run_json();
  EXPECT_EQ(result.status, 0) << result.err;
  const auto plain = entry(result, 0)["settings"], cold = entry(result, 1)["settings"],
             one = entry(result, 2)["settings"];
  EXPECT_EQ(plain["cache"], "warm");
  EXPECT_EQ(plain["mode"], "both");
  EXPECT_EQ(plain["budget"], 0.5);
  EXPECT_EQ(cold["cache"], "cold");
  EXPECT_EQ(cold["displace_bytes"], 1 << 20);
  EXPECT_EQ(cold["host_displace_bytes"], 1 << 20);
  EXPECT_EQ(cold["budget"], 0.25);
  EXPECT_EQ(cold["mode"], "both");
  EXPECT_EQ(one["mode"], "isolated");
  EXPECT_EQ(one["precision"], 0.125);
  EXPECT_FALSE(entry(result, 2)["methods"].contains("batched"));
  EXPECT_EQ(rows(result)[0]["label"], "±0.0 %, host-bound 1 %");
  EXPECT_THAT(rows(result)[1]["label"].get<std::string>(),
              EndsWith(", cache cold:1MiB, budget 0.25"));
  EXPECT_THAT(rows(result)[2]["label"].get<std::string>(),
              EndsWith(", mode isolated, precision 0.125"));
}

TEST(Settings, OfARegistrationGoBeforeTheFlag) {
  Suite suite;
  suite.add("Stated", saxpy_with("saxpy"))->Arg(64)->Cache("warm")->Budget(0.125);
  suite.add("Silent", saxpy_with("saxpy"))->Arg(64);
  const auto result = suite.run_json(
      {"--tickbench_cache=cold:4096", "--tickbench_budget=0.25", "--benchmark_repetitions=2"});
  for (const auto& row : rows(result)) {
    if (row["run_type"] != "iteration") continue;
    const auto& settings = row["tickbench"]["settings"];
    const bool is_stated = row["tickbench"]["id"] == "opencl/stated/64";
    EXPECT_EQ(settings["cache"], is_stated ? "warm" : "cold");
    EXPECT_EQ(settings["displace_bytes"], is_stated ? 0 : 4096);
    EXPECT_EQ(settings["budget"], is_stated ? 0.125 : 0.25);
  }
}

TEST(Settings, OnlyTheModeThatTheRowShowsHasThreeBudgets) {
  const auto run = [](const std::vector<std::string>& flags) {
    Suite suite;
    suite.opencl.behaviour.launch_time = Seconds(1e-3);
    suite.opencl.behaviour.noise = fakes::lognormal_noise(1, 1);
    suite.add("Noisy", saxpy_with("saxpy"))->Arg(64)->Budget(0.1);
    return suite.run_json(flags);
  };
  const auto both = run({});
  EXPECT_THAT(both.err, HasSubstr("1 of them has an interval wider than ±11 %"));
  EXPECT_NEAR(entry(both)["wall"]["isolated"].get<double>(), 0.1, 0.01);
  EXPECT_NEAR(entry(both)["wall"]["batched"].get<double>(), 0.3, 0.02);
  const auto isolated = run({"--tickbench_mode=isolated"});
  EXPECT_NEAR(entry(isolated)["wall"]["isolated"].get<double>(), 0.3, 0.02);
  const auto content = run({"--tickbench_precision=0.6"});
  EXPECT_LT(entry(content)["wall"]["batched"].get<double>(), 0.11);
  EXPECT_THAT(content.err, Not(HasSubstr("marked with !")));
}

TEST(Settings, ARowIsMarkedAboveWhatItsBudgetCanReach) {
  for (const auto& [budget, reached] :
       {std::pair("0", "25 %"), {"0.125", "10 %"}, {"0.5", "5 %"}, {"2", "5 %"}}) {
    Suite suite;
    suite.opencl.behaviour.noise = fakes::drift(0.01);
    suite.add("Drifting", saxpy_with("saxpy"))->Arg(64);
    const auto run = suite.run_json({std::string("--tickbench_budget=") + budget});
    EXPECT_THAT(run.err, HasSubstr(std::string("wider than ±") + reached));
  }
}

TEST(Settings, TheLastCallOfAChainCounts) {
  Suite suite;
  suite.add("Saxpy", saxpy_with("saxpy"))->Arg(64)->Cache("cold:1MiB")->Cache("cold:2MiB");
  EXPECT_EQ(entry(suite.run_json())["settings"]["displace_bytes"], 2 << 20);
}

struct Mistake {
  std::function<void(Registration&)> make;
  std::string message;
};

TEST(Settings, ThatCannotBeMeantEndTheProgramBeforeItOpensADevice) {
  constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
  const std::string caches =
      "--tickbench_cache: expected warm, cold, rotating, cold:BYTES or rotating:BYTES "
      "(cold:512MiB), found ";
  const Mistake mistakes[] = {
      {[](auto& r) { r.Cache("cld"); }, caches + "'cld'"},
      {[](auto& r) { r.Cache("cold:0"); }, caches + "'cold:0'"},
      {[](auto& r) { r.Cache("cold:12XB"); }, caches + "'cold:12XB'"},
      {[](auto& r) { r.Cache("rotating:"); }, caches + "'rotating:'"},
      {[](auto& r) { r.Cache("warm:1MiB"); }, caches + "'warm:1MiB'"},
      {[](auto& r) { r.Cache(""); }, "--tickbench_cache: expected a value"},
      {[](auto& r) { r.Mode("batch"); },
       "--tickbench_mode: expected one of both, isolated, batched, graph, found 'batch'"},
      {[](auto& r) { r.Budget(-1); }, "--tickbench_budget: expected seconds (0.5), found '-1"},
      {[](auto& r) { r.Budget(kNan); }, "--tickbench_budget: expected seconds"},
      {[](auto& r) { r.Precision(0); }, "--tickbench_precision: expected a fraction"},
      {[](auto& r) { r.Precision(1); }, "--tickbench_precision: expected a fraction"}};
  for (const auto& mistake : mistakes) {
    Suite suite;
    mistake.make(*suite.add("Saxpy", saxpy_with("saxpy")));
    const auto result = suite.run();
    EXPECT_EQ(result.status, 2);
    EXPECT_THAT(result.err, HasSubstr("the registration of Saxpy: " + mistake.message));
    EXPECT_EQ(suite.opencl.journal.opened, 0);
  }
}

TEST(Settings, AModeOfGraphsSaysWhereThereAreNone) {
  Suite suite;
  suite.add("Saxpy", saxpy_with("saxpy"))->Arg(64)->Mode("graph");
  const auto row = entry(suite.run_json());
  EXPECT_EQ(row["outcome"], "passed");
  EXPECT_EQ(row["settings"]["mode"], "graph");
  EXPECT_EQ(row["methods"]["batched"], "bracket");
  EXPECT_THAT(row["notes"],
              Contains("batched: expected a graph, found work that the queue makes none of"));
}

// Buffers in turn.

/// out <- 2 x. `enqueue` makes another enqueue of it, and is told which run of the body it is of.
Registration::Body scale_with(
    const std::function<std::function<void()>(std::size_t run, std::function<void()> enqueue)>&
        change,
    const std::function<std::string(std::size_t run)>& kernel = [](auto) { return "scale"; }) {
  return [change, kernel, run = std::make_shared<std::size_t>()](State& state) {
    const auto own = (*run)++;
    const auto x = random<float>(kFloats);
    auto x_d = state.device().upload(x);
    auto out_d = state.device().allocate<float>(kFloats);
    const auto launch =
        state.device().kernel(kernel(own)).args(2.0F, x_d, out_d, kFloats).over(kFloats);
    auto work = launch.work();
    work.enqueue = change(own, work.enqueue);
    const Launch changed(launch.queue(), work, *launch.targets());
    state.expect([&](std::span<float> result) {
      for (std::size_t i = 0; i < kFloats; ++i) result[i] = 2.0F * x[i];
    });
    state.verify(changed, out(out_d), exact());
    state.measure(changed);
  };
}
std::function<void()> same(std::size_t /*run*/, std::function<void()> enqueue) { return enqueue; }

TEST(Rotation, EachLaunchTakesTheNextBuffers) {
  std::vector<std::size_t> order;
  Suite suite;
  suite.add("Scale", scale_with([&](std::size_t run, const std::function<void()>& enqueue) {
              return [&order, run, enqueue] {
                order.push_back(run);
                enqueue();
              };
            }));
  const auto result = suite.run_json({"--tickbench_cache=rotating:1024"});
  EXPECT_EQ(result.status, 0) << result.err;
  const auto row = entry(result);
  EXPECT_EQ(row["outcome"], "passed") << row["message"];
  EXPECT_EQ(row["settings"]["cache"], "rotating");
  EXPECT_EQ(row["settings"]["displace_bytes"], 1024);
  EXPECT_EQ(row["settings"]["host_displace_bytes"], 1024);
  EXPECT_THAT(row["notes"], Contains("3 copies of its buffers in turn"));
  EXPECT_THAT(rows(result)[0]["label"].get<std::string>(),
              HasSubstr("3 copies of its buffers in turn"));
  EXPECT_EQ(row["methods"]["batched"], "bracket") << "nothing is displaced";
  // One check in each run; behind the last of them they take turns.
  ASSERT_GT(order.size(), 200U);
  for (std::size_t i = 0; i < 200; ++i) EXPECT_EQ(order[3 + i], i % 3) << i;
  EXPECT_EQ(suite.opencl.journal.live_allocations, 0);
}

TEST(Rotation, ABracketOfOneTakesTheNextOnesToo) {
  std::vector<std::size_t> order;
  Suite suite;
  suite
      .add("Scale", scale_with([&](std::size_t run, const std::function<void()>& enqueue) {
             return [&order, run, enqueue] {
               order.push_back(run);
               enqueue();
             };
           }))
      ->Mode("isolated")
      ->Cache(kSmallCache);
  EXPECT_EQ(entry(suite.run_json())["outcome"], "passed");
  for (std::size_t i = 0; i < 30; ++i) EXPECT_EQ(order[3 + i], i % 3) << i;
}

TEST(Rotation, EachCopyIsCheckedBehindTheTiming) {
  Suite suite;
  suite
      .add("Scale",
           scale_with(same, [](std::size_t run) { return run == 2 ? "overrun" : "scale"; }))
      ->Cache(kSmallCache);
  suite.add("Next", saxpy_with("saxpy"))->Arg(64);
  EXPECT_EQ(entry(suite.run_json())["outcome"], "passed") << "an overrun is no wrong result";
  Suite wrong;
  wrong
      .add("Scale", scale_with([](std::size_t run, const std::function<void()>& enqueue) {
             return [run, enqueue, first = true]() mutable {
               // Another run's check has the right result, and its launches none.
               if (run != 2 || first) enqueue();
               first = false;
             };
           }))
      ->Cache(kSmallCache);
  const auto row = entry(wrong.run_json());
  EXPECT_EQ(row["outcome"], "wrong_result");
  EXPECT_THAT(row["message"].get<std::string>(),
              HasSubstr("copy 2 of the buffers: what was timed"));
  EXPECT_EQ(wrong.opencl.journal.live_allocations, 0);
}

TEST(Rotation, CopiesThatHoldOtherInputsAreWrong) {
  Suite suite;
  int run = 0;
  suite
      .add("Scale",
           [&run](State& state) {
             auto x = random<float>(kFloats);
             if (run++ == 1) x[3] += 1.0F;  // of a file that changed, or of a clock
             auto x_d = state.device().upload(x);
             auto out_d = state.device().allocate<float>(kFloats);
             const auto launch =
                 state.device().kernel("scale").args(2.0F, x_d, out_d, kFloats).over(kFloats);
             state.expect([&](std::span<float> result) {
               for (std::size_t i = 0; i < kFloats; ++i) result[i] = 2.0F * x[i];
             });
             state.verify(launch, out(out_d), exact());
             state.measure(launch);
           })
      ->Cache(kSmallCache);
  const auto row = entry(suite.run_json());
  EXPECT_EQ(row["outcome"], "wrong_result");
  EXPECT_THAT(row["message"].get<std::string>(), HasSubstr("copy 1 of the buffers"));
}

TEST(Rotation, AnInoutStartsFromItsInputInEachCopy) {
  Suite suite;
  suite.tries_the_smallest = true;
  suite.add("Saxpy", saxpy_with("saxpy"))->Arg(64)->Cache(kSmallCache);
  const auto result = suite.run_json({"--benchmark_repetitions=2"});
  EXPECT_EQ(result.status, 0) << result.err;
  for (const auto& row : rows(result))
    if (row["run_type"] == "iteration") {
      EXPECT_EQ(row["tickbench"]["outcome"], "passed") << row["tickbench"]["message"];
      EXPECT_THAT(row["tickbench"]["notes"], Contains("3 copies of its buffers in turn"));
    }
  EXPECT_THAT(entry(result)["notes"],
              Contains("the inputs are the same in every bracket: each launch takes another copy"));
}

TEST(Rotation, AResetIsThatOfTheBuffersBehindIt) {
  Suite suite;
  std::vector<std::pair<char, std::size_t>> order;
  std::size_t runs = 0;
  suite
      .add("Scale",
           [&](State& state) {
             const auto run = runs++;
             auto& device = state.device();
             auto x_d = device.upload(random<float>(kFloats));
             const auto launch = device.kernel("double_it").args(x_d).over(kFloats);
             const auto noting = [&](char what, const Launch& of) {
               auto work = of.work();
               work.enqueue = [&order, what, run, enqueue = work.enqueue] {
                 order.emplace_back(what, run);
                 enqueue();
               };
               return Launch(of.queue(), work, *of.targets());
             };
             const auto changed = noting('l', launch);
             state.waive(Check::kResult, "only the order matters here");
             state.measure(changed).after(noting('r', device.fill(x_d, 1.0F)));
           })
      ->Mode("isolated")
      ->Cache("rotating:512");
  EXPECT_EQ(entry(suite.run_json())["outcome"], "nothing_to_check");
  ASSERT_GT(order.size(), 20U);
  for (std::size_t i = 0; i < order.size(); i += 2) {
    EXPECT_EQ(order[i], std::pair('r', order[i + 1].second));
    EXPECT_EQ(order[i + 1].first, 'l');
  }
}

TEST(Rotation, WhatCannotRotateSaysSo) {
  Suite suite;
  const auto own_queue = [&suite](State& state) {
    const auto opened = suite.opencl.open(suite.opencl.infos.front());
    state.waive(Check::kResult, "only its time matters here");
    state.measure(opened->queue(), [] {});
  };
  suite.add("Flag", own_queue);
  suite.add("Stated", own_queue)->Cache("rotating");
  suite.add("Small", saxpy_with("saxpy"))->Arg(64)->Cache("rotating:1MiB");
  suite.add("Next", saxpy_with("saxpy"))->Arg(64)->Cache("warm");
  const auto result = suite.run_json({"--tickbench_cache=rotating"});
  EXPECT_EQ(result.status, 1);
  EXPECT_EQ(entry(result, 0)["outcome"], "unsupported");
  EXPECT_EQ(entry(result, 1)["outcome"], "invalid_benchmark");
  EXPECT_THAT(entry(result, 1)["message"].get<std::string>(),
              HasSubstr("rotating buffers: expected a launch on the device's queue"));
  EXPECT_THAT(entry(result, 1)["message"].get<std::string>(),
              HasSubstr("found a queue of the benchmark's own"));
  EXPECT_EQ(entry(result, 2)["outcome"], "invalid_benchmark");
  EXPECT_THAT(entry(result, 2)["message"].get<std::string>(),
              HasSubstr("so that 128 copies fill the caches (1.049 MB), found 512 B"));
  EXPECT_EQ(entry(result, 3)["outcome"], "passed");
}

TEST(Rotation, WithoutRoomForTheCopiesIsAFailureByNameAndLeavesNothing) {
  Suite suite;
  suite.add("Saxpy", saxpy_with("saxpy"))->Arg(64)->Cache(kSmallCache);
  suite.add("Next", saxpy_with("saxpy"))->Arg(64);
  suite.opencl.behaviour.memory_left = 2 * 512;
  const auto result = suite.run_json();
  EXPECT_EQ(entry(result, 0)["outcome"], "out_of_memory");
  EXPECT_EQ(entry(result, 0)["message"], "copy 2 of the buffers: cannot allocate 256 bytes");
  EXPECT_EQ(entry(result, 1)["outcome"], "passed");
  EXPECT_EQ(suite.opencl.journal.live_allocations, 0);
}

TEST(Rotation, AnotherBuildsKernelsTakeTheCopiesToo) {
  Suite suite;
  suite.add("Saxpy", saxpy_with("saxpy"))->Arg(64)->Cache(kSmallCache);
  const std::string_view function = "saxpy_there";
  const auto path = suite.path("old.json");
  std::ofstream(path) << other_build::to_modules_file(
      {{"saxpy", "fake", std::as_bytes(std::span(function))}}, {"1.2", "83b3f7f"});
  suite.opencl.behaviour.slowness["saxpy_there"] = 1.25;
  const auto result =
      suite.run_json({"--tickbench_other_modules=" + path, "--tickbench_budget=0.03"});
  EXPECT_EQ(result.status, 0) << result.err;
  // Were launches of the copies this build's, it would be 1.08.
  EXPECT_NEAR(entry(result)["other_build"]["there"]["value"].get<double>(), 1.25e-5, 1e-8);
}

}  // namespace
}  // namespace tickbench::suite
