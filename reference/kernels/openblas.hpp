// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <string>

/// OpenBLAS, where this machine has it: `libopenblas.so.0`, as the system finds it, loaded when it
/// is first asked for. It uses as many threads as oneTBB does.
namespace reference::openblas {

/// Why there is none; empty where there is.
const std::string& missing();

/// "OpenBLAS (Haswell)", with the processor that it takes this one for.
std::string name();

/// out <- a b for n x n matrices in rows. Throws std::runtime_error where it is missing.
void matmul(std::size_t n, std::span<const float> a, std::span<const float> b,
            std::span<float> out);

}  // namespace reference::openblas
