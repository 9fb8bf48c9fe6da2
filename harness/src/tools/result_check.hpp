// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "tickbench/verdict.hpp"
#include "tools/floor_results.hpp"

namespace tickbench::tools {

/// Judges every benchmark of a result file that is not skipped, in the order of the file.
///
/// A file holds intervals at 95 %, no samples: where several floors judge a benchmark, they are
/// widened to the level that is needed as if the median were normally distributed. The ratio of two
/// benchmarks, which were not sampled alternately, is bounded by the ends of both intervals.
std::vector<FloorReport> check_results(const MeasuredFile& results, const FloorFile& floors);

/// Exposed for its test. Never narrows.
Evidence widened(Evidence evidence, double level);

}  // namespace tickbench::tools
