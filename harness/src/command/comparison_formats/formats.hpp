// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "compare/comparison.hpp"
#include "text/table.hpp"

/// A comparison as text and as data.
namespace tickbench::compare {

void render_table(std::ostream& out, const Comparison& comparison,
                  const text::Terminal& terminal = {});

/// For a pull request: what changed in a table, the rest folded away.
void render_markdown(std::ostream& out, const Comparison& comparison);

/// Everything, as `tickbench-comparison/1`; ASCII only.
void render_json(std::ostream& out, const Comparison& comparison, int status);

/// One test case a benchmark: slower and failed are failures, as is what else the policy does not
/// accept; not comparable is an error, and so is a table in which nothing was compared.
void render_junit(std::ostream& out, const Comparison& comparison, ExitPolicy policy);

// What the formats say alike of a row.

/// NEW over OLD in cycles of the device's core; nothing where the metric is no time of the device's
/// and no rate, or a clock is not known.
std::optional<double> ratio_in_cycles(const Row& row, const std::string& metric);

/// "device clock: 1.98 GHz before, 1.68 GHz now (in cycles new/old is 1.0003)"; empty where alike.
std::string clocks_text(const Row& row, const std::string& metric);

/// "slower", "slower (device code only)".
std::string verdict_text(const Comparison& comparison, Verdict verdict);
std::string verdict_text(const Comparison& comparison, const Row& row);
/// "unclear (proposed: slower)".
std::string verdict_text(const Comparison& comparison, const GroupMean& mean);
/// What a row is about, where the metric was chosen by row.
std::string_view row_metric(const Comparison& comparison, const Row& row);
std::string value_text(std::string_view metric, const std::optional<double>& value);
/// "0.0031", "< 0.0001"; "-" where there is none.
std::string p_text(const std::optional<double>& p);
std::string source_text(const Row& row);
std::string where(const std::string& device, const std::string& machine);
/// Reason and differences in one line. Beside the notes without a reason that stands there.
std::string remark(const Comparison& comparison, const Row& row, bool is_beside_notes);
/// "opencl/saxpy" or "all 9".
std::string group_text(const GroupMean& mean);
/// "all 9 together: slower 1.9800 [1.9500, 2.0100]; 9 unclear".
std::string summary_text(const Comparison& comparison);
bool is_bad(Verdict verdict);

}  // namespace tickbench::compare
