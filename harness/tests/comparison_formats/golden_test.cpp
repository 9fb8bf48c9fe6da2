// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
//
// Every format, byte by byte, against tests/compare/golden. After a wanted change:
// TICKBENCH_UPDATE_GOLDEN=1 build/.../compare_test --gtest_filter='Golden*', and look at the diff.
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <functional>
#include <iterator>
#include <sstream>

#include "compare/compare.hpp"
#include "compare/runs.hpp"
#include "comparison_formats/formats.hpp"
#include "text/wording.hpp"

namespace tickbench::compare {
namespace {

using testing::RunBuilder;

const char* const kHostile = "evil/\x1b[31m|<b onload='x'>\"&\n](http://x) `@all` \u202Eend";

// One row of each verdict, two devices, and a name that attacks each format.
Comparison everything() {
  const auto run = [](const char* name, double wobble, bool is_new) {
    const auto time = [&](double value) { return value * (1 + wobble); };
    RunBuilder file(name);
    file.add("opencl/saxpy/1024", time(3.2e-6)).on("NVIDIA H200");
    file.add("opencl/saxpy/1024", time(is_new ? 1.5e-5 : 1.3e-5)).on("PoCL");
    file.add("opencl/copy/1048576", time(is_new ? 2.0e-4 : 2.5e-4)).on("NVIDIA H200");
    file.add("opencl/noisy/1", is_new ? 1 + 20 * wobble : 1 - 10 * wobble).on("NVIDIA H200");
    if (!is_new) file.add("opencl/gone/8", time(1.0)).on("NVIDIA H200");
    file.add("opencl/broken/8", time(1.0)).on("NVIDIA H200");
    if (is_new) file.outcome("wrong_result", "element 3: expected 1, found <2>");
    file.add("opencl/driver/8", time(1.0)).on("Other", is_new ? "580.2" : "570.1");
    if (is_new) file.add(kHostile, time(4.5e-2)).on("dev|ice\x07");
    return results::ResultFile(file);
  };
  const std::vector<results::ResultFile> before{run("o1", 0, false), run("o2", 0.0003, false),
                                                run("o3", -0.0003, false)};
  const std::vector<results::ResultFile> now{run("n1", 0.0002, true), run("n2", -0.0004, true),
                                             run("n3", 0.0005, true)};
  return compare(before, now, {});
}

// Notes and reasons of one run a side.
Comparison single() {
  RunBuilder before("o"), now("n");
  before.add("f/8", 1e-3, Interval{0.99e-3, 1.01e-3})
      .add("g/8", 2, Interval{1.99, 2.01})
      .add("h", 1);
  now.add("f/8", 1.02e-3, Interval{1.01e-3, 1.03e-3})
      .add("g/8", 3, Interval{2.99, 3.01})
      .add("h", 2);
  const std::vector<results::ResultFile> old_files{before}, new_files{now};
  return compare(old_files, new_files, {});
}

void check(const std::string& name, const std::function<void(std::ostream&)>& render) {
  std::ostringstream out;
  render(out);
  const auto path = std::string(TICKBENCH_GOLDEN) + "/" + name;
  if (std::getenv("TICKBENCH_UPDATE_GOLDEN") != nullptr)
    std::ofstream(path, std::ios::binary) << out.str();
  std::ifstream file(path, std::ios::binary);
  ASSERT_TRUE(file) << path;
  const std::string expected{std::istreambuf_iterator<char>(file), {}};
  EXPECT_EQ(out.str(), expected) << path;
}

TEST(Golden, Table) {
  check("everything.txt", [](auto& out) { render_table(out, everything()); });
  check("single.txt", [](auto& out) { render_table(out, single()); });
}

TEST(Table, FitsIntoATerminal) {
  for (const std::size_t columns : {80U, 100U, 160U}) {
    std::ostringstream out;
    render_table(out, everything(), {columns, false});
    std::istringstream lines(out.str());
    for (std::string line; std::getline(lines, line);)
      EXPECT_TRUE(text::width(line) <= columns || line.starts_with("evil")) << line;
    EXPECT_EQ(out.str().find("a wider terminal shows: ") != std::string::npos, columns < 160U)
        << out.str();
  }
}

TEST(Table, PaintsWhatIsBad) {
  std::ostringstream out;
  render_table(out, everything(), {80, true});
  EXPECT_NE(out.str().find("\x1b[1;31mslower\x1b[0m"), std::string::npos) << out.str();
  EXPECT_NE(out.str().find("\x1b[33munclear\x1b[0m"), std::string::npos);
  EXPECT_EQ(out.str().find("msame"), std::string::npos);
}

TEST(Golden, Markdown) {
  check("everything.md", [](auto& out) { render_markdown(out, everything()); });
  check("single.md", [](auto& out) { render_markdown(out, single()); });
}

TEST(Golden, Json) {
  check("everything.json", [](auto& out) { render_json(out, everything(), 2); });
  check("single.json", [](auto& out) { render_json(out, single(), 0); });
}

TEST(Golden, Junit) {
  check("everything.xml", [](auto& out) { render_junit(out, everything(), {}); });
  check("strict.xml", [](auto& out) { render_junit(out, everything(), {true, true}); });
}

TEST(Golden, JunitOfNothingCompared) {
  const std::vector<results::ResultFile> before{RunBuilder("o").add("a<", 1)};
  const std::vector<results::ResultFile> now{RunBuilder("n").add("b", 1)};
  check("nothing.xml", [&](auto& out) { render_junit(out, compare(before, now, {}), {}); });
}

TEST(Golden, EmptyTable) {
  check("empty.txt", [](auto& out) {
    render_table(out, Comparison{"time", metrics::Direction::kLowerIsBetter, 0.015, 0.01, {}, {}});
  });
}

TEST(Markdown, StaysWithinAComment) {
  Comparison comparison{"time", metrics::Direction::kLowerIsBetter, 0.015, 0.01, {}, {}};
  comparison.rows.resize(5000);
  for (std::size_t i = 0; i < comparison.rows.size(); ++i) {
    auto& row = comparison.rows[i];
    row.id = "opencl/a_benchmark_with_a_name/" + std::to_string(i);
    row.device = "NVIDIA H200";
    row.verdict = Verdict::kSame;
    row.old_value = row.new_value = 1e-6;
    row.ratio = Estimate{1, {0.999, 1.001}};
    row.source = SpreadSource::kRuns;
  }
  std::ostringstream out;
  render_markdown(out, comparison);
  EXPECT_LT(out.str().size(), 65536U);
  EXPECT_NE(out.str().find("4800 more rows are left out"), std::string::npos);
}

TEST(Markdown, LongNamesAndMessagesStayWithinACommentToo) {
  Comparison comparison{"time", metrics::Direction::kLowerIsBetter, 0.015, 0.01, {}, {}};
  comparison.rows.resize(150);
  for (auto& row : comparison.rows) {
    row.id = std::string(300, '_');  // five characters each, escaped
    row.reason = std::string(3000, 'x');
    row.verdict = Verdict::kMissing;
  }
  comparison.rows.back().verdict = Verdict::kSame;
  comparison.rows.front().verdict = Verdict::kUnclear;
  comparison.rows[100].verdict = Verdict::kSlower;
  std::ostringstream out;
  render_markdown(out, comparison);
  EXPECT_LT(out.str().size(), 65536U);
  EXPECT_NE(out.str().find("**slower**"), std::string::npos);
  EXPECT_NE(out.str().find("more rows are left out"), std::string::npos);
  EXPECT_NE(out.str().find("<summary>1 same</summary>"), std::string::npos);
}

TEST(Table, ALongNameDoesNotWidenTheOthersRows) {
  RunBuilder run("r");
  run.add("short", 1).add(std::string(300, 'n'), 2);
  std::ostringstream out;
  const std::vector<results::ResultFile> side{run};
  render_table(out, compare(side, side, {}));
  std::istringstream lines(out.str());
  for (std::string line; std::getline(lines, line) && !line.empty();)
    if (line.find("nnn") == std::string::npos) {
      EXPECT_LT(line.size(), 80U) << line;
    }
  EXPECT_NE(out.str().find(std::string(300, 'n') + "\n         "), std::string::npos);
}

}  // namespace
}  // namespace tickbench::compare
