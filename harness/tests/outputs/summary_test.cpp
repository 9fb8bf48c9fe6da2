// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "outputs/summary.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <deque>
#include <sstream>
#include <string>
#include <vector>

namespace tickbench::outputs {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

/// Of benchmarks that stopped for these reasons, all of them less precise than was asked for.
std::string summary_of(const std::vector<StopReason>& reasons) {
  std::deque<results::Case> cases;
  std::deque<results::Record> records;
  std::vector<const results::Record*> all;
  for (const auto reason : reasons) {
    auto& record = records.emplace_back();
    record.benchmark_case = &cases.emplace_back();
    record.settings.wide = 0.05;
    record.batched.emplace();
    record.batched->median = Seconds(1e-6);
    record.batched->interval = {0.9e-6, 1.1e-6, 0.95};
    record.batched->stop_reason = reason;
    all.push_back(&record);
  }
  std::ostringstream err;
  print_summary(all, {}, floors::RunFloors({}), false, {"suite", {}}, err);
  return err.str();
}

constexpr auto kBudget = "--tickbench_budget=SECONDS gives more time";
constexpr auto kNumber = "more samples than their given number narrow it";

TEST(Summary, AdvisesTheBudgetWhereItEndedTheSampling) {
  const auto text = summary_of({StopReason::kBudget});
  EXPECT_THAT(text, HasSubstr("1 of them has an interval wider than ±5 %: marked with ! (" +
                              std::string(kBudget) + ")\n"));
  EXPECT_THAT(text, Not(HasSubstr(kNumber)));
}

TEST(Summary, AdvisesNoBudgetWhereTheNumberOfSamplesWasGiven) {
  const auto text = summary_of({StopReason::kCount, StopReason::kCount});
  EXPECT_THAT(text, HasSubstr("2 of them have"));
  EXPECT_THAT(text, HasSubstr(kNumber));
  EXPECT_THAT(text, Not(HasSubstr("budget")));
}

TEST(Summary, AdvisesBothWhereBothAre) {
  const auto text = summary_of({StopReason::kCount, StopReason::kNoiseFloor});
  EXPECT_THAT(text, HasSubstr(kNumber));
  EXPECT_THAT(text, HasSubstr(kBudget));
}

TEST(Summary, SaysWhatSeveralFailedByOnce) {
  std::array<results::Case, 3> cases;
  std::array<results::Record, 3> records;
  for (std::size_t i = 0; i < cases.size(); ++i) {
    cases.at(i).id = std::array{"opencl/a/1", "opencl/a/2", "opencl/b"}.at(i);
    records.at(i).benchmark_case = &cases.at(i);
    records.at(i).outcome = Outcome::kBuildFailed;
    records.at(i).message = i == 0 ? "a log:\nin /tmp/1" : i == 1 ? "a log:\nin /tmp/2" : "another";
  }
  std::ostringstream err;
  print_summary({&records[0], &records[1], &records[2]}, {}, floors::RunFloors({}), false,
                {"suite", {}}, err);
  EXPECT_THAT(
      err.str(),
      HasSubstr("opencl/a/1: build_failed: a log:\n    in /tmp/1\n    suite --tickbench_benchma"
                "rk=opencl/a/1\nopencl/a/2: build_failed: as opencl/a/1\n"
                "    suite --tickbench_benchmark=opencl/a/2\n"
                "opencl/b: build_failed: another\n"));
}

}  // namespace
}  // namespace tickbench::outputs
