// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include "opencl/device_info.hpp"
#include "opencl/test_device.hpp"
#include "tickbench/device.hpp"
#include "tickbench/error.hpp"

namespace tickbench::opencl {
namespace {

class OpenClBackendTest : public testing::Test {
 protected:
  void SetUp() override {
    infos_ = backend().devices(not_listed_);
    if (infos_.empty()) GTEST_SKIP() << not_listed_.reason;
  }
  Outcome outcome_of_opening(const std::string& index) {
    backend::DeviceInfo info;
    info.index = index;
    try {
      backend().open(info);
    } catch (const Error& error) {
      return error.outcome();
    }
    return Outcome::kPassed;
  }
  std::vector<backend::DeviceInfo> infos_;
  backend::NotListed not_listed_;
};

TEST_F(OpenClBackendTest, IndexCountsAcrossPlatforms) {
  for (std::size_t i = 0; i < infos_.size(); ++i)
    EXPECT_EQ(infos_[i].id(), "opencl:" + std::to_string(i));
}

TEST_F(OpenClBackendTest, DescribesEachDevice) {
  for (const auto& info : infos_) {
    SCOPED_TRACE(info.name);
    EXPECT_FALSE(info.vendor.empty());
    EXPECT_FALSE(info.platform.empty());
    EXPECT_THAT(info.api_version, testing::StartsWith("OpenCL "));
    EXPECT_GT(info.timer_hertz, 0);
    EXPECT_EQ(info.timer_valid_bits, 64);
    EXPECT_GE(info.memory, info.largest_allocation);
    EXPECT_GT(info.local_memory, 0U);
    EXPECT_EQ(info.name.find_last_not_of(" \t\n"), info.name.size() - 1) << "padded";
  }
}

TEST_F(OpenClBackendTest, AnIndexThatIsNotThereIsNoDevice) {
  EXPECT_EQ(outcome_of_opening(std::to_string(infos_.size())), Outcome::kNoDevice);
  EXPECT_EQ(outcome_of_opening("gpu"), Outcome::kNoDevice);
}

TEST_F(OpenClBackendTest, OpensSubDevices) {
  for (const auto& info : infos_) {
    auto part = info;
    part.index += ".1";
    try {
      const auto opened = backend().open(part);
      EXPECT_EQ(opened->info().id(), info.id() + ".1");
      EXPECT_LT(opened->info().compute_units, info.compute_units);
      tickbench::Device device(*opened);
      auto buffer = device.allocate<float>(64);
      device.kernel("queue_test_spin").args(buffer, 1).over(64)();
      EXPECT_EQ(buffer.read()[10], 10 * 0.999F + 1.0F);
    } catch (const Error& error) {
      EXPECT_EQ(error.outcome(), Outcome::kUnsupported) << error.what();
    }
    part.index = info.index + ".60000";
    EXPECT_THAT(outcome_of_opening(part.index),
                testing::AnyOf(Outcome::kNoDevice, Outcome::kUnsupported));
  }
}

/// A thread of PoCL reads the sub-device of a queue's last event when the queue is gone already.
TEST_F(OpenClBackendTest, ASubDeviceOutlivesWhatOpenedIt) {
  for (const auto& info : infos_) try {
      auto* const part = find_device(info.index + ".1");
      cl_uint uses = 0;
      EXPECT_EQ(clGetDeviceInfo(part, CL_DEVICE_REFERENCE_COUNT, sizeof(uses), &uses, nullptr),
                CL_SUCCESS);
      EXPECT_GE(uses, 1U);
    } catch (const Error& error) {
      EXPECT_EQ(error.outcome(), Outcome::kUnsupported) << error.what();
    }
}

TEST_F(OpenClBackendTest, DescribesSubDevicesWithoutListingThem) {
  for (const auto& info : infos_) {
    EXPECT_EQ(info.index.find('.'), std::string::npos);
    EXPECT_FALSE(backend().describe(info.index).has_value()) << "a whole device";
    try {
      const auto part = backend().describe(info.index + ".1");
      ASSERT_TRUE(part.has_value());
      EXPECT_EQ(part->id(), info.id() + ".1");
      EXPECT_LT(part->compute_units, info.compute_units);
    } catch (const Error& error) {
      EXPECT_EQ(error.outcome(), Outcome::kUnsupported) << error.what();
    }
  }
  EXPECT_FALSE(backend().describe(std::to_string(infos_.size()) + ".0").has_value());
}

TEST_F(OpenClBackendTest, MemoryInUseCountsTowardsTheLimit) {
  auto* const device = test_device();
  ASSERT_NE(device, nullptr);
  const auto& info = device->info();
  if (info.largest_allocation * 2 > info.memory || info.memory > (std::uint64_t{8} << 30))
    GTEST_SKIP() << "the device is too large to be filled in a test";
  std::vector<std::unique_ptr<backend::Memory>> held;
  std::uint64_t used = 0;
  try {
    while (used <= info.memory) {
      held.push_back(device->allocate(info.largest_allocation, MemoryKind::kDevice));
      used += info.largest_allocation;
    }
    FAIL() << "expected an Error after " << used << " bytes";
  } catch (const Error& error) {
    EXPECT_EQ(error.outcome(), Outcome::kOverLimit) << error.what();
    EXPECT_THAT(error.what(), testing::HasSubstr(std::to_string(used)));
    EXPECT_THAT(error.what(), testing::HasSubstr(std::to_string(info.memory)));
  }
  held.clear();
  EXPECT_NO_THROW(device->allocate(info.largest_allocation, MemoryKind::kDevice));
}

// Also on PoCL's basic device, whose signal never returns.
TEST_F(OpenClBackendTest, HoldsByItselfOnEachDevice) {
  const auto opened = backend().open(infos_[0]);
  Device device(*opened);
  auto memory = device.allocate<float>(1 << 10);
  const auto fill = device.fill(memory, 1.0F);
  EXPECT_NE(opened->queue().hold_limits(fill.work(), false).method, HoldMethod::kNone);
  const BracketRequest request{4, TimeMethod::kBracket, 0, HoldRequest{Seconds(1e-3), {}}};
  EXPECT_GT(opened->queue().run(fill.work(), request).device, Seconds(0));
}

TEST_F(OpenClBackendTest, HoldsAsIsChosen) {
  const std::pair<const char*, HoldMethod> choices[] = {{"delay_kernel", HoldMethod::kDelayKernel},
                                                        {"host_event", HoldMethod::kHostEvent},
                                                        {"off", HoldMethod::kNone}};
  for (const auto& [choice, method] : choices) {
    SCOPED_TRACE(choice);
    backend().choose("hold", choice);
    const auto opened = backend().open(infos_[0]);
    Device device(*opened);
    auto memory = device.allocate<float>(1 << 18);
    const auto fill = device.fill(memory, 1.0F);
    const auto limits = opened->queue().hold_limits(fill.work(), false);
    EXPECT_EQ(limits.method, method) << limits.why_not;
    if (method == HoldMethod::kNone) continue;
    BracketRequest request{4, TimeMethod::kBracket, 0, HoldRequest{Seconds(1e-3), {}}};
    Bracket bracket;
    // On a busy host it may take more than one.
    for (int tries = 0; tries < 8 && !bracket.fed; ++tries) {
      bracket = opened->queue().run(fill.work(), request);
      request.hold->at_least *= 2;
    }
    EXPECT_TRUE(bracket.fed);
    EXPECT_EQ(bracket.hold > Seconds(0), method == HoldMethod::kDelayKernel);
  }
  backend().choose("hold", "auto");
}

}  // namespace
}  // namespace tickbench::opencl
