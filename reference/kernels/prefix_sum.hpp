// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>

/// out[i] <- x[0] + ... + x[i], modulo 2^32. Both spans have the same size.
namespace reference::serial {
void prefix_sum(std::span<const std::uint32_t> x, std::span<std::uint32_t> out);
}
namespace reference::tbb {
void prefix_sum(std::span<const std::uint32_t> x, std::span<std::uint32_t> out);
}
