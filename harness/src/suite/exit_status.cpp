// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "suite/exit_status.hpp"

#include <algorithm>

namespace tickbench::suite {

int exit_status(const std::vector<const Record*>& records, const FloorBook& floors,
                bool is_strict) {
  if (std::any_of(records.begin(), records.end(), [&](const Record* record) {
        const auto report = floors.report(*record->of);
        return is_failure(record->outcome) || (report && is_failure(report->verdict(), is_strict));
      }))
    return ExitStatus::kFailed;
  const bool is_all_skipped =
      !records.empty() && std::all_of(records.begin(), records.end(), [](const Record* record) {
        return is_skip(record->outcome);
      });
  return is_all_skipped ? ExitStatus::kSkipped : ExitStatus::kGood;
}

int with_outputs(int status, bool is_whole) {
  return is_whole || status == ExitStatus::kFailed ? status : ExitStatus::kUsage;
}

}  // namespace tickbench::suite
