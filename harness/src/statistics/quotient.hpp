// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>

#include "statistics/statistics.hpp"

namespace tickbench {

/// The interval of top / bottom, both above 0: the widest that the two allow, which need not be
/// independent. Its level is a lower bound (Bonferroni); 0 where either is only a value.
inline Interval quotient(const Interval& top, const Interval& bottom) {
  return {top.low / bottom.high, top.high / bottom.low,
          std::max(0.0, top.level + bottom.level - 1)};
}

}  // namespace tickbench
