// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "tickbench/verdict.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace tickbench {

std::string_view to_string(Verdict verdict) noexcept {
  switch (verdict) {
    case Verdict::kNoFloor:
      return "no_floor";
    case Verdict::kPass:
      return "pass";
    case Verdict::kInconclusive:
      return "inconclusive";
    case Verdict::kNotMeasured:
      return "not_measured";
    case Verdict::kFail:
      return "fail";
  }
  return "unknown";
}

double level_for(std::size_t floors, int looks) {
  if (floors < 1 || looks < 1)
    throw std::invalid_argument("level_for: expected at least one floor and one look");
  return 1 - kFloorErrorRate / (static_cast<double>(floors) * looks);
}

namespace {

// Levels are computed on both sides: they may differ in the last bits.
constexpr double kRounding = 1e-9;

/// Where a whole range lies.
Verdict side_of(const Floor& floor, double low, double high) {
  const double bound = floor.effective();
  if (floor.bound == Floor::Bound::kAtLeast) {
    if (low >= bound) return Verdict::kPass;
    return high < bound ? Verdict::kFail : Verdict::kInconclusive;
  }
  if (high <= bound) return Verdict::kPass;
  return low > bound ? Verdict::kFail : Verdict::kInconclusive;
}

}  // namespace

Verdict judge(const Floor& floor, const Evidence& evidence, double level) {
  const auto& [low, high, reached_level] = evidence.interval;
  if (!std::isfinite(evidence.value) || !std::isfinite(low) || !std::isfinite(high))
    return Verdict::kNotMeasured;
  const Verdict by_samples = side_of(floor, evidence.lowest, evidence.highest);
  if (by_samples != Verdict::kInconclusive) return by_samples;
  if (evidence.samples < kSamplesToBeSure || reached_level < level - kRounding)
    return Verdict::kInconclusive;
  return side_of(floor, low, high);
}

Evidence combine(std::span<const Evidence> repetitions) {
  if (repetitions.empty()) throw std::invalid_argument("combine: expected at least one repetition");
  Evidence all = repetitions.front();
  std::vector<double> values{all.value};
  for (const auto& one : repetitions.subspan(1)) {
    values.push_back(one.value);
    all.interval.low = std::min(all.interval.low, one.interval.low);
    all.interval.high = std::max(all.interval.high, one.interval.high);
    all.interval.level = std::min(all.interval.level, one.interval.level);
    all.lowest = std::min(all.lowest, one.lowest);
    all.highest = std::max(all.highest, one.highest);
    all.samples += one.samples;
  }
  std::sort(values.begin(), values.end());
  const std::size_t middle = values.size() / 2;
  all.value = values.size() % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
  return all;
}

}  // namespace tickbench
