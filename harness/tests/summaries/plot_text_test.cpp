// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "summaries/wording.hpp"

namespace tickbench::html_report {
namespace {

TEST(PlotText, HasNothingThatGnuplotReads) {
  EXPECT_EQ(plot_text("a\"b\\c`d\ne", 60), "a'b/c'd/ne");
}

TEST(PlotText, LosesItsMiddleWhereItIsTooLong) {
  EXPECT_EQ(plot_text("abcdefghij", 5), "abc...ij");
  EXPECT_EQ(plot_text("äöüßäö", 6), "ä...ö") << "characters stay whole";
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
