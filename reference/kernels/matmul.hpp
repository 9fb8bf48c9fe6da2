// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>

/// out <- a b for n x n matrices in rows. Sums run over blocks of the inner index, so they round
/// otherwise than a plain loop: compare within the bound of a sum of n products.
namespace reference::serial {
void matmul(std::size_t n, std::span<const float> a, std::span<const float> b,
            std::span<float> out);
}
namespace reference::tbb {
void matmul(std::size_t n, std::span<const float> a, std::span<const float> b,
            std::span<float> out);
}
