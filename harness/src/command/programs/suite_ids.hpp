// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "programs/suite_runs.hpp"

namespace tickbench::programs {

/// What the suites list as their benchmarks; nothing is measured.

/// Whether flags that choose benchmarks leave none of this suite's, though it takes them. Any
/// Google Benchmark program can be asked; the others below ask tickbench's suites.
bool chooses_nothing(const ProgramFlags& program_flags, const std::string& suite);

/// Throws UsageError for a floor that matches no benchmark of these suites, whatever part of them
/// the flags choose, and where a suite does not list any.
void require_floor_benchmarks(const SuiteRunsSettings& settings);

/// A ratio takes its second benchmark in the same run: the flags that choose benchmarks are made to
/// choose it too. Returns the ids that are judged; empty: all that run. Throws UsageError for a
/// filter of what not to take.
std::vector<std::string> add_ratio_partners(SuiteRunsSettings& settings);

}  // namespace tickbench::programs
