// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

/// out <- a*x, x + y, and x + a*y with the product and the sum rounded. All spans have the same
/// size.
namespace reference::serial {
void stream_scale(float a, std::span<const float> x, std::span<float> out);
void stream_add(std::span<const float> x, std::span<const float> y, std::span<float> out);
void stream_triad(float a, std::span<const float> x, std::span<const float> y,
                  std::span<float> out);
}  // namespace reference::serial
namespace reference::tbb {
void stream_scale(float a, std::span<const float> x, std::span<float> out);
void stream_add(std::span<const float> x, std::span<const float> y, std::span<float> out);
void stream_triad(float a, std::span<const float> x, std::span<const float> y,
                  std::span<float> out);
}  // namespace reference::tbb
