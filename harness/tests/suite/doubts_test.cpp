// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
//
// What a benchmark says of its buffers and outputs, and what it leaves unsaid.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>

#include "suite/suite.hpp"

namespace tickbench::suite {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

constexpr std::size_t kCount = 64;

/// out <- 2 x, with what a body does about it.
struct Doubling {
  explicit Doubling(State& of)
      : state(of), x(random<float>(kCount)), x_d(of.device().upload(x)), out_d(allocate()) {
    state.expect([this](std::span<float> result) { compute(result); });
  }
  void compute(std::span<float> result) const {
    for (std::size_t i = 0; i < result.size(); ++i) result[i] = 2.0F * x[i];
  }
  Buffer<float> allocate() const { return state.device().allocate<float>(kCount); }
  Launch launch(Buffer<float>& from, Buffer<float>& to) const {
    return state.device().kernel("scale").args(2.0F, from, to, kCount).over(kCount);
  }
  Launch launch() { return launch(x_d, out_d); }
  void verify_and_measure(const Output& output) {
    const auto whole = launch();
    state.verify(whole, output, exact());
    state.measure(whole);
  }

  State& state;
  std::vector<float> x;
  Buffer<float> x_d, out_d;
};

nlohmann::json row_of(const Registration::Body& body, const std::vector<std::string>& flags = {}) {
  Suite suite;
  suite.add("One", body);
  auto row = suite.run_json(flags).json()["benchmarks"].at(0);
  row["tickbench"]["label"] = row.value("label", "");
  return row["tickbench"];
}

/// Stands in the row and in the notes.
void expect_word(const Registration::Body& body, const std::string& word) {
  const auto found = row_of(body);
  EXPECT_EQ(found["outcome"], "passed") << found["message"];
  EXPECT_THAT(found["label"].get<std::string>(), HasSubstr(word));
  EXPECT_THAT(found["notes"].dump(), HasSubstr(word));
}

TEST(Doubts, AnOutputThatTakesNoPoisonIsRefused) {
  for (const bool is_inout : {false, true}) {
    const auto found = row_of([is_inout](State& state) {
      Doubling doubling(state);
      auto output = out(doubling.out_d);
      output.memory = nullptr;
      output.is_inout = is_inout;
      output.write = [](std::span<const std::byte>) {};
      doubling.verify_and_measure(output);
    });
    EXPECT_EQ(found["outcome"], "invalid_benchmark");
    EXPECT_THAT(found["message"], HasSubstr("expected its function read to give what its function "
                                            "write wrote"));
  }
}

TEST(Doubts, OutputsByFunctionsThatWorkPass) {
  const auto found = row_of([](State& state) {
    Doubling doubling(state);
    auto output = out(doubling.out_d);
    output.memory = nullptr;
    doubling.verify_and_measure(output);
  });
  EXPECT_EQ(found["outcome"], "passed") << found["message"];
}

TEST(Doubts, OutputsByFunctionsThatConvertPass) {
  const auto found = row_of([](State& state) {
    Doubling doubling(state);
    auto output = out(doubling.out_d);
    output.memory = nullptr;
    output.read = [&](std::span<std::byte> to) {
      auto all = doubling.out_d.read();
      for (auto& value : all)
        if (value != value) value = std::numeric_limits<float>::quiet_NaN();
      std::memcpy(to.data(), all.data(), to.size());
    };
    doubling.verify_and_measure(output);
  });
  EXPECT_EQ(found["outcome"], "passed") << found["message"];
}

TEST(Doubts, ExpectedValuesThatAddToTheirSpanAreNamed) {
  const auto found = row_of([](State& state) {
    Doubling doubling(state);
    state.expect([&](std::span<float> result) {
      for (std::size_t i = 0; i < kCount; ++i) result[i] += 2.0F * doubling.x[i];
    });
    doubling.verify_and_measure(out(doubling.out_d));
  });
  EXPECT_EQ(found["outcome"], "wrong_result");
  EXPECT_THAT(found["message"], HasSubstr("agree with the device where their span is zero"));
}

TEST(Doubts, PartOfWhatACallableLaunchesIsRefused) {
  const auto body = [](bool is_whole) {
    return [is_whole](State& state) {
      Doubling doubling(state);
      auto between_d = doubling.allocate();
      const auto first = doubling.launch(doubling.x_d, between_d);
      const auto second = doubling.launch(between_d, doubling.out_d);
      state.expect([&](std::span<float> result) {
        for (std::size_t i = 0; i < kCount; ++i) result[i] = 4.0F * doubling.x[i];
      });
      state.verify(
          [&] {
            first();
            second();
          },
          out(doubling.out_d), exact());
      if (is_whole)
        state.measure(first, second);
      else
        state.measure(second);
    };
  };
  const std::vector<std::string> flags{"--tickbench_verify_only"};
  const auto found = row_of(body(false), flags);
  EXPECT_EQ(found["outcome"], "invalid_benchmark");
  EXPECT_THAT(found["message"], HasSubstr("launched, 2 kernels, found 'scale over 64', of 1"));
  EXPECT_EQ(row_of(body(true), flags)["outcome"], "passed");
}

TEST(Doubts, MoreKernelsThanLaunchesAreRefused) {
  const auto body = [](int kernels) {
    return [kernels](State& state) {
      Doubling doubling(state);
      const auto launch = doubling.launch();
      auto work = launch.work();
      work.enqueue = [launch, kernels] {
        for (int i = 0; i < kernels; ++i) launch.enqueue();
      };
      const Launch steps(launch.queue(), work);
      state.verify(steps, out(doubling.out_d), exact());
      state.measure(steps);
    };
  };
  const std::vector<std::string> flags{"--tickbench_verify_only"};
  const auto found = row_of(body(10), flags);
  EXPECT_EQ(found["outcome"], "invalid_benchmark");
  EXPECT_THAT(found["message"], HasSubstr("at most one kernel of each launch, 1, found 10"));
  EXPECT_EQ(row_of(body(1), flags)["outcome"], "passed");
}

TEST(Doubts, AResetThatDoesTheWorkIsRefused) {
  const auto body = [](std::size_t by_reset) {
    return [by_reset](State& state) {
      Doubling doubling(state);
      const auto launch = doubling.launch();
      state.verify(launch, out(doubling.out_d), exact());
      state.measure(launch).after(state.device()
                                      .kernel("scale")
                                      .args(2.0F, doubling.x_d, doubling.out_d, by_reset)
                                      .over(kCount));
    };
  };
  const auto found = row_of(body(kCount));
  EXPECT_EQ(found["outcome"], "invalid_benchmark");
  EXPECT_THAT(found["message"],
              HasSubstr("expected a reset that leaves the results to the launch"));
  EXPECT_EQ(row_of(body(kCount - 1))["outcome"], "passed");
}

TEST(Doubts, WhatTheBenchmarksOwnCodeEnqueuesIsNotCounted) {
  const auto found = row_of(
      [](State& state) {
        Doubling doubling(state);
        const auto launch = doubling.launch();
        state.verify(launch, out(doubling.out_d), exact());
        auto work = launch.work();
        work.launches.clear();
        work.enqueue = [&] {
          std::vector<float> result(kCount);
          doubling.compute(result);
          doubling.out_d.write(result);
        };
        state.measure(Launch(launch.queue(), work));
      },
      {"--tickbench_verify_only"});
  EXPECT_EQ(found["outcome"], "passed") << found["message"];
}

TEST(Doubts, NearlyAllOfABufferIsNotAllOfIt) {
  static constexpr std::size_t kLarge = 4000;
  expect_word(
      [](State& state) {
        const auto x = random<float>(kLarge);
        auto x_d = state.device().upload(x), out_d = state.device().upload(x);
        const auto launch =
            state.device().kernel("scale").args(2.0F, x_d, out_d, kLarge).over(kLarge);
        state.expect([&](std::span<float> result) {
          for (std::size_t i = 0; i < result.size(); ++i) result[i] = 2.0F * x[i];
        });
        auto output = out(out_d);
        output.count = kLarge - 1;
        output.read = [&](std::span<std::byte> to) {
          const auto all = out_d.read();
          std::memcpy(to.data(), all.data(), to.size());
        };
        output.write = [&](std::span<const std::byte> from) {
          std::vector<float> all(kLarge);
          std::memcpy(all.data(), from.data(), from.size());
          out_d.write(all);
        };
        state.verify(launch, output, exact());
        state.measure(launch);
      },
      "checks 99.9 % of a buffer");
}

TEST(Doubts, DeclaredBuffersAreThoseOfTheLaunchAndItsChecks) {
  expect_word(
      [](State& state) {
        Doubling doubling(state);
        auto other_d = doubling.allocate();
        state.reads(doubling.x_d, other_d);
        doubling.verify_and_measure(out(doubling.out_d));
      },
      "reads a buffer that no launch takes");
  expect_word(
      [](State& state) {
        Doubling doubling(state);
        state.reads(doubling.x_d, doubling.x_d);
        doubling.verify_and_measure(out(doubling.out_d));
      },
      "reads a buffer twice");
  expect_word(
      [](State& state) {
        Doubling doubling(state);
        state.writes(doubling.out_d, doubling.x_d);
        doubling.verify_and_measure(out(doubling.out_d));
      },
      "writes a buffer that no check covers");
  const auto honest = row_of([](State& state) {
    Doubling doubling(state);
    state.reads(doubling.x_d).writes(doubling.out_d);
    doubling.verify_and_measure(out(doubling.out_d));
  });
  EXPECT_THAT(honest["label"].get<std::string>(), Not(HasSubstr("buffer")));
}

TEST(Doubts, AnOutputOverAPartOfItsBufferSaysSo) {
  expect_word(
      [](State& state) {
        Doubling doubling(state);
        auto output = out(doubling.out_d);
        output.count = kCount / 4;
        output.read = [&](std::span<std::byte> to) {
          const auto all = doubling.out_d.read();
          std::memcpy(to.data(), all.data(), to.size());
        };
        output.write = [&](std::span<const std::byte> from) {
          std::vector<float> all(kCount);
          std::memcpy(all.data(), from.data(), from.size());
          doubling.out_d.write(all);
        };
        doubling.verify_and_measure(output);
      },
      "checks 25 % of a buffer");
}

TEST(Doubts, ALaunchWhoseBufferIsGoneIsRefused) {
  const auto found = row_of([](State& state) {
    Doubling doubling(state);
    auto other_d = std::make_unique<Buffer<float>>(doubling.allocate());
    const auto launch = doubling.launch(*other_d, doubling.out_d);
    other_d.reset();
    state.verify(launch, out(doubling.out_d), exact());
    state.measure(launch);
  });
  EXPECT_EQ(found["outcome"], "invalid_benchmark");
  EXPECT_THAT(
      found["message"],
      HasSubstr("expected its buffers to outlive it, found that argument 1 of 'scale' is gone"));
}

/// With a reference in the place of expected values.
Registration::Body with_reference(
    const std::function<void(Doubling&, std::span<float>)>& reference) {
  return [reference](State& state) {
    const auto x = random<float>(kCount);
    Doubling doubling(state);
    state.reference(serial, [&](std::span<float> result) { reference(doubling, result); });
    doubling.verify_and_measure(out(doubling.out_d));
  };
}

TEST(Doubts, AReferenceDoesNotUseTheDevice) {
  for (const bool launches : {false, true}) {
    const auto found = row_of(with_reference([launches](Doubling& doubling, auto result) {
                                doubling.compute(result);
                                if (launches)
                                  doubling.launch()();
                                else
                                  static_cast<void>(doubling.out_d.read());
                              }),
                              {"--tickbench_verify_only"});
    EXPECT_EQ(found["outcome"], "invalid_benchmark");
    EXPECT_THAT(found["message"], HasSubstr("references and expected values that are the host's"));
  }
}

TEST(Doubts, AReferenceComputesWhenItIsTimedWhatItDidWhenItWasChecked) {
  const auto is_refused = [](const auto& reference) {
    const auto found = row_of(with_reference(reference));
    EXPECT_EQ(found["outcome"], "wrong_result");
    EXPECT_THAT(
        found["message"],
        HasSubstr("the reference serial (not the device) gives other values when it is "
                  "timed than when it was checked: it keeps results, or changes its input"));
  };
  int runs = 0;
  is_refused([&runs](Doubling& doubling, std::span<float> result) {
    if (runs++ < 1) doubling.compute(result);
  });
  is_refused([](Doubling& doubling, std::span<float> result) {
    doubling.compute(result);
    for (auto& value : doubling.x) value += 1;
  });
}

TEST(Doubts, AReferenceThatSleepsSaysSo) {
  for (const bool sleeps : {false, true}) {
    Suite suite;
    suite.add("One", with_reference([&](Doubling& doubling, std::span<float> result) {
                if (sleeps)
                  suite.time.sleep_for(Seconds(0.02));
                else
                  suite.time.pass(Seconds(0.02));
                doubling.compute(result);
              }));
    const auto row = suite.run_json().json()["benchmarks"].at(0);
    const auto& reference = row["tickbench"]["references"]["serial"];
    EXPECT_NEAR(reference["processors"], sleeps ? 0 : 1, 0.01);
    const auto label = row["label"].get<std::string>();
    EXPECT_EQ(label.find("reference serial sleeps") != std::string::npos, sleeps) << label;
  }
}

TEST(Doubts, WhereOthersTakeTheProcessorsNothingIsSaidOfAReference) {
  for (const bool are_others_busy : {false, true}) {
    Suite suite;
    suite.host_root = suite.path("host");
    std::filesystem::create_directories(suite.path("host/proc/self"));
    double busy = 0;
    const auto write = [&] {
      std::ofstream(suite.path("host/proc/stat"))
          << "cpu " << busy << " 0 0 0 0 0 0 0 0 0\ncpu0 0\n";
    };
    write();
    std::ofstream(suite.path("host/proc/self/stat")) << "7 (suite) S 1 2 3 4 5 6 7 8 9 10 0 0 0\n";
    suite.add("One", with_reference([&](Doubling& doubling, std::span<float> result) {
                suite.time.sleep_for(Seconds(0.02));
                if (are_others_busy) busy += 0.02 * static_cast<double>(::sysconf(_SC_CLK_TCK));
                write();
                doubling.compute(result);
              }));
    const auto label = suite.run_json().json()["benchmarks"].at(0)["label"].get<std::string>();
    EXPECT_NE(label.find("reference serial sleeps") != std::string::npos, are_others_busy) << label;
  }
}

TEST(Doubts, WaivedChecksStandInTheRowTheSummaryAndCTest) {
  Suite suite;
  suite.add("One", [](State& state) {
    Doubling doubling(state);
    state.waive(Check::kAfterTiming, "it says so");
    doubling.verify_and_measure(out(doubling.out_d));
  });
  const auto result = suite.run({"--tickbench_ctest"});
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_THAT(
      result.out + result.err,
      HasSubstr("1 of them has a remark at the end of the row, on what was checked, declared or "
                "compared\n"));
  EXPECT_THAT(result.out, HasSubstr("name=\"words\">not checked after the timing: it says so<"));
}

TEST(Doubts, AnotherLaunchThanTheCheckedOneSaysSo) {
  expect_word(
      [](State& state) {
        Doubling doubling(state);
        const auto launch = doubling.launch();
        state.verify(launch, out(doubling.out_d), exact());
        state.measure(launch, launch);
      },
      "measures another launch than was checked");
}

TEST(Doubts, AWaivedPeakHasALimitOfItsOwn) {
  const auto outcome = [](double times) {
    return row_of([times](State& state) {
      Doubling doubling(state);
      state.waive(Check::kPeak, "it has units of its own").flops(times);
      doubling.verify_and_measure(out(doubling.out_d));
    })["outcome"];
  };
  EXPECT_EQ(outcome(1), "passed");
  EXPECT_EQ(outcome(1e15), "impossible_rate");
}

}  // namespace
}  // namespace tickbench::suite
