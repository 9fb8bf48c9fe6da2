// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "html_report/run.hpp"

namespace tickbench::html_report {

/// Reads a result file of tickbench, or of plain Google Benchmark, and what --tickbench_samples_out
/// wrote in the same run (`samples` empty: nothing). Repetitions become one benchmark: the median
/// of their medians, from the lowest end of their intervals to the highest.
///
/// Throws UsageError as the readers do, and where there is no benchmark.
Run read_run(const std::string& path, const std::string& label, const std::string& samples = {});

}  // namespace tickbench::html_report
