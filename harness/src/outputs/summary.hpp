// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ostream>
#include <vector>

#include "floors/floor_book.hpp"
#include "results/result.hpp"
#include "suite/options.hpp"

namespace tickbench::suite {

/// The command that runs one case again, ready for a shell.
std::string reproducing_line(const Case& of, const Options& options);

/// What stands on standard error after the table: how many ended how, and each failure with the
/// line that reproduces it; and which floor judged what.
void print_summary(const std::vector<const Record*>& records, const FloorBook& floors,
                   const Options& options, std::ostream& err);

}  // namespace tickbench::suite
