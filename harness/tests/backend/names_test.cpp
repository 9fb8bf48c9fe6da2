// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <set>

#include "tickbench/backend/backend.hpp"

namespace tickbench::backend {
namespace {

TEST(BackendNames, AreDistinctAndLowerCase) {
  std::set<std::string_view> names;
  for (const auto type :
       {DeviceType::kGpu, DeviceType::kAccelerator, DeviceType::kCpu, DeviceType::kOther})
    EXPECT_TRUE(names.insert(to_string(type)).second);
  for (const auto kind : {MemoryKind::kDevice, MemoryKind::kHost, MemoryKind::kShared,
                          MemoryKind::kHeap, MemoryKind::kMapped})
    EXPECT_TRUE(names.insert(to_string(kind)).second);
  for (const auto name : names)
    EXPECT_EQ(name.find_first_not_of("abcdefghijklmnopqrstuvwxyz"), std::string_view::npos) << name;
}

TEST(DeviceInfo, IdIsBackEndAndIndex) {
  DeviceInfo info;
  info.backend = "opencl";
  info.index = "0.1";
  EXPECT_EQ(info.id(), "opencl:0.1");
}

}  // namespace
}  // namespace tickbench::backend
