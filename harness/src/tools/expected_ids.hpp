// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <iosfwd>
#include <span>
#include <string>
#include <vector>

#include "results/merge.hpp"

namespace tickbench::tools {

/// One id a line, as --tickbench_list prints them; empty lines count for nothing. Throws UsageError
/// for a file that cannot be read, has no id, or has one twice.
std::vector<std::string> read_ids(const std::string& path);

/// Prints each of these that no run measured well, with the reason, and the counts at the end.
/// Returns whether all were measured.
bool all_were_measured(std::span<const std::string> ids, std::span<const results::RunRecord> runs,
                       std::ostream& out);

}  // namespace tickbench::tools
