// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "tickbench/peak.hpp"

namespace tickbench {

double fraction_of_peak(const Peaks& peaks, double bytes_per_second, double flops_per_second) {
  const auto fraction = [](double rate, double peak) {
    return rate > 0 && peak > 0 ? rate / peak : 0.0;
  };
  return std::max(fraction(bytes_per_second, peaks.bytes_per_second),
                  fraction(flops_per_second, peaks.flops_per_second));
}

}  // namespace tickbench
