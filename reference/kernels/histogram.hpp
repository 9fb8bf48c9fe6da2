// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace reference {
inline constexpr std::size_t kHistogramBins = 256;
}

/// bins[b] <- how many of x have b as their highest 8 bits. `bins` has kHistogramBins elements.
namespace reference::serial {
void histogram(std::span<const std::uint32_t> x, std::span<std::uint32_t> bins);
}
namespace reference::tbb {
void histogram(std::span<const std::uint32_t> x, std::span<std::uint32_t> bins);
}
