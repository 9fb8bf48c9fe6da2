// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "suite/shape.hpp"

#include <gmock/gmock.h>

#include <cstdlib>
#include <string>
#include <tickbench/error.hpp>
#include <vector>

namespace suite {
namespace {

using ::testing::ElementsAre;
using ::testing::ElementsAreArray;
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

std::vector<std::string> variants_of(std::string_view kernels, DeviceType type) {
  std::vector<std::string> variants;
  for (const auto& shape : shapes_of(kernels, device(type))) variants.push_back(shape.variant());
  return variants;
}

class ShapeOf : public ::testing::Test {
 protected:
  ~ShapeOf() override { unsetenv("SUITE_SHAPES"); }
  static void choose(const char* shapes) { setenv("SUITE_SHAPES", shapes, 1); }
};

TEST_F(ShapeOf, IsTheOneThatWasChosenForTheClassOfTheDevice) {
  ASSERT_FALSE(chosen_shapes().empty());
  for (const auto& chosen : chosen_shapes()) {
    EXPECT_THAT(variants_of(chosen.kernels, DeviceType::kGpu), ElementsAreArray(chosen.gpu));
    EXPECT_THAT(variants_of(chosen.kernels, DeviceType::kCpu), ElementsAreArray(chosen.cpu));
  }
}

TEST_F(ShapeOf, IsTheOneOfTheVariableWhereItHasOne) {
  choose("stream=32x7,reduction=512x2");
  EXPECT_EQ(shape_of("stream", device(DeviceType::kCpu)).variant(), "32x7");
  EXPECT_EQ(shape_of("reduction", device(DeviceType::kCpu)).tile(), 1024U);
  EXPECT_EQ(shape_of("stencil", device(DeviceType::kGpu)).variant(),
            shape_of("stencil", device(DeviceType::kAccelerator)).variant());
}

TEST_F(ShapeOf, AreSeveralWhereTheVariableHasSeveral) {
  choose("matmul_tuned=64x32x8x4x4x4x1x1,stream=32x7,matmul_tuned=8x8x8x4x4x4x1x1");
  EXPECT_THAT(variants_of("matmul_tuned", DeviceType::kCpu),
              ElementsAre("64x32x8x4x4x4x1x1", "8x8x8x4x4x4x1x1"));
  const auto shape = shape_of("matmul_tuned", device(DeviceType::kGpu));
  EXPECT_EQ(shape.tile(), 2048U);
  EXPECT_THAT(shape.more, ElementsAre(8, 4, 4, 4, 1, 1));
}

TEST_F(ShapeOf, IsThatOfItsVariantInEachForm) {
  const Shape shape{64, 32, {8, 4, 4, 4, 1, 1}};
  EXPECT_EQ(shape.variant("edges"), "64x32x8x4x4x4x1x1-edges");
  for (const auto& variant : {shape.variant(), shape.variant("edges")})
    EXPECT_EQ(shape_of_variant(variant).variant(), shape.variant());
  EXPECT_THROW(shape_of_variant("64"), tickbench::Error);
}

TEST_F(ShapeOf, SaysWhatIsWrong) {
  EXPECT_THAT(message_of("strem"), HasSubstr("expected 'strem', found no such entry"));
  const auto example = shape_of("stream", device(DeviceType::kGpu)).variant();
  for (const char* const wrong : {"256", "x4", "256x", "0x4", "256x4x2", "-1x4", "256 x4", ""}) {
    choose(("stream=" + std::string(wrong)).c_str());
    EXPECT_THAT(message_of("stream"), HasSubstr("expected a shape such as " + example +
                                                ", found '" + std::string(wrong) + "'"));
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
  // A GPU that does not say has as many units as any.
  EXPECT_EQ(groups_in_flight(kMany, {4096, 1}, 4, device(DeviceType::kGpu, 0)), 256U);
  EXPECT_EQ(groups_in_flight(kMany, shape, 4, device(DeviceType::kCpu, 0)), 8U);
}

TEST(Count, IsAtMost2To31) {
  EXPECT_EQ(count_of(std::size_t{1} << 31), 2147483648U);
  EXPECT_THROW(count_of((std::size_t{1} << 31) + 1), tickbench::Error);
}

}  // namespace
}  // namespace suite
