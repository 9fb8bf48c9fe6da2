// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "compare/compare.hpp"
#include "tools/tool.hpp"

namespace tickbench::tools {

/// What `compare` and `ab` have in common: how to judge, and where to print it.
struct CompareFlags {
  compare::Options options;
  compare::ExitPolicy policy;
  std::string better, format = "table";
  std::optional<std::string> margin;       ///< of --fail-above
  std::vector<std::string> lower, higher;  ///< metrics of which less, or more, is better
  std::string markdown_out, json_out, junit_out;
};

/// Takes numbers of this range alone: no NaN.
CLI::Validator within(double low, double high);

void add_flags(CLI::App& command, CompareFlags& flags);
void add_error_rate(CLI::App& command, compare::Options& options);

/// After parsing: the options with everything that the flags say.
compare::Options make_options(const CompareFlags& flags);

/// Throws UsageError where an output would take the place of another one or of one of `inputs`.
void check_outputs(const CompareFlags& flags, const std::vector<std::string>& inputs);

/// Prints to the tool's output in the chosen format, and into the files that were asked for;
/// each is written beside and renamed. Sets its status.
void print(const compare::Comparison& comparison, const CompareFlags& flags, ToolContext& context);

}  // namespace tickbench::tools
