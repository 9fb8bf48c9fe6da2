// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

namespace zecpu {

/// Lets atomics of a validated module take the pointer that a generic one was made of in the same
/// function. OpenCL C 2.0 makes every atomic's pointer generic, and PoCL has atomics on global and
/// on local memory only. The pointers that stay generic are those that a function is called with,
/// or chooses.
void make_atomics_direct(std::vector<std::uint32_t>& words);

}  // namespace zecpu
