// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

namespace tickbench {

/// The variance of the sum of a series, divided by its length: for independent values their
/// variance, for positively correlated ones more.
struct LongRunVariance {
  double per_value = 0;
  int degrees_of_freedom = 1;  ///< for Student's t
};

/// By the method of batch means: the series is cut into blocks, and the blocks' length doubled
/// until their means are no longer correlated or 8 blocks are left. What correlation is left
/// between neighbouring means is corrected to first order. At least 8 values.
LongRunVariance batch_means_variance(std::span<const double> values);

}  // namespace tickbench
