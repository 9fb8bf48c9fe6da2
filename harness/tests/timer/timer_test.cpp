// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "tickbench/timer.hpp"

#include <gmock/gmock.h>

#include <array>
#include <atomic>
#include <cmath>
#include <functional>
#include <optional>
#include <sstream>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "timer/rows.hpp"
#include "timer/thread_device.hpp"

namespace tickbench::timer {
namespace {

using namespace std::chrono_literals;
using testing::HasSubstr;
using Row = benchmark::BenchmarkReporter::Run;

constexpr auto kLaunch = 20us;

/// Keeps the rows.
struct Rows final : benchmark::BenchmarkReporter {
  bool ReportContext(const Context& /*context*/) override { return true; }
  void ReportRuns(const std::vector<Row>& runs) override {
    rows.insert(rows.end(), runs.begin(), runs.end());
  }
  std::vector<Row> rows;
};

class Timer : public testing::Test {
 protected:
  using Body = std::function<void(benchmark::State&)>;

  /// The rows of a plain benchmark with this body.
  template <class Register>
  std::vector<Row> rows_of(const Body& body, const Register& options) {
    benchmark::ClearRegisteredBenchmarks();
    auto* const added =
        benchmark::RegisterBenchmark("timed", [this, body](benchmark::State& state) {
          ++calls_;
          body(state);
        });
    options(added->UseManualTime());
    Rows rows;
    std::ostringstream ignored;
    rows.SetOutputStream(&ignored);
    rows.SetErrorStream(&ignored);
    benchmark::RunSpecifiedBenchmarks(&rows, "all");
    return rows.rows;
  }
  Row row_of(
      const Body& body, const std::function<void(benchmark::internal::Benchmark*)>& options =
                            [](auto* /*benchmark*/) {}) {
    const auto rows = rows_of(body, options);
    EXPECT_EQ(rows.size(), 1U);
    return rows.at(0);
  }
  void expect_failure(const Body& body, const std::string& message) {
    const auto row = row_of(body);
    EXPECT_TRUE(has_failed(row));
    EXPECT_THAT(message_of(row), HasSubstr(message));
  }
  static Seconds time(const Row& row) {
    return Seconds(row.real_accumulated_time / static_cast<double>(row.iterations));
  }
  void launch() { device_.enqueue_spin(kLaunch); }

