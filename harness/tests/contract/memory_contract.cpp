// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include <cstdint>
#include <cstring>

#include "contract/backend_contract.hpp"

namespace tickbench::contract {
namespace {

using testing::HasSubstr;

// Not a multiple of a page, nor of a vector.
constexpr std::size_t kElements = 100'003;

TEST_P(BackendContract, WritesAndReadsEveryKindOfMemory) {
  const auto values = counted(kElements, 7);
  for (const auto kind : kAllKinds) {
    if (!has(kind)) continue;
    SCOPED_TRACE(to_string(kind));
    auto buffer = device().upload(values, kind);
    EXPECT_EQ(buffer.kind(), kind);
    EXPECT_EQ(buffer.memory().size(), kElements * sizeof(int));
    EXPECT_EQ(buffer.read(), values);
  }
}

TEST_P(BackendContract, GivesAHostPointerToWhatTheHostReaches) {
  const auto values = counted(64);
  for (const auto kind : {MemoryKind::kHost, MemoryKind::kHeap}) {
    if (!has(kind)) continue;
    SCOPED_TRACE(to_string(kind));
    auto buffer = device().upload(values, kind);
    ASSERT_NE(buffer.memory().host_pointer(), nullptr);
    EXPECT_EQ(std::memcmp(buffer.memory().host_pointer(), values.data(), buffer.size_bytes()), 0);
    const int changed = -1;
    std::memcpy(buffer.memory().host_pointer(), &changed, sizeof(changed));
    EXPECT_EQ(buffer.read().front(), -1);
  }
  EXPECT_EQ(device().allocate<int>(4).memory().host_pointer(), nullptr);
}

TEST_P(BackendContract, CopiesBetweenEveryPairOfKinds) {
  for (const auto from_kind : kAllKinds)
    for (const auto to_kind : kAllKinds) {
      if (!has(from_kind) || !has(to_kind)) continue;
      SCOPED_TRACE(testing::Message() << to_string(from_kind) << " to " << to_string(to_kind));
      const auto values = counted(kElements, 11);
      auto from = device().upload(values, from_kind);
      auto to = device().upload(counted(kElements + 5, -1), to_kind);
      const auto copy = device().copy(to, from);
      try {
        copy();
      } catch (const Error& error) {
        EXPECT_EQ(error.outcome(), Outcome::kUnsupported) << error.what();
        EXPECT_NE(from.memory().host_pointer(), nullptr) << error.what();
        EXPECT_NE(to.memory().host_pointer(), nullptr) << error.what();
        continue;
      }
      const auto found = to.read();
      EXPECT_TRUE(std::equal(values.begin(), values.end(), found.begin()));
      EXPECT_EQ(found.back(), static_cast<int>(kElements) + 3) << "written past the end";
      EXPECT_EQ(from.read(), values);
    }
}

TEST_P(BackendContract, APartIsMemoryOfItsOwn) {
  const auto alignment = device().backend().part_alignment();
  if (alignment == 0) GTEST_SKIP() << "this back end has no parts";
  ASSERT_EQ(alignment % sizeof(int), 0U);
  auto& backend = device().backend();
  const std::size_t front = alignment / sizeof(int), size = 100, all = 3 * front + size;
  const auto bytes_of = [](auto& values) { return std::as_writable_bytes(std::span(values)); };
  for (const auto kind : kAllKinds) {
    if (!has(kind)) continue;
    SCOPED_TRACE(to_string(kind));
    const std::shared_ptr<backend::Memory> whole = backend.allocate(all * sizeof(int), kind);
    auto values = counted(all, 5);
    backend.write(*whole, bytes_of(values));
    auto part = backend.part(whole, alignment, size * sizeof(int));
    EXPECT_EQ(part->kind(), kind);
    EXPECT_EQ(part->size(), size * sizeof(int));
    std::vector<int> found(size);
    backend.read(*part, bytes_of(found));
    EXPECT_TRUE(std::equal(found.begin(), found.end(), values.begin() + static_cast<int>(front)));
    auto other = counted(size, -9);
    backend.write(*part, bytes_of(other));
    std::copy(other.begin(), other.end(), values.begin() + static_cast<int>(front));
    std::vector<int> now(all);
    backend.read(*whole, bytes_of(now));
    EXPECT_EQ(now, values);

    const std::shared_ptr<backend::Memory> outer = backend.part(whole, alignment, 2 * alignment);
    std::vector<int> innermost(front);
    backend.read(*backend.part(outer, alignment, alignment), bytes_of(innermost));
    EXPECT_TRUE(std::equal(innermost.begin(), innermost.end(),
                           values.begin() + static_cast<int>(2 * front)));
  }
}

TEST_P(BackendContract, APartIsFilledCopiedAndGivenToKernelsAlone) {
  auto& backend = device().backend();
  const auto alignment = backend.part_alignment();
  if (alignment == 0) GTEST_SKIP() << "this back end has no parts";
  const std::size_t front = alignment / sizeof(int), size = 96, all = 3 * front + size;
  for (const auto kind : kDeviceKinds) {
    if (!has(kind)) continue;
    SCOPED_TRACE(to_string(kind));
    const std::shared_ptr<backend::Memory> whole = backend.allocate(all * sizeof(int), kind);
    std::vector<int> values(all, 1);
    backend.write(*whole, std::as_bytes(std::span(values)));
    const auto part = backend.part(whole, alignment, size * sizeof(int));
    const int two = 2;
    queue().fill(*part, std::as_bytes(std::span(&two, 1)), part->size());
    queue().finish();
    const auto add = backend.kernel("contract_add");
    backend::Argument three{.size = sizeof(int), .type = "int"};
    const int value = 3;
    std::memcpy(three.value.data(), &value, sizeof(value));
    const backend::Argument arguments[] = {
        {.kind = backend::Argument::Kind::kMemory, .memory = part.get()}, three};
    add->set_arguments(arguments);
    queue().launch(*add, {.global = {size, 1, 1}});
    queue().finish();
    auto copy = device().allocate<int>(size);
    queue().copy(copy.memory(), *part, part->size());
    queue().finish();
    EXPECT_EQ(copy.read(), std::vector<int>(size, 5));
    std::fill_n(values.begin() + static_cast<int>(front), size, 5);
    std::vector<int> now(all);
    backend.read(*whole, std::as_writable_bytes(std::span(now)));
    EXPECT_EQ(now, values);
  }
}

TEST_P(BackendContract, RefusesAPartThatDoesNotLieWithinTheWhole) {
  auto& backend = device().backend();
  const auto alignment = backend.part_alignment();
  if (alignment == 0) GTEST_SKIP() << "this back end has no parts";
  const std::shared_ptr<backend::Memory> whole =
      backend.allocate(4 * alignment, MemoryKind::kDevice);
  struct Part {
    std::size_t offset, bytes;
  };
  for (const auto& part : {Part{alignment, 4 * alignment}, Part{8 * alignment, 1}, Part{0, 0}}) {
    const auto error =
        error_of([&] { static_cast<void>(backend.part(whole, part.offset, part.bytes)); });
    EXPECT_EQ(error.outcome(), Outcome::kInvalidBenchmark);
    EXPECT_THAT(error.what(), HasSubstr("within the " + std::to_string(4 * alignment) + " bytes"));
  }
}

TEST_P(BackendContract, ACopyIsOneCommandUnlessTheHostTakesPart) {
  if (!has(MemoryKind::kHeap)) GTEST_SKIP() << "the device has no heap memory";
  auto plain = device().allocate<int>(16);
  auto heap = device().allocate<int>(16, MemoryKind::kHeap);
  EXPECT_EQ(device().copy(plain, heap).work().commands, 1);
  if (!has(MemoryKind::kMapped)) return;
  auto mapped = device().allocate<int>(16, MemoryKind::kMapped);
  EXPECT_EQ(device().copy(mapped, heap).work().commands, 0);
  EXPECT_EQ(device().copy(heap, mapped).work().commands, 0);
}

/// Patterns of up to 4 bytes are filled by every back end. Wider ones it may refuse by name.
template <class T>
void expect_fill(Device device, std::size_t count, MemoryKind kind, const T& value) {
  auto buffer = device.allocate<T>(count, kind);
  try {
    device.fill(buffer, value)();
  } catch (const Error& error) {
    EXPECT_EQ(error.outcome(), Outcome::kUnsupported) << error.what();
    EXPECT_GT(sizeof(T), 4U) << error.what();
    EXPECT_THAT(error.what(), HasSubstr(std::to_string(sizeof(T)) + " bytes"));
    return;
  }
  EXPECT_EQ(buffer.read(), std::vector<T>(count, value));
}

TEST_P(BackendContract, FillsWithPatternsOfEverySize) {
  struct Sixteen {
    int values[4];
    bool operator==(const Sixteen& other) const {
      return std::equal(std::begin(values), std::end(values), std::begin(other.values));
    }
  };
  for (const auto kind : kDeviceKinds) {
    if (!has(kind)) continue;
    SCOPED_TRACE(to_string(kind));
    expect_fill<unsigned char>(device(), 4099, kind, 0xA5);
    expect_fill<std::uint16_t>(device(), 1027, kind, 0x1234);
    expect_fill<int>(device(), 515, kind, -7);
    expect_fill<double>(device(), 515, kind, -2.5);
    expect_fill<Sixteen>(device(), 33, kind, Sixteen{{1, 2, 3, 4}});
  }
}

TEST_P(BackendContract, RefusesAPatternThatDoesNotFit) {
  auto buffer = device().allocate<int>(16);
  const std::byte pattern[12] = {};
  const auto odd = error_of([&] { queue().fill(buffer.memory(), pattern, 48); });
  EXPECT_EQ(odd.outcome(), Outcome::kInvalidBenchmark);
  EXPECT_THAT(odd.what(), HasSubstr("12"));
  const std::byte four[4] = {};
  const auto ragged = error_of([&] { queue().fill(buffer.memory(), four, 30); });
  EXPECT_EQ(ragged.outcome(), Outcome::kInvalidBenchmark);
  EXPECT_THAT(ragged.what(), HasSubstr("30"));
}

TEST_P(BackendContract, RefusesAnAllocationAboveTheDevicesLimits) {
  ASSERT_NE(info().largest_allocation, 0U);
  for (const auto kind : kDeviceKinds) {
    if (!has(kind)) continue;
    const auto error = error_of([&] { raw().allocate(info().largest_allocation + 1, kind); });
    EXPECT_EQ(error.outcome(), Outcome::kOverLimit) << error.what();
    EXPECT_THAT(error.what(), HasSubstr(std::to_string(info().largest_allocation)));
    EXPECT_THAT(error.what(), HasSubstr(std::to_string(info().largest_allocation + 1)));
  }
}

TEST_P(BackendContract, AHandleCountsTheDevicesMemoryThatItTakes) {
  Device handle = device();
  auto& count = handle.memory_count();
  std::vector<Buffer<char>> held;
  std::uint64_t bytes = 0;
  for (const auto kind : kAllKinds) {
    if (!has(kind)) continue;
    SCOPED_TRACE(to_string(kind));
    held.push_back(handle.allocate<char>(100'003, kind));
    const bool is_the_hosts =
        kind == MemoryKind::kHeap || (kind == MemoryKind::kHost && !info().unified_memory);
    if (!is_the_hosts) bytes += 100'003;
    EXPECT_EQ(count.held(), bytes);
  }
  const auto others = device().allocate<char>(7);
  EXPECT_EQ(error_of([&] { handle.allocate<char>(info().largest_allocation + 1); }).outcome(),
            Outcome::kOverLimit);
  EXPECT_EQ(count.peak(), bytes);
  count.begin();
  for (int i = 0; i < 3; ++i) handle.allocate<char>(1'000'000);
  EXPECT_EQ(count.peak(), bytes + 1'000'000);
  held.clear();
  EXPECT_EQ(count.held(), 0U);
}

TEST_P(BackendContract, RefusesAnAllocationOfNothing) {
  for (const auto kind : kAllKinds) {
    if (!has(kind)) continue;
    EXPECT_EQ(error_of([&] { raw().allocate(0, kind); }).outcome(), Outcome::kInvalidBenchmark);
  }
}

TEST_P(BackendContract, RefusesTransfersAndCopiesWithoutRoom) {
  auto small = device().allocate<int>(4);
  auto large = device().allocate<int>(5);
  EXPECT_EQ(error_of([&] { device().copy(small, large); }).outcome(), Outcome::kInvalidBenchmark);
  EXPECT_EQ(error_of([&] { small.write(counted(5)); }).outcome(), Outcome::kInvalidBenchmark);
  std::vector<std::byte> room(17);
  EXPECT_EQ(error_of([&] { raw().read(small.memory(), room); }).outcome(),
            Outcome::kInvalidBenchmark);
}

TEST_P(BackendContract, FreesWhatItAllocates) {
  // Many times the device's memory in all, so that a leak ends in kOverLimit or kOutOfMemory.
  const std::size_t bytes = std::min<std::size_t>(info().largest_allocation, info().memory / 4);
  const auto rounds = info().memory / bytes + 2;
  for (std::uint64_t i = 0; i < rounds; ++i) raw().allocate(bytes, MemoryKind::kDevice);
}

TEST_P(BackendContract, WhatNobodyWaitedForMayLoseItsMemory) {
  const auto before = counted(kElements);
  const std::vector<int> after(kElements, 7);
  auto kept = device().upload(before);
  {
    auto gone = device().upload(after);
    queue().copy(kept.memory(), gone.memory(), gone.size_bytes());
    queue().copy(gone.memory(), kept.memory(), gone.size_bytes());
  }
  queue().drop();
  // Executed before its memory was gone, or never.
  EXPECT_THAT(kept.read(), testing::AnyOf(before, after));
}

TEST_P(BackendContract, ABufferThatIsMovedKeepsItsContents) {
  auto first = device().upload(counted(32));
  auto second = std::move(first);
  auto third = device().allocate<int>(1);
  third = std::move(second);
  EXPECT_EQ(third.size(), 32U);
  EXPECT_EQ(third.read(), counted(32));
}

}  // namespace
}  // namespace tickbench::contract
