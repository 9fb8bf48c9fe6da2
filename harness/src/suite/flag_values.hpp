// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "suite/options.hpp"

/// The values that flags take. All throw UsageError: the flag, what was expected, what was found.
namespace tickbench::suite {

[[noreturn]] void refuse(const std::string& flag, const std::string& expected,
                         const std::string& found);

/// As Google Benchmark reads them: true, yes, on, 1, t, y, or the empty text; false, no, off, ...
bool parse_bool(const std::string& flag, const std::string& text);

/// At least `least`, finite.
double parse_number(const std::string& flag, const std::string& text, double least,
                    const std::string& expected);

std::int64_t parse_count(const std::string& flag, const std::string& text, std::int64_t least,
                         const std::string& expected);

Format parse_format(const std::string& flag, const std::string& text);

/// `0.1`, `0.1s`, or `100x`: exactly so many samples.
void parse_minimum_time(const std::string& flag, const std::string& text,
                        MeasurementSettings& settings);

/// `warm`, `cold`, `cold:BYTES`, with KiB, MiB or GiB after the number where wanted.
void parse_cache(const std::string& flag, const std::string& text, Options& options);

}  // namespace tickbench::suite
