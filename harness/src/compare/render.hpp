// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ostream>
#include <string>
#include <string_view>

#include "compare/comparison.hpp"

namespace tickbench::compare {

/// For a terminal.
void render_table(std::ostream& out, const Comparison& comparison);

/// For a pull request: what changed in a table, the rest folded away.
void render_markdown(std::ostream& out, const Comparison& comparison);

/// Everything, as `tickbench-comparison/1`; ASCII only.
void render_json(std::ostream& out, const Comparison& comparison, int status);

/// One test case a benchmark: slower is a failure, as is what else the policy does not accept; not
/// comparable is an error, and so is a table in which nothing was compared.
void render_junit(std::ostream& out, const Comparison& comparison, ExitPolicy policy);

/// 3.2e-6 of `time` as "3.2 us", 4.1e12 of `bytes_per_second` as "4.1 TB/s"; "-" for none.
std::string value_text(std::string_view metric, const std::optional<double>& value);
/// "1.0312", or "-" where there is none.
std::string ratio_text(const Row& row);
/// "[1.021, 1.043]", or "-" where there is none, or none that says anything.
std::string interval_text(const Row& row);
/// "pairs of runs (12)", "runs (5, 5)", "samples".
std::string source_text(const Row& row);
/// Reason and differences in one line. Beside the notes without a reason that stands there.
std::string remark(const Row& row, bool is_beside_notes);
/// What follows the metric's name: ", lower is better; smallest relevant effect 1.5 %".
std::string criterion(const Comparison& comparison);
/// "2 slower, 1 faster, 17 same".
std::string summary(const Comparison& comparison);

}  // namespace tickbench::compare
