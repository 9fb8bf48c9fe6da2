// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
//
// What measuring costs, as tables in Markdown.
#include <benchmark/benchmark.h>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <malloc.h>

#include <algorithm>
#include <iostream>
#include <optional>
#include <span>
#include <vector>

#include "measurement/measurement.hpp"
#include "measurement/stopping_rule.hpp"
#include "opencl/error.hpp"
#include "opencl/test_device.hpp"
#include "statistics/inference.hpp"

namespace tickbench::opencl {
namespace {

/// A kernel of about so long, on the test device.
class Spin {
 public:
  explicit Spin(Seconds wanted)
      : facade_(*test_device()), buffer_(facade_.allocate<float>(kSpinItems)) {
    Seconds taken = measure_rounds(rounds_);
    for (; taken < std::min(wanted, kScalable); taken = measure_rounds(rounds_)) rounds_ *= 2;
    rounds_ = std::max(1, static_cast<int>(rounds_ * (wanted / taken)));
    launch_.emplace(launch(rounds_));
  }
  const Work& work() const { return launch_->work(); }
  int rounds() const { return rounds_; }

 private:
  static constexpr Seconds kScalable{100e-6};

  Launch launch(int rounds) {
    return facade_.kernel("queue_test_spin").args(buffer_, rounds).over(kSpinItems);
  }
  Seconds measure_rounds(int rounds) {
    const auto timed = launch(rounds);
    std::vector<double> times;
    for (int i = 0; i < 9; ++i)
      times.push_back(
          test_device()->queue().run(timed.work(), {10, TimeMethod::kBracket}).device.count());
    return Seconds(median(times)) / 10;
  }

