// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "results/record.hpp"
#include "tickbench/verdict.hpp"

namespace tickbench::results {

/// A figure with its 95 % interval, in SI units. Never non-finite.
struct MetricValue {
  std::string name;
  double value = 0;
  std::optional<Interval> interval;
};

/// All metrics of a repetition: `time` first, then the counters in the order of the documentation.
/// Those that cannot be had (no bytes declared, a mode not taken) are absent.
std::vector<MetricValue> metrics(const Record& record);

/// What a repetition knows of a metric, its interval at `level`; nothing where it has no such
/// metric.
std::optional<Evidence> evidence(const Record& record, std::string_view metric, double level);

/// The same of a metric over another benchmark's. `pairs`: samples of both taken in turn, from the
/// metric's source. Speed-ups and noise, which are no property of a single sample, are bounded by
/// the ends of both intervals.
std::optional<Evidence> ratio_evidence(const Record& record, const Record& other,
                                       const SamplePairs& pairs, std::string_view metric,
                                       double level);

}  // namespace tickbench::results
