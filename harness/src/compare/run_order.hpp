// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "results/result_file.hpp"

namespace tickbench::compare {

/// How the runs of two sides lie in time.
enum class RunOrder {
  kUnknown,  ///< the files do not say when they began, or not to the second
  kInTurn,   ///< now the one side, now the other: a drift of the machine hits both
  kParted,   ///< in stretches: a drift of the machine looks like a difference
};

/// By the times at which the runs began. In turn: the side changes at least as often as the smaller
/// side has runs, as in A B B A or A B A B, not in A A B B.
RunOrder run_order(std::span<const results::ResultFile> old_files,
                   std::span<const results::ResultFile> new_files);

}  // namespace tickbench::compare
