// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace tickbench::process {

/// How suites and the command `tickbench` end.
enum ExitStatus : int {
  kGood = 0,     ///< all passed, or some were skipped and the rest is good
  kFailed = 1,   ///< at least one failed
  kUsage = 2,    ///< flags, names or files given by the user are wrong
  kSkipped = 77  ///< everything was skipped: CTest's skip code
};

}  // namespace tickbench::process
