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

#include "floors/reasons.hpp"

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

Finding ratio(const Evidence& a, const Evidence& b, const std::string& other, double level) {
  // Both intervals have to hold: each gets half of the error rate.
  const double each = 1 - (1 - level) / 2;
  const Evidence top = widened(a, each);
  const Evidence bottom = widened(b, each);
  if (!(bottom.interval.low > 0)) return {std::nullopt, floors::reaches_zero(other)};
  if (!(top.interval.low > 0)) return {std::nullopt, floors::reaches_zero("this benchmark")};
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
  return std::optional(result);
}

class Checker {
 public:
  Checker(const MeasuredFile& results, const FloorFile& floors) : floors_(floors) {
    for (const auto& one : results.benchmarks) index_[{one.device, one.id}] = &one;
  }

  FloorReport check(const MeasuredBenchmark& benchmark) const {
    FloorReport report{benchmark.device, benchmark.id, {}, 0};
    const auto selection = floors_.select(benchmark.device, benchmark.id);
    if (benchmark.is_failed())
      return failed_report(benchmark.device, benchmark.id, selection, benchmark.outcome);
    report.for_other_devices = selection.for_other_devices;
    FloorJudge judge(selection, 1);
    for (std::size_t i = 0; i < benchmark.repetitions.size(); ++i) {
      judge.look([&](const AppliedFloor& applied, double level) {
        return finding(benchmark, i, applied, level);
      });
      judge.end_repetition();
    }
    report.judgements = judge.judgements();
    return report;
  }

 private:
  Finding finding(const MeasuredBenchmark& benchmark, std::size_t repetition,
                  const AppliedFloor& applied, double level) const {
    const auto own = find(benchmark.repetitions[repetition], applied.floor.metric);
    if (!own) return own;
    if (!applied.floor.is_ratio()) return std::optional(widened(*own, level));
    const auto none = [&](const std::string& why) {
      return Finding(std::nullopt, floors::has_none(applied.other, why));
    };
    const auto found = index_.find({benchmark.device, applied.other});
    if (found == index_.end()) return none("it is not in the file");
    const auto& other = *found->second;
    if (other.is_failed() || other.is_skipped()) return none(other.message);
    const auto& same_or_last =
        other.repetitions[std::min(repetition, other.repetitions.size() - 1)];
    const auto theirs = find(same_or_last, applied.floor.metric);
    if (!theirs) return none("");
    return ratio(*own, *theirs, applied.other, level);
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
