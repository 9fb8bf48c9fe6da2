// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <string_view>

#include "floors/verdict.hpp"
#include "metrics/metric_info.hpp"

namespace tickbench::floors {

/// What an entry of a result file says of its floors:
///
///     {"verdict": "pass", "for_other_devices": 0, "judged": [{"floor": "floors.json: floors[0]",
///       "metric": "bytes_per_second", "at_least": 4.1e12, "tolerance": 0.03, "effective": 3.98e12,
///       "verdict": "pass", "value": 4.32e12, "low": 4.31e12, "high": 4.33e12, "level": 0.983,
///       "samples": 45, "looks": 1, "repetitions": 1}]}
///
/// No number in it is NaN or infinite.
nlohmann::ordered_json to_json(const FloorReport& report);

/// Several runs, each one value: what is known of their mean, by Student's interval of the values'
/// logarithms (of the values themselves where one is not above 0). Few runs have a wide one, and
/// where they spread by less than half of the clock's step, it is that of
/// the step; equal values of an unknown step that may be equal by chance have none. At least one
/// run; one stays as it is.
Evidence over_runs(std::span<const Evidence> runs, double level);

/// Values taken one after the other, each a sample: what is known of their median. One value has no
/// interval; where all of them are too few for the level, nothing is sure by them.
Evidence median_evidence(std::span<const double> values, double level);

/// How many things the floors of one benchmark are about. Floors on metrics of one time share its
/// interval, and one miss of it misjudges all of them at once: they count as one. `rates_of`: the
/// time that rates are of, where it is another one than that which is shown.
std::size_t distinct_times(std::span<const AppliedFloor> floors,
                           std::string_view rates_of = metrics::kTime);

/// The most runs that one of the floors asks for.
std::size_t runs_asked(std::span<const AppliedFloor> floors);

/// Why no run can have measured this value; empty where it can.
std::string why_impossible(std::string_view metric, double value);

/// Why there is no ratio to a benchmark: it does not have the metric. Of `why` the first line.
inline std::string has_none(const std::string& id, const std::string& why = "") {
  return id + " has none" + (why.empty() ? "" : ": " + why.substr(0, why.find('\n')));
}

/// The same: what it has may be zero, so that the ratio has no bound.
inline std::string reaches_zero(const std::string& id) { return "that of " + id + " may be 0"; }

}  // namespace tickbench::floors
