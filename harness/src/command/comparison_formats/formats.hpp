// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ostream>

#include "compare/comparison.hpp"

/// A comparison as text and as data.
namespace tickbench::compare {

/// For a terminal.
void render_table(std::ostream& out, const Comparison& comparison);

/// For a pull request: what changed in a table, the rest folded away.
void render_markdown(std::ostream& out, const Comparison& comparison);

/// Everything, as `tickbench-comparison/1`; ASCII only.
void render_json(std::ostream& out, const Comparison& comparison, int status);

/// One test case a benchmark: slower and failed are failures, as is what else the policy does not
/// accept; not comparable is an error, and so is a table in which nothing was compared.
void render_junit(std::ostream& out, const Comparison& comparison, ExitPolicy policy);

}  // namespace tickbench::compare
