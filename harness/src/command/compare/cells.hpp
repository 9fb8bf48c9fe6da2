// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "compare/comparison.hpp"

/// What the formats say alike of a row.
namespace tickbench::compare {

/// "slower", "slower (device code only)".
std::string verdict_text(const Comparison& comparison, Verdict verdict);
/// "unclear (proposed: slower)".
std::string verdict_text(const Comparison& comparison, const GroupMean& mean);
/// What a row is about, where the metric was chosen by row.
std::string_view row_metric(const Comparison& comparison, const Row& row);
std::string value_text(std::string_view metric, const std::optional<double>& value);
std::string ratio_text(const std::optional<Estimate>& ratio);
std::string interval_text(const std::optional<Estimate>& ratio);
/// "0.0031", "< 0.0001"; "-" where there is none.
std::string p_text(const std::optional<double>& p);
std::string source_text(const Row& row);
/// Between the runs of each side; empty where neither has several.
std::string spread_text(const Row& row);
/// The device, and its machine where there are several.
std::string where(const std::string& device, const std::string& machine);
/// Reason and differences in one line. Beside the notes without a reason that stands there.
std::string remark(const Comparison& comparison, const Row& row, bool is_beside_notes);
/// "opencl/saxpy" or "all 9".
std::string group_text(const GroupMean& mean);
/// "all 9 together: slower 1.9800 [1.9500, 2.0100]; 9 unclear".
std::string summary_text(const Comparison& comparison);
bool is_bad(Verdict verdict);

}  // namespace tickbench::compare
