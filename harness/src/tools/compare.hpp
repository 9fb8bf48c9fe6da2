// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "compare/compare.hpp"
#include "results/result_file.hpp"
#include "tickbench/seconds.hpp"
#include "tools/tool.hpp"

namespace tickbench::tools {

/// What `compare` and `ab` have in common: how to judge, and where to print it.
struct CompareFlags {
  compare::Options options;
  compare::ExitPolicy policy;
  std::string better, format = "table";
  std::vector<std::string> lower, higher;  ///< metrics of which less, or more, is better
  std::string markdown_out, json_out, junit_out;
};

/// Takes numbers of this range alone: no NaN.
CLI::Validator within(double low, double high);

void add_flags(CLI::App& command, CompareFlags& flags);

/// After parsing: the options with everything that the flags say.
compare::Options options_of(const CompareFlags& flags);

/// Throws UsageError where an output would take the place of another one or of one of `inputs`.
void check_outputs(const CompareFlags& flags, const std::vector<std::string>& inputs);

/// Prints to the tool's output in the chosen format, and into the files that were asked for;
/// each is written beside and renamed. Sets its status.
void print(const compare::Comparison& comparison, const CompareFlags& flags, ToolContext& context);

/// One run of one of the two programs.
struct ProgramRun {
  results::ResultFile results;
  Seconds wall{};
};

/// What the run needs of the world; replaced in tests.
struct AbWorld {
  /// Runs OLD or NEW; `run` is 0 for the rehearsal. Throws UsageError where the run fails.
  std::function<ProgramRun(bool is_new, std::size_t run)> run;
  std::function<Seconds()> elapsed;                     ///< since it began
  std::function<void(const std::string&)> on_progress;  ///< for standard error
};

struct AbSettings {
  compare::Options options;
  std::size_t pairs = 120;  ///< at most; what finds 3 % under the recorded noise
  Seconds budget{600};
  std::uint64_t seed = 0;
};

/// Runs both programs in pairs, in a balanced random order, until every benchmark's verdict is
/// clear, or the pairs or the budget are spent.
///
/// A first pair is a rehearsal: it fills the caches of files and built kernels, shows what there is
/// to compare, and tells how many pairs the budget allows. Its times are not judged, so that the
/// plan depends on none of those that are.
compare::Comparison run_ab(const AbSettings& settings, const AbWorld& world);

}  // namespace tickbench::tools
