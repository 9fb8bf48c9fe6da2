// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <dlfcn.h>
#include <gtest/gtest.h>
#include <malloc.h>

#include <cstddef>

namespace {

constexpr int kTimes = 10;
// Of the 72 KiB that libstdc++ sets aside each time, all kept would be 720 KiB.
constexpr std::size_t kMostKept = 256UL * 1024;

void load_and_unload(const char* path) {
  void* const driver = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  ASSERT_NE(driver, nullptr) << dlerror();
  EXPECT_EQ(dlclose(driver), 0);
  // As long as something keeps the library, nothing is shown.
  EXPECT_EQ(dlopen(path, RTLD_NOW | RTLD_NOLOAD), nullptr) << path << " is still loaded";
}

/// Also a leak to the address sanitizer, under which mallinfo2 counts nothing.
void expect_nothing_kept(const char* path) {
  load_and_unload(path);
  const std::size_t before = mallinfo2().uordblks;
  for (int i = 0; i < kTimes; ++i) load_and_unload(path);
  EXPECT_LT(mallinfo2().uordblks, before + kMostKept);
}

TEST(Unloading, KeepsNothing) { expect_nothing_kept(ZECPU_DRIVER); }

TEST(Unloading, KeepsNothingWithACxxLibraryOfItsOwn) {
  expect_nothing_kept(ZECPU_DRIVER_WITH_CXX_LIBRARY);
}

}  // namespace
