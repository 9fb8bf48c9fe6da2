// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

namespace zecpu {

/// A validated module in which a part of a built-in variable, such as y of a work item's ids, is
/// taken out of the whole variable. Newer compilers load it by its address; llvm-spirv 14 crashes
/// over that. Where an address of a part goes anywhere but into a load all stays as it is.
std::vector<std::uint32_t> with_whole_builtins(const std::vector<std::uint32_t>& words);

}  // namespace zecpu
