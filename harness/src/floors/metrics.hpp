// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace tickbench::floors {

/// A metric that a floor can be about.
struct Metric {
  std::string_view name;
  std::string_view unit;  ///< SI, without prefix; empty: a plain number
  bool more_is_better = true;
  /// A threshold outside of these is a slip: of units, or a percentage for a fraction.
  double least = 0;
  double greatest = 0;
};

/// Null where there is none of this name.
const Metric* find_metric(std::string_view name) noexcept;

/// The range of a threshold for the ratio of any metric to another benchmark's.
inline constexpr double kLeastRatio = 1e-9;
inline constexpr double kGreatestRatio = 1e9;

}  // namespace tickbench::floors
