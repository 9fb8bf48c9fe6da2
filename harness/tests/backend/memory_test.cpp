// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "backend/memory.hpp"

#include <gmock/gmock.h>

#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <string>

#include "backend/driver_error.hpp"
#include "backend/recording_device.hpp"
#include "tickbench/error.hpp"

namespace tickbench::backend {
namespace {

using testing::HasSubstr;

DeviceInfo device_of(std::uint64_t memory, std::uint64_t largest, bool unified = false) {
  DeviceInfo info;
  info.name = "a device";
  info.memory = memory;
  info.largest_allocation = largest;
  info.unified_memory = unified;
  return info;
}

TEST(MemoryUse, RefusesAboveTheLargestAllocation) {
  const auto info = device_of(1000, 400);
  const MemoryUse use(info);
  EXPECT_NO_THROW(use.require(400, MemoryKind::kDevice));
  const auto error = error_of([&] { use.require(401, MemoryKind::kDevice); });
  EXPECT_EQ(error.outcome(), Outcome::kOverLimit);
  EXPECT_THAT(error.what(), HasSubstr("401 bytes"));
  EXPECT_THAT(error.what(), HasSubstr("400 bytes"));
}

TEST(MemoryUse, CountsWhatIsInUse) {
  const auto info = device_of(1000, 400);
  MemoryUse use(info);
  use.add(700);
  EXPECT_NO_THROW(use.require(300, MemoryKind::kShared));
  const auto error = error_of([&] { use.require(301, MemoryKind::kShared); });
  EXPECT_EQ(error.outcome(), Outcome::kOverLimit);
  EXPECT_THAT(error.what(), HasSubstr("beside the 700 bytes in use"));
  use.remove(700);
  EXPECT_NO_THROW(use.require(400, MemoryKind::kShared));
}

class Counted final : public CountedMemory {
 public:
  Counted(std::size_t size, MemoryKind kind, MemoryUse& use) : CountedMemory(size, kind, use) {}
  Counted(const std::shared_ptr<Memory>& whole, std::size_t offset, std::size_t size)
      : CountedMemory(whole, offset, size) {}
  void* host_pointer() noexcept override { return nullptr; }
};

TEST(CountedMemory, IsInUseWhileItOrAPartOfItIsThere) {
  const auto info = device_of(1000, 1000);
  MemoryUse use(info);
  const auto is_full = [&] {
    return error_of([&] { use.require(1000, MemoryKind::kDevice); }).outcome() ==
           Outcome::kOverLimit;
  };
  auto whole = std::make_shared<Counted>(700, MemoryKind::kDevice, use);
  EXPECT_TRUE(is_full());
  auto part = std::make_unique<Counted>(whole, 300, 400);
  EXPECT_EQ(part->size(), 400U);
  EXPECT_EQ(part->kind(), MemoryKind::kDevice);
  EXPECT_EQ(error_of([&] { Counted(whole, 301, 400); }).outcome(), Outcome::kInvalidBenchmark);
  EXPECT_NO_THROW(use.require(300, MemoryKind::kDevice));
  whole.reset();
  EXPECT_TRUE(is_full());
  part.reset();
  EXPECT_NO_THROW(use.require(1000, MemoryKind::kDevice));
  const Counted heap(700, MemoryKind::kHeap, use);
  EXPECT_NO_THROW(use.require(1000, MemoryKind::kDevice));
}

TEST(MemoryUse, TheHostsMemoryIsTheDevicesOnlyWhereTheyShareOne) {
  const auto apart = device_of(1000, 400);
  const auto unified = device_of(1000, 400, true);
  EXPECT_EQ(MemoryUse(apart).taken_by(10, MemoryKind::kHost), 0U);
  EXPECT_EQ(MemoryUse(unified).taken_by(10, MemoryKind::kHost), 10U);
  EXPECT_EQ(MemoryUse(unified).taken_by(10, MemoryKind::kHeap), 0U);
  EXPECT_EQ(MemoryUse(apart).taken_by(10, MemoryKind::kMapped), 10U);
  EXPECT_NO_THROW(MemoryUse(apart).require(5000, MemoryKind::kHeap));
}

TEST(MemoryUse, TakesWhatIsNotStatedForNoLimit) {
  const auto info = device_of(0, 0);
  EXPECT_NO_THROW(MemoryUse(info).require(std::size_t{1} << 50, MemoryKind::kDevice));
}

TEST(AllocateHeap, GivesWholeTouchedPages) {
  const auto memory = allocate_heap(5000);
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(memory.get()) % 4096, 0U);
  EXPECT_EQ(static_cast<const char*>(memory.get())[4999], 0);
}

TEST(AllocateHeap, RefusesASizeThatPagesCannotHold) {
  const auto most = std::numeric_limits<std::size_t>::max();
  EXPECT_EQ(error_of([&] { allocate_heap(most); }).outcome(), Outcome::kOutOfMemory);
}

int released = 0;
int release(int* object) {
  ++released;
  return *object;
}
std::string checked;
struct IntCheck {
  static void clean_up(int result, const char* call) { checked = call + std::to_string(result); }
};
using IntHandle = Handle<int*, IntCheck{}, release, "release">;

TEST(Handle, ReleasesOnceHoweverItIsMoved) {
  released = 0;
  int object = 7;
  {
    IntHandle first(&object);
    IntHandle second(std::move(first));
    EXPECT_FALSE(first);  // NOLINT(bugprone-use-after-move): a moved handle is empty
    IntHandle third;
    third = std::move(second);
    EXPECT_EQ(third.get(), &object);
    EXPECT_EQ(released, 0);
  }
  EXPECT_EQ(released, 1);
  EXPECT_EQ(checked, "release7");
}

}  // namespace
}  // namespace tickbench::backend
