// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "tools/suite_runs.hpp"

namespace tickbench::tools {

/// What the suites list as their benchmarks; nothing is measured.

/// Whether flags that choose benchmarks leave none of this suite's, though it takes them. Any
/// Google Benchmark program can be asked; the others below ask tickbench's suites.
bool chooses_nothing(const SuiteRunsSettings& settings, const std::string& suite);

/// Throws UsageError for a floor that matches no benchmark of these suites, whatever part of them
/// the flags choose, and where a suite does not list any.
void require_floor_benchmarks(const SuiteRunsSettings& settings);

/// A ratio takes its other benchmark in the same run: --benchmark_filter is widened to take it too.
/// Returns the ids that the flags chose before; empty where it is as it was. Throws UsageError
/// where it is a filter of what not to take.
std::vector<std::string> widen_filter_for_ratios(SuiteRunsSettings& settings);

}  // namespace tickbench::tools
