// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

#include "compare/compare.hpp"
#include "compare/runs.hpp"
#include "comparison_formats/formats.hpp"
#include "results/json_document.hpp"

namespace tickbench::compare {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using testing::RunBuilder;
using ::testing::StartsWith;

/// Twice as slow in one row, with these digests.
Comparison compared(
    const std::string& before, const std::string& now, Options options = {},
    const std::function<void(RunBuilder&)>& more = [](auto&) {}) {
  std::vector<results::ResultFile> old_files, new_files;
  for (int run = 0; run < 6; ++run) {
    RunBuilder old_run("2026-01-01T00:00:0" + std::to_string(run) + "Z"),
        new_run("2026-01-02T00:00:0" + std::to_string(run) + "Z");
    const double noise = 1 + run * 1e-4;
    old_run.add("f", 1 * noise).on("GPU").launches(before).metric("isolated_host_time", 1 * noise);
    new_run.add("f", 2 * noise).on("GPU").launches(now).metric("isolated_host_time", 2 * noise);
    more(new_run);
    old_files.push_back(old_run);
    new_files.push_back(new_run);
  }
  options.paired = true;
  return compare(old_files, new_files, options);
}

bool is_equal(const Comparison& comparison) { return comparison.rows.at(0).is_equal_code; }

std::string table(const Comparison& comparison) {
  std::ostringstream out;
  render_table(out, comparison, {});
  return out.str();
}

TEST(EqualCode, IsTheSameWhateverTheTimesSay) {
  const auto comparison = compared("a1", "a1");
  EXPECT_TRUE(is_equal(comparison));
  EXPECT_EQ(comparison.rows[0].verdict, Verdict::kSame);
  EXPECT_FALSE(comparison.rows[0].ratio);
  EXPECT_TRUE(comparison.groups.empty()) << "it is in no mean";
  EXPECT_EQ(comparison.promised, 0U);
  EXPECT_EQ(exit_status(comparison, {.strict = true}), 0);
  EXPECT_THAT(table(comparison), HasSubstr("same (equal device code and launches)"));
}

TEST(EqualCode, EveryFormatSaysSo) {
  const auto comparison = compared("a1", "a1");
  std::ostringstream markdown, json, junit;
  render_markdown(markdown, comparison);
  render_json(json, comparison, 0);
  render_junit(junit, comparison, {});
  EXPECT_THAT(markdown.str(), HasSubstr("same (equal device code and launches)"));
  EXPECT_THAT(junit.str(), HasSubstr("same (equal device code and launches)"));
  const auto row = nlohmann::json::parse(json.str())["benchmarks"][0];
  EXPECT_EQ(row["verdict"], "same");
  EXPECT_EQ(row["equal_code"], true);
  EXPECT_FALSE(row.contains("ratio"));
}

TEST(EqualCode, AnotherOneOrNoneIsJudgedByTimes) {
  for (const auto& [before, now] :
       {std::pair("a1", "a2"), std::pair("", ""), std::pair("a1", ""), std::pair("", "a1")}) {
    const auto comparison = compared(before, now);
    EXPECT_FALSE(is_equal(comparison));
    EXPECT_TRUE(comparison.rows[0].ratio);
    EXPECT_THAT(table(comparison), Not(HasSubstr("equal device code")));
  }
}

TEST(EqualCode, AllJudgesByTimes) {
  Options options;
  options.all = true;
  const auto comparison = compared("a1", "a1", options);
  EXPECT_FALSE(is_equal(comparison));
  EXPECT_NEAR(comparison.rows[0].ratio->value, 2, 1e-3);
}

TEST(EqualCode, TimesOfTheHostAndRatesFollowFromMore) {
  for (const char* const metric : {"isolated_host_time", "bytes_per_second", "anything"}) {
    Options options;
    options.metric = metric;
    EXPECT_FALSE(is_equal(compared("a1", "a1", options))) << metric;
  }
}

TEST(EqualCode, AFailureAndAnotherDriverStay) {
  const auto failed =
      compared("a1", "a1", {}, [](RunBuilder& run) { run.outcome("wrong_result", "no"); });
  EXPECT_FALSE(is_equal(failed));
  EXPECT_EQ(failed.rows[0].verdict, Verdict::kFailed);
  const auto other = compared("a1", "a1", {}, [](RunBuilder& run) { run.on("GPU", "2"); });
  EXPECT_EQ(other.rows[0].verdict, Verdict::kNotComparable);
  EXPECT_EQ(exit_status(other, {}), 2);
}

TEST(EqualCode, RunsOfOneSideWithTwoDigestsAreJudgedByTimes) {
  int run = 0;
  EXPECT_FALSE(is_equal(compared("a1", "a1", {}, [&](RunBuilder& built) {
    if (++run == 3) built.launches("a2");
  })));
}

TEST(EqualCode, IsWithinEveryMargin) {
  Options options;
  options.margin = 0.01;
  const auto comparison = compared("a1", "a1", options);
  EXPECT_EQ(comparison.rows[0].is_within_margin, true);
  EXPECT_EQ(exit_status(comparison, {}), 0);
}

}  // namespace
}  // namespace tickbench::compare
