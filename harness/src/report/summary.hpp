// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ostream>
#include <vector>

#include "report/floor_book.hpp"
#include "report/options.hpp"
#include "report/result.hpp"

namespace tickbench::report {

/// The command that runs one case again, ready for a shell.
std::string reproducing_line(const Case& of, const Options& options);

/// What stands on standard error after the table: how many ended how, and each failure with the
/// line that reproduces it; and which floor judged what.
void print_summary(const std::vector<const Record*>& records, const FloorBook& floors,
                   const Options& options, std::ostream& err);

}  // namespace tickbench::report
