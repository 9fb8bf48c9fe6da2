// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "floors/floor_book.hpp"
#include "results/result.hpp"

namespace tickbench::suite {

enum ExitStatus : int {
  kGood = 0,     ///< all passed, or some were skipped and the rest is good
  kFailed = 1,   ///< at least one failed
  kUsage = 2,    ///< flags, names or files given by the user are wrong
  kSkipped = 77  ///< everything was skipped: CTest's skip code
};

/// `is_strict`: a floor that stays inconclusive fails.
int exit_status(const std::vector<const Record*>& records, const FloorBook& floors, bool is_strict);

/// `status`, where some output may have been lost: that counts as a file that cannot be written,
/// but hides no failure.
int with_outputs(int status, bool is_whole);

}  // namespace tickbench::suite
