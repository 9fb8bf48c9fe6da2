// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "summaries/wording.hpp"

namespace tickbench::html_report {
namespace {

constexpr const char* kBad = "\xEF\xBF\xBD";

TEST(CleanText, KeepsLettersOfAnyLanguage) {
  EXPECT_EQ(clean_text("Intel® Gerät 设备 🎉"), "Intel® Gerät 设备 🎉");
}

TEST(CleanText, ReplacesTerminalEscapesAndOtherControls) {
  EXPECT_EQ(clean_text("a\x1b[31mb\x07"), std::string("a") + kBad + "[31mb" + kBad);
  EXPECT_EQ(clean_text(std::string_view("a\0b", 3)), std::string("a") + kBad + "b");
  EXPECT_EQ(clean_text("\xC2\x9B"
                       "31m"),
            std::string(kBad) + "31m");  // the one-character CSI
  EXPECT_EQ(clean_text("a\nb\tc\r"), "a b c ");
}

TEST(CleanText, ReplacesMarksThatTurnTheDirectionOfWriting) {
  EXPECT_EQ(clean_text("a\u202Eb\u2066c\u200B"), std::string("a") + kBad + "b" + kBad + "c" + kBad);
}

TEST(CleanText, ReplacesEachInvalidByte) {
  const auto bad = [](int bytes) {
    std::string text;
    for (int i = 0; i < bytes; ++i) text += kBad;
    return text;
  };
  EXPECT_EQ(clean_text("\xFF"), kBad);
  EXPECT_EQ(clean_text("a\xC3"), std::string("a") + kBad);      // cut off
  EXPECT_EQ(clean_text("\xC0\x80"), std::string(kBad) + kBad);  // overlong
  EXPECT_EQ(clean_text("\xE0\x80\xAF"), bad(3));                // overlong
  EXPECT_EQ(clean_text("\xED\xA0\x80"), bad(3));                // a surrogate
  EXPECT_EQ(clean_text("\xF4\x90\x80\x80"), bad(4));            // beyond Unicode
}

TEST(PlotText, HasNothingThatGnuplotReads) {
  EXPECT_EQ(plot_text("a\"b\\c`d\ne", 60), "a'b/c'd e");
}

TEST(PlotText, LosesItsMiddleWhereItIsTooLong) {
  EXPECT_EQ(plot_text("abcdefghij", 5), "ab…ij");
  EXPECT_EQ(plot_text("äöüßä", 5), "äöüßä");
}

TEST(FileSlug, IsPlain) {
  EXPECT_EQ(file_slug("NVIDIA H200"), "nvidia-h200");
  EXPECT_EQ(file_slug("../../etc/passwd"), "etc-passwd");
  EXPECT_EQ(file_slug("'; rm -rf /"), "rm-rf");
  EXPECT_EQ(file_slug("设备"), "unnamed");
  EXPECT_EQ(file_slug(std::string(500, 'x')).size(), 40u);
}

}  // namespace
}  // namespace tickbench::html_report
