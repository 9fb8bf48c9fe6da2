// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "tickbench/random.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cstdint>
#include <set>
#include <span>
#include <vector>

#include "trials/body.hpp"

namespace tickbench::api {
namespace {

/// FNV-1a of the bytes.
template <class T>
std::uint64_t hash_of(const std::vector<T>& values) {
  std::uint64_t hash = 0xCBF29CE484222325;
  for (const std::byte byte : std::as_bytes(std::span(values)))
    hash = (hash ^ static_cast<std::uint64_t>(byte)) * 0x100000001B3;
  return hash;
}
constexpr std::uint64_t kHashOfFloats = 0xc72ac11412bf76eb;
constexpr std::uint64_t kHashOfIntegers = 0x5b617b151b96d79c;

TEST(Random, IsTheSameForTheSamePlaceAndOnlyThere) {
  std::vector<float> first;
  std::vector<float> second;
  {
    const RandomContext context("opencl/a/1", 0);
    first = random<float>(1000);
    second = random<float>(1000);
  }
  EXPECT_NE(first, second);
  {
    const RandomContext context("opencl/a/1", 0);
    EXPECT_EQ(random<float>(1000), first);
  }
  {
    const RandomContext context("opencl/a/1", 1);
    EXPECT_NE(random<float>(1000), first);
  }
  const RandomContext context("opencl/a/2", 0);
  EXPECT_NE(random<float>(1000), first);
}

// Written down when one processor alone made them: no number of processors may change a value.
TEST(Random, ValuesAreTheSameAsEver) {
  const RandomContext context("opencl/saxpy/1048576", 0);
  const auto x = random<float>(1 << 20);
  EXPECT_EQ(hash_of(x), kHashOfFloats);
  EXPECT_EQ(hash_of(random<std::uint32_t>((1 << 20) + 7)), kHashOfIntegers);
}

TEST(Random, TheLastBitOfAFloatIsDrawnToo) {
  const RandomContext context("x", 0);
  int odd = 0;
  for (const auto& value : random<float>(10'000))
    odd += static_cast<int>(std::bit_cast<std::uint32_t>(value) & 1);
  // Of the half that lies above a half it is the last bit that was drawn.
  EXPECT_NEAR(odd, 2'500, 250);
  int odd_doubles = 0;
  for (const auto& value : random<double>(10'000))
    odd_doubles += static_cast<int>(std::bit_cast<std::uint64_t>(value) & 1);
  EXPECT_NEAR(odd_doubles, 2'500, 250);
}

TEST(Random, IsUniform) {
  const RandomContext context("x", 0);
  double sum = 0;
  for (const float value : random<float>(100'000)) {
    ASSERT_GT(value, -1.0F);
    ASSERT_LT(value, 1.0F);
    sum += static_cast<double>(value);
  }
  EXPECT_NEAR(sum / 100'000, 0, 0.01);  // more than five standard errors
  const auto bytes = random<std::uint8_t>(10'000);
  EXPECT_EQ(std::set<int>(bytes.begin(), bytes.end()).size(), 256U);
}

}  // namespace
}  // namespace tickbench::api
