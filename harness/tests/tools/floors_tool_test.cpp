// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include "tools/tool.hpp"
#include "tools/tool_fixture.hpp"

namespace tickbench::tools {
namespace {

using testing::HasSubstr;

TEST_F(ToolTest, HelpIsNoErrorAndNamesTheCommands) {
  const auto help = run({"--help"});
  EXPECT_EQ(help.status, 0);
  EXPECT_THAT(help.out, HasSubstr("floors"));
  EXPECT_EQ(help.err, "");
  EXPECT_EQ(run({"floors", "--help"}).status, 0);
}

TEST_F(ToolTest, NoCommandIsAUsageError) {
  EXPECT_EQ(run({}).status, 2);
  EXPECT_EQ(run({"floors"}).status, 2);
}

TEST_F(ToolTest, NamesWhatItDoesNotKnow) {
  const auto unknown = run({"florrs"});
  EXPECT_EQ(unknown.status, 2);
  EXPECT_THAT(unknown.err, HasSubstr("florrs"));
  EXPECT_EQ(unknown.out, "");
  EXPECT_THAT(run({"floors", "chek"}).err, HasSubstr("chek"));
  EXPECT_THAT(run({"floors", "check", "a.json", "--floors", "f", "--strct"}).err,
              HasSubstr("--strct"));
}

}  // namespace
}  // namespace tickbench::tools
