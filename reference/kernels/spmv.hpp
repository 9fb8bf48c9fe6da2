// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>

/// y <- a x, for a matrix in compressed rows: the entries of row i are those from offsets[i] to
/// offsets[i + 1] - 1. Sums run in four parts, so they round otherwise than a plain loop.
namespace reference::serial {
void spmv(std::span<const std::uint32_t> offsets, std::span<const std::uint32_t> columns,
          std::span<const float> values, std::span<const float> x, std::span<float> y);
}
namespace reference::tbb {
void spmv(std::span<const std::uint32_t> offsets, std::span<const std::uint32_t> columns,
          std::span<const float> values, std::span<const float> x, std::span<float> y);
}
