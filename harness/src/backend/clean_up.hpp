// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace tickbench::backend {

/// For destructors, which must not throw: a call that gives something back to a driver failed.
///
///     if (result != ZE_RESULT_SUCCESS) note_failed_clean_up("zeMemFree: " +
///     describe_result(result));
void note_failed_clean_up(const std::string& what) noexcept;

/// What was noted since the last call, each text once.
std::vector<std::string> take_failed_clean_ups();

}  // namespace tickbench::backend
