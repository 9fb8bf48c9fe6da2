// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "results/result.hpp"

namespace tickbench::suite {

/// A figure with its 95 % interval, in SI units. Never non-finite.
struct Metric {
  std::string name;
  double value = 0;
  std::optional<Interval> interval;
};

/// All metrics of a repetition: `time` first, then the counters in the order of the documentation.
/// Those that cannot be had (no bytes declared, a mode not taken) are absent.
std::vector<Metric> metrics(const Record& record);

}  // namespace tickbench::suite
