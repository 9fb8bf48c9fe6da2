// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

namespace zecpu {

/// Whether this processor multiplies and adds in one instruction.
bool has_fused_multiply_add() noexcept;

/// Makes `fma` of every `mad`, which OpenCL lets an implementation choose. Compilers of SPIR-V
/// write `mad` for a*b + c; PoCL makes a multiplication and an addition of it, and of the same
/// source in OpenCL C one instruction: a chain of them takes 1.5 times as long.
void fuse_multiply_add(std::vector<std::uint32_t>& words);

}  // namespace zecpu
