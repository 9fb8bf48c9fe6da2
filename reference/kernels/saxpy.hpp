// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

/// out <- a*x + y, each product and each sum rounded. All spans have the same size.
namespace reference::serial {
void saxpy(float a, std::span<const float> x, std::span<const float> y, std::span<float> out);
}
namespace reference::tbb {
void saxpy(float a, std::span<const float> x, std::span<const float> y, std::span<float> out);
}
