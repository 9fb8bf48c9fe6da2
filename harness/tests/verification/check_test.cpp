// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <numeric>
#include <vector>

#include "tickbench/error.hpp"
#include "verification/bytes.hpp"

namespace tickbench {
namespace {
using ::testing::AllOf;
using testing::bytes;
using testing::counting;
using ::testing::HasSubstr;
using Verdict = CheckResult::Verdict;

std::vector<float> poisoned(std::size_t n) {
  std::vector<float> values(n);
  poison(ElementType::kFloat32, std::as_writable_bytes(std::span(values)));
  return values;
}
CheckResult check_out(const std::vector<float>& expected, const std::vector<float>& found,
                      const Tolerance& tolerance = ulps(2)) {
  return check_output(ElementType::kFloat32, bytes(poisoned(found.size())), bytes(expected),
                      bytes(found), tolerance, false);
}
CheckResult check_inout(const std::vector<float>& before, const std::vector<float>& expected,
                        const std::vector<float>& found, const Tolerance& tolerance = ulps(2)) {
  return check_output(ElementType::kFloat32, bytes(before), bytes(expected), bytes(found),
                      tolerance, true);
}

TEST(CheckOutput, PassesTheRightResult) {
  const auto result = check_out(counting(1000), counting(1000));
  EXPECT_EQ(result.verdict, Verdict::kRight);
  EXPECT_EQ(result.comparison.compared, 1000U);
  EXPECT_EQ(result.message, "");
}

TEST(CheckOutput, ShowsOneWrongElement) {
  auto found = counting(1000);
  found[123] = 0.5F;
  const auto result = check_out(counting(1000), found);
  EXPECT_EQ(result.verdict, Verdict::kWrong);
  EXPECT_THAT(result.message, AllOf(HasSubstr("1 of 1000 elements are wrong (tolerance: 2 ulps"),
                                    HasSubstr("the first at index 123: expected 124, found 0.5")));
}

TEST(CheckOutput, SaysThatNothingWasWritten) {
  const auto result = check_out(counting(1000), poisoned(1000));
  EXPECT_EQ(result.verdict, Verdict::kWrong);
  EXPECT_THAT(result.message, AllOf(HasSubstr("the device executed nothing"),
                                    HasSubstr("all 1000 elements still hold the poison"),
                                    HasSubstr("reads what it writes takes inout, not out")));
}

TEST(CheckOutput, CountsElementsNeverWritten) {
  auto found = counting(1000);
  const auto unwritten = poisoned(10);
  std::copy(unwritten.begin(), unwritten.end(), found.begin() + 990);
  const auto result = check_out(counting(1000), found);
  EXPECT_EQ(result.verdict, Verdict::kWrong);
  EXPECT_THAT(result.message, HasSubstr("10 elements were never written"));
}

TEST(CheckOutput, RejectsZeros) {
  const auto result = check_out(counting(1000), std::vector<float>(1000));
  EXPECT_EQ(result.verdict, Verdict::kWrong);
  EXPECT_THAT(result.message, HasSubstr("1000 of 1000 elements are wrong"));
}

TEST(CheckOutput, SaysThatAnInoutBufferIsUnchanged) {
  const auto result = check_inout(counting(100), std::vector<float>(100, 7), counting(100));
  EXPECT_EQ(result.verdict, Verdict::kWrong);
  EXPECT_THAT(result.message, HasSubstr("still hold what they held before it"));
}

TEST(CheckOutput, RejectsAnUnchangedBufferEvenWithinTheTolerance) {
  auto expected = counting(100);
  for (float& value : expected) value = std::nextafter(value, 1000.0F);
  const auto result = check_inout(counting(100), expected, counting(100));
  EXPECT_EQ(result.comparison.mismatched, 0U);
  EXPECT_EQ(result.verdict, Verdict::kWrong);
}

TEST(CheckOutput, MistrustsAnExpectationThatEqualsTheInput) {
  const auto result = check_inout(counting(100), counting(100), counting(100));
  EXPECT_EQ(result.verdict, Verdict::kMistrusted);
  EXPECT_THAT(result.message, HasSubstr("equal the input"));
}

TEST(CheckOutput, MistrustsAConstantExpectationThatIsMet) {
  const auto result = check_out(std::vector<float>(100, 1), std::vector<float>(100, 1));
  EXPECT_EQ(result.verdict, Verdict::kMistrusted);
}

TEST(CheckOutput, CallsAWrongResultWrongEvenWhereItsExpectationIsMistrusted) {
  const auto result = check_out(std::vector<float>(100, 1), std::vector<float>(100, 2));
  EXPECT_EQ(result.verdict, Verdict::kWrong);
}

TEST(CheckOutput, MistrustsAToleranceThatZerosWouldPass) {
  const auto result = check_out(counting(5000), counting(5000), absolute(5000));
  EXPECT_EQ(result.verdict, Verdict::kMistrusted);
  EXPECT_THAT(result.message, HasSubstr("zeros lies within the tolerance (5000 absolute)"));
  EXPECT_EQ(check_out(counting(5000), counting(5000), absolute(4999)).verdict, Verdict::kRight);
}

TEST(CheckOutput, MistrustsAnOutputWithoutElements) {
  EXPECT_EQ(check_out({}, {}).verdict, Verdict::kMistrusted);
}

TEST(CheckOutput, KnowsThePoisonItself) {
  const auto check = [](const std::vector<float>& found) {
    return check_output(ElementType::kFloat32, {}, bytes(counting(1000)), bytes(found), ulps(2),
                        false);
  };
  EXPECT_EQ(check(counting(1000)).verdict, Verdict::kRight);
  EXPECT_THAT(check(poisoned(1000)).message, HasSubstr("all 1000 elements still hold the poison"));
  auto found = counting(1000);
  found[7] = found[9] = poisoned(1)[0];
  EXPECT_THAT(check(found).message, HasSubstr("2 elements were never written"));
}

// On all processors at once: every element is looked at, and the first wrong one is named.
TEST(CheckOutput, SeesAWrongElementAnywhereInALargeOutput) {
  constexpr std::size_t kCount = (std::size_t{1} << 20) + 77;
  const auto expected = counting(kCount);
  for (const std::size_t wrong : {std::size_t{0}, kCount / 2, kCount / 2 + 1, kCount - 1}) {
    auto found = expected;
    found[wrong] = -1;
    found[kCount - 1] = -1;
    const auto result = check_out(expected, found);
    EXPECT_EQ(result.comparison.compared, kCount);
    EXPECT_EQ(result.comparison.mismatched, wrong == kCount - 1 ? 1U : 2U);
    ASSERT_TRUE(result.comparison.first);
    EXPECT_EQ(result.comparison.first->index, wrong);
  }
}

TEST(FirstNonFinite, IsTheFirstOfALargeOutput) {
  constexpr std::size_t kCount = (std::size_t{1} << 21) + 77;
  auto values = counting(kCount);
  const auto first = [&] { return first_non_finite(ElementType::kFloat32, bytes(values)); };
  EXPECT_EQ(first(), std::nullopt);
  for (const std::size_t at : {kCount - 1, kCount / 2 + 1, std::size_t{5}}) {
    values[at] = std::numeric_limits<float>::infinity();
    EXPECT_EQ(first(), at);
  }
}

TEST(CheckOutput, ChecksIntegersExactly) {
  std::vector<std::int32_t> expected(100), before(100, -1);
  std::iota(expected.begin(), expected.end(), 0);
  auto found = expected;
  found[99] += 1;
  const auto check = [&] {
    return check_output(ElementType::kInt32, bytes(before), bytes(expected), bytes(found),
                        absolute(10), false);
  };
  EXPECT_THAT(check().message, HasSubstr("index 99: expected 99, found 100"));
  found = expected;
  EXPECT_EQ(check().verdict, Verdict::kRight);
}

}  // namespace
}  // namespace tickbench
