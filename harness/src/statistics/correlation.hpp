// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

namespace tickbench {

/// Whether successive values are correlated more than independent ones appear to be.
bool is_correlated(std::span<const double> values);

/// How much larger correlation makes the variance of the mean: (1 + r) / (1 - r) for the lag-1
/// autocorrelation r of a first-order autoregressive series; never less than 1.
double variance_inflation(std::span<const double> values);

/// How many independent values would say as much of the mean; all where they are not correlated.
double effective_count(std::span<const double> values);

}  // namespace tickbench
