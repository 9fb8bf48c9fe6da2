// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <future>
#include <memory>
#include <string>

#include "process/files.hpp"

namespace tickbench::process {
namespace {

using ::testing::HasSubstr;

TEST(Lock, TheSecondWaits) {
  const auto folder = testing::TempDir();
  std::promise<void> waiting;
  auto first = std::make_unique<HostLock>(folder, "device 0", [] { FAIL(); });
  ASSERT_TRUE(first->is_held());
  auto second = std::async(std::launch::async, [&] {
    return HostLock(folder, "device 0", [&] { waiting.set_value(); }).is_held();
  });
  waiting.get_future().wait();
  first.reset();
  EXPECT_TRUE(second.get());
}

class ForkedLock : public ::testing::Test {
 protected:
  ForkedLock() {
    if (::pipe(begun_) != 0 || ::pipe(end_) != 0) ADD_FAILURE() << "no pipe";
  }
  ~ForkedLock() override {
    for (const int descriptor : {begun_[0], begun_[1], end_[0], end_[1]}) ::close(descriptor);
  }
  /// A child that lives until the test ends, and says when it has begun.
  void fork_a_child() {
    if (::fork() != 0) return;
    ::close(end_[1]);
    char byte = 0;
    [[maybe_unused]] const auto said = ::write(begun_[1], &byte, 1);
    [[maybe_unused]] const auto read = ::read(end_[0], &byte, 1);
    ::_exit(0);
  }
  void wait_for_its_beginning() {
    char byte = 0;
    [[maybe_unused]] const auto read = ::read(begun_[0], &byte, 1);
  }
  void expect_free() {
    const auto fail = [] {
      std::puts("it would wait for ever");
      std::_Exit(1);
    };
    EXPECT_TRUE(HostLock(kFolder, "forked", fail).is_held());
  }
  const std::string kFolder = testing::TempDir();

 private:
  int begun_[2], end_[2];
};

TEST_F(ForkedLock, IsNotKeptByAChildOfItsHolder) {
  auto lock = std::make_unique<HostLock>(kFolder, "forked", [] {});
  fork_a_child();
  lock.reset();
  expect_free();
}

TEST_F(ForkedLock, IsNotKeptWhereItsHolderEndsWithoutAWord) {
  const auto holder = ::fork();
  if (holder == 0) {
    const HostLock lock(kFolder, "forked", [] {});
    fork_a_child();
    wait_for_its_beginning();
    ::_exit(lock.is_held() ? 0 : 1);
  }
  int status = 1;
  ::waitpid(holder, &status, 0);
  EXPECT_EQ(status, 0);
  expect_free();
}

TEST(Lock, WithoutAFileNothingIsHeldAndItSaysWhy) {
  const HostLock lock("/no/such/folder", "x", [] {});
  EXPECT_FALSE(lock.is_held());
  EXPECT_THAT(lock.failure(), HasSubstr("/no/such/folder/tickbench-x.lock"));
}

}  // namespace
}  // namespace tickbench::process
