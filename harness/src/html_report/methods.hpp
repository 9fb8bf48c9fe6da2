// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "html_report/run.hpp"

namespace tickbench::html_report {

/// How a number was obtained, in few words: "batched, bracket ×256" for a time and for all rates
/// that come from it, "isolated, host clock" for a host time.
std::string method_of(const Benchmark& benchmark, const std::string& metric);

/// The same without the mode where the metric's name says it: "bracket ×256", "host clock".
std::string short_method_of(const Benchmark& benchmark, const std::string& metric);

/// "30 batched samples until precision": what the number rests on.
std::string sampling_of(const Benchmark& benchmark);

}  // namespace tickbench::html_report
