// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace tickbench::suite {

/// Throws UsageError where the program has benchmarks registered with Google Benchmark's own
/// BENCHMARK(): the minimum time of 0 that ours need would make one iteration of each of theirs.
void refuse_plain_benchmarks(const std::string& program);

}  // namespace tickbench::suite
