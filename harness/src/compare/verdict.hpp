// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "results/metric.hpp"
#include "statistics/inference.hpp"

namespace tickbench::compare {

enum class Verdict {
  kFaster,
  kSlower,
  kSame,           ///< whatever difference there is lies within the relevant effect, for sure
  kUnclear,        ///< the values at hand allow no statement
  kMissing,        ///< only the old side has it, or only there it was measured and right
  kNew,            ///< only the new side has it
  kNotComparable,  ///< device, driver, method, mode or a setting differs
};
std::string_view to_string(Verdict verdict) noexcept;

/// NEW over OLD, with its interval.
struct Ratio {
  double estimate = 1;
  Interval interval;
};

/// From the logarithm of the ratio.
Ratio ratio_of(const inference::Centre& log_ratio);

/// Slower: the interval lies wholly on the worse side of 1, and the estimate beyond the smallest
/// relevant `effect` (0.015: 1.5 %). Faster: likewise. Same: the interval lies within the effect on
/// both sides. Worse is above 1 for a time and below 1 for a rate.
Verdict judge(const Ratio& ratio, double effect, results::Direction better);

}  // namespace tickbench::compare
