// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "measurement/host_memory.hpp"

#include <gtest/gtest.h>
#include <sched.h>

#include <algorithm>

namespace tickbench {
namespace {

constexpr std::size_t kMiB = std::size_t{1} << 20;

TEST(HostMemory, HoldsZeros) {
  const HostMemory memory(5 * kMiB + 3);
  ASSERT_EQ(memory.bytes().size(), 5 * kMiB + 3);
  EXPECT_TRUE(std::ranges::all_of(memory.bytes(), [](auto byte) { return byte == std::byte{}; }));
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(memory.bytes().data()) % 64, 0U);
}

// A freed one is given out again: its zeros must not be those of fresh pages.
TEST(HostMemory, HoldsZerosWhereItWasUsedBefore) {
  keep_freed_memory();
  for (int time = 0; time < 2; ++time) {
    const HostMemory memory(5 * kMiB);
    EXPECT_TRUE(std::ranges::all_of(memory.bytes(), [](auto byte) { return byte == std::byte{}; }));
    std::ranges::fill(memory.bytes(), std::byte{1});
  }
}

TEST(HostMemory, OfAnyContentsIsTouchedAndWritable) {
  const HostMemory memory(5 * kMiB + 3, HostMemory::Contents::kAny);
  std::ranges::fill(memory.bytes(), std::byte{7});
  EXPECT_EQ(memory.bytes().back(), std::byte{7});
}

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
