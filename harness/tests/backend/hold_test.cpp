// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "backend/hold.hpp"

#include <gtest/gtest.h>

#include <atomic>

#include "tickbench/error.hpp"

namespace tickbench::backend {
namespace {

class CountedHold final : public HostHold {
 public:
  explicit CountedHold(Seconds limit) : HostHold(limit) {}
  ~CountedHold() override { open(); }
  HoldLimits limits() const override { return {HoldMethod::kHostEvent, 1, {}}; }
  std::atomic<int> waits = 0, signals = 0;
  bool is_refused = false;

 private:
  void enqueue_wait() override {
    ++waits;
    if (is_refused) throw Error(Outcome::kDeviceError, "a wait was refused");
  }
  void signal() noexcept override { ++signals; }
};

TEST(NoHold, SaysWhyThereIsNone) {
  NoHold none("the device is too old");
  EXPECT_EQ(none.limits().method, HoldMethod::kNone);
  EXPECT_EQ(none.limits().why_not, "the device is too old");
}

TEST(HostHold, IsOpenedOnceByTheHost) {
  CountedHold hold(Seconds(60));
  for (int bracket = 1; bracket <= 3; ++bracket) {
    hold.close(Seconds(0));
    EXPECT_EQ(hold.signals, bracket - 1);
    EXPECT_TRUE(hold.open());
    EXPECT_FALSE(hold.open());
    EXPECT_EQ(hold.waits, bracket);
    EXPECT_EQ(hold.signals, bracket);
  }
}

TEST(HostHold, IsOpenedByItselfAfterItsLimit) {
  CountedHold hold(Seconds(1e-3));
  for (int bracket = 1; bracket <= 3; ++bracket) {
    hold.close(Seconds(0));
    while (hold.signals < bracket) std::this_thread::yield();
    EXPECT_FALSE(hold.open());
    EXPECT_EQ(hold.signals, bracket);
  }
}

/// Appends to a list that blocks until the device has run what is appended.
class BlockingHold final : public HostHold {
 public:
  BlockingHold() : HostHold(Seconds(1e-3)) {}
  ~BlockingHold() override { open(); }
  HoldLimits limits() const override { return {HoldMethod::kHostEvent, 1, {}}; }

 private:
  void prepare() override { is_signalled_ = false; }
  void enqueue_wait() override { is_signalled_.wait(false); }
  void signal() noexcept override {
    is_signalled_ = true;
    is_signalled_.notify_all();
  }

  std::atomic<bool> is_signalled_ = false;
};

TEST(HostHold, EndsAWaitThatBlocksTheHost) {
  BlockingHold hold;
  for (int bracket = 1; bracket <= 3; ++bracket) {
    hold.close(Seconds(0));
    EXPECT_FALSE(hold.open());
  }
}

TEST(HostHold, IsNotClosedByAWaitThatIsRefused) {
  CountedHold hold(Seconds(60));
  hold.is_refused = true;
  EXPECT_THROW(hold.close(Seconds(0)), Error);
  EXPECT_EQ(hold.signals, 1);
  EXPECT_FALSE(hold.open());
  EXPECT_EQ(hold.signals, 1);
}

}  // namespace
}  // namespace tickbench::backend
