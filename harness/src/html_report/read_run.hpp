// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "html_report/run.hpp"

namespace tickbench::html_report {

/// Reads a result file of tickbench, or of plain Google Benchmark. Repetitions become one
/// benchmark: the median of their medians, from the lowest end of their intervals to the highest.
///
/// Throws UsageError saying what was expected, what was found and where: a file that cannot be
/// read, is cut off, is no result file, or states one repetition twice.
Run read_run(const std::string& path, const std::string& label);

/// Adds what --tickbench_samples_out wrote in the same run. Throws UsageError where the file is
/// none of these, or names a benchmark that `run` does not have.
void read_samples(const std::string& path, Run& run);

}  // namespace tickbench::html_report
