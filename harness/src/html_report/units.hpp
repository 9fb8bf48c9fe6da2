// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "html_report/run.hpp"

namespace tickbench::html_report {

/// Three significant digits with an SI prefix: si(3.2e-6, "s") is "3.20 µs".
std::string si(double value, const std::string& unit);

/// The same without digits that say nothing, for the tics of an axis: si_tic(2e9, "B/s") is "2
/// GB/s".
std::string si_tic(double value, const std::string& unit);

/// Powers of two with a binary prefix: binary(8192, "B") is "8 KiB"; others in plain digits.
std::string binary(double value, const std::string& unit);

/// Three significant digits, no prefix and no exponent where that is readable.
std::string plain(double value);

std::string plain_tic(double value);

/// How a metric is written: "time" in seconds, "bytes_per_second" in GB/s, "speedup_tbb" as "3.1×".
std::string metric_value(const std::string& metric, double value);

/// The interval in the unit of the value: "3.15 to 3.27 µs"; empty where there is none.
std::string metric_interval(const std::string& metric, const Estimate& estimate);

}  // namespace tickbench::html_report
