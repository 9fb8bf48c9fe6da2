// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "laboratory.hpp"

using zecpu::Laboratory;

namespace {

Laboratory read(std::vector<const char*> environment) {
  environment.push_back(nullptr);
  return Laboratory::from(environment.data());
}

std::string complaint(const char* variable) {
  try {
    read({variable});
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "none";
}

TEST(LaboratorySettings, AreOffByDefault) {
  const Laboratory lab = read({"HOME=/root", "ZE_ENABLE_ALT_DRIVERS=x"});
  EXPECT_EQ(lab.timer_hz, 1'000'000'000U);
  EXPECT_EQ(lab.timer_bits, 64U);
  EXPECT_FALSE(lab.timer_start.has_value());
  EXPECT_FALSE(lab.trap_host_access || lab.out_of_order || lab.suggest_one || lab.execute_nothing);
  EXPECT_FALSE(lab.lost_after.has_value());
  EXPECT_TRUE(lab.failures.empty());
}

TEST(LaboratorySettings, AreRead) {
  const Laboratory lab =
      read({"ZECPU_LAB_TIMER_HZ=19200000", "ZECPU_LAB_TIMER_BITS=36",
            "ZECPU_LAB_KERNEL_TIMER_BITS=32", "ZECPU_LAB_TIMER_START=0xfffffff0",
            "ZECPU_LAB_LATE_SIGNALS_US=250", "ZECPU_LAB_OUT_OF_ORDER=1", "ZECPU_SUB_DEVICES=2",
            "ZECPU_EXECUTOR=host", "ZECPU_DEVICE_TYPE=gpu"});
  EXPECT_EQ(lab.timer_hz, 19'200'000U);
  EXPECT_EQ(lab.timer_bits, 36U);
  EXPECT_EQ(lab.kernel_timer_bits, 32U);
  EXPECT_EQ(lab.timer_start, 0xfffffff0U);
  EXPECT_EQ(lab.late_signals.count(), 250);
  EXPECT_TRUE(lab.out_of_order);
  EXPECT_EQ(lab.sub_devices, 2U);
  EXPECT_EQ(lab.executor, zecpu::ExecutorKind::kHost);
  EXPECT_TRUE(lab.device_is_gpu);
}

TEST(LaboratorySettings, PlanSeveralFailures) {
  const Laboratory lab =
      read({"ZECPU_LAB_FAIL=zeMemAllocDevice:3:ZE_RESULT_ERROR_OUT_OF_DEVICE_MEMORY,zeEventCreate:"
            "1:0x70000001"});
  ASSERT_EQ(lab.failures.size(), 2U);
  EXPECT_EQ(lab.failures[0].call, "zeMemAllocDevice");
  EXPECT_EQ(lab.failures[0].occurrence, 3U);
  EXPECT_EQ(lab.failures[0].code, ZE_RESULT_ERROR_OUT_OF_DEVICE_MEMORY);
  EXPECT_EQ(lab.failures[1].code, ZE_RESULT_ERROR_DEVICE_LOST);
}

TEST(LaboratorySettings, NameWhatIsWrong) {
  EXPECT_THAT(complaint("ZECPU_LAB_TIMER_BITS=65"),
              testing::StrEq("ZECPU_LAB_TIMER_BITS: expected a number from 8 to 64, found '65'"));
  EXPECT_THAT(complaint("ZECPU_LAB_TIMER_HZ=fast"), testing::HasSubstr("found 'fast'"));
  EXPECT_THAT(complaint("ZECPU_LAB_OUT_OF_ORDER=yes"),
              testing::StrEq("ZECPU_LAB_OUT_OF_ORDER: expected 0 or 1, found 'yes'"));
  EXPECT_THAT(complaint("ZECPU_LAB_FAIL=zeMemFree:0:1"),
              testing::HasSubstr("CALL:OCCURRENCE:CODE"));
  EXPECT_THAT(complaint("ZECPU_LAB_FAIL=zeMemFree:1"), testing::HasSubstr("CALL:OCCURRENCE:CODE"));
  EXPECT_THAT(complaint("ZECPU_EXECUTOR=cuda"), testing::HasSubstr("expected opencl or host"));
  EXPECT_THAT(complaint("ZECPU_LAB_TIMER=1"), testing::HasSubstr("no such setting"));
}

}  // namespace
