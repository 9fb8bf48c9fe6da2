// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "text/escape.hpp"

#include <gtest/gtest.h>

namespace tickbench::text {
namespace {

TEST(Visible, OrdinaryTextStays) {
  for (const std::string text :
       {"", "opencl/saxpy/1024", "Größe µ 日本 🙂", R"(a\b "c" <d> |e|)"})
    EXPECT_EQ(visible(text), text);
}

TEST(Visible, TerminalEscapesAreSpelledOut) {
  EXPECT_EQ(visible("\x1b[2J\x1b]0;owned\x07"), "\\x1b[2J\\x1b]0;owned\\x07");
  EXPECT_EQ(visible("a\nb\rc\td\x7f"), "a\\nb\\x0dc\\x09d\\x7f");
  EXPECT_EQ(visible(std::string("a\0b", 3)), "a\\x00b");
  EXPECT_EQ(visible("\xc2\x9b"
                    "31m"),
            "\\u{9b}31m")
      << "the one-character form of ESC [";
}

TEST(VisibleLines, LineBreaksAndTabsStay) {
  EXPECT_EQ(visible_lines("a\n\tb\r\x1b[2J\xff"), "a\n\tb\\x0d\\x1b[2J\\xff");
}

TEST(Visible, DirectionMarksAndInvisiblesAreSpelledOut) {
  EXPECT_EQ(visible("a\u202Eb"), "a\\u{202e}b");
  EXPECT_EQ(visible("a\u2066b\u200Bc\uFEFF"), "a\\u{2066}b\\u{200b}c\\u{feff}");
  EXPECT_EQ(visible("a\u2028b"), "a\\u{2028}b");
}

TEST(Visible, WhatIsNotUtf8IsSpelledOut) {
  EXPECT_EQ(visible("a\xff\xc0\xafz"), "a\\xff\\xc0\\xafz");
  EXPECT_EQ(visible("\xe6\x97"), "\\xe6\\x97") << "cut off";
  EXPECT_EQ(visible("\xed\xa0\x80"), "\\xed\\xa0\\x80") << "a surrogate";
  EXPECT_EQ(visible("\xf4\x90\x80\x80"), "\\xf4\\x90\\x80\\x80") << "beyond Unicode";
  EXPECT_EQ(visible("\xe0\x80\x80"), "\\xe0\\x80\\x80") << "overlong";
}

TEST(Xml, MarkupIsText) {
  EXPECT_EQ(xml(R"(<a b="c">&'</a>)"), "&lt;a b=&quot;c&quot;&gt;&amp;&#39;&lt;/a&gt;");
  EXPECT_EQ(xml("]]>\x01"), "]]&gt;\\x01");
}

TEST(Markdown, NothingKeepsAMeaning) {
  const auto text = markdown("|`*_[x](y)!<img>#@me https://a.b ~\\&amp;\n| new row |");
  for (const char c : {'|', '`', '*', '_', '[', ']', '!', '<', '>', '@', ':', '.', '~', '\\', '\n'})
    EXPECT_EQ(text.find(c), std::string::npos) << c;
  EXPECT_EQ(markdown("opencl/saxpy/1024"), "opencl/saxpy/1024");
  EXPECT_EQ(markdown("www.a.b c:d"), "www&#46;a&#46;b c&#58;d");
}

TEST(Markdown, ProseIsLeftAsItIs) {
  const std::string prose = "spread: 1.3 % (2 runs); at most 5 %.";
  EXPECT_EQ(markdown(prose), prose);
}

TEST(Command, NoWordMeansAnythingToAShell) {
  EXPECT_EQ(command({"./suite", "--a=b:c", "a b", "it's", "$(x)", ""}),
            "./suite --a=b:c 'a b' 'it'\\''s' '$(x)' ''");
}

TEST(Command, NoWordMeansAnythingToATerminal) {
  EXPECT_EQ(command({"--b=\x1b[31m\n", "it's\\\xff \xc3\xa9", "\xe2\x80\xae", "\xc3\xa9"}),
            "$'--b=\\x1b[31m\\x0a' $'it\\'s\\\\\\xff \xc3\xa9' $'\\xe2\\x80\\xae' '\xc3\xa9'");
}

}  // namespace
}  // namespace tickbench::text
