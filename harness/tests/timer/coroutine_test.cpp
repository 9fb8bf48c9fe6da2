// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "timer/coroutine.hpp"

#include <gtest/gtest.h>

#include <stdexcept>
#include <vector>

namespace tickbench::timer {
namespace {

TEST(Coroutine, TakesTurnsWithItsCaller) {
  std::vector<int> seen;
  Coroutine* inside = nullptr;
  Coroutine two([&] {
    seen.push_back(1);
    inside->yield();
    seen.push_back(3);
    inside->yield();
    seen.push_back(5);
  });
  inside = &two;
  EXPECT_TRUE(two.resume());
  seen.push_back(2);
  EXPECT_TRUE(two.resume());
  seen.push_back(4);
  EXPECT_FALSE(two.resume());
  EXPECT_FALSE(two.resume());
  EXPECT_EQ(seen, (std::vector{1, 2, 3, 4, 5}));
}

TEST(Coroutine, HandsOnWhatItsFunctionThrows) {
  Coroutine* inside = nullptr;
  Coroutine failing([&] {
    inside->yield();
    throw std::runtime_error("within");
  });
  inside = &failing;
  EXPECT_TRUE(failing.resume());
  EXPECT_THROW(failing.resume(), std::runtime_error);
  EXPECT_FALSE(failing.resume());
}

TEST(Coroutine, CleansUpWhereItIsAbandoned) {
  struct Note {
    bool& is_cleaned;
    ~Note() { is_cleaned = true; }
  };
  bool is_cleaned = false, is_after = false;
  try {
    Coroutine* inside = nullptr;
    Coroutine abandoned([&] {
      const Note note{is_cleaned};
      try {
        inside->yield();
      } catch (const std::exception&) {
        is_after = true;
      }
      is_after = true;
    });
    inside = &abandoned;
    EXPECT_TRUE(abandoned.resume());
    // While an exception is on its way.
    throw std::runtime_error("outside");
  } catch (const std::runtime_error&) {
  }
  EXPECT_TRUE(is_cleaned);
  EXPECT_FALSE(is_after);
}

TEST(Coroutine, MayNeverBeResumed) {
  bool is_run = false;
  {
    const Coroutine unused([&] { is_run = true; });
  }
  EXPECT_FALSE(is_run);
}

TEST(Coroutine, HasRoomForACompiler) {
  bool is_written = false;
  Coroutine deep([&] {
    volatile char frame[4 << 20];
    for (std::size_t i = 0; i < sizeof(frame); i += 4096) frame[i] = 1;
    is_written = frame[4096] == 1;
  });
  EXPECT_FALSE(deep.resume());
  EXPECT_TRUE(is_written);
}

}  // namespace
}  // namespace tickbench::timer
