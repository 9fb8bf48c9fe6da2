// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "tickbench/device.hpp"

#include <gmock/gmock.h>

#include <memory>
#include <string>

#include "contract/backend_contract.hpp"
#include "vulkan/device_info.hpp"
#include "vulkan/place.hpp"

namespace tickbench::vulkan {
namespace {

using fakes::error_of;
using testing::HasSubstr;
using testing::StartsWith;

class VulkanDevice : public testing::Test {
 protected:
  void SetUp() override {
    std::string reason;
    const auto info = contract::choose_device(backend(), reason);
    if (!info) GTEST_SKIP() << "no device: " << reason;
    device_ = backend().open(*info);
    physical_ = physical_devices().at(std::stoul(info->index));
  }
  Device device() { return Device(*device_); }
  Outcome outcome_of_launch(const Launch& launch) {
    return error_of([&] { launch.work().enqueue(); }).outcome();
  }

  std::unique_ptr<backend::Device> device_;
  VkPhysicalDevice physical_ = VK_NULL_HANDLE;
};

TEST_F(VulkanDevice, NamesTheFamilyOfItsQueues) {
  EXPECT_THAT(device_->info().platform, HasSubstr("queues of family 0 ("));
  EXPECT_THAT(device_->info().platform, HasSubstr("compute"));
  EXPECT_THAT(device_->info().api_version, StartsWith("Vulkan 1."));
}

TEST_F(VulkanDevice, NamesTheLimitOfWorkGroups) {
  const auto limits = launch_limits(physical_);
  if (limits.groups[0] > 65535) GTEST_SKIP() << "the device takes more groups than are tried";
  auto data = device().upload(std::vector<int>(64));
  const auto launch =
      device().kernel("contract_add").args(data, 1).over((limits.groups[0] + 1) * 1024, 1024);
  const auto error = error_of([&] { launch.work().enqueue(); });
  EXPECT_EQ(error.outcome(), Outcome::kOverLimit);
  EXPECT_THAT(error.what(), HasSubstr(std::to_string(limits.groups[0] + 1) +
                                      " work-groups in dimension 0 are above the device's limit"));
}

TEST_F(VulkanDevice, NamesTheLimitOfOneDimension) {
  const auto limits = launch_limits(physical_);
  if (limits.group[2] >= limits.work_items) GTEST_SKIP() << "all dimensions are as large";
  auto data = device().upload(std::vector<int>(64));
  const auto launch = device()
                          .kernel("contract_add")
                          .args(data, 1)
                          .over({1, 1, limits.group[2] * 2}, {1, 1, limits.group[2] * 2});
  EXPECT_EQ(outcome_of_launch(launch), Outcome::kOverLimit);
}

TEST_F(VulkanDevice, RefusesPartsOfElementsInLocalMemory) {
  auto data = device().upload(std::vector<int>(64));
  const auto error =
      error_of([&] { device().kernel("contract_local").args(data, local<char>(17)).over(64, 16); });
  EXPECT_EQ(error.outcome(), Outcome::kInvalidBenchmark);
  EXPECT_THAT(error.what(), HasSubstr("its elements take 4 bytes each"));
}

TEST_F(VulkanDevice, SaysWhatToDoForAKernelInAnotherLanguage) {
  const auto error = error_of([&] { device().kernel("only_opencl_c").over(1); });
  EXPECT_EQ(error.outcome(), Outcome::kUnsupported);
  EXPECT_THAT(error.what(), HasSubstr("add a .comp file with the same kernel in GLSL"));
}

TEST_F(VulkanDevice, HasNoMappedMemoryAndNoSubDevices) {
  EXPECT_EQ(error_of([&] { device_->allocate(64, MemoryKind::kMapped); }).outcome(),
            Outcome::kUnsupported);
  auto other = device_->info();
  other.index = "0.1";
  EXPECT_EQ(error_of([&] { backend().open(other); }).outcome(), Outcome::kUnsupported);
  other.index = "99";
  const auto error = error_of([&] { backend().open(other); });
  EXPECT_EQ(error.outcome(), Outcome::kNoDevice);
  EXPECT_THAT(error.what(), HasSubstr("no device vulkan:99"));
}

TEST_F(VulkanDevice, RefusesAFillOfLessThanAWord) {
  auto three = device().allocate<char>(3);
  const auto error = error_of([&] { device().fill(three, 'x')(); });
  EXPECT_EQ(error.outcome(), Outcome::kUnsupported);
  EXPECT_THAT(error.what(), HasSubstr("fills 4 bytes and more, found 3"));
}

TEST_F(VulkanDevice, ExecutesNothingThatWasDropped) {
  auto kept = device().upload(std::vector<int>(1000, 7));
  device().fill(kept, 8).work().enqueue();
  device_->queue().drop();
  EXPECT_EQ(kept.read(), std::vector<int>(1000, 7));
  device().fill(kept, 9)();
  EXPECT_EQ(kept.read(), std::vector<int>(1000, 9));
}

TEST_F(VulkanDevice, CopiesOnAQueueThatOnlyCopiesWhereThereIsOne) {
  const auto apart = copy_only_family(queue_families(physical_));
  backend().choose("copies", "transfer");
  if (!apart) {
    const auto error = error_of([&] { backend().open(device_->info()); });
    EXPECT_EQ(error.outcome(), Outcome::kUnsupported);
    EXPECT_THAT(error.what(), HasSubstr("no queue family that only copies"));
  } else {
    const auto opened = backend().open(device_->info());
    EXPECT_THAT(opened->info().platform, HasSubstr("copies of " + to_string(*apart)));
    Device with(*opened);
    auto from = with.upload(std::vector<int>(1000, 7));
    auto to = with.allocate<int>(1000);
    const auto copy = with.copy(to, from);
    for (const auto method : {TimeMethod::kBracket, TimeMethod::kEventSum})
      if (opened->queue().supports(method, copy.work())) {
        EXPECT_GT(opened->queue().run(copy.work(), {2, method, 0}).device, Seconds(0));
      }
    EXPECT_EQ(to.read(), std::vector<int>(1000, 7));
  }
  backend().choose("copies", "compute");
}

// Of a layer that changes what the driver says: see reference/vulkan_layer.
using LaboratoryNothing = VulkanDevice;
TEST_F(LaboratoryNothing, ABracketOfWhichNothingWasExecutedIsADeviceError) {
  auto data = device().allocate<int>(64);
  const auto launch = device().kernel("contract_add").args(data, 1).over(64);
  for (const auto method : {TimeMethod::kOneEvent, TimeMethod::kBracket}) {
    const auto error = error_of([&] { device_->queue().run(launch.work(), {1, method, 0}); });
    EXPECT_EQ(error.outcome(), Outcome::kDeviceError);
    EXPECT_THAT(error.what(), HasSubstr("the device executed nothing"));
  }
}

using LaboratoryLost = VulkanDevice;
TEST_F(LaboratoryLost, IsADeviceErrorOnceAndThenNoDevice) {
  auto data = device().allocate<int>(64);
  const auto launch = device().kernel("contract_add").args(data, 1).over(64);
  const auto first = error_of(launch);
  EXPECT_EQ(first.outcome(), Outcome::kDeviceError);
  EXPECT_THAT(first.what(), HasSubstr("VK_ERROR_DEVICE_LOST (-4)"));
  EXPECT_THAT(first.what(), HasSubstr("the device vulkan:0 is lost to this process"));
  const auto second = error_of(launch);
  EXPECT_EQ(second.outcome(), Outcome::kNoDevice);
  EXPECT_THAT(second.what(), HasSubstr("VK_ERROR_DEVICE_LOST"));
}

using LaboratoryClock = VulkanDevice;
TEST_F(LaboratoryClock, IsWhatTheDeviceStates) {
  EXPECT_EQ(device_->info().timer_valid_bits, 36);
  EXPECT_NEAR(device_->info().timer_hertz, 1e9 / 52.0833, 100);
}

// With the validation layer: what that finds is on standard output.
using LaboratoryWrongCall = VulkanDevice;
TEST_F(LaboratoryWrongCall, IsFound) {
  const auto family = *compute_family(queue_families(physical_));
  const LogicalDevice device(physical_, std::span(&family, 1), device_->info());
  VkFenceCreateInfo description{};  // its sType says another structure
  VkFence fence = VK_NULL_HANDLE;
  if (vkCreateFence(device.place().device, &description, nullptr, &fence) == VK_SUCCESS)
    vkDestroyFence(device.place().device, fence, nullptr);
}

}  // namespace
}  // namespace tickbench::vulkan
