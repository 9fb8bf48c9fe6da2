// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include "programs/plain.hpp"
#include "programs/program.hpp"
#include "text/plain_names.hpp"
#include "tickbench/error.hpp"

namespace tickbench::programs {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using text::exact_filter;
using text::plain_ids;
using text::without_suffixes;

TEST(PlainNames, LoseWhatGoogleBenchmarkAppends) {
  for (const auto& [name, id] : std::vector<std::pair<std::string, std::string>>{
           {"BM_x", "BM_x"},
           {"BM_x/8/real_time", "BM_x/8"},
           {"BM_x/n:8/min_time:2.000/min_warmup_time:0.5/iterations:7/repeats:3/process_time/"
            "real_time",
            "BM_x/n:8"},
           {"BM_x/manual_time", "BM_x"},
           {"BM_x/real_time/threads:4", "BM_x/threads:4"},
           {"BM_x/iterations:8/threads:4", "BM_x/threads:4"},
           {"BM_x/real_time/8", "BM_x/real_time/8"},
           {"real_time", "real_time"},
           {"/real_time", ""},
           {"BM_<a/b>/process_time", "BM_<a/b>"}})
    EXPECT_EQ(without_suffixes(name), id) << name;
}

TEST(PlainNames, StayWholeWhereTwoWouldBeOne) {
  EXPECT_THAT(plain_ids({"a", "a/real_time", "b/real_time", "c/1/real_time", "c/2/real_time"}),
              ElementsAre("a", "a/real_time", "b", "c/1", "c/2"));
  EXPECT_THAT(plain_ids({"/real_time"}), ElementsAre("/real_time")) << "no id is empty";
}

TEST(PlainNames, KnowWhatRatesAreOf) {
  EXPECT_TRUE(text::has_real_time_rates("a/8/real_time/threads:2"));
  EXPECT_TRUE(text::has_real_time_rates("a/manual_time"));
  EXPECT_FALSE(text::has_real_time_rates("a/process_time"));
  EXPECT_FALSE(text::has_real_time_rates("real_time/8"));
}

TEST(PlainNames, AreFilteredForWithoutAnEscapeThatTheGrammarLacks) {
  EXPECT_EQ(exact_filter("a<b[3], {c}*>/8.5|(d)+?^$\\"),
            R"(^a<b\[3], \{c}\*>/8\.5\|\(d\)\+\?\^\$\\$)");
}

TEST(Chatter, IsLeftOutAtBothEnds) {
  EXPECT_EQ(without_chatter("a\nb\n", ""), "a\nb\n");
  EXPECT_EQ(without_chatter("hello\na\nb\n", "hello\n"), "a\nb\n");
  EXPECT_EQ(without_chatter("hello a\nb\n", "hello "), "a\nb\n");
  EXPECT_EQ(without_chatter("a\nb\nbye\n", "bye\n"), "a\nb\n");
  EXPECT_EQ(without_chatter("hello\na\nbye\n", "hello\nbye\n"), "a\n");
  // A name that begins as the last words do.
  EXPECT_EQ(without_chatter("hello\nbynd\nbye\n", "hello\nbye\n"), "bynd\n");
  EXPECT_EQ(without_chatter("hello\n", "hello\n"), "");
  // Within a line, with something behind it.
  EXPECT_EQ(without_chatter("hello\nready: a\nb\nbye\n", "hello\nready: bye\n"), "a\nb\n");
  EXPECT_EQ(without_chatter("ready: bye\nbyte\nbye\n", "ready: bye\n"), "byte\nbye\n");
}

TEST(Chatter, ThatDiffersIsNotGuessed) {
  EXPECT_EQ(without_chatter("pid 1\na\n", "pid 2\n"), std::nullopt);
  EXPECT_EQ(without_chatter("a\n", "much longer\n"), std::nullopt);
}

TEST(Flags, LoseTheFilterWhereverItStands) {
  std::vector<std::string> flags{"--a", "--benchmark_filter", "x", "--benchmark_filter=y", "b"};
  EXPECT_THAT(take_flag(flags, "--benchmark_filter"), ElementsAre("x", "y"));
  EXPECT_THAT(flags, ElementsAre("--a", "b"));
}

}  // namespace
}  // namespace tickbench::programs
