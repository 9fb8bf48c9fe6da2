// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
//
// Whole tables of simulated benchmarks through `ab`: none, one, three, half or all of them slowed,
// with and without noise in common, and budgets that end anywhere. Each line that it prints is one
// cell of the table in comparing.md. TICKBENCH_TABLES: how many tables a cell; fewer by default.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <string>
#include <vector>

#include "compare/runs.hpp"
#include "pairs/pairs.hpp"
#include "statistics/inference.hpp"

namespace tickbench::pairs {
namespace {

using compare::Comparison;
using compare::Verdict;
using testing::RunBuilder;

/// What the tables of one cell have in common.
struct Cell {
  std::size_t benchmarks = 9, slowed = 0;
  double factor = 1;       ///< of the slowed ones
  double in_common = 0;    ///< standard deviation of a pair's ratio
  std::size_t pairs = 20;  ///< 0: of each table another number, up to 40
  bool is_cut = false;     ///< the budget ends after so many pairs, of 300 that are asked for
};

constexpr double kNoiseOfARun = 0.015;

int tables(int by_default) {
  const char* asked = std::getenv("TICKBENCH_TABLES");
  return asked == nullptr ? by_default : std::atoi(asked);
}

/// The log ratios that the table saw in each pair, by benchmark.
struct Table {
  Comparison comparison;
  std::vector<double> means;  ///< of all, by pair
};

Table simulate(Cell cell, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  if (cell.pairs == 0) cell.pairs = 2 + random() % 39;
  std::normal_distribution<double> normal;
  AbSettings settings;
  settings.seed = seed;
  settings.pairs = cell.is_cut ? 300 : cell.pairs;
  // The rehearsal is a pair as well. A run takes a second.
  settings.budget = Seconds(cell.is_cut ? 2.0 * static_cast<double>(cell.pairs + 1) + 0.5 : 1e6);
  Seconds now{};
  Table table;
  std::size_t running = 0;
  std::vector<double> logs(cell.benchmarks);
  double sum = 0;
  const AbWorld world{[&](const AbRequest& request) {
                        RunBuilder run(std::to_string(++running));
                        const double all = normal(random) * cell.in_common / std::sqrt(2.0);
                        for (std::size_t i = 0; i < cell.benchmarks; ++i) {
                          const bool is_slowed = request.is_new && i < cell.slowed;
                          const double log = all + normal(random) * kNoiseOfARun +
                                             (is_slowed ? std::log(cell.factor) : 0);
                          sum +=
                              (request.is_new ? log : -log) / static_cast<double>(cell.benchmarks);
                          run.add("benchmark_" + std::string(1, static_cast<char>('A' + i / 26)) +
                                      static_cast<char>('a' + i % 26),
                                  std::exp(log));
                        }
                        now += Seconds(1);
                        if (running % 2 == 0) {
                          if (running > 2) table.means.push_back(sum);
                          sum = 0;
                        }
                        return ProgramRun{run, Seconds(1)};
                      },
                      [&] { return now; }, [](const std::string&) {}};
  table.comparison = run_ab(settings, world);
  return table;
}

struct Result {
  int tables = 0, failed = 0, alarmed = 0, mean_slower = 0, by_student = 0;
  int slowed_rows = 0, found_rows = 0, other_rows = 0, other_alarms = 0, status_2 = 0;

