// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "tickbench/error.hpp"
#include "tickbench/verification.hpp"
#include "verification/format.hpp"

namespace tickbench {

namespace {
constexpr double kUnitRoundoffFloat = 0x1p-24;
constexpr double kUnitRoundoffDouble = 0x1p-53;
// 2 exp(-lambda^2 / 2) is below 1e-13: less than one false failure in the 2^22 elements of a 2048
// matrix product, run a million times.
constexpr double kLambda = 8;
}  // namespace

Tolerance exact() noexcept { return {}; }
Tolerance ulps(double count) noexcept { return {.ulps = count}; }
Tolerance relative(double fraction) noexcept { return {.relative = fraction}; }
Tolerance absolute(double difference) noexcept { return {.absolute = difference}; }

Tolerance dot_product(std::size_t terms, double magnitude, ElementType type) {
  if (type != ElementType::kFloat32 && type != ElementType::kFloat64)
    throw Error(Outcome::kInvalidBenchmark,
                "dot_product: expected float32 or float64 elements, found " +
                    std::string(to_string(type)) + ", which are compared exactly");
  const double u = type == ElementType::kFloat32 ? kUnitRoundoffFloat : kUnitRoundoffDouble;
  const auto n = static_cast<double>(terms);
  const double partial_sums_squared = n * (n + 1) * (2 * n + 1) / 6;
  const double products_squared = n;
  const double both_sides = 2 * (partial_sums_squared + products_squared);
  return absolute(kLambda * u * magnitude * magnitude * std::sqrt(both_sides));
}

std::string to_string(const Tolerance& tolerance) {
  using verification::format_number;
  std::string text;
  const auto add = [&text](double value, const std::string& words) {
    if (value > 0) text += (text.empty() ? "" : " or ") + words;
  };
  add(tolerance.ulps, format_number(tolerance.ulps) + " ulps");
  add(tolerance.relative, format_number(tolerance.relative) + " relative");
  add(tolerance.absolute, format_number(tolerance.absolute) + " absolute");
  return text.empty() ? "exact" : text;
}

}  // namespace tickbench
