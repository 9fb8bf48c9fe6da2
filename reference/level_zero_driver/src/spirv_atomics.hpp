// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

namespace zecpu {

/// Casts each generic pointer of an atomic in a validated module to a global one. OpenCL C 2.0
/// makes every atomic's pointer generic, and PoCL has atomics on global and on local memory only.
/// To a CPU they are one: a global pointer may hold any address.
void make_atomics_global(std::vector<std::uint32_t>& words);

}  // namespace zecpu
