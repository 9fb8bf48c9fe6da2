// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "measurement/plan.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "fakes/fake_queue.hpp"

namespace tickbench {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

class PlanTest : public testing::Test {
 protected:
  fakes::FakeClock clock_;
  fakes::FakeQueue queue_{clock_, {}};
  Work work_ = queue_.work();
  MeasurementSettings settings_;
};

TEST_F(PlanTest, IsolatedTakesTheLaunchsOwnEventFirst) {
  EXPECT_THAT(make_plan(queue_, work_, Mode::kIsolated, settings_).device_methods,
              ElementsAre(TimeMethod::kEvent, TimeMethod::kBracket));
}

TEST_F(PlanTest, BatchedTakesBracketsFirst) {
  EXPECT_THAT(make_plan(queue_, work_, Mode::kBatched, settings_).device_methods,
              ElementsAre(TimeMethod::kBracket, TimeMethod::kEvents));
}

TEST_F(PlanTest, WorkOfSeveralCommandsHasNoEventOfItsOwn) {
  work_.is_one_command = false;
  EXPECT_THAT(make_plan(queue_, work_, Mode::kIsolated, settings_).device_methods,
              ElementsAre(TimeMethod::kBracket));
}

TEST_F(PlanTest, ColdBatchesSumEventsSoThatTheDisplacementStaysOutside) {
  settings_.cache = Cache::kCold;
  settings_.displace_bytes = 1 << 20;
  const Plan plan = make_plan(queue_, work_, Mode::kBatched, settings_);
  EXPECT_THAT(plan.device_methods, ElementsAre(TimeMethod::kEvents));
  EXPECT_EQ(plan.displace_bytes, std::size_t{1} << 20);
}

TEST_F(PlanTest, WarmDisplacesNothingWhateverIsSet) {
  settings_.displace_bytes = 1 << 20;
  EXPECT_EQ(make_plan(queue_, work_, Mode::kIsolated, settings_).displace_bytes, 0U);
}

TEST_F(PlanTest, AQueueWithoutDeviceTimesLeavesNone) {
  queue_.device().methods = {TimeMethod::kHost};
  EXPECT_THAT(make_plan(queue_, work_, Mode::kIsolated, settings_).device_methods, IsEmpty());
}

}  // namespace
}  // namespace tickbench
