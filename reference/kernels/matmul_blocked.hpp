// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>

namespace reference {

/// Calls a function with each index below a count, one after the other or at once.
using ForEach = std::function<void(std::size_t, const std::function<void(std::size_t)>&)>;

/// out <- a b for n x n matrices in rows. Both operands are packed first, so that each is read in
/// order by all who multiply.
void matmul_blocked(std::size_t n, const float* a, const float* b, float* out,
                    const ForEach& for_each);

}  // namespace reference
