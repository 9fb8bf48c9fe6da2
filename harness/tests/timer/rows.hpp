// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace tickbench {

/// Google Benchmark's error of a row: before 1.8 `error_occurred` and `error_message`.
template <class Run>
bool has_failed(const Run& row) {
  if constexpr (requires { row.error_occurred; })
    return row.error_occurred;
  else
    return row.skipped != decltype(row.skipped){};
}

template <class Run>
const auto& message_of(const Run& row) {
  if constexpr (requires { row.error_message; })
    return row.error_message;
  else
    return row.skip_message;
}

}  // namespace tickbench
