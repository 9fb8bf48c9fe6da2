// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <unistd.h>

#include "process/files.hpp"

namespace tickbench::process {
namespace {

TEST(Terminal, TheEnvironmentGoesBeforeWhatTheTerminalSays) {
  EXPECT_EQ(process::terminal_columns("132", 100), 132U);
  EXPECT_EQ(process::terminal_columns(std::nullopt, 100), 100U);
  EXPECT_EQ(process::terminal_columns(std::nullopt, 0), 80U);
}

TEST(Terminal, WhatIsNoNumberInTheEnvironmentIsLeftAlone) {
  for (const auto* value : {"", "0", "-5", "wide", "100 ", "99999999999999999999999"})
    EXPECT_EQ(process::terminal_columns(value, 120), 120U) << value;
}

TEST(Terminal, ColourIsForTerminalsThatHaveItAndUsersWhoWantIt) {
  struct Case {
    const char *terminal, *refusal;
    bool takes_escapes, has_colour;
  };
  for (const auto& [terminal, refusal, escapes, colour] :
       {Case{"xterm", "", true, true}, Case{"xterm", "1", true, false},
        Case{"dumb", "", false, false}}) {
    ::setenv("TERM", terminal, 1);
    ::setenv("NO_COLOR", refusal, 1);
    EXPECT_EQ(takes_escapes(), escapes) << terminal;
    EXPECT_EQ(has_colour(), colour) << terminal << refusal;
  }
  ::unsetenv("TERM");
  ::unsetenv("NO_COLOR");
  EXPECT_TRUE(has_colour());
}

TEST(Terminal, APipeHasNoColumns) {
  int ends[2] = {-1, -1};
  ASSERT_EQ(::pipe(ends), 0);
  EXPECT_EQ(terminal_columns(ends[1]), 0U);
  ::close(ends[0]);
  ::close(ends[1]);
}

}  // namespace
}  // namespace tickbench::process
