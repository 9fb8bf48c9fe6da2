// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

namespace zecpu {

/// Puts right what llvm-spirv (seen in 14) writes against the rules and every compiler accepts:
/// blocks in the order of LLVM instead of dominators first, and the hint of a loop before its
/// comparison instead of before its branch. Both come from loops with unroll metadata, so from
/// ordinary kernels. And the weak compare and exchange, which SPIR-V 1.4 has no more: it becomes
/// the strong one. The words need not be valid; what is not understood stays as it is.
void repair_spirv(std::vector<std::uint32_t>& words);

}  // namespace zecpu
