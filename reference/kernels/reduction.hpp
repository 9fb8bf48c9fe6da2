// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

/// The sum of x, and of the products of x and y, which have the same size. Blocks of 4096 terms are
/// summed in their type, 64 sums side by side, and the blocks' sums in double.
namespace reference::serial {
float sum(std::span<const float> x);
double sum(std::span<const double> x);
float dot(std::span<const float> x, std::span<const float> y);
}  // namespace reference::serial
namespace reference::tbb {
float sum(std::span<const float> x);
double sum(std::span<const double> x);
float dot(std::span<const float> x, std::span<const float> y);
}  // namespace reference::tbb
