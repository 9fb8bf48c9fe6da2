// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace reference {
/// exp(-2 pi i k / length) for each k below length: real and imaginary part in turn, each rounded
/// once.
std::vector<float> roots_of_unity(std::size_t length);
}  // namespace reference

/// The discrete Fourier transform of each `length` complex numbers, a power of two, one after the
/// other: real and imaginary part in turn.
namespace reference::serial {
void fft(std::size_t length, std::span<const float> in, std::span<float> out);
}
namespace reference::tbb {
void fft(std::size_t length, std::span<const float> in, std::span<float> out);
}
