// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <initializer_list>

#include "vulkan/buffer.hpp"

namespace tickbench::vulkan {
namespace {

using backend::MemoryKind;

constexpr VkMemoryPropertyFlags kOnDevice = VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT;
constexpr VkMemoryPropertyFlags kReached =
    VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT;
constexpr VkMemoryPropertyFlags kCached = VK_MEMORY_PROPERTY_HOST_CACHED_BIT;
constexpr std::uint32_t kAll = ~std::uint32_t{0};

VkPhysicalDeviceMemoryProperties types(std::initializer_list<VkMemoryPropertyFlags> flags) {
  VkPhysicalDeviceMemoryProperties memory{};
  for (const auto of : flags) memory.memoryTypes[memory.memoryTypeCount++].propertyFlags = of;
  return memory;
}

// As a large GPU lists them.
const auto kDiscrete = types({0, kOnDevice, kReached, kReached | kCached, kOnDevice | kReached});
// As a driver for the CPU does.
const auto kCpu = types({kOnDevice | kReached | kCached});

TEST(MemoryType, ADiscreteDeviceHasOneForEachKind) {
  EXPECT_EQ(memory_type_for(MemoryKind::kDevice, kDiscrete, kAll), 1U);
  EXPECT_EQ(memory_type_for(MemoryKind::kHost, kDiscrete, kAll), 3U);
  EXPECT_EQ(memory_type_for(MemoryKind::kShared, kDiscrete, kAll), 4U);
}

TEST(MemoryType, OneMemoryIsAllOfThem) {
  for (const auto kind : {MemoryKind::kDevice, MemoryKind::kHost, MemoryKind::kShared})
    EXPECT_EQ(memory_type_for(kind, kCpu, kAll), 0U);
}

TEST(MemoryType, OnlyThoseThatABufferAllows) {
  EXPECT_EQ(memory_type_for(MemoryKind::kDevice, kDiscrete, 0b10000), 4U);
  EXPECT_EQ(memory_type_for(MemoryKind::kHost, kDiscrete, 0b00100), 2U);
  EXPECT_FALSE(memory_type_for(MemoryKind::kHost, kDiscrete, 0b00011));
}

TEST(MemoryType, WhatTheDeviceLacksIsNone) {
  EXPECT_FALSE(memory_type_for(MemoryKind::kShared, types({kOnDevice, kReached}), kAll));
}

TEST(MemoryType, NoneOfSomeSpecialUse) {
  const auto memory = types({kOnDevice | VK_MEMORY_PROPERTY_PROTECTED_BIT,
                             kOnDevice | VK_MEMORY_PROPERTY_LAZILY_ALLOCATED_BIT, kOnDevice});
  EXPECT_EQ(memory_type_for(MemoryKind::kDevice, memory, kAll), 2U);
}

}  // namespace
}  // namespace tickbench::vulkan
