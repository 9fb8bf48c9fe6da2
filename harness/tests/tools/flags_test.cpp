// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
// Each flag of each command, as CLI11 lists them, with what nobody means.
#include <gmock/gmock.h>

#include <algorithm>
#include <functional>
#include <map>

#include "tools/tool_fixture.hpp"

namespace tickbench::tools {
namespace {

using testing::HasSubstr;
using Words = std::vector<std::string>;

constexpr const char* kProgram = R"(#!/bin/sh
for word; do
  case $word in
    --benchmark_list_tests=true) echo BM_a; exit ;;
    --benchmark_out=*) out="${word#*=}" ;;
  esac
done
echo "{\"context\": {\"date\": \"$$\"}, \"benchmarks\": [{\"name\": \"BM_a\", \"run_name\": \"BM_a\",
  \"iterations\": 1, \"real_time\": 1, \"cpu_time\": 1, \"time_unit\": \"s\"}]}" > "$out"
)";

/// What each command has to be told beside the flag at hand.
Words needs_of(const Words& command) {
  static const std::map<Words, Words> kNeeds{
      {{}, {}},
      {{"devices"}, {}},
      {{"run"}, {"1", "./good"}},
      {{"check"}, {"./good", "--budget=0"}},
      {{"merge"}, {"r.json"}},
      {{"compare"}, {"r.json", "r.json"}},
      {{"ab"}, {"./good", "./good", "--budget=0"}},
      {{"calibrate"}, {"./good", "--budget=0"}},
      {{"report"}, {"r.json", "--out=page", "--no-plots"}},
      {{"history"}, {}},
      {{"history", "add"}, {"r.json", "--commit=HEAD"}},
      {{"history", "import"}, {"r.json"}},
      {{"history", "list"}, {}},
      {{"history", "show"}, {"BM_a"}},
      {{"history", "export"}, {"--csv"}},
      {{"history", "page"}, {"--out=page.html"}},
      {{"history", "check"}, {}},
      {{"history", "ack"}, {"BM_a", "HEAD", "--reason=meant"}},
      {{"history", "plan"}, {}},
      {{"history", "run"}, {"--program=good"}},
      {{"bisect"}, {"HEAD~1", "HEAD", "--program=good"}},
      {{"floors"}, {}},
      {{"floors", "suggest"}, {"r.json", "--plain-device=D"}},
      {{"floors", "check"}, {"r.json", "--plain-device=D", "--floors=f.json"}}};
  return kNeeds.at(command);  // a new command has to be in it
}

Words joined(Words words, const Words& more) {
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

/// A letter left out, two that changed places.
Words slips_of(const std::string& name) {
  const auto middle = name.size() / 2;
  auto swapped = name;
  std::swap(swapped[middle], swapped[middle + 1]);
  Words slips{name.substr(0, middle) + name.substr(middle + 1), swapped};
  std::erase(slips, name);
  return slips;
}

class FlagsTest : public ToolTest {
 protected:
  using Visitor = std::function<void(const Words& command, const CLI::Option& option)>;

  void SetUp() override {
    ToolTest::SetUp();
    write_program("good", kProgram);
    write("r.json", result_file(R"({"name": "BM_a", "real_time": 1, "time_unit": "s"})"));
    write("f.json", R"({"schema": "tickbench-floors/1", "floors": [
        {"device": "D", "benchmark": "BM_a", "metric": "real_time", "at_most": 2}]})");
    add_commands(app_, context_);
  }

  void for_each_option(const Visitor& visit) { visit_options(app_, {}, visit); }

  static void expect_refusal(const Words& words, const std::string& text = "") {
    const auto result = run(words);
    EXPECT_EQ(result.status, 2) << testing::PrintToString(words);
    EXPECT_EQ(result.out, "") << testing::PrintToString(words);
    EXPECT_EQ(std::ranges::count(result.err, '\n'), 1) << result.err;
    EXPECT_THAT(result.err, HasSubstr(text)) << testing::PrintToString(words);
  }

  /// Refused likewise, or taken for what it is.
  static void expect_sense(const Words& words) {
    const auto result = run(words);
    const auto shown = result.err.substr(0, 5000);
    EXPECT_THAT(result.status, testing::AnyOf(0, 1, 2, 77)) << shown;
    EXPECT_THAT(shown, testing::Not(HasSubstr("unexpected: ")));
    if (result.status == 2) {
      EXPECT_THAT(result.err, testing::ContainsRegex("(^|\n)tickbench: [^\n]+\n$")) << shown;
    }
    const auto is_control = [](unsigned char c) { return c < ' ' && c != '\n'; };
    EXPECT_TRUE(std::ranges::none_of(result.out + result.err, is_control)) << shown;
  }

 private:
  static void visit_options(CLI::App& app, const Words& command, const Visitor& visit) {
    for (const auto* option : app.get_options()) visit(command, *option);
    for (auto* next : app.get_subcommands({}))
      visit_options(*next, joined(command, {next->get_name()}), visit);
  }

  std::ostringstream out_, err_;
  std::vector<backend::Backend*> none_;
  CLI::App app_;
  ToolContext context_{out_, err_, none_};
};

