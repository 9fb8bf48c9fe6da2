// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <string>

#include "backend/device_list.hpp"
#include "tickbench/error.hpp"

namespace tickbench::backend {
namespace {

TEST(BackendDeviceIndex, IsADeviceOrASubDevice) {
  EXPECT_EQ(parse_index("0"), (DeviceIndex{0, -1}));
  EXPECT_EQ(parse_index("12"), (DeviceIndex{12, -1}));
  EXPECT_EQ(parse_index("0.1"), (DeviceIndex{0, 1}));
}

TEST(BackendDeviceIndex, RefusesAnythingElse) {
  for (const char* text :
       {"", ".", "0.", ".1", "-1", "0.-1", "0.1.2", "a", "0x1", "1 ", "99999999999999999999"})
    try {
      parse_index(text);
      FAIL() << "expected an Error for '" << text << "'";
    } catch (const Error& error) {
      EXPECT_EQ(error.outcome(), Outcome::kNoDevice);
      EXPECT_NE(std::string_view(error.what()).find("'" + std::string(text) + "'"),
                std::string_view::npos);
    }
}

}  // namespace
}  // namespace tickbench::backend
