// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>

/// out <- the transpose of an n x n matrix in rows.
namespace reference::serial {
void transpose(std::size_t n, std::span<const float> in, std::span<float> out);
}
namespace reference::tbb {
void transpose(std::size_t n, std::span<const float> in, std::span<float> out);
}
