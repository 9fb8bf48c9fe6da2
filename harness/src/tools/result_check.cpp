// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "tools/result_check.hpp"

#include <algorithm>
#include <boost/math/distributions/normal.hpp>
#include <cmath>
#include <map>
#include <optional>
#include <string_view>
#include <utility>

namespace tickbench::tools {
namespace {

/// Half the width of a normal distribution's central interval, in standard deviations.
double half_width(double level) {
  return boost::math::quantile(boost::math::normal_distribution<>(), 0.5 + level / 2);
}

using Metrics = std::map<std::string, Evidence, std::less<>>;

std::optional<Evidence> find(const Metrics& metrics, const std::string& name) {
  const auto found = metrics.find(name);
  return found == metrics.end() ? std::nullopt : std::optional(found->second);
}

std::optional<Evidence> ratio(const std::optional<Evidence>& a, const std::optional<Evidence>& b,
                              double level) {
  if (!a || !b) return std::nullopt;
  // Both intervals have to hold: each gets half of the error rate.
  const double each = 1 - (1 - level) / 2;
  const Evidence top = widened(*a, each);
  const Evidence bottom = widened(*b, each);
  if (!(top.interval.low > 0 && bottom.interval.low > 0)) return std::nullopt;
  Evidence result;
  result.value = top.value / bottom.value;
  result.interval = {top.interval.low / bottom.interval.high,
                     top.interval.high / bottom.interval.low,
                     1 - (1 - top.interval.level) - (1 - bottom.interval.level)};
  result.samples = std::min(top.samples, bottom.samples);
  if (std::isfinite(top.lowest) && std::isfinite(bottom.lowest)) {
    result.lowest = top.lowest / bottom.highest;
    result.highest = top.highest / bottom.lowest;
  }
  return result;
}

class Checker {
 public:
  Checker(const MeasuredFile& results, const FloorFile& floors) : floors_(floors) {
    for (const auto& one : results.benchmarks) index_[{one.device, one.id}] = &one;
  }

  FloorReport check(const MeasuredBenchmark& benchmark) const {
    FloorReport report{benchmark.device, benchmark.id, {}, 0};
    const auto selection = floors_.select(benchmark.device, benchmark.id);
    report.for_other_devices = selection.for_other_devices;
    FloorJudge judge(selection, 1);
    for (std::size_t i = 0; i < benchmark.repetitions.size(); ++i) {
      judge.look([&](const AppliedFloor& applied, double level) {
        return evidence(benchmark, i, applied, level);
      });
      judge.end_repetition();
    }
    report.judgements = judge.judgements();
    return report;
  }

 private:
  std::optional<Evidence> evidence(const MeasuredBenchmark& benchmark, std::size_t repetition,
                                   const AppliedFloor& applied, double level) const {
    if (benchmark.is_failed()) return std::nullopt;
    const auto own = find(benchmark.repetitions[repetition], applied.floor.metric);
    if (!applied.floor.is_ratio()) return own ? std::optional(widened(*own, level)) : std::nullopt;
    const auto other = index_.find({benchmark.device, applied.other});
    if (other == index_.end() || other->second->is_failed()) return std::nullopt;
    const auto& repetitions = other->second->repetitions;
    const auto& same_or_last = repetitions[std::min(repetition, repetitions.size() - 1)];
    return ratio(own, find(same_or_last, applied.floor.metric), level);
  }

  const FloorFile& floors_;
  std::map<std::pair<std::string_view, std::string_view>, const MeasuredBenchmark*> index_;
};

}  // namespace

Evidence widened(Evidence evidence, double level) {
  auto& interval = evidence.interval;
  // Of few samples the interval is [min, max], which no level makes wider.
  const bool is_extremes = std::isfinite(evidence.lowest);
  if (is_extremes || interval.level <= 0 || interval.level >= level) return evidence;
  const double factor = half_width(level) / half_width(interval.level);
  interval.low = evidence.value - factor * (evidence.value - interval.low);
  interval.high = evidence.value + factor * (interval.high - evidence.value);
  interval.level = level;
  return evidence;
}

std::vector<FloorReport> check_results(const MeasuredFile& results, const FloorFile& floors) {
  const Checker checker(results, floors);
  std::vector<FloorReport> reports;
  for (const auto& benchmark : results.benchmarks)
    if (!benchmark.is_skipped()) reports.push_back(checker.check(benchmark));
  return reports;
}

}  // namespace tickbench::tools