std::string name_of(const CLI::Option& option) {
  return option.get_lnames().empty() ? "" : "--" + option.get_lnames().front();
}

bool takes_value(const CLI::Option& option) { return option.get_items_expected_max() > 0; }

TEST_F(FlagsTest, AValueThatIsMissingOrEmptyIsRefused) {
  std::size_t count = 0;
  for_each_option([&](const Words& command, const CLI::Option& option) {
    const auto name = name_of(option);
    const auto words = joined(command, needs_of(command));
    if (name.empty()) return expect_refusal(joined(words, {""}));
    ++count;
    expect_refusal(joined(words, {name + "="}));
    if (!takes_value(option)) return;
    expect_refusal(joined(words, {name}), name);
    expect_refusal(joined(words, {name, ""}), name);
    expect_refusal(joined(words, {name, "--help"}), name);
  });
  EXPECT_GT(count, 60U);
}

TEST_F(FlagsTest, WhatIsNotKnownIsRefusedWithWhatIsNear) {
  for_each_option([](const Words& command, const CLI::Option& option) {
    const auto name = name_of(option);
    if (name.empty()) return;
    const auto words = joined(command, needs_of(command));
    for (const auto* value : {"", "=1"})
      expect_refusal(joined(words, {name + "x" + value}),
                     "unknown flag " + name + "x; did you mean --");
    for (const auto& slip : slips_of(name)) {
      const auto result = run(joined(words, {slip}));
      EXPECT_EQ(result.status, 2) << slip;
      EXPECT_THAT(result.err, testing::ContainsRegex("did you mean [^?]*" + name)) << slip;
    }
  });
  const std::string program =
      "unknown flag --benchmark_filter (a program's flags stand behind a --";
  expect_refusal({"run", "2", "./good", "--benchmark_filter=x"}, program);
  expect_refusal({"flors", "check", "--help"}, "unknown command flors; did you mean floors?");
  expect_refusal({"floors", "chek", "--help"}, "unknown command chek; did you mean check?");
  expect_refusal({"floors"}, "expected a command, found none of suggest, check");
  expect_refusal(
      {"floors", "suggest", "r.json", "--plain-device=D", "--margin=0", "--ratio-to=BM_b"},
      "found \"BM_b\"; did you mean BM_a?");
  expect_refusal(
      {"floors", "suggest", "r.json", "--plain-device=D", "--margin=0", "--metrics=reel_time"},
      "found \"reel_time\"; did you mean real_time?");
  expect_refusal({"check", "./good", "more"}, "unknown word more");
}

TEST_F(FlagsTest, WhatIsRepeatedFarTooLongOrNoTextMakesSense) {
  const std::string text(100'000, 'x');
  for_each_option([&](const Words& command, const CLI::Option& option) {
    const auto words = joined(command, needs_of(command));
    const auto name = name_of(option);
    const auto begin = name.empty() ? "" : name + "=";
    expect_sense(joined(words, {begin + text}));
    expect_sense(joined(words, {begin + "\x1b[31m\a\r"}));
    if (!name.empty())
      expect_sense(
          joined(words, takes_value(option) ? Words{name + "=1", name + "=1"} : Words{name, name}));
  });
}

TEST_F(FlagsTest, EachCommandHasItsHelp) {
  for_each_option([](const Words& command, const CLI::Option& option) {
    const auto help = run(joined(command, {"--help"}));
    EXPECT_EQ(help.status, 0);
    EXPECT_THAT(help.out, HasSubstr(option.get_name()));
  });
  EXPECT_THAT(run({"--version"}).out, testing::MatchesRegex("tickbench [0-9.]+\n"));
}

}  // namespace
}  // namespace tickbench::tools
