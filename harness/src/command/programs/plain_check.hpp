// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <iosfwd>
#include <string>
#include <vector>

#include "programs/program.hpp"

namespace tickbench::programs {

/// What `tickbench check` is told.
struct PlainCheck : JudgingFlags {
  std::string program;
  std::vector<std::string> flags;  ///< of the program
  std::string benchmark;           ///< its name or id; empty: all that the flags choose
  std::string skip_pattern;        ///< as of ProgramFlags
  double budget = 20, min_time = 0.02, timeout = 300;  ///< in seconds
  bool as_json = false;
};

/// Measures the benchmarks and judges their floors. Returns the exit status: that of a suite.
/// Throws UsageError, and process::Interrupted.
int check_plain(const PlainCheck& check, std::ostream& out, std::ostream& err);

/// The ids of the benchmarks that the flags choose, once the floors are found to be for benchmarks
/// of the program. Throws UsageError.
std::vector<std::string> plain_ids(const PlainCheck& check);

}  // namespace tickbench::programs
