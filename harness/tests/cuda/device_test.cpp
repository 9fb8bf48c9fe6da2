// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "device_test.hpp"

#include <optional>

#include "backend/driver_error.hpp"

// Suites whose names begin with Laboratory run in an environment of their own: see CMakeLists.txt.
namespace tickbench::cuda {
namespace {

using testing::HasSubstr;

TEST_F(CudaDeviceTest, SaysWhatItIs) {
  const auto& info = opened_->info();
  EXPECT_EQ(info.id(), "cuda:0");
  EXPECT_EQ(info.name, "cuhost");
  EXPECT_EQ(info.platform, "CUDA");
  EXPECT_EQ(info.pci_address, "ffff:00:0a.0");
  EXPECT_EQ(info.api_version, "CUDA 12.4");
  EXPECT_EQ(info.type, backend::DeviceType::kCpu);
  EXPECT_EQ(info.largest_work_group, 1024U);
  EXPECT_EQ(info.local_memory, 99U << 10);
  EXPECT_EQ(info.memory, 1U << 30);
}

TEST_F(CudaDeviceTest, NamesTheDriverThatTheEnvironmentChose) {
  EXPECT_THAT(opened_->info().note, testing::StartsWith("no GPU: cuhost"));
  EXPECT_THAT(opened_->info().note, HasSubstr("TICKBENCH_CUDA_DRIVER is /"));
  EXPECT_THAT(opened_->info().note, HasSubstr("libtickbench_cuhost.so"));
}

TEST_F(CudaDeviceTest, HasNoSubDevices) {
  EXPECT_EQ(error_of([] { backend().describe("0.1"); }).outcome(), Outcome::kUnsupported);
  auto other = infos_.front();
  other.index = "7";
  const auto error = error_of([&] { backend().open(other); });
  EXPECT_EQ(error.outcome(), Outcome::kNoDevice);
  EXPECT_STREQ(error.what(), "no device cuda:7: found 1");
}

TEST_F(CudaDeviceTest, HasNoMappedMemory) {
  const auto error = error_of([&] { opened_->allocate(64, MemoryKind::kMapped); });
  EXPECT_EQ(error.outcome(), Outcome::kUnsupported);
  EXPECT_THAT(error.what(), HasSubstr("CUDA"));
}

TEST_F(CudaDeviceTest, FillsByOneTwoAndFourBytesAndRefusesMore) {
  auto words = device().allocate<std::uint16_t>(5);
  device().fill(words, std::uint16_t{0x1234})();
  EXPECT_EQ(words.read(), std::vector<std::uint16_t>(5, 0x1234));
  auto wide = device().allocate<double>(4);
  const auto error = error_of([&] { device().fill(wide, 1.0)(); });
  EXPECT_EQ(error.outcome(), Outcome::kUnsupported);
  EXPECT_THAT(error.what(), HasSubstr("patterns of 1, 2 and 4 bytes, found one of 8 bytes"));
  auto heap = device().allocate<int>(4, MemoryKind::kHeap);
  EXPECT_EQ(error_of([&] { device().fill(heap, 1)(); }).outcome(), Outcome::kUnsupported);
}

TEST_F(CudaDeviceTest, ReadsTheDevicesClockInItsSteps) {
  const auto reading = queue().read_clock();
  ASSERT_TRUE(reading.has_value());
  EXPECT_EQ(reading->device_tick, Seconds(32e-9));
  EXPECT_EQ(reading->device.count() % 32, 0);
}

TEST_F(CudaDeviceTest, IsHeldByAKernelThatTheHostOpens) {
  auto data = device().upload(std::vector<int>(8));
  const auto launch = device().kernel("add_one").args(data).over(8);
  const auto limits = queue().hold_limits(launch.work(), false);
  EXPECT_EQ(limits.method, HoldMethod::kHostEvent);
  EXPECT_EQ(limits.most_launches, 900);
  EXPECT_EQ(queue().hold_limits(launch.work(), true).most_launches, 225);
  const auto bracket = queue().run(launch.work(), {900, TimeMethod::kBracket, 0, HoldRequest{}});
  EXPECT_TRUE(bracket.fed);
  EXPECT_EQ(data.read(), std::vector<int>(8, 900));
}

TEST_F(CudaDeviceTest, GivesBackAllThatItTook) {
  {
    auto data = device().upload(std::vector<int>(8));
    const auto launch = device().kernel("add_one").args(data).over(8);
    queue().run(launch.work(), {2, TimeMethod::kEventSum, 4096, HoldRequest{}});
    queue().read_clock();
  }
  opened_.reset();
  EXPECT_THAT(backend::take_failed_clean_ups(), testing::IsEmpty());
}

class LaboratoryCrash : public CudaDeviceTest {};
TEST_F(LaboratoryCrash, IsAnErrorOnceAndThenNoDevice) {
  auto data = std::optional(device().upload(std::vector<int>(8)));
  const auto launch = device().kernel("add_one").args(*data).over(8);
  launch();
  const auto first = error_of([&] { launch(); });
  EXPECT_EQ(first.outcome(), Outcome::kDeviceError);
  EXPECT_THAT(first.what(), HasSubstr("CUDA_ERROR_ILLEGAL_ADDRESS (700), on cuhost"));
  EXPECT_THAT(first.what(), HasSubstr("cuda:0 is lost to this process"));
  for (int i = 0; i < 2; ++i) {
    const auto later = error_of([&] { device().allocate<int>(8); });
    EXPECT_EQ(later.outcome(), Outcome::kNoDevice);
    EXPECT_TRUE(is_skip(later.outcome()));
    EXPECT_THAT(later.what(), HasSubstr("cuda:0 is lost to this process: cuStreamSynchronize"));
  }
  // What the driver does not take back is no further failure.
  data.reset();
  EXPECT_THAT(backend::take_failed_clean_ups(), testing::IsEmpty());
}

class LaboratoryExecuteNothing : public CudaDeviceTest {};
TEST_F(LaboratoryExecuteNothing, IsADeviceError) {
  auto data = device().allocate<int>(8);
  const auto launch = device().kernel("add_one").args(data).over(8);
  for (const auto method : {TimeMethod::kOneEvent, TimeMethod::kBracket}) {
    const auto error = error_of([&] { queue().run(launch.work(), {1, method, 0}); });
    EXPECT_EQ(error.outcome(), Outcome::kDeviceError);
    EXPECT_THAT(error.what(), HasSubstr("the device executed nothing"));
    EXPECT_THAT(error.what(), HasSubstr("CUDA_ERROR_NOT_READY (600)"));
  }
  EXPECT_THAT(error_of([&] { queue().read_clock(); }).what(),
              HasSubstr("the device executed nothing"));
}

class LaboratoryTwoDevices : public CudaDeviceTest {};
TEST_F(LaboratoryTwoDevices, AreUsedInTurn) {
  ASSERT_EQ(infos_.size(), 2U);
  EXPECT_EQ(infos_[1].id(), "cuda:1");
  const auto other = backend().open(infos_[1]);
  auto here = device().upload(std::vector<int>(8));
  auto peer_buffer = Device(*other).upload(std::vector<int>(8));
  const auto add_here = device().kernel("add_one").args(here).over(8);
  const auto add_there = Device(*other).kernel("add_one").args(peer_buffer).over(8);
  for (int i = 0; i < 3; ++i) {
    add_here();
    add_there();
  }
  EXPECT_EQ(here.read(), std::vector<int>(8, 3));
  EXPECT_EQ(peer_buffer.read(), std::vector<int>(8, 3));
}

class LaboratoryShallowQueue : public CudaDeviceTest {};
TEST_F(LaboratoryShallowQueue, ABracketThatTheHoldBlocksIsNotFed) {
  auto data = device().upload(std::vector<int>(8));
  const auto launch = device().kernel("add_one").args(data).over(8);
  const auto bracket = queue().run(launch.work(), {32, TimeMethod::kBracket, 0, HoldRequest{}});
  EXPECT_FALSE(bracket.fed);
  EXPECT_EQ(data.read(), std::vector<int>(8, 32));
}

class LaboratoryNoHold : public CudaDeviceTest {};
TEST_F(LaboratoryNoHold, SaysWhy) {
  auto data = device().upload(std::vector<int>(8));
  const auto launch = device().kernel("add_one").args(data).over(8);
  const auto limits = queue().hold_limits(launch.work(), false);
  EXPECT_EQ(limits.method, HoldMethod::kNone);
  EXPECT_THAT(limits.why_not, HasSubstr("the hold's kernel"));
  EXPECT_THAT(limits.why_not, HasSubstr("CUDA_ERROR_INVALID_PTX (218)"));
}

TEST(LaboratoryNoDevice, IsNoFailure) {
  backend::NotListed not_listed;
  EXPECT_TRUE(backend().devices(not_listed).empty());
  EXPECT_THAT(not_listed.reason, HasSubstr("no CUDA device is usable"));
  EXPECT_THAT(not_listed.reason, HasSubstr("CUDA_ERROR_NO_DEVICE (100)"));
  EXPECT_FALSE(not_listed.has_failed);
  backend::DeviceInfo info;
  info.index = "0";
  EXPECT_EQ(error_of([&] { backend().open(info); }).outcome(), Outcome::kNoDevice);
}

}  // namespace
}  // namespace tickbench::cuda
