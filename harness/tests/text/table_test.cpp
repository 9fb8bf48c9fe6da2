// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "text/table.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

#include "text/wording.hpp"

namespace tickbench::text {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

std::string printed(const std::vector<TableColumn>& columns, const std::vector<TableRow>& rows,
                    const Terminal& terminal = {}) {
  std::ostringstream out;
  print_table(out, columns, rows, terminal);
  return out.str();
}

const std::vector<TableColumn> kColumns{{"benchmark"},
                                        {"time", kNumbers},
                                        {"verdict", kPainted},
                                        {"p", kNumbers | kOptional | kCommon},
                                        {"spread from", kOptional | kCommon}};
const std::vector<TableRow> kRows{
    {{"saxpy/64", "1 us", "same", "0.1", "runs"}, Colour::kNone, {}, "on A"},
    {{"copy/1", "12 us", "slower", "0.2", "runs"}, Colour::kRed, {"a remark of words"}, "on A"},
    {{"gone", "-", "missing", "-", "-"}, Colour::kYellow, {}, "on B"}};

TEST(Table, AlignsNumbersAndSaysOnceWhatIsTheSame) {
  EXPECT_EQ(printed(kColumns, kRows), R"(on A
benchmark   time  verdict    p
saxpy/64    1 us  same     0.1
copy/1     12 us  slower   0.2
    a remark of words

on B
gone           -  missing    -

the same in all rows: spread from runs
)");
}

TEST(Table, AColumnOfNothingIsLeftOut) {
  const auto text =
      printed({{"name"}, {"p", kCommon}, {"q"}}, {{{"a", "-", ""}}, {{"b", "-", ""}}});
  EXPECT_EQ(text, "name\na\nb\n");
}

TEST(Table, ALineIsNoWiderThanTheTerminal) {
  auto rows = kRows;
  rows[0].cells[0] = "opencl/a_benchmark_with_a_long_name/1024";
  rows[1].cells[4] = "pairs";
  for (const std::size_t columns : {40U, 60U, 80U, 200U}) {
    std::istringstream lines(printed(kColumns, rows, {columns, false}));
    for (std::string line; std::getline(lines, line);) EXPECT_LE(width(line), columns) << line;
  }
  EXPECT_THAT(printed(kColumns, rows, {40, false}), HasSubstr("a wider terminal shows: p"));
  EXPECT_THAT(printed(kColumns, rows, {200, false}), Not(HasSubstr("a wider terminal")));
  EXPECT_THAT(printed(kColumns, rows, {20, false}), HasSubstr("    a remark of\n    words\n"));
}

TEST(Table, PaintsTheHeadingTheGroupsAndTheVerdict) {
  const auto text = printed(kColumns, kRows, {80, true});
  EXPECT_THAT(text, HasSubstr("\n\x1b[1mbenchmark   time  verdict    p\x1b[0m\n"));
  EXPECT_THAT(text, HasSubstr("\n\x1b[1mon B\x1b[0m\n"));
  EXPECT_THAT(text, HasSubstr("12 us  \x1b[1;31mslower\x1b[0m"));
  EXPECT_THAT(text, HasSubstr("\x1b[33mmissing\x1b[0m"));
}

}  // namespace
}  // namespace tickbench::text
