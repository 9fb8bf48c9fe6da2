// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ostream>

#include "floors/floors_of_run.hpp"
#include "results/record.hpp"

namespace tickbench::outputs {

/// How the program was started.
struct Program {
  std::string path;
  std::vector<std::string> flags;  ///< those that change a measurement, as given
};

/// The repetitions of each case, in the order in which they ran.
std::vector<results::Records> by_case(const results::Records& records);

/// The command that runs one case again, ready for a shell.
std::string reproducing_line(const results::Case& benchmark_case, const Program& program);

/// What stands on standard error after the table: how many ended how, and each failure with the
/// line that reproduces it; and which floor judged what. `of_run`: what else is to be said, a line
/// each.
void print_summary(const results::Records& records, const std::vector<std::string>& of_run,
                   const floors::RunFloors& floors, bool is_strict, const Program& program,
                   std::ostream& err);

}  // namespace tickbench::outputs
