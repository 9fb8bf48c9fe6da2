// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cstdio>
#include <functional>
#include <ostream>
#include <string>
#include <vector>

#include "fakes/noise_sources.hpp"
#include "measurement/stopping_rule.hpp"
#include "statistics/statistics.hpp"

// How often "95 %" intervals hold the true median, which is 1 for every series here. Fixed seeds:
// the results are always the same; the bounds leave room for the simulation's own error, 0.5 %.
namespace tickbench {
namespace {

using Series = std::function<fakes::NoiseSource(std::uint64_t seed)>;

struct Case {
  std::string name;
  Series series;
  std::size_t count;
  double least;
};
void PrintTo(const Case& of, std::ostream* out) { *out << of.name; }

constexpr int kRepetitions = 1500;

bool holds_one(const Interval& interval) { return interval.low <= 1 && 1 <= interval.high; }

class FixedCount : public testing::TestWithParam<Case> {};

TEST_P(FixedCount, Covers) {
  int covered = 0;
  for (std::uint64_t seed = 1; seed <= kRepetitions; ++seed) {
    const auto noise = GetParam().series(seed);
    std::vector<double> values;
    while (values.size() < GetParam().count) values.push_back(noise());
    covered += holds_one(median_interval(values));
  }
  const double coverage = static_cast<double>(covered) / kRepetitions;
  RecordProperty("coverage", std::to_string(coverage));
  EXPECT_GE(coverage, GetParam().least);
  EXPECT_LE(coverage, 0.99) << "wider than it need be";
}

/// Where too few samples allow no 95 %, the interval says a level: what it then holds.
TEST(MedianInterval, OfStronglyCorrelatedSamplesSaysNoMoreThanItHolds) {
  for (const double rho : {0.8, 0.9, 0.95}) {
    for (const std::size_t count : {30U, 100U}) {
      int covered = 0;
      double said = 0;
      for (std::uint64_t seed = 1; seed <= kRepetitions; ++seed) {
        const auto noise = fakes::correlated_noise(seed, 0.05, rho);
        std::vector<double> values;
        while (values.size() < count) values.push_back(noise());
        const auto interval = median_interval(values);
        covered += holds_one(interval);
        said += interval.level / kRepetitions;
      }
      const double coverage = static_cast<double>(covered) / kRepetitions;
      std::printf("correlation %.2f, %zu samples: says %.3f, holds %.3f\n", rho, count, said,
                  coverage);
      EXPECT_LE(said, coverage + 0.03) << rho << " " << count;
    }
  }
}

/// The engine's own rule, on samples whose truth is known.
struct Stopped {
  Interval interval;
  std::size_t count;
};
Stopped stop(const fakes::NoiseSource& noise, std::size_t most) {
  MeasurementSettings settings;
  settings.budget = Seconds(static_cast<double>(most));  // a second a sample
  StoppingRule rule(settings);
  std::vector<double> values;
  do {
    values.push_back(noise());
    rule.add(Seconds(values.back()), Seconds(values.back()));
  } while (!rule.judge(Seconds(static_cast<double>(values.size()))));
  return {median_interval(values), values.size()};
}

double coverage_at_stop(const Series& series, std::size_t most, std::size_t& samples) {
  int covered = 0;
  samples = 0;
  for (std::uint64_t seed = 1; seed <= kRepetitions; ++seed) {
    const Stopped stopped = stop(series(seed), most);
    covered += holds_one(stopped.interval);
    samples += stopped.count;
  }
  samples /= kRepetitions;
  return static_cast<double>(covered) / kRepetitions;
}

class StoppingTime : public testing::TestWithParam<Case> {};

TEST_P(StoppingTime, Covers) {
  std::size_t samples = 0;
  const double coverage = coverage_at_stop(GetParam().series, GetParam().count, samples);
  RecordProperty("coverage", std::to_string(coverage));
  RecordProperty("samples", std::to_string(samples));
  EXPECT_GE(coverage, GetParam().least);
  EXPECT_LT(samples, GetParam().count) << "hardly ever stopped by itself";
}

Series normal(double sigma) {
  return [=](std::uint64_t seed) { return fakes::normal_noise(seed, sigma); };
}
Series lognormal(double sigma) {
  return [=](std::uint64_t seed) { return fakes::lognormal_noise(seed, sigma); };
}
Series correlated(double sigma, double rho) {
  return [=](std::uint64_t seed) { return fakes::correlated_noise(seed, sigma, rho); };
}
std::string name_of(const testing::TestParamInfo<Case>& info) { return info.param.name; }

INSTANTIATE_TEST_SUITE_P(
    MedianInterval, FixedCount,
    testing::Values(Case{"Normal30", normal(0.05), 30, 0.94},
                    Case{"Normal100", normal(0.05), 100, 0.94},
                    Case{"Lognormal100", lognormal(0.3), 100, 0.94},
                    Case{"Correlated05Of100", correlated(0.05, 0.5), 100, 0.94},
                    Case{"Correlated05Of300", correlated(0.05, 0.5), 300, 0.94},
                    Case{"Correlated08Of100", correlated(0.05, 0.8), 100, 0.92},
                    Case{"Correlated08Of300", correlated(0.05, 0.8), 300, 0.94}),
    name_of);

INSTANTIATE_TEST_SUITE_P(LooksRule, StoppingTime,
                         testing::Values(Case{"Normal", normal(0.03), 2000, 0.94},
                                         Case{"Lognormal", lognormal(0.05), 2000, 0.94},
                                         Case{"Correlated05", correlated(0.03, 0.5), 1000, 0.93},
                                         Case{"Correlated08", correlated(0.02, 0.8), 1000, 0.93}),
                         name_of);

}  // namespace
}  // namespace tickbench
