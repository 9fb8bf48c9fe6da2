// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "base/parallel.hpp"

#include <gtest/gtest.h>
#include <sched.h>

#include <algorithm>
#include <mutex>
#include <stdexcept>
#include <utility>
#include <vector>

namespace tickbench {
namespace {

using Parts = std::vector<std::pair<std::size_t, std::size_t>>;

Parts parts_of(std::size_t count, std::size_t least) {
  Parts parts;
  std::mutex mutex;
  in_parallel(count, least, [&](std::size_t begin, std::size_t end) {
    const std::lock_guard lock(mutex);
    parts.emplace_back(begin, end);
  });
  std::ranges::sort(parts);
  return parts;
}

TEST(InParallel, PartsAreAllElementsOnce) {
  for (const std::size_t count : {1U, 63U, 64U, 1000U, 1024U, 99'999U}) {
    const auto parts = parts_of(count, 1);
    std::size_t reached = 0;
    for (const auto& [begin, end] : parts) {
      EXPECT_EQ(begin, reached) << count;
      EXPECT_LE(begin, end) << count;
      reached = end;
    }
    EXPECT_EQ(reached, count);
    EXPECT_LE(parts.size(), allowed_processors().size());
  }
}

TEST(InParallel, SmallWorkStaysOnThisThread) {
  EXPECT_EQ(parts_of(1999, 1000), (Parts{{0, 1999}}));
  EXPECT_EQ(parts_of(0, 1000), (Parts{{0, 0}}));
}

TEST(InParallel, ThrowsWhatTheFirstPartThrew) {
  const auto fail = [](std::size_t begin, std::size_t) {
    throw std::runtime_error(begin == 0 ? "the first" : "another");
  };
  try {
    in_parallel(100'000, 1, fail);
    FAIL();
  } catch (const std::runtime_error& error) {
    EXPECT_STREQ(error.what(), "the first");
  }
}

TEST(ProcessorCount, IsThatOfTheProcessorsAllowed) {
  cpu_set_t before;
  ASSERT_EQ(sched_getaffinity(0, sizeof(before), &before), 0);
  EXPECT_EQ(allowed_processors().size(), static_cast<std::size_t>(CPU_COUNT(&before)));
  cpu_set_t one;
  CPU_ZERO(&one);
  for (std::size_t i = 0; i < CPU_SETSIZE && CPU_COUNT(&one) == 0; ++i)
    if (CPU_ISSET(i, &before)) CPU_SET(i, &one);
  ASSERT_EQ(sched_setaffinity(0, sizeof(one), &one), 0);
  EXPECT_EQ(allowed_processors().size(), 1U);
  EXPECT_EQ(parts_of(100'000, 1), (Parts{{0, 100'000}}));
  ASSERT_EQ(sched_setaffinity(0, sizeof(before), &before), 0);
}

}  // namespace
}  // namespace tickbench