  tickbench::Device facade_;
  Buffer<float> buffer_;
  int rounds_ = 1;
  std::optional<Launch> launch_;
};

class Efficiency : public testing::Test {
 protected:
  void SetUp() override {
    if (test_device() == nullptr) GTEST_SKIP() << "no OpenCL device";
    std::cout << test_device()->info().name << "\n\n";
  }
  static Measurement measured(const Work& work, const MeasurementSettings& settings = {}) {
    return measure(test_device()->queue(), work, Mode::kBatched, settings);
  }
};

/// Of the wall from the first sampled bracket's first enqueue until the last one's end.
double device_share(const Measurement& measurement, std::chrono::nanoseconds end) {
  Seconds device{};
  for (const auto& sample : measurement.samples)
    device += sample.device * static_cast<double>(measurement.launches_per_bracket);
  return device / Seconds(end - measurement.samples.front().host_begin);
}

TEST_F(Efficiency, TheDeviceRunsWhatIsMeasuredMostOfTheTime) {
  std::cout << "| launch | launches a bracket | hold | samples | the device runs them "
               "|\n|---|---|---|---|---|\n";
  // A precision that is not had, so that the whole budget is spent.
  MeasurementSettings settings;
  settings.precision = 1e-9;
  for (const double wanted : {10e-6, 30e-6, 100e-6, 300e-6, 1e-3, 10e-3}) {
    const Spin spin{Seconds(wanted)};
    const auto measurement = measured(spin.work(), settings);
    const double share = device_share(measurement, host_clock().now());
    std::cout << fmt::format("| {:.1f} us | {} | {} | {} | {:.1f} % |\n",
                             1e6 * measurement.median.count(), measurement.launches_per_bracket,
                             to_string(measurement.hold), measurement.samples.size(), 100 * share);
    EXPECT_GE(share, wanted >= 300e-6 ? 0.9 : wanted >= 100e-6 ? 0.8 : 0.0);
  }
}

TEST_F(Efficiency, ALaunchCostsTheHostLittleMoreThanABareOne) {
  constexpr int kLaunches = 500, kPairs = 101;
  const RawDevice raw(test_device_index());
  const auto queue = raw.queue(CL_QUEUE_PROFILING_ENABLE);
  const Spin spin{Seconds(20e-6)};
  const RawSpin bare(raw, spin.rounds());
  auto& host = host_clock();
  std::vector<double> ratios, costs;
  for (int i = -5; i < kPairs; ++i) {
    clFinish(queue.get());
    const auto begin = host.now();
    for (int launch = 0; launch < kLaunches; ++launch) bare.enqueue(queue.get());
    const Seconds by_hand = host.now() - begin;
    clFinish(queue.get());
    const Seconds by_harness =
        test_device()->queue().run(spin.work(), {kLaunches, TimeMethod::kBracket}).enqueue;
    if (i < 0) continue;
    ratios.push_back(by_harness / by_hand);
    costs.push_back(by_harness.count() / kLaunches);
  }
  const double ratio = median(ratios);
  std::cout << fmt::format(
      "A launch costs the host {:.2f} us, {:.3f} of a bare clEnqueueNDRangeKernel.\n",
      1e6 * median(costs), ratio);
  EXPECT_LE(ratio, 1.1);
}

TEST_F(Efficiency, ASampleTakesLittleMemory) {
  const Spin spin{Seconds(1e-6)};
  MeasurementSettings settings;
  settings.samples = 20'000;
  const auto before = mallinfo2().uordblks + mallinfo2().hblkhd;
  const auto measurement = measure(test_device()->queue(), spin.work(), Mode::kIsolated, settings);
  const auto after = mallinfo2().uordblks + mallinfo2().hblkhd;
  const double bytes = static_cast<double>(after - before) / static_cast<double>(settings.samples);
  std::cout << fmt::format("A sample takes {:.0f} bytes ({} of them are its own).\n", bytes,
                           sizeof(Sample));
  ASSERT_EQ(measurement.samples.size(), 20'000u);
  EXPECT_LE(bytes, 512);
}

/// Keeps the repetitions' times.
class Repetitions : public benchmark::BenchmarkReporter {
 public:
  std::vector<double> seconds;
  bool ReportContext(const Context& /*context*/) override { return true; }
  void ReportRuns(const std::vector<Run>& runs) override {
    for (const auto& run : runs)
      if (run.run_type == Run::RT_Iteration)
        seconds.push_back(run.real_accumulated_time / static_cast<double>(run.iterations));
  }
};

/// Half of Student's 95 % interval of the mean, over the mean.
double precision_of(std::span<const double> values) {
  const auto found = inference::student(values, 0.05);
  return relative_half_width(found.interval, found.value);
}

TEST_F(Efficiency, APreciseNumberTakesLessTimeThanByRepetitions) {
  constexpr int kRepetitions = 10;
  constexpr double kPrecise = 0.01;
  std::cout << "| launch | tickbench | its interval | Google Benchmark | its repetitions | its "
               "interval |\n"
               "|---|---|---|---|---|---|\n";
  auto& host = host_clock();
  for (const double wanted : {10e-6, 100e-6, 1e-3}) {
    const Spin spin{Seconds(wanted)};
    MeasurementSettings settings;
    settings.budget = Seconds(10);  // not what ends it, but the precision
    const auto begin = host.now();
    const auto measurement = measured(spin.work(), settings);
    const Seconds ours = host.now() - begin;

    const RawDevice raw(test_device_index());
    const auto queue = raw.queue(0);
    const RawSpin bare(raw, spin.rounds());
    benchmark::RegisterBenchmark("spin",
                                 [&](benchmark::State& state) {
                                   for (auto _ : state) {
                                     bare.enqueue(queue.get());
                                     clFinish(queue.get());
                                   }
                                 })
        ->UseRealTime()
        ->Repetitions(kRepetitions);
    Repetitions repetitions;
    const auto start = host.now();
    benchmark::RunSpecifiedBenchmarks(&repetitions);
    const Seconds theirs = (host.now() - start) / static_cast<double>(kRepetitions);
    benchmark::ClearRegisteredBenchmarks();

    ASSERT_EQ(repetitions.seconds.size(), kRepetitions);
    const auto taken = [&](std::size_t n) { return std::span(repetitions.seconds).first(n); };
    std::size_t count = 3;
    while (count < kRepetitions && precision_of(taken(count)) > kPrecise) ++count;
    const double median = measurement.median.count();
    std::cout << fmt::format(
        "| {:.1f} us | {:.2f} s | {:.2f} % | {:.2f} s | {} | {:.2f} % |\n", 1e6 * median,
        ours.count(), 100 * relative_half_width(measurement.interval, median),
        theirs.count() * static_cast<double>(count), count, 100 * precision_of(taken(count)));
    if (measurement.converged) {
      EXPECT_LT(ours, theirs * static_cast<double>(count));
    }
  }
}

}  // namespace
}  // namespace tickbench::opencl