  ThreadDevice device_;
  ThreadDevice* const queue_ = &device_;
  TimerOptions options_{.budget = Seconds(0.05)};
  std::atomic<int> calls_ = 0;  ///< by several threads, where a benchmark has them
};

TEST_F(Timer, TakesTheTimeOfOneIteration) {
  std::int64_t counted = 0;
  const auto begin = host_clock().now();
  const auto row = row_of([&](benchmark::State& state) {
    for (auto _ : timed(state, queue_, options_)) launch();
    counted = state.iterations();
    state.SetItemsProcessed(state.iterations());
  });
  ASSERT_FALSE(has_failed(row)) << message_of(row);
  EXPECT_GE(time(row), kLaunch);
  EXPECT_LT(time(row), 100 * kLaunch);
  EXPECT_EQ(counted, row.iterations);
  EXPECT_GE(row.counters.at("isolated_time").value, Seconds(kLaunch).count());
  EXPECT_GT(row.counters.at("host_time").value, row.counters.at("isolated_time").value);
  EXPECT_GE(row.counters.at("samples").value, 1);
  EXPECT_EQ(row.counters.at("held").value, 1);
  EXPECT_TRUE(row.counters.contains("noise"));
  EXPECT_NEAR(row.counters.at("items_per_second").value * time(row).count(), 1, 1e-6);
  // Google Benchmark asks for half a second of them, call by call. The body ran for far less.
  EXPECT_GT(row.iterations, 1000);
  EXPECT_GE(calls_, 4);
  EXPECT_LT(Seconds(host_clock().now() - begin), Seconds(10));
}

TEST_F(Timer, RunsManyIterationsInAHeldBracket) {
  const auto row = row_of([&](benchmark::State& state) {
    for (auto _ : timed(state, queue_, options_)) launch();
  });
  EXPECT_THAT(row.report_label, testing::Not(HasSubstr("not held")));
  EXPECT_GT(device_.launches, 5 * row.counters.at("samples").value);
}

TEST_F(Timer, MeasuresOneCallInFull) {
  const auto launches = [&](std::int64_t iterations) {
    device_.launches = 0;
    row_of(
        [&](benchmark::State& state) {
          for (auto _ : timed(state, queue_, options_)) launch();
        },
        [&](auto* benchmark) { benchmark->Iterations(iterations); });
    return device_.launches.load();
  };
  // The same benchmark with ten times as many iterations goes on with what was measured; on a busy
  // host the two calls may not agree.
  bool goes_on = false;
  for (int tries = 0; tries < 5 && !goes_on; ++tries) {
    const int first = launches(1);
    goes_on = launches(10) < first / 2;
  }
  EXPECT_TRUE(goes_on);
}

TEST_F(Timer, DoesNotTakeAnotherWorkForTheSame) {
  auto duration = kLaunch;
  for (const std::int64_t iterations : {1, 10}) {
    const auto row = row_of(
        [&](benchmark::State& state) {
          for (auto _ : timed(state, queue_, options_)) device_.enqueue_spin(duration);
        },
        [&](auto* benchmark) { benchmark->Iterations(iterations); });
    ASSERT_FALSE(has_failed(row)) << message_of(row);
    EXPECT_GE(time(row), duration);
    duration *= 4;
  }
}

TEST_F(Timer, TimesABodyThatWaits) {
  const auto row = row_of([&](benchmark::State& state) {
    for (auto _ : timed(state, queue_, options_)) {
      launch();
      device_.finish();
      launch();
    }
  });
  ASSERT_FALSE(has_failed(row)) << message_of(row);
  EXPECT_EQ(row.report_label, "not held: its body waits for the device");
  EXPECT_GE(time(row), 2 * kLaunch);
}

// The next call of a benchmark that waits is measured anew where it does not agree with the first.
TEST_F(Timer, SaysWhyABodyThatHasChangedIsNotHeld) {
  auto duration = kLaunch;
  for (const std::int64_t iterations : {1, 10}) {
    const auto row = row_of(
        [&](benchmark::State& state) {
          for (auto _ : timed(state, queue_, options_)) {
            device_.enqueue_spin(duration);
            device_.finish();
          }
        },
        [&](auto* benchmark) { benchmark->Iterations(iterations); });
    ASSERT_FALSE(has_failed(row)) << message_of(row);
    EXPECT_EQ(row.report_label, "not held: its body waits for the device");
    duration *= 20;
  }
}

TEST_F(Timer, TakesAQueueThatAFunctionMakes) {
  const auto row = row_of([&](benchmark::State& state) {
    for (auto _ : timed(
             state, [&] { return timed_queue(queue_); }, options_))
      launch();
  });
  ASSERT_FALSE(has_failed(row)) << message_of(row);
  EXPECT_THAT(row.report_label, testing::Not(HasSubstr("not held")));
  EXPECT_GE(time(row), kLaunch);
}

TEST_F(Timer, SaysWhyItIsNotHeld) {
  device_.can_hold = false;
  const auto row = row_of([&](benchmark::State& state) {
    for (auto _ : timed(state, queue_, options_)) launch();
  });
  ASSERT_FALSE(has_failed(row)) << message_of(row);
  EXPECT_EQ(row.report_label, "not held: a thread that is not to be held");
  EXPECT_EQ(row.counters.at("held").value, 0);
  EXPECT_GE(time(row), kLaunch);
}

TEST_F(Timer, RunsALongBodyAFewTimes) {
  const auto row = row_of([&](benchmark::State& state) {
    for (auto _ : timed(state, queue_, {.budget = Seconds(0.01)})) device_.enqueue_spin(60ms);
  });
  ASSERT_FALSE(has_failed(row)) << message_of(row);
  EXPECT_EQ(row.report_label, "not held: its body is long");
  EXPECT_GE(time(row), 60ms);
  EXPECT_LE(device_.launches, 7 * calls_.load());
}

TEST_F(Timer, DoesNotTakeTheLoadingOfCodeForALongBody) {
  bool is_loaded = false;
  const auto row = row_of([&](benchmark::State& state) {
    for (auto _ : timed(state, queue_, options_)) {
      if (!std::exchange(is_loaded, true)) device_.enqueue_spin(30ms);
      launch();
    }
  });
  EXPECT_THAT(row.report_label, testing::Not(HasSubstr("its body is long")));
  EXPECT_EQ(row.counters.at("held").value, 1);
}

TEST_F(Timer, DisplacesTheCaches) {
  options_.cold_cache = true;
  const auto row = row_of(
      [&](benchmark::State& state) {
        for (auto _ : timed(state, queue_, options_)) launch();
      },
      [](auto* benchmark) { benchmark->Iterations(1); });
  ASSERT_FALSE(has_failed(row)) << message_of(row);
  EXPECT_GE(device_.fills, row.counters.at("samples").value);
  EXPECT_GE(time(row), kLaunch);
}

TEST_F(Timer, RefusesABodyThatEnqueuesNothing) {
  for (const bool can_hold : {true, false}) {
    device_.can_hold = can_hold;
    expect_failure(
        [&](benchmark::State& state) {
          for (auto _ : timed(state, queue_, options_)) benchmark::ClobberMemory();
        },
        "no longer than nothing");
    const auto row = row_of(
        [&](benchmark::State& state) {
          for (auto _ : state) const IterationTimer timer(state, queue_);
        },
        [](auto* benchmark) { benchmark->Iterations(30); });
    EXPECT_TRUE(has_failed(row));
    EXPECT_THAT(message_of(row), HasSubstr("no longer than nothing"));
  }
}

TEST_F(Timer, TakesABodyOfAMicrosecondForOne) {
  const auto row = row_of([&](benchmark::State& state) {
    for (auto _ : timed(state, queue_, options_)) device_.enqueue_spin(1us);
  });
  ASSERT_FALSE(has_failed(row)) << message_of(row);
  EXPECT_GE(time(row), 1us);
}

TEST_F(Timer, FewIterationsOfNothingAreNamed) {
  // So few may be apart by chance.
  std::string label;
  for (int tries = 0; tries < 5 && label != "no longer than nothing"; ++tries)
    label = row_of(
                [&](benchmark::State& state) {
                  for (auto _ : state) const IterationTimer timer(state, queue_);
                },
                [](auto* benchmark) { benchmark->Iterations(14); })
                .report_label;
  EXPECT_EQ(label, "no longer than nothing");
}

TEST_F(Timer, ForgetsALoopThatFailedBetweenItsIterations) {
  std::array<std::optional<ThreadDevice>, 2> devices;
  for (auto& device : devices) {
    const auto row = row_of(
        [&](benchmark::State& state) {
          device.emplace();
          for (auto _ : state) {
            {
              const IterationTimer timer(state, &*device, options_);
              device->enqueue_spin(kLaunch);
            }
            state.SkipWithError("the body's own");
          }
          device.reset();
        },
        [](auto* benchmark) { benchmark->Iterations(10); });
    EXPECT_EQ(message_of(row), "the body's own");
  }
}

TEST_F(Timer, RefusesABrokenClock) {
  device_.clock_rate = 3;
  expect_failure(
      [&](benchmark::State& state) {
        for (auto _ : timed(state, queue_, options_)) launch();
      },
      "implausible_time: ");
}

TEST_F(Timer, NamesACallOfTheDriverThatFails) {
  for (const int mark : {1, 2, 3, 4, 7, 30, 61}) {
    device_.marks = 0;
    device_.failing_mark = mark;
    expect_failure(
        [&](benchmark::State& state) {
          for (auto _ : timed(state, queue_, options_)) launch();
        },
        "device_error: a mark was refused");
    device_.marks = 0;
    expect_failure(
        [&](benchmark::State& state) {
          for (auto _ : state) {
            const IterationTimer timer(state, queue_, options_);
            launch();
          }
        },
        "device_error: a mark was refused");
    // The hold of the bracket that failed is open.
    device_.finish();
  }
}

TEST_F(Timer, RefusesAQueueThatIsNone) {
  expect_failure(
      [&](benchmark::State& state) {
        ThreadDevice* const none = nullptr;
        for (auto _ : timed(state, none)) ADD_FAILURE();
      },
      "invalid_benchmark: timed_queue: expected a device, found null");
  for (const detail::MakeTimedQueue& none :
       {detail::MakeTimedQueue(nullptr), detail::MakeTimedQueue([] { return nullptr; })})
    expect_failure(
        [&](benchmark::State& state) {
          for (auto _ : timed(state, none)) ADD_FAILURE();
        },
        "invalid_benchmark: timed: expected a queue, or a function that makes one, found null");
}

TEST_F(Timer, RefusesOptionsWithoutABudget) {
  expect_failure(
      [&](benchmark::State& state) {
        for (auto _ : timed(state, queue_, {.budget = Seconds(0)})) launch();
      },
      "TimerOptions: expected a budget");
}

TEST_F(Timer, NamesABodyThatLeavesItsLoop) {
  expect_failure(
      [&](benchmark::State& state) {
        for (auto _ : timed(state, queue_, options_)) {
          launch();
          if (device_.launches > 20) break;
        }
      },
      "found a body that left it");
  for (const bool is_named : {true, false}) {
    const auto row = row_of([&](benchmark::State& state) {
      try {
        for (auto _ : timed(state, queue_, options_)) {
          launch();
          if (device_.launches > 20) throw std::runtime_error("within the body");
        }
      } catch (const std::runtime_error& error) {
        if (is_named) state.SkipWithError(error.what());
      }
    });
    EXPECT_EQ(message_of(row), is_named ? "within the body" : "");
    if (is_named) continue;
    EXPECT_EQ(row.report_label, "left by an exception");
    EXPECT_TRUE(std::isinf(row.real_accumulated_time));
  }
  // The hold of the bracket that was left is open.
  device_.finish();
}

TEST_F(Timer, KeepsTheBodysOwnError) {
  expect_failure(
      [&](benchmark::State& state) {
        for (auto _ : timed(state, queue_, options_)) {
          launch();
          if (device_.launches > 20) state.SkipWithError("the body's own");
        }
      },
      "the body's own");
  expect_failure(
      [&](benchmark::State& state) {
        state.SkipWithError("before the loop");
        for (auto _ : timed(state, queue_, options_)) ADD_FAILURE();
      },
      "before the loop");
}

TEST_F(Timer, RefusesASecondLoop) {
  expect_failure(
      [&](benchmark::State& state) {
        for (auto _ : timed(state, queue_, options_)) launch();
        for (auto _ : timed(state, queue_, options_)) ADD_FAILURE();
      },
      "found a second one");
  expect_failure(
      [&](benchmark::State& state) {
        for (auto _ : timed(state, queue_, options_)) {
          launch();
          for (auto inner : timed(state, queue_, options_)) ADD_FAILURE();
        }
      },
      "one within another");
}

TEST_F(Timer, RefusesATimerWithinItsLoop) {
  expect_failure(
      [&](benchmark::State& state) {
        for (auto _ : timed(state, queue_, options_)) {
          const IterationTimer timer(state, queue_);
          launch();
        }
      },
      "found one within `timed`");
  // The next loop is no part of it.
  const auto row = row_of(
      [&](benchmark::State& state) {
        for (auto _ : state) {
          const IterationTimer timer(state, queue_);
          launch();
        }
      },
      [](auto* benchmark) { benchmark->Iterations(3); });
  EXPECT_FALSE(has_failed(row)) << message_of(row);
}

TEST_F(Timer, LeavesACounterOfTheBenchmarksItsName) {
  expect_failure(
      [&](benchmark::State& state) {
        state.counters["noise"] = 3;
        for (auto _ : timed(state, queue_, options_)) launch();
      },
      "no counter of the benchmark's own named 'noise'");
}

// A bracket with a wait in it is no sample, and a hold ends by itself.
TEST_F(Timer, EndsWhereABodyWaitsNowAndThen) {
  int runs = 0;
  const auto begin = host_clock().now();
  const auto row = row_of(
      [&](benchmark::State& state) {
        for (auto _ : timed(state, queue_, options_)) {
          launch();
          if (++runs % 100 == 0) device_.finish();
        }
      },
      [](auto* benchmark) { benchmark->Iterations(1); });
  ASSERT_FALSE(has_failed(row)) << message_of(row);
  EXPECT_GE(time(row), kLaunch);
  EXPECT_LT(Seconds(host_clock().now() - begin), Seconds(10));
}

TEST_F(Timer, RefusesThreads) {
  const auto rows = rows_of(
      [&](benchmark::State& state) {
        for (auto _ : timed(state, queue_, options_)) ADD_FAILURE();
      },
      [](auto* benchmark) { benchmark->Threads(2); });
  ASSERT_FALSE(rows.empty());
  EXPECT_TRUE(has_failed(rows[0]));
  EXPECT_THAT(message_of(rows[0]), HasSubstr("one thread, found one of 2"));
}

TEST_F(Timer, MeasuresEachRepetition) {
  const auto rows = rows_of(
      [&](benchmark::State& state) {
        for (auto _ : timed(state, queue_, options_)) launch();
      },
      [](auto* benchmark) { benchmark->Repetitions(3); });
  ASSERT_GE(rows.size(), 3U);
  for (const auto& row : rows)
    EXPECT_GE(time(row), row.run_type == Row::RT_Iteration ? kLaunch : 0us);
}

TEST_F(Timer, IterationsAreTimedInALoopThatStaysAsItIs) {
  const auto row = row_of(
      [&](benchmark::State& state) {
        for (auto _ : state) {
          const IterationTimer timer(state, queue_, options_);
          launch();
        }
      },
      [](auto* benchmark) { benchmark->Iterations(20); });
  ASSERT_FALSE(has_failed(row)) << message_of(row);
  EXPECT_EQ(row.iterations, 20);
  EXPECT_GE(time(row), kLaunch);
  EXPECT_LT(time(row), 1000 * kLaunch);
  EXPECT_EQ(device_.launches, 20);
}

TEST_F(Timer, IterationsMayWait) {
  const auto row = row_of(
      [&](benchmark::State& state) {
        while (state.KeepRunning()) {
          const IterationTimer timer(state, queue_, options_);
          launch();
          device_.finish();
        }
      },
      [](auto* benchmark) { benchmark->Iterations(10); });
  ASSERT_FALSE(has_failed(row)) << message_of(row);
  EXPECT_GE(time(row), kLaunch);
}

TEST_F(Timer, AnIterationThatThrowsHasNoTime) {
  for (int i = 0; i < 2; ++i)
    expect_failure(
        [&](benchmark::State& state) {
          try {
            for (auto _ : state) {
              const IterationTimer timer(state, queue_, options_);
              launch();
              throw std::runtime_error("within");
            }
          } catch (const std::runtime_error& error) {
            state.SkipWithError(error.what());
          }
        },
        "within");
  device_.finish();
}

TEST_F(Timer, RefusesATimerWithinTheScopeOfAnother) {
  ThreadDevice other;
  for (auto* const queue : {queue_, &other})
    expect_failure(
        [&](benchmark::State& state) {
          for (auto _ : state) {
            const IterationTimer timer(state, queue_);
            launch();
            const IterationTimer second(state, queue);
          }
        },
        queue == queue_ ? "within the scope of another" : "on the same queue");
  device_.finish();
}

TEST_F(Timer, RefusesMoreTimersThanIterations) {
  const auto row = row_of(
      [&](benchmark::State& state) {
        for (auto _ : state)
          for (int i = 0; i < 2; ++i) {
            const IterationTimer timer(state, queue_);
            launch();
          }
      },
      [](auto* benchmark) { benchmark->Iterations(4); });
  EXPECT_THAT(message_of(row), HasSubstr("expected one timer in each iteration"));
}

TEST_F(Timer, NamesIterationsWithoutATimer) {
  const auto run = [&](int skipped) {
    int i = 0;
    return row_of(
        [&](benchmark::State& state) {
          for (auto _ : state) {
            if (i++ == skipped) continue;
            const IterationTimer timer(state, queue_);
            launch();
          }
        },
        [](auto* benchmark) { benchmark->Iterations(4); });
  };
  EXPECT_EQ(run(2).counters.at("timed_iterations"), 3);
  testing::internal::CaptureStderr();
  // With equal parameters: it is no part of the call before it.
  const auto whole = run(-1);
  EXPECT_THAT(testing::internal::GetCapturedStderr(), HasSubstr("found 3 of 4 iterations timed"));
  ASSERT_FALSE(has_failed(whole)) << message_of(whole);
  EXPECT_EQ(whole.counters.at("timed_iterations"), 4);
}

TEST_F(Timer, CountsTheIterationsThatWereHeld) {
  const auto row = row_of(
      [&](benchmark::State& state) {
        for (auto _ : state) {
          const IterationTimer timer(state, queue_);
          launch();
        }
      },
      [](auto* benchmark) { benchmark->Iterations(20); });
  const auto held = row.counters.at("held_iterations").value;
  EXPECT_GT(held, 0);
  EXPECT_LT(held, 20);  // the first one may load code
  EXPECT_THAT(row.report_label, HasSubstr(std::to_string(20 - int(held)) + " of 20 iterations"));
}

TEST_F(Timer, AnIterationOnNoQueueIsTheRowsError) {
  expect_failure(
      [&](benchmark::State& state) {
        ThreadDevice* const none = nullptr;
        for (auto _ : state) const IterationTimer timer(state, none);
      },
      "expected a device, found null");
}

}  // namespace
}  // namespace tickbench::timer
