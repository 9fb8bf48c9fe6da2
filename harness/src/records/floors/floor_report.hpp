// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>

#include "floors/verdict.hpp"

namespace tickbench {

/// Of a benchmark that failed: no floor of it is measured, whatever was sampled before it did.
FloorReport failed_report(std::string device, std::string id, FloorSelection selection,
                          std::string_view outcome);

/// One of its floors fails, or, when strict, may say nothing: it is met by a factor over 100,
/// bounds its metric on the wrong side, or names a part of this device's name only.
bool is_failure(const FloorReport& report, bool strict);
/// One of them does; or, when strict, nothing was judged at all, since the floors are for other
/// devices.
bool is_failure(std::span<const FloorReport> reports, bool strict);

/// It has floors, and one run could have decided them, but decided none.
bool is_undecided(const FloorReport& report);

/// A line a floor, each ending in a newline: value, interval, floor and verdict. One line where
/// there was none to judge. Below it whatever makes a floor doubtful.
std::string to_text(const FloorReport& report, bool strict);

/// "4 judgements: 3 met, 1 missed, 0 inconclusive; 2 benchmarks without a floor".
std::string summary_text(std::span<const FloorReport> reports);

namespace floors {

/// What an entry of a result file says of its floors:
///
///     {"verdict": "pass", "device_mismatches": 0, "judged": [{"floor": "floors.json: floors[0]",
///       "metric": "bytes_per_second", "at_least": 4.1e12, "tolerance": 0.03, "effective": 3.98e12,
///       "verdict": "pass", "value": 4.32e12, "low": 4.31e12, "high": 4.33e12, "level": 0.983,
///       "samples": 45, "looks": 1, "repetitions": 1}]}
///
/// No number in it is NaN or infinite.
nlohmann::ordered_json to_json(const FloorReport& report);

}  // namespace floors

}  // namespace tickbench
