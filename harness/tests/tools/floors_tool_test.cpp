// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include "flags/tool.hpp"
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

TEST_F(ToolTest, WhateverItPrintsALostStandardOutputIsAnError) {
  write("r.json", result_file(row(R"("time": {"value": 2e-6, "low": 1.9e-6, "high": 2.1e-6})")));
  write("f.json", floor_file({R"("metric": "time", "at_most": 1)"}));
  const std::vector<std::vector<const char*>> commands{
      {"tickbench", "--help"},
      {"tickbench", "floors", "--help"},
      {"tickbench", "devices", "--resource-spec"},
      {"tickbench", "floors", "suggest", "r.json", "--margin=0.5"},
      {"tickbench", "floors", "check", "r.json", "--floors", "f.json"},
      {"tickbench", "floors", "check", "r.json", "--floors", "f.json", "--json"}};
  for (const auto& command : commands) {
    std::ofstream full("/dev/full");
    std::ostringstream err, whole;
    EXPECT_EQ(run_tool(command, whole, err), 0) << command.back() << err.str();
    EXPECT_EQ(run_tool(command, full, err), 2) << command.back();
    EXPECT_THAT(err.str(), HasSubstr("standard output: expected to write all of it, lost some"));
  }
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
