// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>
#include <string>

#include "compare/table.hpp"
#include "comparison_formats/formats.hpp"
#include "pairs/pairs.hpp"
#include "results/json_document.hpp"

namespace tickbench::pairs {
namespace {

using ::testing::HasSubstr;

std::string row(const std::string& id, const std::string& other_build,
                const std::string& outcome = "passed") {
  return R"({"name": ")" + id + R"(", "tickbench": {"id": ")" + id +
         R"(", "device": "D", "outcome": ")" + outcome +
         R"(", "settings": {"mode": "batched"}, "metrics": {"time": {"value": 9}},
            "batch": 10, "clock_step": {"batched": 1e-9}, "other_build": )" +
         other_build + "}}";
}

std::string times(double partner_time, double ratio) {
  return R"({"pairs": 50, "there": {"value": )" + std::to_string(partner_time) +
         R"(}, "ratio": {"value": )" + std::to_string(ratio) + "}}";
}

results::ResultFile file(const std::string& rows, int run = 0) {
  const std::string text = R"({"context": {"tickbench": {"commit": "0a08002", "started": ")" +
                           std::to_string(run) + R"(", "other_build": {"commit": "83b3f7f"},
      "devices": [{"id": "opencl:0", "name": "D",
                   "canary": {"add": {"amount": 1, "begin": {"value": 1}}}}]}},
      "benchmarks": [)" + rows +
                           "]}";
  return results::read_runs(results::parse_json(text, "both.json")).at(0);
}

double side_time(const results::ResultFile& side) {
  return side.benchmarks.at(0).repetitions.at(0).metrics.at(0).value;
}

TEST(DeviceCode, ARunIsBothSidesOfAPair) {
  const auto both = file(row("opencl/a", times(2, 0.75)));
  const auto before = extract_side(both, false), now = extract_side(both, true);
  EXPECT_DOUBLE_EQ(side_time(before), 2);
  EXPECT_DOUBLE_EQ(side_time(now), 1.5);
  EXPECT_EQ(before.context.commit, "83b3f7f");
  EXPECT_EQ(now.context.commit, "0a08002");
  EXPECT_TRUE(before.devices.at(0).canary.empty() && now.devices.at(0).canary.empty());
}

TEST(DeviceCode, ABenchmarkWithoutKernelsIsNamedAndNotJudged) {
  const auto both = file(row("opencl/a", R"({"why_not": "it launches none"})"));
  const std::vector before{extract_side(both, false)}, now{extract_side(both, true)};
  const auto sides = compare::make_sides(before, now, {});
  ASSERT_EQ(sides.size(), 1U);
  EXPECT_FALSE(sides[0].can_be_judged);
  EXPECT_EQ(sides[0].row.verdict, compare::Verdict::kUnclear);
  EXPECT_THAT(sides[0].row.reason, HasSubstr("device code only: it launches none"));
}

TEST(DeviceCode, KernelsThatDifferDoNotCompare) {
  const auto both = file(
      row("opencl/a",
          R"x({"differences": [{"kernel": "a", "there": "(uint n)", "here": "(ulong n)"}]})x"));
  // As they come of `ab`: the rehearsal's two files.
  auto before = extract_side(both, false), now = extract_side(both, true);
  const auto& kernels = before.benchmarks[0].kernels;
  ASSERT_NE(results::find_named(kernels, "a"), nullptr);
  EXPECT_EQ(results::find_named(kernels, "a")->value, "(uint n)");
  EXPECT_EQ(results::find_named(now.benchmarks[0].kernels, "a")->value, "(ulong n)");
  compare::Options options;
  options.force = true;
  const auto sides = compare::make_sides(std::span(&before, 1), std::span(&now, 1), options);
  ASSERT_EQ(sides.size(), 1U);
  EXPECT_EQ(sides[0].row.verdict, compare::Verdict::kNotComparable);
  ASSERT_EQ(sides[0].row.differences.size(), 1U);
  EXPECT_THAT(sides[0].row.differences[0], HasSubstr("kernel a: (uint n) before, (ulong n) now"));
}

TEST(DeviceCode, AFailedRunStaysFailed) {
  const auto both = file(row("opencl/a", "{}", "wrong_result"));
  EXPECT_TRUE(extract_side(both, false).benchmarks.at(0).is_failed());
}

/// Twenty processes, whose own speed moves by 10 % and does not matter.
TEST(DeviceCode, AbFindsThreePercentInFewProcesses) {
  int number = 0;
  const AbWorld world{[&](const AbRequest& request) {
                        // Both requests of a pair see one process.
                        const auto process = static_cast<int>(request.number);
                        const double speed = 1 + 0.1 * (process % 3);
                        const double noise = 1 + 0.001 * ((process * 7) % 5 - 2);
                        ++number;
                        return ProgramRun{
                            extract_side(file(row("opencl/a", times(1e3 * speed, 1.03 * noise)) +
                                                  "," + row("opencl/b", times(2e3 * speed, noise)),
                                              process),
                                         request.is_new),
                            Seconds(1)};
                      },
                      [&] { return Seconds(number); }, [](const std::string&) {}};
  AbSettings settings;
  settings.divides_runs = false;
  settings.seed = 1;
  const auto table = run_ab(settings, world);
  ASSERT_EQ(table.rows.size(), 2U);
  EXPECT_EQ(table.rows[0].verdict, compare::Verdict::kSlower);
  EXPECT_EQ(table.rows[1].verdict, compare::Verdict::kSame);
  EXPECT_LT(number, 100);
  EXPECT_EQ(table.old_commit, "83b3f7f");
  EXPECT_EQ(table.new_commit, "0a08002");
}

TEST(DeviceCode, EveryFormatSaysSo) {
  compare::Comparison table;
  table.metric = "time";
  table.is_device_code_only = true;
  auto& row = table.rows.emplace_back();
  row.id = "opencl/a";
  row.verdict = compare::Verdict::kSame;
  std::ostringstream text, markdown;
  compare::render_table(text, table);
  compare::render_markdown(markdown, table);
  EXPECT_THAT(text.str(), HasSubstr("same (device code only)"));
  EXPECT_THAT(markdown.str(), HasSubstr("same (device code only)"));
  std::ostringstream json, junit;
  compare::render_json(json, table, 0);
  EXPECT_THAT(json.str(), HasSubstr("\"scope\": \"device code only\""));
  EXPECT_THAT(json.str(), HasSubstr("\"verdict\": \"same\""));
  compare::render_junit(junit, table, {});
  EXPECT_THAT(junit.str(), HasSubstr("same (device code only)"));
}

}  // namespace
}  // namespace tickbench::pairs
