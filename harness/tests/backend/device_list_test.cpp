// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "backend/device_list.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <vector>

#include "tickbench/error.hpp"

namespace tickbench::backend {
namespace {

/// A driver of so many devices, or one that throws.
struct Platform {
  std::vector<int> devices;
  std::function<void()> list = [] {};
};

std::vector<int> devices_of(const Platform* platform) {
  platform->list();
  return platform->devices;
}

TEST(BackendDeviceList, HoldsTheDevicesOfAllPlatformsInOrder) {
  Platform first{{3, 1}}, second{{2}};
  NotListed not_listed;
  const auto platforms = [&] { return std::vector<Platform*>{&first, &second}; };
  EXPECT_EQ(list_devices(platforms, devices_of, not_listed), (std::vector<int>{3, 1, 2}));
  EXPECT_EQ(not_listed.reason, "");
}

TEST(BackendDeviceList, PassesOverAPlatformThatFailsAndNamesIt) {
  Platform empty{{}, [] { throw Error(Outcome::kNoDevice, "a platform offers no device"); }};
  Platform broken{{}, [] { throw Error(Outcome::kDeviceError, "it fails"); }};
  Platform good{{7}};
  NotListed not_listed;
  const auto platforms = [&] { return std::vector<Platform*>{&empty, &broken, &good}; };
  EXPECT_EQ(list_devices(platforms, devices_of, not_listed), std::vector<int>{7});
  EXPECT_EQ(not_listed.reason, "a platform offers no device; it fails");
  EXPECT_TRUE(not_listed.has_failed);
}

TEST(BackendDeviceList, IsEmptyWithoutPlatformsAndSaysWhy) {
  NotListed not_listed;
  const auto platforms = []() -> std::vector<Platform*> {
    throw Error(Outcome::kNoDevice, "nothing is installed");
  };
  EXPECT_TRUE(list_devices(platforms, devices_of, not_listed).empty());
  EXPECT_EQ(not_listed.reason, "nothing is installed");
  EXPECT_FALSE(not_listed.has_failed);
}

std::string refusal(std::vector<int> devices, std::size_t place, std::string_view why) {
  try {
    return "found " + std::to_string(device_at(devices, place, "opencl:7", why));
  } catch (const Error& error) {
    EXPECT_EQ(error.outcome(), Outcome::kNoDevice);
    return error.what();
  }
}

TEST(BackendDeviceList, NamesADeviceThatIsNotThere) {
  EXPECT_EQ(refusal({4, 5}, 1, "sub-devices"), "found 5");
  EXPECT_EQ(refusal({4, 5}, 2, "sub-devices"), "no device opencl:7: found 2 (sub-devices)");
  EXPECT_EQ(refusal({}, 0, ""), "no device opencl:7: found 0");
}

}  // namespace
}  // namespace tickbench::backend
