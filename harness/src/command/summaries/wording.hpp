// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>
#include <utility>

#include "summaries/run_summary.hpp"

/// How names, numbers, methods, outcomes and devices are written for a reader.
namespace tickbench::html_report {

/// For a file's name: lower-case letters, digits and dashes; at most 40 characters.
std::string file_slug(std::string_view text);

/// Powers of two with a binary prefix: binary(8192, "B") is "8 KiB"; others in plain digits.
std::string binary(double value, const std::string& unit);

/// Three significant digits, no prefix and no exponent where that is readable.
std::string plain(double value);

/// How a metric is written: "time" in seconds, "bytes_per_second" in GB/s, "speedup_tbb" as "3.1×".
std::string metric_value(std::string_view metric, double value);

/// The same of a peak, which may not be known: "B/s unknown".
std::string peak_text(std::string_view metric, double peak);

/// The interval in the unit of the value: "3.15 to 3.27 µs"; empty where there is none.
std::string metric_interval(std::string_view metric, const RunsEstimate& estimate);

/// The unit of a metric, without prefix: "B/s", "×", "s".
std::string metric_unit(std::string_view metric);
/// By what the ticks of an axis are divided, and their unit then, which suits a largest value:
/// {1e9, "GB/s"} for 4e9 bytes a second.
std::pair<double, std::string> axis_unit(double largest, const std::string& unit);

/// "batched, bracket ×256": how a mode took its times.
std::string method_text(const std::string& mode, const std::string& method, std::int64_t launches);
/// How a number was obtained: "isolated, host clock" for a host time.
std::string timing_text(const BenchmarkSummary& benchmark, std::string_view metric);
/// The same without the mode where the metric's name says it: "bracket ×256", "host clock".
std::string short_timing_text(const BenchmarkSummary& benchmark, std::string_view metric);
/// "30 batched samples until precision": what the number rests on.
std::string sampling_text(const BenchmarkSummary& benchmark);

/// A sign and the word: never colour alone.
std::string outcome_text(std::string_view outcome);

}  // namespace tickbench::html_report