  double share(int count, int of) const { return of > 0 ? 100.0 * count / of : 0; }
};

bool claims(Verdict verdict) { return verdict == Verdict::kSlower || verdict == Verdict::kFaster; }

Result run(const Cell& cell, int count) {
  Result result;
  for (int i = 0; i < count; ++i) {
    const auto table = simulate(cell, 1 + static_cast<std::uint64_t>(i));
    const auto& comparison = table.comparison;
    const int status = exit_status(comparison, {});
    ++result.tables;
    result.failed += status == 1;
    result.status_2 += status == 2;
    bool is_alarm = false;
    for (std::size_t j = 0; j < comparison.rows.size(); ++j) {
      const auto verdict = comparison.rows[j].verdict;
      if (j < cell.slowed) {
        ++result.slowed_rows;
        result.found_rows += verdict == (cell.factor > 1 ? Verdict::kSlower : Verdict::kFaster);
      } else {
        ++result.other_rows;
        result.other_alarms += claims(verdict);
      }
      is_alarm |= claims(verdict) || verdict == Verdict::kDiffers;
    }
    for (const auto& mean : comparison.groups) {
      is_alarm |= claims(mean.verdict);
      if (mean.covers_table) result.mean_slower += mean.verdict == Verdict::kSlower;
    }
    result.alarmed += is_alarm;
    const auto centre = inference::student(table.means, 0.002);
    result.by_student += centre.interval.low > 0;
  }
  std::printf(
      "%2zu benchmarks, %2zu slowed by %3.0f %%, %2.0f %% in common, %3zu pairs%s: tables failed "
      "%5.1f %%, alarmed %5.1f %%, mean slower %5.1f %% (t test %5.1f %%), rows found %5.1f %%, "
      "others called %5.2f %%\n",
      cell.benchmarks, cell.slowed, 100 * (cell.factor - 1), 100 * cell.in_common, cell.pairs,
      cell.is_cut ? " by budget" : "", result.share(result.failed, result.tables),
      result.share(result.alarmed, result.tables), result.share(result.mean_slower, result.tables),
      result.share(result.by_student, result.tables),
      result.share(result.found_rows, result.slowed_rows),
      result.share(result.other_alarms, result.other_rows));
  std::fflush(stdout);
  return result;
}

/// So many of `of`, at a promised share: three standard deviations of leeway, which 1,000 tables
/// make small.
double at_most(double share, int of) {
  return of * share + 3 * std::sqrt(of * share * (1 - share));
}
double at_least(double share, int of) {
  return of * share - 3 * std::sqrt(of * share * (1 - share));
}

constexpr double kInCommon[] = {0, 0.03, 0.1};
constexpr std::size_t kSizes[] = {9, 40};

TEST(AbTables, EqualCodeRaisesFewAlarms) {
  const int count = tables(40);
  for (const auto benchmarks : kSizes)
    for (const double in_common : kInCommon)
      for (const std::size_t pairs : {3U, 6U, 20U, 0U}) {
        const auto result = run({benchmarks, 0, 1, in_common, pairs, true}, count);
        EXPECT_LE(result.alarmed, std::max(at_most(0.01, count), 2.0));
        EXPECT_EQ(result.status_2, 0);
      }
}

TEST(AbTables, ASlowdownOfAllIsFound) {
  const int count = tables(40);
  for (const auto benchmarks : kSizes)
    for (const auto& [in_common, enough] :
         {std::pair(0.0, 6U), std::pair(0.03, 10U), std::pair(0.1, 50U)}) {
      const auto result = run({benchmarks, benchmarks, 1.1, in_common, enough}, count);
      EXPECT_GE(result.failed, at_least(0.99, count));
      EXPECT_GE(result.mean_slower, at_least(0.99, count));
      // By a t test of the same pairs in one look it would be found hardly more often.
      for (const std::size_t fewer : {3U, 4U, 5U, 8U, 14U, 20U, 30U}) {
        if (fewer >= enough) break;
        const auto before = run({benchmarks, benchmarks, 1.1, in_common, fewer, true}, count);
        EXPECT_GE(before.failed, before.by_student - 0.05 * count - 1);
      }
    }
}

TEST(AbTables, FewSlowOnesAreFound) {
  const int count = tables(40);
  for (const auto benchmarks : kSizes)
    for (const std::size_t slowed : {1U, 3U})
      for (const double in_common : kInCommon) {
        const std::size_t pairs = benchmarks == 9 && slowed == 3 && in_common > 0.05 ? 14 : 6;
        const auto result = run({benchmarks, slowed, 1.3, in_common, pairs}, count);
        EXPECT_GE(result.found_rows, at_least(0.95, result.slowed_rows));
        EXPECT_LE(result.other_alarms, at_most(0.02, result.other_rows));
      }
}

TEST(AbTables, HalfOfThemSlowIsNoPass) {
  const int count = tables(40);
  for (const auto benchmarks : kSizes)
    for (const double in_common : kInCommon)
      for (const std::size_t pairs : {6U, 20U}) {
        const auto result = run({benchmarks, benchmarks / 2, 1.3, in_common, pairs}, count);
        EXPECT_GE(result.failed, at_least(0.99, count));
        if (pairs >= 20) {
          EXPECT_GE(result.found_rows, at_least(0.95, result.slowed_rows));
        }
        EXPECT_LE(result.other_alarms, at_most(0.02, result.other_rows));
      }
}

TEST(AbTables, WhatIsFasterDoesNotFail) {
  const int count = tables(40);
  for (const auto benchmarks : kSizes)
    for (const double in_common : kInCommon)
      for (const std::size_t pairs : {2U, 6U, 14U, 30U, 0U})
        EXPECT_LE(run({benchmarks, benchmarks, 1 / 1.1, in_common, pairs, true}, count).failed,
                  count / 1000);
}

}  // namespace
}  // namespace tickbench::pairs
