// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "suite/shape.hpp"

#include <gmock/gmock.h>

#include <cstdlib>
#include <tickbench/error.hpp>

namespace suite {
namespace {

using ::testing::HasSubstr;
using tickbench::backend::DeviceInfo;
using tickbench::backend::DeviceType;

DeviceInfo device(DeviceType type, int units = 4) {
  DeviceInfo info;
  info.type = type;
  info.compute_units = units;
  return info;
}

std::string message_of(std::string_view kernels) {
  try {
    shape_of(kernels, device(DeviceType::kGpu));
  } catch (const tickbench::Error& error) {
    EXPECT_EQ(error.outcome(), tickbench::Outcome::kInvalidBenchmark);
    return error.what();
  }
  return "a shape";
}

class ShapeOf : public ::testing::Test {
 protected:
  ~ShapeOf() override { unsetenv("SUITE_SHAPES"); }
  static void choose(const char* shapes) { setenv("SUITE_SHAPES", shapes, 1); }
};

TEST_F(ShapeOf, IsTheOneThatWasChosenForTheClassOfTheDevice) {
  ASSERT_FALSE(chosen_shapes().empty());
  for (const auto& chosen : chosen_shapes()) {
    EXPECT_EQ(shape_of(chosen.kernels, device(DeviceType::kGpu)).variant(), chosen.gpu);
    EXPECT_EQ(shape_of(chosen.kernels, device(DeviceType::kCpu)).variant(), chosen.cpu);
  }
}

TEST_F(ShapeOf, IsTheOneOfTheVariableWhereItHasOne) {
  choose("stream=32x7,reduction=512x2");
  EXPECT_EQ(shape_of("stream", device(DeviceType::kCpu)).variant(), "32x7");
  EXPECT_EQ(shape_of("reduction", device(DeviceType::kCpu)).tile(), 1024U);
  EXPECT_EQ(shape_of("stencil", device(DeviceType::kGpu)).variant(),
            shape_of("stencil", device(DeviceType::kAccelerator)).variant());
}

TEST_F(ShapeOf, SaysWhatIsWrong) {
  EXPECT_THAT(message_of("strem"), HasSubstr("expected 'strem', found no such entry"));
  for (const char* const wrong : {"256", "x4", "256x", "0x4", "256x4x2", "-1x4", "256 x4", ""}) {
    choose(("stream=" + std::string(wrong)).c_str());
    EXPECT_THAT(message_of("stream"),
                HasSubstr("expected a shape such as 256x4, found '" + std::string(wrong) + "'"));
  }
  choose("stream");
  EXPECT_THAT(message_of("stream"), HasSubstr("expected entries such as stream=256x4"));
}

TEST(Groups, CoverAllElements) {
  EXPECT_EQ(groups_over(0, 8), 1U);
  EXPECT_EQ(groups_over(1, 8), 1U);
  EXPECT_EQ(groups_over(8, 8), 1U);
  EXPECT_EQ(groups_over(9, 8), 2U);
}

TEST(Groups, AreNoMoreThanTheDeviceKeepsInFlight) {
  const Shape shape{256, 4};
  constexpr std::size_t kMany = 1 << 28;
  EXPECT_EQ(groups_in_flight(kMany, shape, 4, device(DeviceType::kGpu, 100)), 800U);
  EXPECT_EQ(groups_in_flight(kMany, shape, 4, device(DeviceType::kCpu, 2)), 16U);
  EXPECT_EQ(groups_in_flight(4097, shape, 4, device(DeviceType::kGpu, 100)), 2U);
  // A device that does not say has one unit.
  EXPECT_EQ(groups_in_flight(kMany, {4096, 1}, 4, device(DeviceType::kGpu, 0)), 1U);
}

TEST(Count, IsBelow2To32) {
  EXPECT_EQ(count_of(4294967295U), 4294967295U);
  EXPECT_THROW(count_of(std::size_t{1} << 32), tickbench::Error);
}

}  // namespace
}  // namespace suite
