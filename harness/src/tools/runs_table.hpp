// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ostream>
#include <span>

#include "results/result_file.hpp"

namespace tickbench::tools {

/// Each benchmark over all runs, in 80 columns: the median of its time, how well one run knows it
/// (half of the 95 % interval), the spread between runs, and of how many. Names from outside are
/// text.
void print_runs(std::span<const results::ResultFile> runs, std::ostream& out);

}  // namespace tickbench::tools
