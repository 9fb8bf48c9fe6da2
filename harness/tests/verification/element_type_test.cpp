// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cstdint>

#include "tickbench/verification.hpp"

namespace tickbench {
namespace {

template <class T>
void expect_type(std::string_view name) {
  EXPECT_EQ(size_of(element_type<T>()), sizeof(T));
  EXPECT_EQ(to_string(element_type<T>()), name);
}

TEST(ElementType, HasTheSizeAndNameOfItsType) {
  expect_type<float>("float32");
  expect_type<double>("float64");
  expect_type<std::int8_t>("int8");
  expect_type<std::uint8_t>("uint8");
  expect_type<std::int16_t>("int16");
  expect_type<std::uint16_t>("uint16");
  expect_type<std::int32_t>("int32");
  expect_type<std::uint32_t>("uint32");
  expect_type<std::int64_t>("int64");
  expect_type<std::uint64_t>("uint64");
}

}  // namespace
}  // namespace tickbench
