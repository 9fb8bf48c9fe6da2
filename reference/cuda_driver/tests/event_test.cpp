// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "cuhost_test.hpp"

namespace cuhost {
namespace {

class Event : public CuhostTest {
 protected:
  void SetUp() override {
    CuhostTest::SetUp();
    for (auto** event : {&first_, &last_}) ASSERT_EQ(CU(cuEventCreate)(event, 0), 0);
  }
  void TearDown() override {
    for (auto* event : {first_, last_}) EXPECT_EQ(CU(cuEventDestroy_v2)(event), 0);
    CuhostTest::TearDown();
  }
  CUevent_st* first_ = nullptr;
  CUevent_st* last_ = nullptr;
};

TEST_F(Event, LieApartByStepsOf32Nanoseconds) {
  EXPECT_EQ(CU(cuEventRecord)(first_, stream_), 0);
  EXPECT_EQ(CU(cuEventRecord)(last_, stream_), 0);
  EXPECT_EQ(synchronize(), 0);
  float milliseconds = -1;
  EXPECT_EQ(CU(cuEventElapsedTime_v2)(&milliseconds, first_, last_), 0);
  EXPECT_GE(milliseconds, 0.0F);
  const double steps = milliseconds * 1e6 / 32;
  EXPECT_NEAR(steps, std::round(steps), 0.01);
  EXPECT_EQ(CU(cuEventElapsedTime)(&milliseconds, last_, first_), 0);
  EXPECT_LE(milliseconds, 0.0F);
}

TEST_F(Event, HaveNoTimeBeforeTheyAreRecorded) {
  float milliseconds = 0;
  EXPECT_EQ(CU(cuEventRecord)(first_, stream_), 0);
  EXPECT_EQ(synchronize(), 0);
  EXPECT_EQ(CU(cuEventElapsedTime)(&milliseconds, first_, last_), 400);
}

TEST_F(Event, ThatAreNoneAreToldFromThose) {
  int other = 0;
  auto* const handle = reinterpret_cast<CUevent_st*>(&other);
  EXPECT_EQ(CU(cuEventRecord)(handle, stream_), 400);
  EXPECT_EQ(CU(cuEventDestroy_v2)(handle), 400);
  EXPECT_EQ(CU(cuEventDestroy_v2)(nullptr), 400);
}

TEST_F(Event, WithoutTimingAreNotSupported) {
  CUevent_st* event = nullptr;
  EXPECT_EQ(CU(cuEventCreate)(&event, 2), 801);
}

}  // namespace
}  // namespace cuhost
