// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>

/// out <- from. Both spans have the same size and do not overlap.
namespace reference::serial {
void copy(std::span<const std::byte> from, std::span<std::byte> out);
void copy(std::span<const float> from, std::span<float> out);
}  // namespace reference::serial
namespace reference::tbb {
void copy(std::span<const std::byte> from, std::span<std::byte> out);
void copy(std::span<const float> from, std::span<float> out);
}  // namespace reference::tbb
