// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "measurement/host_memory.hpp"

#include <gtest/gtest.h>
#include <sched.h>

namespace tickbench {
namespace {

constexpr std::size_t kMiB = std::size_t{1} << 20;

TEST(HostCache, EveryLineIsChangedEachTime) {
  HostCache cache(9 * kMiB + 7);
  ASSERT_GE(cache.memory().size(), 9 * kMiB + 7);
  constexpr std::size_t kLine = 64;
  for (int time = 1; time <= 2; ++time) {
    cache.displace();
    std::size_t changes = 0;
    for (std::size_t line = 0; line + kLine <= cache.memory().size(); line += kLine) {
      int of_line = 0;
      for (std::size_t i = line; i < line + kLine; ++i) of_line += cache.memory()[i];
      changes += of_line >= time ? 1 : 0;
    }
    EXPECT_EQ(changes, cache.memory().size() / kLine);
  }
}

TEST(HostCache, LeavesTheCallerWhereItMayRun) {
  cpu_set_t before;
  cpu_set_t after;
  ASSERT_EQ(sched_getaffinity(0, sizeof(before), &before), 0);
  HostCache(kMiB).displace();
  ASSERT_EQ(sched_getaffinity(0, sizeof(after), &after), 0);
  EXPECT_TRUE(CPU_EQUAL(&before, &after));
}

TEST(DisplacedBytes, TwiceTheCacheButNotAllOfTheMemory) {
  EXPECT_EQ(displaced_bytes(0, 0), 256 * kMiB);
  EXPECT_EQ(displaced_bytes(320 * kMiB, 0), 640 * kMiB);
  EXPECT_EQ(displaced_bytes(320 * kMiB, 1024 * kMiB), 256 * kMiB);
  EXPECT_GE(host_displaced(), std::size_t{1});
}

}  // namespace
}  // namespace tickbench
