// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "level_zero/handle.hpp"

namespace tickbench::level_zero {

/// The whole text of a build log, or why it cannot be had.
std::string text_of(const BuildLogHandle& log);

/// The same for the log of a build that failed, which it takes over.
///
/// The trap: where the loader wraps handles (several drivers at once, or its intercept layer), some
/// versions hand out the log of a failed build unwrapped, and every call with it ends the process.
/// So it is read in a child process first; where that one dies, the log is left alone, and the text
/// says so.
std::string text_of_failed_build(ze_module_build_log_handle_t log);

}  // namespace tickbench::level_zero
