// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "backend/hold.hpp"

#include <gtest/gtest.h>

#include <atomic>

namespace tickbench::backend {
namespace {

class CountedHold final : public HostHold {
 public:
  explicit CountedHold(Seconds limit) : HostHold(limit) {}
  ~CountedHold() override { open(); }
  HoldLimits limits() const override { return {HoldMethod::kHostEvent, 1, {}}; }
  std::atomic<int> waits = 0, signals = 0;

 private:
  void enqueue_wait() override { ++waits; }
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

}  // namespace
}  // namespace tickbench::backend
