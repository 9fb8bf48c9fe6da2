// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>

/// One step of a 5-point stencil over an n x n grid in rows: out <- in / 2 + ((left + right) +
/// (above + below)) / 8, each sum rounded. The points of the edge are copied.
namespace reference::serial {
void stencil(std::size_t n, std::span<const float> in, std::span<float> out);
}
namespace reference::tbb {
void stencil(std::size_t n, std::span<const float> in, std::span<float> out);
}
