// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "statistics/evidence.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <vector>

namespace tickbench {

Evidence median_evidence(std::span<const double> samples, double level, bool is_count) {
  Evidence all{{median(samples), median_interval(samples, level)}, samples.size()};
  const auto [lowest, highest] = std::ranges::minmax(samples);
  all.lowest = lowest;
  all.highest = highest;
  all.is_exact = is_count && lowest == highest;
  return all;
}

Evidence paired_ratio(std::span<const double> numerators, std::span<const double> denominators,
                      double level) {
  if (numerators.size() != denominators.size())
    throw std::invalid_argument(
        fmt::format("paired ratio: expected pairs, found {} numerators and {} denominators",
                    numerators.size(), denominators.size()));
  std::vector<double> ratios;
  for (std::size_t i = 0; i < numerators.size(); ++i) {
    if (!(denominators[i] > 0))
      throw std::invalid_argument(
          fmt::format("paired ratio: expected denominators above 0, found {:f}", denominators[i]));
    ratios.push_back(numerators[i] / denominators[i]);
  }
  return median_evidence(ratios, level);
}

Evidence quotient(const Evidence& top, const Evidence& bottom) {
  Evidence ratio;
  ratio.value = top.value / bottom.value;
  ratio.interval = {top.interval.low / bottom.interval.high,
                    top.interval.high / bottom.interval.low,
                    std::max(0.0, top.interval.level + bottom.interval.level - 1)};
  ratio.samples = std::min(top.samples, bottom.samples);
  if (std::isfinite(top.lowest) && std::isfinite(bottom.lowest)) {
    ratio.lowest = top.lowest / bottom.highest;
    ratio.highest = top.highest / bottom.lowest;
  }
  ratio.step = std::hypot(top.step, bottom.step);
  ratio.resolved = top.resolved && bottom.resolved;
  ratio.is_exact = top.is_exact && bottom.is_exact;
  return ratio;
}

}  // namespace tickbench
