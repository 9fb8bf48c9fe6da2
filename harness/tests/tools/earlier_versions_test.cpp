// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
//
// Files that earlier commits wrote are read as they were then: `expected.txt` is what the command
// of commit b4bb05a printed of them.
#include <gmock/gmock.h>

#include "tools/tool_fixture.hpp"

namespace tickbench::tools {
namespace {

using testing::AnyOf;
using testing::StartsWith;

class EarlierVersions : public ToolTest, public testing::WithParamInterface<const char*> {
 protected:
  void SetUp() override {
    ToolTest::SetUp();
    std::filesystem::current_path(std::filesystem::path(TICKBENCH_HARNESS_DIR) /
                                  "tests/tools/earlier_versions" / GetParam());
  }
  /// The judgements of floors, and the rows of comparisons up to their verdicts.
  static std::string judgements(const std::vector<std::string>& arguments) {
    const auto result = run(arguments);
    EXPECT_EQ(result.status, 0) << result.err;
    std::istringstream lines(result.out);
    std::string text;
    for (std::string line; std::getline(lines, line);)
      if (testing::Value(line, AnyOf(StartsWith("floor "), StartsWith("opencl/"))))
        text += line.substr(0, line.find("  unclear")) + '\n';
    return text;
  }
};

TEST_P(EarlierVersions, ResultsSamplesRunsAndFloorsAreReadAsBefore) {
  std::string text;
  for (const std::string file : {"results.json", "runs.json"})
    text += judgements({"floors", "check", file, "--floors", "floors.json"});
  for (const auto& flags : std::vector<std::vector<std::string>>{
           {},
           {"--metric", "host_time"},
           {"--old-samples", "samples.json", "--new-samples", "samples.json"}}) {
    std::vector<std::string> arguments{"compare", "results.json", "results.json"};
    arguments.insert(arguments.end(), flags.begin(), flags.end());
    text += judgements(arguments);
  }
  EXPECT_EQ(text, content("expected.txt"));
}

INSTANTIATE_TEST_SUITE_P(Commits, EarlierVersions, testing::Values("53c1092", "b4bb05a"));

}  // namespace
}  // namespace tickbench::tools
