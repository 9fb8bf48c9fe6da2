// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "compare/verdict.hpp"

#include <cmath>

namespace tickbench::compare {

std::string_view to_string(Verdict verdict) noexcept {
  switch (verdict) {
    case Verdict::kFaster:
      return "faster";
    case Verdict::kSlower:
      return "slower";
    case Verdict::kSame:
      return "same";
    case Verdict::kUnclear:
      return "unclear";
    case Verdict::kMissing:
      return "missing";
    case Verdict::kNew:
      return "new";
    case Verdict::kNotComparable:
      return "not comparable";
  }
  return "unknown";
}

Ratio ratio_of(const inference::Centre& log_ratio) {
  return {std::exp(log_ratio.estimate),
          {std::exp(log_ratio.interval.low), std::exp(log_ratio.interval.high),
           log_ratio.interval.level}};
}

Verdict judge(const Ratio& ratio, double effect, results::Direction better) {
  const double above = 1 + effect, below = 1 / above;
  const bool is_more = ratio.interval.low > 1 && ratio.estimate > above;
  const bool is_less = ratio.interval.high < 1 && ratio.estimate < below;
  const bool lower_is_better = better == results::Direction::kLowerIsBetter;
  if (is_more) return lower_is_better ? Verdict::kSlower : Verdict::kFaster;
  if (is_less) return lower_is_better ? Verdict::kFaster : Verdict::kSlower;
  if (ratio.interval.low >= below && ratio.interval.high <= above) return Verdict::kSame;
  return Verdict::kUnclear;
}

}  // namespace tickbench::compare
