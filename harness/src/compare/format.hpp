// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "compare/comparison.hpp"

namespace tickbench::compare {

/// 3.2e-6 of `time` as "3.200 us", 4.1e12 of `bytes_per_second` as "4.100 TB/s".
std::string quantity(std::string_view metric, double value);
/// "1.0312", or "-" where there is none.
std::string ratio_text(const Row& row);
/// "[1.021, 1.043]", or "-" where there is none, or none that says anything.
std::string interval_text(const Row& row);
std::string value_text(std::string_view metric, const std::optional<double>& value);
/// "pairs of runs (12)", "runs (5, 5)", "samples".
std::string source_text(const Row& row);
/// Reason and differences in one line.
std::string remark(const Row& row);
/// The same beside the notes: without a reason that stands there.
std::string remark_beside_notes(const Row& row);
/// "2 slower, 1 faster, 17 same".
std::string summary(const Comparison& comparison);

}  // namespace tickbench::compare
