// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "programs/program.hpp"
#include "results/result_file.hpp"

namespace tickbench::pairs {

/// What a table of such pairs says of itself.
inline constexpr const char* kDeviceCodeNote =
    "Device code only: NEW launched the kernels of both programs, in one process a pair and in "
    "turn (A B B A). What differs in the host code of the two is not measured.";

/// One of the two sides of a run of NEW with OLD's modules: what compares two programs' files reads
/// it. A benchmark without a kernel of a module is there without a time, as unsupported, and says
/// why; of kernels that differ it says what they are.
results::ResultFile extract_side(const results::ResultFile& both, bool is_new);

/// The flags by which NEW measures OLD's kernels beside its own. Asks OLD for its modules; throws
/// UsageError where it has none to give.
std::vector<std::string> device_code_flags(const std::string& old_program,
                                           const programs::ProgramRunner& runner);

}  // namespace tickbench::pairs
