// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
//
// The shapes in which raft and rmm time a loop: `loop_on_state` of the former, with the
// `cuda_event_timer` that both carry; and what becomes of each.
#include <gmock/gmock.h>

#include <functional>
#include <sstream>

#include "cuda_event_timer.hpp"
#include "raw_cuda.hpp"
#include "tickbench/timer.hpp"
#include "timer/rows.hpp"

namespace tickbench::cuda {
namespace {

using Row = benchmark::BenchmarkReporter::Run;

struct Rows final : benchmark::BenchmarkReporter {
  bool ReportContext(const Context& /*context*/) override { return true; }
  void ReportRuns(const std::vector<Row>& runs) override {
    rows.insert(rows.end(), runs.begin(), runs.end());
  }
  std::vector<Row> rows;
};

/// raft's fixture, without its resources: it owns the stream, and a body is a lambda.
class Fixture {
 public:
  template <class Lambda>
  void loop_on_state_by_events(benchmark::State& state, const Lambda& body) const {
    for (auto _ : state) {
      const CudaEventTimer timer(state, program_);
      body();
    }
  }
  template <class Lambda>
  void loop_on_state(benchmark::State& state, const Lambda& body, bool flush_cache) const {
    for (auto _ :
         timed(state, program_.stream, {.budget = Seconds(0.05), .cold_cache = flush_cache}))
      body();
  }
  /// rmm's benchmarks have the timer in the loop.
  template <class Lambda>
  void time_each(benchmark::State& state, const Lambda& body) const {
    for (auto _ : state) {
      const IterationTimer timer(state, program_.stream);
      body();
    }
  }
  void scale() const { program_.enqueue_scale(program_.stream, 2.0F); }
  void synchronize() const { program_.synchronize(); }

 private:
  RawCuda program_;
};

Row row_of(const std::function<void(benchmark::State&)>& body) {
  benchmark::ClearRegisteredBenchmarks();
  benchmark::RegisterBenchmark("loop", body)->UseManualTime()->Iterations(10);
  Rows rows;
  std::ostringstream ignored;
  rows.SetOutputStream(&ignored);
  rows.SetErrorStream(&ignored);
  benchmark::RunSpecifiedBenchmarks(&rows, "all");
  EXPECT_EQ(rows.rows.size(), 1U);
  EXPECT_FALSE(has_failed(rows.rows.at(0))) << message_of(rows.rows.at(0));
  return rows.rows.at(0);
}
double time(const Row& row) { return row.real_accumulated_time / double(row.iterations); }

TEST(CudaLoop, ReadsNoMoreThanAnEventPairDoes) {
  const Fixture fixture;
  const auto scale = [&] { fixture.scale(); };
  const auto before =
      row_of([&](benchmark::State& state) { fixture.loop_on_state_by_events(state, scale); });
  const auto after =
      row_of([&](benchmark::State& state) { fixture.loop_on_state(state, scale, false); });
  EXPECT_THAT(after.report_label, testing::Not(testing::HasSubstr("not held")));
  EXPECT_GT(time(after), 0);
  // Other programs use the processor that is the device here.
  EXPECT_LT(time(after), 3 * time(before));
  EXPECT_GT(time(after), time(before) / 20);
}

TEST(CudaLoop, DisplacesTheCacheWhereItWasFlushed) {
  const Fixture fixture;
  const auto row = row_of([&](benchmark::State& state) {
    fixture.loop_on_state(
        state, [&] { fixture.scale(); }, true);
  });
  EXPECT_GT(time(row), 0);
}

TEST(CudaLoop, MayHaveTheTimerWithin) {
  const Fixture fixture;
  int runs = 0;
  const auto row = row_of([&](benchmark::State& state) {
    fixture.time_each(state, [&] {
      ++runs;
      fixture.scale();
    });
  });
  EXPECT_GT(time(row), 0);
  EXPECT_EQ(runs, 10);
}

TEST(CudaLoop, MayWait) {
  const Fixture fixture;
  const auto row = row_of([&](benchmark::State& state) {
    fixture.loop_on_state(
        state,
        [&] {
          fixture.scale();
          fixture.synchronize();
        },
        false);
  });
  EXPECT_EQ(row.report_label, "not held: its body waits for the device");
}

}  // namespace
}  // namespace tickbench::cuda
