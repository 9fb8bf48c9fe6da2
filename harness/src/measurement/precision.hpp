// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "tickbench/statistics.hpp"

namespace tickbench {

/// Half the width over the median; infinite where the median is not above 0.
double relative_half_width(const Interval& interval, double median);

/// Whether samples give their median to within the precision: the half width of the 95 % interval
/// is no more, and there are at least 30 independent samples' worth of them. Fewer, but correlated
/// ones, give no sound interval: then all of them have to lie that close together.
bool is_precise(std::span<const double> samples, const Interval& interval, double precision);

}  // namespace tickbench
