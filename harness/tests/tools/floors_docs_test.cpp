// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include <optional>

#include "floors/floor.hpp"
#include "floors/verdict.hpp"
#include "metrics/metric_info.hpp"
#include "tools/tool_fixture.hpp"

/// Runs every snippet of docs/floors.md and docs/runs.md: a json block is a floor file, named in
/// the line before it; a console block is commands with what they print.
namespace tickbench::tools {
namespace {

struct Block {
  std::string language;
  std::string before;  ///< the last line of text before it
  std::vector<std::string> lines;
};

std::vector<std::string> split_lines(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

std::string page(const std::string& name = "floors.md") {
  std::ifstream stream(TICKBENCH_HARNESS_DIR "/docs/" + name);
  return {std::istreambuf_iterator<char>(stream), {}};
}

std::vector<Block> blocks_of(const std::string& text) {
  std::vector<Block> blocks;
  std::string before;
  bool is_inside = false;
  for (const auto& line : split_lines(text)) {
    if (line.starts_with("```")) {
      is_inside = !is_inside;
      if (is_inside) blocks.push_back({line.substr(3), before, {}});
    } else if (is_inside) {
      blocks.back().lines.push_back(line);
    } else if (!line.empty()) {
      before = line;
    }
  }
  return blocks;
}

std::string joined(const std::vector<std::string>& lines) {
  std::string text;
  for (const auto& line : lines) text += line + "\n";
  return text;
}

/// The text between the last pair of backticks of a line.
std::string quoted_name(const std::string& line) {
  const auto end = line.rfind('`');
  const auto begin = line.rfind('`', end - 1);
  return line.substr(begin + 1, end - begin - 1);
}

class FloorsDocs : public ToolTest {
 protected:
  void SetUp() override {
    ToolTest::SetUp();
    for (const auto& file :
         std::filesystem::directory_iterator(TICKBENCH_HARNESS_DIR "/tests/tools/data"))
      std::filesystem::copy_file(file.path(), file.path().filename());
  }

  /// `> FILE` at the end takes standard output. Returns the lines that a terminal would show.
  std::vector<std::string> shown(const std::string& command) {
    if (command == "echo $?") return {std::to_string(status_)};
    std::istringstream words(command);
    std::vector<std::string> arguments;
    std::optional<std::string> target;
    for (std::string word; words >> word;) {
      if (word == ">")
        words >> target.emplace();
      else
        arguments.push_back(word);
    }
    EXPECT_EQ(arguments.at(0), "tickbench");
    const auto result = run({arguments.begin() + 1, arguments.end()});
    status_ = result.status;
    if (target) write(*target, result.out);
    return split_lines((target ? "" : result.out) + result.err);
  }

  void run_console(const std::vector<std::string>& lines) {
    for (std::size_t i = 0; i < lines.size();) {
      ASSERT_TRUE(lines[i].starts_with("$ ")) << lines[i];
      const auto command = lines[i++].substr(2);
      std::vector<std::string> expected;
      while (i < lines.size() && !lines[i].starts_with("$ ")) expected.push_back(lines[i++]);
      EXPECT_THAT(shown(command), testing::ElementsAreArray(expected)) << command;
    }
  }

 private:
  int status_ = 0;
};

TEST_F(FloorsDocs, EverySnippetDoesWhatThePageSays) {
  int files = 0;
  int consoles = 0;
  for (const auto& block : blocks_of(page())) {
    if (block.language == "json") {
      write(quoted_name(block.before), joined(block.lines));
      EXPECT_NO_THROW(FloorFile::load(quoted_name(block.before))) << block.before;
      ++files;
    } else if (block.language == "console") {
      run_console(block.lines);
      ++consoles;
    } else {
      ADD_FAILURE() << "a block that no test runs: " << block.language;
    }
  }
  EXPECT_GE(files, 1);
  EXPECT_GE(consoles, 3);
}

TEST_F(FloorsDocs, TheSnippetsOfRunsDoWhatThatPageSays) {
  for (const auto& block : blocks_of(page()))
    if (block.language == "json") write(quoted_name(block.before), joined(block.lines));
  int consoles = 0;
  for (const auto& block : blocks_of(page("runs.md"))) {
    if (block.language != "console") continue;
    run_console(block.lines);
    ++consoles;
  }
  EXPECT_GE(consoles, 1);
}

TEST_F(FloorsDocs, NamesEveryMetricAndVerdict) {
  const auto text = page();
  for (const auto metric : metrics::floor_metrics())
    EXPECT_THAT(text, testing::HasSubstr("`" + std::string(metric) + "`"));
  for (const auto verdict :
       {FloorVerdict::kNoFloor, FloorVerdict::kPass, FloorVerdict::kInconclusive,
        FloorVerdict::kNotMeasured, FloorVerdict::kFail})
    EXPECT_THAT(text, testing::HasSubstr("`" + std::string(to_string(verdict)) + "`"));
}

}  // namespace
}  // namespace tickbench::tools
